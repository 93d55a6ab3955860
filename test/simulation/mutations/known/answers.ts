/** Known bugs: answers to cards, and the owner of a token. */
import type { Mutant } from '../mutant.ts'
import { accounts, store, sync } from './files.ts'

export const answers: readonly Mutant[] = [
  {
    name: 'sending again sends nothing',
    file: sync('inbox/card-resolutions.ts'),
    find: `{ parked: null, dirty: 1 }`,
    replace: `{ parked: null, dirty: 0 }`,
  },
  {
    name: 'what is kept here is not made there anew',
    file: sync('inbox/card-resolutions.ts'),
    find: `    if (state) await sendAsNewRecord(tx, state, change)
`,
    replace: ``,
  },
  {
    name: 'taking an answer back leaves the card answered',
    file: store('history/card-snapshots.ts'),
    find: `    .set({ resolved_at: card.resolved_at, detail: card.detail })`,
    replace: `    .set({ detail: card.detail })`,
  },
  {
    name: 'letting go leaves the request open',
    file: sync('inbox/card-resolutions.ts'),
    find: `  await adapter.remove(tx, row)
  await closeAttempt(tx.trx, resource, local)
  if (adapter.isArchivable && base) {`,
    replace: `  await closeAttempt(tx.trx, resource, local)
  if (adapter.isArchivable && base) {`,
  },
  {
    name: 'what is discarded while its create is open stays on the service',
    file: sync('inbox/card-resolutions.ts'),
    find: `  if (attempt?.kind === 'create') return deleteRecordEverywhere(tx, state, change)
`,
    replace: ``,
  },
  {
    name: 'a token of another organisation is taken for the own one',
    file: accounts('token-owner.ts'),
    find: `  return ok('no')
}`,
    replace: `  return ok('yes')
}`,
  },
  {
    name: 'any token is taken where nothing is known yet',
    file: accounts('token-owner.ts'),
    find: `ok(isEmpty || isNamed ? 'yes' : 'unknown')`,
    replace: `ok('yes')`,
  },
  {
    name: 'taking an answer back restores what is no longer so',
    file: store('history/card-snapshots.ts'),
    find: `    if (was.deleted === 1) return { ...known, ...neverSent }
`,
    replace: `    if (was) return known
`,
  },
  {
    name: 'drafts count as on the service',
    file: 'shared/rules/idle-sync-state.ts',
    find: `status.held + status.drafts + status.inbox > 0`,
    replace: `status.held + status.inbox > 0`,
  },
  {
    name: 'drafts are counted nowhere',
    file: store('sync/record-states.ts'),
    find: `when \${incomplete} then 'person'`,
    replace: `when \${incomplete} then 'nobody'`,
  },
  {
    name: 'a request whose answer was lost counts as settled',
    file: store('sync/record-states.ts'),
    find: `      union select local_id from attempt where resource = \${name}
`,
    replace: ``,
  },
]
