/**
 * Acts that count once, also when they are done on two computers before these have synced:
 * the second half of a split, hours in a cell of the timesheet, a copy, a line of an imported file.
 * What they create has a uid that is the same on both (SYNC.md, One act on two computers).
 */
import type { WireRecord } from '../store/sync/record-sync-state.ts'
import type { Db, Trx } from '../store/database/db.ts'
import { readMyRemoteId } from '../store/account/current-user.ts'
import { giveUids, unknownPerson } from '../store/sync/entry-uids.ts'
import { prepared } from '../store/database/prepared-query.ts'
import { readRemoteIds, type EntryResource } from '../store/sync/sync-records.ts'

/**
 * Notes that this record is the second half of an entry. One that the service does not have is not
 * on another computer either.
 */
export async function noteSplit(trx: Trx, half: number, first: number): Promise<void> {
  const source = await sourceOf(trx, 'time', first)
  if (!source) return
  const { id, created_at, updated_at } = source
  await noteAct(trx, 'time', half, ['split', id, digitsOf(created_at), digitsOf(updated_at)])
}

/** Notes that an entry was copied to a day. */
export async function noteCopy(trx: Trx, copy: number, from: number, day: string): Promise<void> {
  const source = await sourceOf(trx, 'time', from)
  if (!source) return
  await noteAct(trx, 'time', copy, ['copy', source.id, digitsOf(source.created_at), digitsOf(day)])
}

/** Notes that an entry is the hours that were typed into an empty cell of the timesheet. */
export async function noteCell(
  trx: Trx,
  local: number,
  cell: { project: number | null; task: number | null; date: string },
): Promise<void> {
  if (cell.project === null || cell.task === null) return
  const project = (await readRemoteIds(trx, 'project', [cell.project])).get(cell.project)
  const task = (await readRemoteIds(trx, 'task', [cell.task])).get(cell.task)
  if (project === undefined || task === undefined) return
  await noteAct(trx, 'time', local, ['cell', digitsOf(cell.date), project, task])
}

/** Notes that records are lines of an imported file, by the fingerprints of the lines. */
export async function noteImport(
  trx: Trx,
  resource: EntryResource,
  lines: readonly { local: number; print: number }[],
): Promise<void> {
  const person = await readPerson(trx)
  const created = lines.map(({ local, print }) => ({ local, act: `import:${person}:${print}` }))
  await giveUids(trx, resource, created)
}

async function noteAct(
  trx: Trx,
  resource: EntryResource,
  local: number,
  [act, ...about]: readonly [string, ...(string | number)[]],
): Promise<void> {
  const person = await readPerson(trx)
  await giveUids(trx, resource, [{ local, act: [act, person, ...about].join(':') }])
}

/** The same act of two people is two acts. */
const readPerson = async (trx: Trx): Promise<number | string> =>
  (await readMyRemoteId(trx)) ?? unknownPerson

/** Returns the record as the service has it. */
async function sourceOf(
  db: Db,
  resource: EntryResource,
  local: number,
): Promise<WireRecord | undefined> {
  const [row] = await baseOf(db, { resource, local })
  return row?.base ? (JSON.parse(row.base) as WireRecord) : undefined
}

const baseOf = prepared((db, values: { resource: EntryResource; local: number }) =>
  db
    .selectFrom('sync_record')
    .select('base')
    .where('resource', '=', values.resource)
    .where('local_id', '=', values.local)
    .where('remote_id', 'is not', null),
)

const digitsOf = (timestamp: string): string => timestamp.replaceAll(/\D/g, '')
