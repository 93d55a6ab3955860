/** Known bugs: receiving. */
import type { Mutant } from '../mutant.ts'
import { store, sync } from './files.ts'

export const receiving: readonly Mutant[] = [
  {
    name: 'a lost answer is pulled as another entry',
    file: sync('apply/apply-pulled.ts'),
    find: `    open.every((sent) => judgeCandidate(context, adapter, sent, wire, me) === null),`,
    replace: `    open.every(({ local }) => local > 0),`,
  },
  {
    name: 'a late twin comes without a card',
    file: sync('apply/apply-pulled.ts'),
    find: `      if (judgeCandidate(context, adapter, sent, wire, me) !== null)
        await tellOfTwin(tx, adapter, sent, wire)`,
    replace: `      void sent`,
  },
  {
    name: 'what a list does not show is removed unasked',
    file: sync('apply/missing-records.ts'),
    find: `    const answer = await fetchRecord(context, adapter, remote)`,
    replace: `    const answer = { is: 'gone' } as Awaited<ReturnType<typeof fetchRecord>>`,
  },
  {
    name: 'only the first page is read',
    file: sync('http/read-window.ts'),
    find: `  if (first.is !== 'page') return
  const next`,
    replace: `  return
  const next`,
  },
  {
    name: 'a removed entry is still known',
    file: sync('apply/apply-deletions.ts'),
    find: `  else await deleteSyncRecord(tx.trx, resource, local)
  await resolveCards`,
    replace: `  await resolveCards`,
  },
  {
    name: 'the version there is not asked for when this side of a conflict is taken back',
    file: sync('decide/plan.ts'),
    find: `return { do: unmerged ? 'read' : 'nothing' }`,
    replace: `return { do: unmerged && attempt ? 'read' : 'nothing' }`,
  },
  {
    name: 'a record is known by its id alone',
    file: store('sync/record-identity.ts'),
    find: `  recorded.created_at === shown.created_at ||
`,
    replace: `  recorded.id === shown.id ||
`,
  },
  {
    name: 'what was deleted here stays away when the service has it again',
    file: sync('apply/returned-records.ts'),
    find: `    const isEarly = mayLinger && !isWithinLost(retiredAt, context.lost())
`,
    replace: `    const isEarly = mayLinger || retiredAt !== ''
`,
  },
  {
    name: 'one reply that says nothing lets another organization in',
    file: sync('apply/confirm-records.ts'),
    find: `absent > 0 && same === 0 && shownCount < fewest && missing > removalsAllowed`,
    replace: `absent > removalsAllowed && shownCount + useless === 0`,
  },
  {
    name: 'another organization is let in that has none of the known ids',
    file: sync('apply/confirm-records.ts'),
    find: `  if (isEmptied && !dates.isConfirmed() && (await areOthers())) {`,
    replace: `  if (isEmptied && dates.isConfirmed()) {`,
  },
  {
    name: 'another organization is let in that has the known ids',
    file: sync('apply/confirm-records.ts'),
    find: `      throw conflict(elsewhere)`,
    replace: `      void elsewhere`,
  },
  {
    name: 'another organization is let in that tells an epoch of its own',
    file: sync('apply/confirm-records.ts'),
    find: `  if (known.filter((one) => one.isExpected && isLeft(one)).length < fewest) return known
`,
    replace: '',
  },
  {
    name: 'an id that was deleted once stays unknown',
    file: store('sync/record-identity.ts'),
    find: `      if (row.created_at !== '') return row.created_at === created_at
`,
    replace: `      if (row.created_at !== '') return true
`,
  },
]
