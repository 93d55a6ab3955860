/** Known bugs: unsent work in a data folder that was copied. */
import type { Mutant } from '../mutant.ts'
import { store, sync } from './files.ts'

export const copies: readonly Mutant[] = [
  {
    name: 'an edit of a copy is sent as if nobody else could have sent it',
    file: sync('apply/apply-remote.ts'),
    find: `  const isCopied = state.copiedAt !== null`,
    replace: `  const isCopied = false`,
  },
  {
    name: 'a deletion of a copy is sent as if nobody could have taken it back',
    file: sync('decide/plan.ts'),
    find: `  if (copied) return { do: 'restore' }
`,
    replace: ``,
  },
  {
    name: 'a create of a copy is sent without being looked for',
    file: sync('push/copied-creates.ts'),
    find: `  if (rows.length === 0) return
`,
    replace: `  if (rows.length >= 0) return void (await sql\`update sync_record set copied_at = null where remote_id is null\`.execute(db))
`,
  },
  {
    name: 'nobody is asked whether a folder was moved, and all of it is sent',
    file: store('inbox/moved-folder.ts'),
    find: `update sync_record set parked = 'moved'`,
    replace: `update sync_record set copied_at = null`,
  },
]
