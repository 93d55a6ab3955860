/**
 * Hours that were set in an empty cell of the timesheet, while another computer put hours there, too
 * (SYNC.md, One act on two computers).
 */
import { sql } from 'kysely'
import type { Trx } from '../database/db.ts'
import { holdUnsent, releaseHeld } from './held-acts.ts'
import { raiseCard, resolveCards, type CellDetail, type RepeatedPair } from '../inbox/inbox.ts'
import { prepared } from '../database/prepared-query.ts'
import { maybeSamePersonSql } from './same-person.ts'

/** `set`: hours that were set in a cell here; `received`: hours from elsewhere. */
type Side = 'set' | 'received'

/**
 * Asks about hours from elsewhere that no one had seen who set a cell here. Those that reached the
 * service later than the ones from here are left to the other computer, unless these have a uid
 * there: then it does not ask.
 * @param locals local ids, of the entries on this side
 * @returns the entries that are asked about
 */
export async function askAboutCells(
  trx: Trx,
  side: Side,
  locals: readonly number[],
  now: number,
): Promise<number[]> {
  const [any] = await anyCell(trx, {})
  if (!any) return []
  const found = await otherHours(trx, { locals: JSON.stringify(locals) }, side)
  const asked = (await cardsAboutCells(trx, {})).flatMap((card) => detailOf(card).pairs)
  const isNew = ({ local, other }: RepeatedPair) =>
    !asked.some((pair) => pair.local === local && pair.other === other)
  const cells = Map.groupBy(found.filter(isNew), ({ local }) => local)
  for (const [local, more] of cells) {
    const open = (await openCells(trx, {})).find((card) => card.local === local)
    const pairs = [...(open ? detailOf(open).pairs : []), ...more]
    const hours = await hoursOf(trx, local, pairs)
    await raiseCard(trx, 'time', local, { kind: 'cell', detail: { pairs, ...hours } }, now)
    await holdUnsent(trx, 'time', pairs)
  }
  return [...cells.keys()]
}

/**
 * Closes the cards about cells in which an entry was changed or deleted since. Returns true when
 * there were any.
 * @param changed local ids of the entries that were changed
 */
export async function settleCells(
  trx: Trx,
  changed: ReadonlySet<number> | undefined,
  now: number,
): Promise<boolean> {
  if (!changed || changed.size === 0) return false
  let settled = false
  for (const card of await openCells(trx, {})) {
    const { pairs, mine, theirs } = detailOf(card)
    if (![card.local, ...pairs.map(({ other }) => other)].some((id) => changed.has(id))) continue
    const hours = await hoursOf(trx, card.local, pairs)
    if (hours.mine === mine && hours.theirs === theirs) continue
    settled = true
    await resolveCards(trx, 'time', card.local, now, 'cell')
    await releaseHeld(trx, 'time', pairs)
  }
  return settled
}

const detailOf = ({ detail }: { detail: string }): CellDetail => JSON.parse(detail) as CellDetail

/** Returns the minutes in the cell of the entry: its own, and those of the others. */
async function hoursOf(
  trx: Trx,
  local: number,
  pairs: readonly RepeatedPair[],
): Promise<Omit<CellDetail, 'pairs'>> {
  const others = JSON.stringify(pairs.map(({ other }) => other))
  const [hours] = await hoursInCell(trx, { local, others })
  return hours ?? { mine: 0, theirs: 0 }
}

const hoursInCell = prepared(
  (_, values: { local: number; others: string }) => sql<{ mine: number; theirs: number }>`
    select a.total as mine, coalesce(sum(b.total), 0) as theirs
    from time_entry a left join time_entry b
    on b.id in (select value from json_each(${values.others}))
    and b.project_id = a.project_id and b.task_id = a.task_id and b.date = a.date
    where a.id = ${values.local} group by a.id`,
)

const openCells = prepared(
  () => sql<{ local: number; detail: string }>`
    select local_id as local, detail from inbox where kind = 'cell' and resolved_at is null`,
)

const anyCell = prepared(
  () => sql<{ uid: string }>`
    select uid from entry_uid where resource = 'time' and uid glob 'cell:*' limit 1`,
)

const cardsAboutCells = prepared(
  () => sql<{ detail: string }>`select detail from inbox where kind = 'cell'`,
)

/** Hours that were set in cells here, and those that were received and never changed here. */
const otherHours = prepared(
  (_, values: { locals: string }, side: Side) => sql<RepeatedPair>`
    select a.id as local, b.id as other
    from json_each(${values.locals}) l
    cross join time_entry ${sql.ref(side === 'set' ? 'a' : 'b')}
      on ${sql.ref(side === 'set' ? 'a.id' : 'b.id')} = l.value
    join time_entry ${sql.ref(side === 'set' ? 'b' : 'a')}
      on a.project_id = b.project_id and a.date = b.date
      and a.task_id = b.task_id and a.id <> b.id and a.total <> b.total
    join entry_uid u on u.resource = 'time' and u.local_id = a.id
      and u.uid glob 'cell:*:' || replace(a.date, '-', '') || ':*'
    join sync_record own on own.resource = 'time' and own.local_id = a.id
    join sync_record theirs on theirs.resource = 'time' and theirs.local_id = b.id
    where ${maybeSamePersonSql} and own.deleted = 0
    and theirs.remote_id is not null and theirs.sequence = 0 and theirs.deleted = 0
    and (own.remote_id is null or own.remote_id > theirs.remote_id
      or json_extract(own.base, '$.uid') is not null)
    and not exists (
      select 1 from attempt t where t.resource = 'time' and t.local_id = a.id)
    order by a.id, theirs.remote_id`,
)
