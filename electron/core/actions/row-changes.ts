/**
 * Writing whole rows of any resource, with their history, their unsent marks and the trash: what
 * deleting, undoing and bringing back are made of.
 */
import { toTimestamp } from '#shared/rules/calendar.ts'
import type { Trx } from '../store/db.ts'
import { me } from '../store/me.ts'
import { prepared } from '../store/prepared.ts'
import { markChanged, markDeleted, remoteIds } from '../store/sync-records.ts'
import type { EntryResource, HistoryResource } from '../store/tables.ts'
import { putInTrash, takeFromTrash } from '../store/trash.ts'
import type { Doing } from './change.ts'
import type { AnyRow } from './kept-row.ts'
import { keptRow } from './kept-rows.ts'
import { requireWritable } from './own.ts'

/** Stands, and is neither archived nor deleted softly. */
export const isAlive = (resource: HistoryResource, row: AnyRow | undefined | null): boolean =>
  !!row && keptRow(resource).isDeleted?.(row) !== true

/**
 * Writes a row, anew or over the one that stands, which `keptRow(resource).read` answered. One that
 * is archived by it goes to the trash, one that is brought back comes out of it. Throws `forbidden`
 * for an entry of somebody else.
 * @returns `again` when the service had deleted the record, so that it is made there anew
 */
export async function putRow(
  doing: Doing,
  resource: HistoryResource,
  row: AnyRow,
  stands: AnyRow | undefined,
): Promise<{ again: boolean }> {
  const { trx } = doing
  const kept = keptRow(resource)
  const again = stands === undefined && (await isUnknownByNow(doing, resource, row))
  const owned = await withOwner(trx, stands ?? row)
  await kept.put(trx, dated(stands ? row : owned, doing.at), stands)
  const after = await kept.read(trx, row.id)
  if (!after) throw new Error(`${resource} ${row.id} is gone inside its own transaction`)
  await doing.record({ resource, local: row.id, before: stands ?? null, after })
  if (isAlive(resource, after)) {
    if (isEntry(resource)) await markChanged(trx, resource, row.id, doing.change)
    if (!isAlive(resource, stands)) await leaveTrash(doing, resource, row.id)
  } else {
    if (isEntry(resource)) {
      await markDeleted(trx, resource, row.id, doing.change, doing.heldUntil)
    }
    if (stands && isAlive(resource, stands)) await enterTrash(doing, resource, stands)
  }
  return { again }
}

/** Takes away a row that stands, which `keptRow(resource).read` answered. It can be brought back. */
export async function removeRow(
  doing: Doing,
  resource: HistoryResource,
  stands: AnyRow,
): Promise<void> {
  const kept = keptRow(resource)
  await withOwner(doing.trx, stands)
  await enterTrash(doing, resource, stands)
  await kept.remove(doing.trx, stands)
  const after = (await kept.read(doing.trx, stands.id)) ?? null
  await doing.record({ resource, local: stands.id, before: stands, after })
  if (isEntry(resource)) {
    await markDeleted(doing.trx, resource, stands.id, doing.change, doing.heldUntil)
  }
}

/**
 * An entry with a user who is still here: before the service said who the person is, they were
 * another row. Throws `forbidden` where the entry is not theirs to change.
 */
async function withOwner<Row extends AnyRow & { user_id?: number | null }>(
  trx: Trx,
  row: Row,
): Promise<Row> {
  const { user_id: user } = row
  if (user === undefined || user === null) return row
  const [here] = await userById(trx, { user })
  const user_id = here ? user : await me(trx)
  await requireWritable(trx, user_id)
  return { ...row, user_id }
}

const userById = prepared((db, given: { user: number }) =>
  db.selectFrom('user').select('id').where('id', '=', given.user),
)

async function enterTrash(doing: Doing, resource: HistoryResource, row: AnyRow): Promise<void> {
  if (resource === 'timer' || resource === 'inbox') return
  await putInTrash(doing.trx, {
    resource,
    local: row.id,
    row,
    title: await keptRow(resource).title(doing.trx, row),
    at: doing.at,
    actor: 'person',
    change: doing.change,
  })
  doing.touch('trash')
}

async function leaveTrash(doing: Doing, resource: HistoryResource, local: number): Promise<void> {
  if (resource === 'timer' || resource === 'inbox') return
  await takeFromTrash(doing.trx, resource, local)
  doing.touch('trash')
}

const entries: readonly HistoryResource[] = [
  'time',
  'expense',
  'category',
] satisfies EntryResource[]

/** The service may be told of it. */
const isEntry = (resource: HistoryResource): resource is EntryResource => entries.includes(resource)

/** Ties from here on are of records that the service has not numbered. */
const firstUnsentTie = 2 ** 29

/** The service had it, and by now neither it nor the sync knows of it. */
async function isUnknownByNow(
  doing: Doing,
  resource: HistoryResource,
  row: AnyRow & { tie?: number },
): Promise<boolean> {
  if (!isEntry(resource) || (row.tie ?? firstUnsentTie) >= firstUnsentTie) return false
  return (await remoteIds(doing.trx, resource, [row.id])).size === 0
}

/** Null on what the service has never told of: it stays so. */
const dated = <Row extends AnyRow & { updated_at?: string | null }>(row: Row, at: number): Row =>
  row.updated_at ? { ...row, updated_at: toTimestamp(at) } : row
