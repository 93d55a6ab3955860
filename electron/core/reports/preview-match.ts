/**
 * Tells what a match would change, before the person decides
 * (docs/decisions/2026-11-21-matching.md).
 */
import { sql } from 'kysely'
import { FailureError, ok, type Failure, type Result } from '#shared/errors.ts'
import type { MatchedExpense, MatchedTime, MatchEffect } from '#shared/ipc/call-results.ts'
import { entryValue } from '#shared/rules/increments.ts'
import { differingFacts } from '#shared/rules/reference-facts.ts'
import { isSameValue } from '#shared/rules/three-way.ts'
import { isConverted } from '#shared/rules/unit-price.ts'
import { sentence } from '#shared/sentences/sentence.ts'
import {
  addAmount,
  emptySums,
  ensureSumsAt,
  toReportSums,
  type GroupKey,
  type RunningSums,
} from './report-sums.ts'
import type { RateMeaning } from './time-facts.ts'
import type { Db } from '../store/database/db.ts'
import { prepared } from '../store/database/prepared-query.ts'
import { readExpense, type ExpenseRow } from '../store/resources/expenses.ts'
import { change, type ActionContext } from '../actions/change.ts'
import { matchedNames, moveToMatch, namesOf, usersOf } from '../actions/match-references.ts'
import type { ReferenceKind } from '../actions/references.ts'

/** Ends the attempt: nothing of it is kept. */
const notKept: Failure = { code: 'internal', message: '' }

/**
 * Matches, reads what became of everything that moved, and rolls back: so the sums are those that
 * the match gives, with its increments and exchange rates. Fails like `matchReference`.
 * @param rate what a rate is for; null: unknown, so time has no value
 */
export async function previewMatch(
  context: ActionContext,
  kind: ReferenceKind,
  local: number,
  to: number,
  rate: RateMeaning,
): Promise<Result<MatchEffect>> {
  const names = await matchedNames(context, kind, local, to)
  if (!names.ok) return names
  const seen: { effect?: MatchEffect } = {}
  // Rolled back: its summary is never read.
  const what = { action: 'preview', summary: sentence('Matched 1 name with the service', {}) }
  const attempt = await change<null>(context, what, async (tx) => {
    const { trx } = tx
    const all = await namesOf(trx, context.organisation, kind)
    const factsOf = (id: number) => all.find((one) => one.local === id)!
    const timesOf = async () =>
      kind === 'project'
        ? readTimeSums(trx, context.organisation, rate, [local, to])
        : new Map<GroupKey, RunningSums>()
    const expensesNow = (ids: readonly number[]) =>
      Promise.all(ids.map((id) => readExpense(trx, context.organisation, id)))

    const differs = differingFacts(factsOf(local), factsOf(to))
    const ids =
      kind === 'project' || kind === 'charge'
        ? await usersOf(tx, 'expense', `${kind}_id`, local)
        : []
    const [times, expenses] = [await timesOf(), await expensesNow(ids)]
    await moveToMatch(tx, context, kind, local, to)
    const [timesAfter, expensesAfter] = [await timesOf(), await expensesNow(ids)]

    const before = toTime(times.get(local))
    const after = difference(toTime(timesAfter.get(to)), toTime(times.get(to)))
    seen.effect = {
      differs,
      time: isSameValue(before, after) || isFirstValue(before, after) ? null : { before, after },
      expenses: ids
        .map((id, nth) => ({
          local: id,
          name: expenses[nth]!.name,
          before: toMatchedExpense(expenses[nth]!),
          after: toMatchedExpense(expensesAfter[nth]!),
        }))
        .filter((one) => !isSameValue(one.before, one.after)),
    }
    throw new FailureError(notKept)
  })
  return seen.effect ? ok(seen.effect) : (attempt as Result<never>)
}

/** True where entries that had no value get one: nothing that was billed changes. */
const isFirstValue = (before: MatchedTime, after: MatchedTime): boolean =>
  before.values.length === 0 && before.minutes === after.minutes

/** Sums of all entries of each of these projects. */
async function readTimeSums(
  db: Db,
  organisation: number,
  rate: RateMeaning,
  projects: readonly number[],
): Promise<Map<GroupKey, RunningSums>> {
  const sums = new Map<GroupKey, RunningSums>()
  const rows = await equalEntries(db, { organisation, projects: JSON.stringify(projects) })
  for (const { project, entries, total, currency, ...row } of rows) {
    const of = ensureSumsAt(sums, project)
    of.minutes += entries * total
    if (rate === null) continue
    const value = rate === 'hour' ? entryValue(total, row.rate) : row.quantity * row.rate
    addAmount(of.values, currency, entries * value)
  }
  return sums
}

/** Entries of a project that are worth the same, as one row. */
const equalEntries = prepared(
  (_, values: { organisation: number; projects: string }) => sql<{
    project: number
    total: number
    quantity: number
    rate: number
    currency: string | null
    entries: number
  }>`
    select project_id as project, total, quantity, rate, currency, count(*) as entries
    from time_entry
    where project_id in (select value from json_each(${values.projects}))
      and organisation_id = ${values.organisation}
    group by 1, 2, 3, 4, 5`,
)

function toTime(sums: RunningSums | undefined): MatchedTime {
  const { minutes, values } = toReportSums(sums ?? emptySums())
  return { minutes, values }
}

/** What was added to the service's project. */
function difference(after: MatchedTime, before: MatchedTime): MatchedTime {
  const was = new Map(before.values.map(({ currency, amount }) => [currency, amount]))
  return {
    minutes: after.minutes - before.minutes,
    values: after.values
      .map(({ currency, amount }) => ({ currency, amount: amount - (was.get(currency) ?? 0) }))
      .filter(({ amount }) => amount !== 0),
  }
}

function toMatchedExpense(row: ExpenseRow): MatchedExpense {
  const currency = row.project?.currency ?? null
  return {
    quantity: row.quantity,
    unit: row.unit,
    price: row.original_unit_charge,
    total: row.original_total_charge,
    currency: row.original_currency,
    converted:
      currency === null || row.original_currency === null || currency === row.original_currency
        ? null
        : { amount: isConverted(row) ? row.total_charge : null, currency },
  }
}
