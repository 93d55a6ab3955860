/** Writes the entries of an import, with history and dirty marks, as `writeNewTime` does. */
import type { Insertable } from 'kysely'
import { toInstant, toTimestamp } from '#shared/rules/calendar.ts'
import { noteImport } from '../../actions/act-uids.ts'
import type { ActionContext, ChangeTransaction } from '../../actions/change.ts'
import type { Trx } from '../../store/database/db.ts'
import { preparedBatch } from '../../store/database/batch-insert.ts'
import { provisionalTie } from '../../store/sync/sync-records.ts'
import type { HistoryTable, SegmentTable, SyncRecordTable } from '../../store/tables/index.ts'
import type { Segment } from '../../store/resources/segments.ts'
import { insertTimes, nextTimeId } from '../../store/resources/times.ts'
import type { TimeIntent } from './import-intents.ts'

export async function writeImportedTimes(
  tx: ChangeTransaction,
  context: ActionContext,
  gathered: readonly { intent: TimeIntent; print: number }[],
  user_id: number | null,
): Promise<void> {
  const intents = gathered.map(({ intent }) => intent)
  const { trx, change } = tx
  const first = await nextTimeId(trx)
  const now = toTimestamp(tx.at)
  const terms = await termsOf(trx, intents)
  const rows = intents.map(({ project, task, start, quantity, increment, kept, found }, nth) => {
    const id = first + nth
    const { rate, currency } = kept ?? terms.get(project?.local ?? 0)!
    return {
      id,
      tie: provisionalTie(id),
      organisation_id: context.organisation,
      user_id,
      project_id: project?.local ?? null,
      task_id: task?.local ?? null,
      date: found.date,
      start,
      quantity,
      increment,
      rate,
      currency,
      notes: found.notes,
      created_at: found.as ? found.as.created_at : now,
      updated_at: found.as ? found.as.updated_at : now,
    }
  })
  await insertTimes(trx, rows.toSorted(byPlace))
  const segments = intents.map(segmentsIn(context.clock.zone()))
  await segmentsWritten(
    trx,
    segments.flatMap((some, nth) =>
      some.map(({ started_at, stopped_at, zone }) => ({
        time_entry_id: first + nth,
        started_at,
        stopped_at,
        zone,
      })),
    ),
  )
  const written = await trx
    .selectFrom('time_entry')
    .selectAll()
    .where('id', '>=', first)
    .where('id', '<', first + intents.length)
    .orderBy('id')
    .execute()
  await recorded(
    trx,
    written.map((row, nth) => {
      const some = segments[nth]!
      const after = some.length > 0 ? { ...row, segments: some } : row
      const resource = 'time' as const
      return {
        change_id: change,
        resource,
        local_id: row.id,
        before: null,
        after: JSON.stringify(after),
      }
    }),
  )
  await marked(
    trx,
    written.map(({ id }) => ({ ...unsent, local_id: id, sequence: change })),
  )
  await noteImport(
    trx,
    'time',
    gathered.map(({ print }, nth) => ({ local: first + nth, print })),
  )
  tx.markTouched('time')
}

/**
 * The order of the full-text index, which writes a segment of its own wherever a row comes before
 * the last one.
 */
const byPlace = (one: Place, other: Place): number =>
  one.date === other.date ? one.start - other.start : one.date < other.date ? -1 : 1

interface Place {
  date: string
  start: number
}

/**
 * Returns the exact instants behind an entry, which are those that the file has, or the length that
 * rounding changes.
 * @param zone of the dates in the file
 */
function segmentsIn(zone: string): (intent: TimeIntent) => readonly Segment[] {
  const midnights = new Map<string, number>()
  return ({ start, quantity, increment, found: { segments, date, seconds } }) => {
    if (segments) return segments
    if (seconds === quantity * increment * 60) return []
    const midnight = midnights.get(date) ?? toInstant(date, 0, zone)
    midnights.set(date, midnight)
    const started_at = midnight + start * 60_000
    return [{ started_at, stopped_at: started_at + seconds * 1000, zone }]
  }
}

/** The rate and the currency that entries copy from their project. */
async function termsOf(
  trx: Trx,
  intents: readonly TimeIntent[],
): Promise<Map<number, { rate: number; currency: string | null }>> {
  const ids = [...new Set(intents.flatMap(({ project }) => project?.local ?? []))]
  const rows =
    ids.length === 0
      ? []
      : await trx
          .selectFrom('project')
          .select(['id', 'rate', 'currency'])
          .where('id', 'in', ids)
          .execute()
  const terms = new Map<number, { rate: number; currency: string | null }>()
  terms.set(0, { rate: 0, currency: null })
  for (const { id, rate, currency } of rows) terms.set(id, { rate, currency })
  return terms
}

const segmentsWritten = preparedBatch((db, rows: Insertable<SegmentTable>[]) =>
  db.insertInto('segment').values(rows),
)

const recorded = preparedBatch((db, rows: Insertable<HistoryTable>[]) =>
  db.insertInto('history').values(rows),
)

const marked = preparedBatch((db, rows: Insertable<SyncRecordTable>[]) =>
  db.insertInto('sync_record').values(rows),
)

/** The sync columns of a record that the service does not have. */
const unsent = {
  resource: 'time',
  remote_id: null,
  base: null,
  remote: null,
  dirty: 1,
  deleted: 0,
  parked: null,
  seen_at: null,
  held_until: null,
  gone: 0,
  copied_at: null,
} as const
