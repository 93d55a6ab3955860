/** Finds which lines of a file are in the store already. */
import { sql } from 'kysely'
import type { ActionContext } from '../../actions/change.ts'
import { prepared } from '../../store/database/prepared-query.ts'
import {
  expenseMatchKey,
  timeMatchKey,
  type ExpenseKeyColumns,
  type TimeKeyColumns,
} from './match-keys.ts'

const printsAtOnce = 1_000
const rowsAtOnce = 500

/** Returns the fingerprints of these lines that belong to an import that was not undone. */
export async function findImportedFingerprints(
  { db, clock }: ActionContext,
  lists: readonly (readonly { fingerprint: number }[])[],
): Promise<Set<number>> {
  const known = new Set<number>()
  for (const lines of lists) {
    for (let from = 0; from < lines.length; from += printsAtOnce) {
      const some = lines.slice(from, from + printsAtOnce).map(({ fingerprint }) => fingerprint)
      for (const { print } of await printsAmong(db, { some: JSON.stringify(some) })) {
        known.add(print)
      }
      await clock.sleep(0)
    }
  }
  return known
}

const printsAmong = prepared(
  (_, values: { some: string }) => sql<{ print: number }>`
    select i.print from json_each(${values.some}) wanted
    cross join imported i on i.print = wanted.value
    join change c on c.id = i.change_id where c.undone_by is null`,
)

/** Match keys to look for, and the days between which they are. */
export interface KeyQuery {
  keys: Set<number>
  from: string
  to: string
}

export const emptyKeyQuery = (): KeyQuery => ({ keys: new Set(), from: '9999-12-31', to: '' })

/** @param key null when it cannot be in the store */
export function addToKeyQuery(wanted: KeyQuery, date: string, key: number | null): void {
  if (key === null) return
  wanted.keys.add(key)
  if (date < wanted.from) wanted.from = date
  if (date > wanted.to) wanted.to = date
}

/** Counts the entries and expenses in the store by match key. */
export async function countExistingKeys(
  { db, clock, organisation }: ActionContext,
  user: number | undefined,
  wanted: { time: KeyQuery; expense: KeyQuery },
): Promise<Map<number, number>> {
  const counts = new Map<number, number>()
  const look = async <Row extends { id: number; date: string }>(
    { keys, from, to }: KeyQuery,
    read: (place: { date: string; id: number; to: string }) => Promise<Row[]>,
    keyOf: (row: Row) => number,
  ) => {
    for (let place = { date: from, id: 0 }; keys.size > 0;) {
      const rows = await read({ ...place, to })
      for (const row of rows) {
        const key = keyOf(row)
        if (keys.has(key)) counts.set(key, (counts.get(key) ?? 0) + 1)
      }
      if (rows.length < rowsAtOnce) return
      place = { date: rows.at(-1)!.date, id: rows.at(-1)!.id }
      await clock.sleep(0)
    }
  }
  const shape = { ofUser: user !== undefined }
  await look<TimeKeyColumns & { id: number }>(
    wanted.time,
    (place) => timesFrom(db, { organisation, user, ...place }, { ...shape, entry: 'time_entry' }),
    timeMatchKey,
  )
  await look<ExpenseKeyColumns & { id: number }>(
    wanted.expense,
    (place) => expensesFrom(db, { organisation, user, ...place }, { ...shape, entry: 'expense' }),
    expenseMatchKey,
  )
  return counts
}

interface QueryValues {
  organisation: number
  user: number | undefined
  date: string
  id: number
  to: string
}

interface Shape {
  ofUser: boolean
  entry: 'time_entry' | 'expense'
}

/** Ordered by day, then by creation, so that none is skipped. */
const from = (values: QueryValues, { ofUser, entry }: Shape) => sql`
  from ${sql.table(entry)} where organisation_id = ${values.organisation}
  and date between ${values.date} and ${values.to}
  and (date, id) > (${values.date}, ${values.id})
  ${ofUser ? sql`and user_id = ${values.user}` : sql``}
  order by date, id limit ${sql.lit(rowsAtOnce)}`

const timesFrom = prepared(
  (_, values: QueryValues, shape: Shape) => sql<TimeKeyColumns & { id: number }>`
    select id, project_id, task_id, date, start, total, notes ${from(values, shape)}`,
)

const expensesFrom = prepared(
  (_, values: QueryValues, shape: Shape) => sql<ExpenseKeyColumns & { id: number }>`
    select id, project_id, date, name, quantity, unit_charge, notes ${from(values, shape)}`,
)
