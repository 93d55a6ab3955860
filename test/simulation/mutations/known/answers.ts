/** Known bugs. What the person answers, and whose token it is. */
import type { Mutant } from '../mutant.ts'
import { accounts, store, sync } from './files.ts'

export const answers: readonly Mutant[] = [
  {
    name: 'an edit closes the card of what stands twice',
    file: store('sync-records.ts'),
    find: `and kind <> 'twin' and not (kind = 'increment'`,
    replace: `and not (kind = 'increment'`,
  },
  {
    name: 'a removal closes the card of what stands twice',
    file: store('sync-records.ts'),
    find: `
    and not \${isStandingTwin} and not \${isMaybeThere}`,
    replace: ``,
  },
  {
    name: 'sending again sends nothing',
    file: sync('resolutions.ts'),
    find: `{ parked: null, dirty: 1 }`,
    replace: `{ parked: null, dirty: 0 }`,
  },
  {
    name: 'what is kept here is not made there anew',
    file: sync('resolutions.ts'),
    find: `    await unlinkRemote(work.trx, resource, { remote, local }, work.now)
`,
    replace: ``,
  },
  {
    name: 'an answer that keeps mine is asked about again',
    file: sync('resolutions.ts'),
    find: `  const base = state.newer ?? state.base
  const dirty = base`,
    replace: `  const base = state.base
  const dirty = base`,
  },
  {
    name: 'taking an answer back leaves the card answered',
    file: store('kept-cards.ts'),
    find: `    .set({ resolved_at: card.resolved_at, detail: card.detail })`,
    replace: `    .set({ detail: card.detail })`,
  },
  {
    name: 'letting go leaves the request open',
    file: sync('resolutions.ts'),
    find: `  await kind.remove(work, row)
  await closeAttempt(work.trx, resource, local)
  if (kind.isArchivable && base) {`,
    replace: `  await closeAttempt(work.trx, resource, local)
  if (kind.isArchivable && base) {`,
  },
  {
    name: 'a refused repetition counts as the fate of the first request',
    file: sync('push-answers.ts'),
    find: `    if (!attempt?.idempotencyKey || attempt.until === null) return false`,
    replace: `    if (answer.status !== 409 || !attempt?.idempotencyKey) return false`,
  },
  {
    name: 'a token of another organisation is taken for the own one',
    file: accounts('same-person.ts'),
    find: `  return ok('no')
}`,
    replace: `  return ok('yes')
}`,
  },
  {
    name: 'any token is taken where nothing is known yet',
    file: accounts('same-person.ts'),
    find: `ok(isEmpty || isNamed ? 'yes' : 'unknown')`,
    replace: `ok('yes')`,
  },
]
