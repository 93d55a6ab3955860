/**
 * Reads the outbox for people: the unsent records, with the titles by which the person knows them.
 */
import type { Outbox, OutboxItem } from '#shared/ipc/call-results.ts'
import { entryTitle } from '../actions/record-titles.ts'
import type { Db } from '../store/database/db.ts'
import { readFullRow, type FullExpenseRow, type FullTimeRow } from '../store/resources/full-rows.ts'
import { readOutboxRecords, type OutboxRecord } from '../store/sync/outbox.ts'
import { readTrashed } from '../store/history/trash.ts'
import { syncAdapters } from '../sync/records/sync-adapters.ts'

export async function readOutbox(db: Db, limit: number): Promise<Outbox> {
  const { records, total } = await readOutboxRecords(db, limit)
  return { items: await Promise.all(records.map((record) => toItem(db, record))), total }
}

async function toItem(db: Db, record: OutboxRecord): Promise<OutboxItem> {
  const row = await readFullRow(db, record.resource, record.local)
  const adapter = syncAdapters[record.resource]
  if (!row) {
    const trashed = await readTrashed(db, record.resource, record.local)
    return {
      ...record,
      title: trashed?.title ?? `an ${adapter.nouns.one}`,
      project: null,
      date: null,
    }
  }
  if (record.resource === 'category') {
    return { ...record, title: adapter.title(row), project: null, date: null }
  }
  const entry = row as FullTimeRow | FullExpenseRow
  const title =
    'task_id' in entry
      ? await entryTitle(db, { project: entry.project_id, task: entry.task_id, notes: entry.notes })
      : adapter.title(row)
  return { ...record, title, project: await codeOf(db, entry.project_id), date: entry.date }
}

/** Returns a project's code, or its name where it has none. */
async function codeOf(db: Db, project: number | null): Promise<string | null> {
  if (project === null) return null
  const row = await db
    .selectFrom('project')
    .select(['code', 'name'])
    .where('id', '=', project)
    .executeTakeFirst()
  return row ? row.code || row.name : null
}
