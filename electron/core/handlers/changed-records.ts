/** Describes what a change did for people: fields by name, related records by theirs. */
import { sql } from 'kysely'
import type { TimerBreak } from '#shared/ipc/desktop.ts'
import type { ChangedField, ChangedRecord, ReadableValue } from '#shared/ipc/history.ts'
import { civilAt } from '#shared/rules/calendar.ts'
import { formatMinuteText } from '#shared/rules/duration-text.ts'
import type { SnapshotRow } from '../actions/history-codec.ts'
import { historyCodecFor } from '../actions/history-codecs.ts'
import type { TimeSnapshot } from '../actions/time-history.ts'
import { isForgotten, type RecordedRow } from '../store/history/change-history.ts'
import type { Db } from '../store/database/db.ts'
import { workedMinutes } from '../store/resources/segments.ts'

type Fields = Record<string, unknown>

/**
 * Returns one record for each row of a change, in the order in which they were written. Answers to
 * inbox cards are left out, because they have no fields that a person would read; the change's
 * summary describes them. So are records that were deleted forever.
 */
export async function toChangedRecords(
  db: Db,
  rows: readonly RecordedRow[],
): Promise<ChangedRecord[]> {
  const names = await namesIn(db, rows)
  const records: ChangedRecord[] = []
  for (const row of rows) {
    const { resource, local } = row
    if (resource === 'inbox' || isForgotten(row)) continue
    const kept = historyCodecFor(resource)
    records.push({
      resource,
      local,
      title: await kept.title(db, (row.after ?? row.before) as SnapshotRow),
      was: wasOf(row),
      fields: fieldsOf(row, kept.groups.flat(), names),
      units: unitsOf((row.after ?? row.before) as Fields),
    })
  }
  return records
}

/** An archived record, or a deleted one that others still refer to, counts as deleted. */
function wasOf({ resource, before, after }: RecordedRow): ChangedRecord['was'] {
  const isThere = (row: object | null) =>
    row !== null && historyCodecFor(resource).isDeleted?.(row as SnapshotRow) !== true
  if (!isThere(before)) return 'added'
  return isThere(after) ? 'changed' : 'deleted'
}

/** Unchanged fields are left out, but a length or an amount means nothing without these. */
const unitsOf = ({ increment, currency }: Fields): ChangedRecord['units'] => ({
  increment: typeof increment === 'number' ? increment : null,
  currency: typeof currency === 'string' ? currency : null,
})

function fieldsOf(
  { before, after }: RecordedRow,
  fields: readonly string[],
  names: Names,
): ChangedField[] {
  const read = (row: object | null, field: string): ReadableValue => {
    if (row === null) return null
    const value = (row as Fields)[field]
    if (field === 'segments') return roundedMinutes(row as TimeSnapshot)
    return field === 'breaks' ? stretches(row as Fields, value) : readable(value, field, names)
  }
  return fields.flatMap((field) => {
    if (field === 'away') return []
    const values = { before: read(before, field), after: read(after, field) }
    if (JSON.stringify(values.before) === JSON.stringify(values.after)) return []
    if (field === 'segments') return [{ field: 'worked', ...values }]
    return [{ field: relationOf(field) ? field.replace(/_id$/, '') : field, ...values }]
  })
}

/** What an entry took before rounding, in minutes; null where that is what it counts. */
function roundedMinutes(row: TimeSnapshot): number | null {
  const worked = workedMinutes({ ...row, total: row.quantity * row.increment }, row.segments)
  return worked === row.quantity * row.increment ? null : worked
}

/**
 * Formats each break of a timer, as `14:20–14:42` in the timer's time zone; null where it has none.
 */
function stretches({ zone }: Fields, value: unknown): string[] | null {
  const minute = (at: number) => formatMinuteText(civilAt(at, zone as string).minute)
  const texts = ((value ?? []) as TimerBreak[]).map(
    ({ from, to }) => `${minute(from)}–${minute(to)}`,
  )
  return texts.length > 0 ? texts : null
}

/** Fields that refer to other records, by the table of these. */
const relations: Readonly<Record<string, Related>> = {
  project_id: 'project',
  task_id: 'task',
  charge_id: 'charge',
  client_id: 'client',
  tasks: 'task',
  charges: 'charge',
}
type Related = 'project' | 'task' | 'charge' | 'client'

const relationOf = (field: string): Related | undefined =>
  Object.hasOwn(relations, field) ? relations[field] : undefined

type Names = ReadonlyMap<string, string>
const nameKey = (table: Related, id: number) => `${table} ${id}`

function readable(value: unknown, field: string, names: Names): ReadableValue {
  const table = relationOf(field)
  if (value === undefined || value === null) return null
  if (table === undefined) return value as string | number
  const named = (id: number) => names.get(nameKey(table, id)) ?? nameKey(table, id)
  return Array.isArray(value) ? (value as number[]).map(named) : named(value as number)
}

/** Reads the names of all records that the rows mention, with one query per table. */
async function namesIn(db: Db, rows: readonly RecordedRow[]): Promise<Names> {
  const wanted = new Map<Related, Set<number>>()
  for (const row of rows.flatMap(({ before, after }) => [before, after])) {
    for (const [field, table] of Object.entries(relations)) {
      const value = (row as Fields | null)?.[field]
      const ids = wanted.get(table) ?? new Set<number>()
      wanted.set(table, ids)
      for (const id of Array.isArray(value) ? value : [value]) {
        if (typeof id === 'number') ids.add(id)
      }
    }
  }
  const names = new Map<string, string>()
  for (const [table, ids] of wanted) {
    if (ids.size === 0) continue
    const found = await sql<{ id: number; name: string }>`
      select id, name from ${sql.table(table)}
      where id in (select value from json_each(${JSON.stringify([...ids])}))`.execute(db)
    for (const { id, name } of found.rows) names.set(nameKey(table, id), name)
  }
  return names
}
