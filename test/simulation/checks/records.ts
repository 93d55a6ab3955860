/** The rows of each kind in an account's database, and what sync knows of them. */
import { kinds, type Groups, type Kind, type Row } from './kinds.ts'
import { looking } from './looking.ts'
import { remoteIn } from './wishes.ts'
import type { Witness } from './witness.ts'

export type Fail = (invariant: number, what: string) => void

export interface Standing {
  local: number
  remote: number | null
  base: string | null
  dirty: number
  deleted: number
  parked: string | null
  attempt: number
  card: number
}

/** The records, by the service's ids, that a card about many asks about. */
const asked = (witness: Witness, kind: Kind): Set<number> => {
  const rows = looking(
    witness.sqlite(),
    `select detail from inbox where resource = ? and kind in ('removals', 'moved') and resolved_at is null`,
  ).all(kind) as { detail: string }[]
  return new Set(rows.flatMap((row) => (JSON.parse(row.detail) as { remotes: number[] }).remotes))
}

export const recordsOf = (witness: Witness, kind: Kind): Map<number, Standing> => {
  const among = asked(witness, kind)
  const rows = looking(
    witness.sqlite(),
    `select r.local_id as local, r.remote_id as remote, r.base, r.dirty, r.deleted, r.parked,
      exists (select 1 from attempt a where a.resource = r.resource and a.local_id = r.local_id) as attempt,
      exists (select 1 from inbox i where i.resource = r.resource and i.resolved_at is null
        and (i.local_id = r.local_id or (r.resource = 'time' and i.local_id = (
          select h.first_id from split_half h where h.local_id = r.local_id)))) as card
      from sync_record r where r.resource = ?`,
  ).all(kind) as Standing[]
  for (const row of rows) if (among.has(row.remote ?? 0)) row.card = 1
  return new Map(rows.map((row) => [row.local, row]))
}

export function rowsOf(witness: Witness, kind: Kind): Map<number, Groups> {
  const remote = remoteIn(witness.sqlite())
  const rows = looking(witness.sqlite(), kinds[kind].select).all() as Row[]
  return new Map(rows.map((row) => [row.id as number, kinds[kind].ofRow(row, remote)]))
}

/** A draft waits for the person: it has no project or no task. */
export const isDraft = ({ work, project }: Groups): boolean =>
  work?.includes('null') === true || project === 'null'
