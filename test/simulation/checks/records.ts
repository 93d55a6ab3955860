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

/** The local records that a card about repeated acts asks about. */
const askedTwice = (witness: Witness, kind: Kind): Set<number> => {
  const rows = looking(
    witness.sqlite(),
    `select json_extract(p.value, '$.local') as local from inbox, json_each(inbox.detail, '$.pairs') p
    where resource = ? and kind = 'repeated' and resolved_at is null`,
  ).all(kind) as { local: number }[]
  return new Set(rows.map(({ local }) => local))
}

/** The second half of a split waits for the answer to the card about its first half. */
function shareCards(witness: Witness, times: ReadonlyMap<number, Standing>): void {
  const halves = looking(witness.sqlite(), 'select local_id, first_id from split_half').all()
  for (const { local_id, first_id } of halves as { local_id: number; first_id: number }[]) {
    const second = times.get(local_id)
    if (second && times.get(first_id)?.card) second.card = 1
  }
}

export const recordsOf = (witness: Witness, kind: Kind): Map<number, Standing> => {
  const among = asked(witness, kind)
  const rows = looking(
    witness.sqlite(),
    `select r.local_id as local, r.remote_id as remote, r.base, r.dirty, r.deleted, r.parked,
      exists (select 1 from attempt a where a.resource = r.resource and a.local_id = r.local_id) as attempt,
      exists (select 1 from inbox i where i.resource = r.resource and i.resolved_at is null
        and i.local_id = r.local_id) as card
      from sync_record r where r.resource = ?`,
  ).all(kind) as Standing[]
  const twice = askedTwice(witness, kind)
  for (const row of rows) if (among.has(row.remote ?? 0) || twice.has(row.local)) row.card = 1
  const records = new Map(rows.map((row) => [row.local, row]))
  if (kind === 'time') shareCards(witness, records)
  return records
}

export function rowsOf(witness: Witness, kind: Kind): Map<number, Groups> {
  const remote = remoteIn(witness.sqlite())
  const rows = looking(witness.sqlite(), kinds[kind].select).all() as Row[]
  return new Map(rows.map((row) => [row.id as number, kinds[kind].ofRow(row, remote)]))
}

/** A draft waits for the person: it has no project or no task. */
export const isDraft = ({ work, project }: Groups): boolean =>
  work?.includes('null') === true || project === 'null'
