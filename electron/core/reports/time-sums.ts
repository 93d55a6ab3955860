/**
 * Sums minutes and values of entries by day, project or task. Reads indexes alone (migration
 * 0200-report-indexes) where a rate is per hour, as on our service.
 */
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../store/database/db.ts'
import { prepared } from '../store/database/prepared-query.ts'
import type { DateRange } from './date-chunks.ts'
import { addAmount, summed, ensureSumsAt, type RunningSums } from './report-sums.ts'

/** What a rate is for; null: unknown, so entries have no value. */
export type RateMeaning = 'hour' | 'increment' | null

export interface TimeSumsQuery {
  organisation: number
  /** Only entries of this user of the store; absent: everyone's. */
  user: number | undefined
  rate: RateMeaning
  /** Only of these projects, where the sums are by project; absent: of all. */
  projects?: readonly number[]
}

type By = 'day' | 'project' | 'task'
/** Day, or local id; null: entries without one. */
export type GroupKey = string | number | null

/** How many currencies one query sums; more currencies need another query. */
const mostCurrencies = 6

/** Currencies of projects, in which values are most likely. */
export async function readLikelyCurrencies(db: Db, organisation: number): Promise<string[]> {
  const rows = await currenciesOf(db, { organisation })
  return rows.map(({ currency }) => currency!)
}

const currenciesOf = prepared((db, values: { organisation: number }) =>
  db
    .selectFrom('project')
    .select('currency')
    .distinct()
    .where('organisation_id', '=', values.organisation)
    .where('currency', 'is not', null)
    .orderBy('currency')
    .limit(mostCurrencies),
)

/** Adds the entries of these days to the sums of each key. */
export async function addTimeSums(
  db: Db,
  { organisation, user, rate, projects }: TimeSumsQuery,
  by: By,
  { from, to }: DateRange,
  currencies: readonly string[],
  sums: Map<GroupKey, RunningSums>,
): Promise<void> {
  const values = { organisation, from, to, user, projects: JSON.stringify(projects) }
  const shape = {
    by,
    rate,
    currencies,
    ofUser: user !== undefined,
    ofProjects: projects !== undefined,
  }
  const rows = await summed(sumsOfTimes(db, values, shape))
  let others = 0
  for (const row of rows) {
    const of = ensureSumsAt(sums, keyOf(by, row['key']!))
    of.minutes += Number(row['minutes'])
    of.entries += Number(row['entries'])
    others += Number(row['others'] ?? 0)
    if (rate === null) continue
    for (const [nth, currency] of currencies.entries()) {
      addAmount(of.values, currency, Number(row[`value_${nth}`] ?? 0))
    }
  }
  if (rate === null || others === 0) return
  const rest = await summed(valuesOfOthers(db, values, { ...shape, rate }))
  for (const { key, currency, value } of rest) {
    addAmount(ensureSumsAt(sums, keyOf(by, key)).values, currency, value)
  }
}

/** The indexes have 0 where an entry names none. */
const keyOf = (by: By, key: string | number): GroupKey => (by === 'day' || key !== 0 ? key : null)

/** Which records are summed. */
export interface TimeSumsScope {
  organisation: number
  from: string
  to: string
  user: number | undefined
  /** Their ids as a JSON array. */
  projects?: string
}

interface Shape {
  by: By
  rate: RateMeaning
  ofUser: boolean
  ofProjects: boolean
  currencies: readonly string[]
}

type Row = Record<string, number | string | null>

const sumsOfTimes = prepared((_, values: TimeSumsScope, shape: Shape) => {
  const { rate, currencies } = shape
  const known = sql.join(currencies.map((currency) => sql.lit(currency)))
  const valueColumns =
    rate === null
      ? sql``
      : sql`${sql.join(
          currencies.map(
            (currency, nth) => sql`,
            sum(${valueBy(rate)}) filter (where e.currency = ${sql.lit(currency)})
              as ${sql.ref(`value_${nth}`)}`,
          ),
          sql``,
        )},
        count(*) filter (where e.rate <> 0 and coalesce(e.currency not in (${known}), true))
          as others`
  return sql<Row>`
    select ${keyIn(shape)} as key, sum(e.total) as minutes, count(*) as entries ${valueColumns}
    ${entriesIn(values, shape)}
    group by ${keyIn(shape)}`
})

const valuesOfOthers = prepared(
  (_, values: TimeSumsScope, shape: Shape & { rate: 'hour' | 'increment' }) => sql<{
    key: string | number
    currency: string | null
    value: number
  }>`
    select ${keyIn(shape)} as key, e.currency, sum(${valueBy(shape.rate)}) as value
    ${entriesIn(values, shape)}
      and e.rate <> 0 and coalesce(e.currency not in (${sql.join(
        shape.currencies.map((currency) => sql.lit(currency)),
      )}), true)
    group by 1, 2`,
)

const keyIn = ({ by }: Shape): RawBuilder<unknown> => (by === 'day' ? sql`e.date` : sql`c.key`)

/** Forces the index of the key: its ranges need no sorting, however few entries a user has. */
function entriesIn(values: TimeSumsScope, { by, ofUser, ofProjects }: Shape): RawBuilder<unknown> {
  const during = sql`e.organisation_id = ${values.organisation}
    and e.date between ${values.from} and ${values.to}
    ${ofUser ? sql`and e.user_id = ${values.user}` : sql``}`
  if (by === 'day') return sql`from time_entry e indexed by time_entry_by_date where ${during}`
  return sql`from time_count c cross join time_entry e
    indexed by ${sql.raw(`time_entry_by_${by}`)}
    on ${sql.ref(`e.${by}_id`)} is nullif(c.key, 0)
    where c.organisation_id = ${values.organisation} and c.kind = ${sql.lit(by)}
      ${ofProjects ? sql`and c.key in (select value from json_each(${values.projects}))` : sql``}
      and c.entries > 0 and ${during}`
}

const hourly = sql.raw('(e.total * e.rate)')

/**
 * The value of one entry, equal to that of `entryValue`: SQLite's division rounds towards zero and
 * its remainder has the sign of the dividend, so halves are rounded to even for both signs.
 */
function valueBy(rate: 'hour' | 'increment'): RawBuilder<number> {
  if (rate === 'increment') return sql`e.quantity * e.rate`
  return sql`case
    when ${hourly} % 60 between -29 and 29 then ${hourly} / 60
    when ${hourly} % 60 > 30 then ${hourly} / 60 + 1
    when ${hourly} % 60 < -30 then ${hourly} / 60 - 1
    else ${hourly} / 60 + ${hourly} / 60 % 2 end`
}

/** Counts the entries of these days that have no project or no task. */
export async function countDrafts(
  db: Db,
  { organisation, user }: TimeSumsQuery,
  { from, to }: DateRange,
): Promise<number> {
  const values = { organisation, from, to, user }
  const [row] = await draftsOf(db, values, { ofUser: user !== undefined })
  return row!.drafts
}

const draftsOf = prepared((_, values: TimeSumsScope, { ofUser }: { ofUser: boolean }) => {
  const during = sql`organisation_id = ${values.organisation}
    and date between ${values.from} and ${values.to}
    ${ofUser ? sql`and user_id = ${values.user}` : sql``}`
  return sql<{ drafts: number }>`
    select
      (select count(*) from time_entry indexed by time_entry_by_project
        where project_id is null and ${during})
      + (select count(*) from time_entry indexed by time_entry_by_task
        where task_id is null and project_id is not null and ${during}) as drafts`
})
