/**
 * Creates reports: minutes, values and expenses of a date range, by day, project, task, client or
 * category. Both the window and the command line use it.
 */
import type { Report, ReportKind, ReportRow } from '#shared/ipc/reports.ts'
import type { ActionContext } from '../actions/change.ts'
import { addExpenseSums, type ExpenseGrouping } from './expense-sums.ts'
import {
  nameReportRows,
  readCategoryGroups,
  clientOfProject,
  groupByCategories,
} from './report-groups.ts'
import { chunkDateRange, type DateRange } from './date-chunks.ts'
import { addSums, emptySums, toReportSums, type RunningSums } from './report-sums.ts'
import {
  addTimeSums,
  countDrafts,
  readLikelyCurrencies,
  type GroupKey,
  type RateMeaning,
  type TimeSumsQuery,
} from './time-sums.ts'

export interface ReportQuery extends DateRange {
  by: ReportKind
  whose: 'mine' | 'everyone'
  /** Only records of this user of the store; absent: everyone's. */
  user: number | undefined
  rate: RateMeaning
}

type All = Map<GroupKey, RunningSums>

/** How entries and expenses are grouped in SQL before they are combined into rows. */
const basis = {
  day: { times: 'day', expenses: 'day' },
  project: { times: 'project', expenses: 'project' },
  task: { times: 'task', expenses: 'nothing' },
  client: { times: 'project', expenses: 'client' },
  category: { times: 'task', expenses: 'charge' },
} as const satisfies Record<
  ReportKind,
  { times: 'day' | 'project' | 'task'; expenses: ExpenseGrouping }
>

export async function makeReport(
  context: ActionContext,
  query: ReportQuery,
): Promise<Omit<Report, 'rate' | 'asOf'>> {
  const { db, organisation } = context
  const { by, from, to, whose, rate } = query
  const times = await sumTimes(context, query)
  const expenses = await sumExpenses(context, query)
  const total = emptySums()
  for (const sums of [...times.all.values(), ...expenses.all.values()]) addSums(total, sums)

  const all: All = new Map()
  for (const part of await grouped(context, by, times.all, expenses.all)) {
    for (const [key, sums] of part) {
      const existing = all.get(key)
      if (existing) addSums(existing, sums)
      else all.set(key, sums)
    }
  }
  const { drafts } = times
  return {
    from,
    to,
    by,
    whose,
    rows: ordered(by, await nameReportRows(db, organisation, by, all)),
    total: toReportSums(total),
    drafts,
    unpriced: expenses.unpriced,
    valued: rate !== null,
  }
}

async function sumTimes(
  { db, clock, organisation }: ActionContext,
  { user, rate, by, from, to }: ReportQuery,
): Promise<{ all: All; drafts: number }> {
  const query: TimeSumsQuery = { organisation, user, rate }
  const currencies = rate === null ? [] : await readLikelyCurrencies(db, organisation)
  const all: All = new Map()
  let drafts = 0
  for (const days of await chunkDateRange(db, organisation, 'time', { from, to })) {
    await addTimeSums(db, query, basis[by].times, days, currencies, all)
    drafts += await countDrafts(db, query, days)
    await clock.sleep(0)
  }
  return { all, drafts }
}

async function sumExpenses(
  { db, clock, organisation }: ActionContext,
  { user, by, from, to }: ReportQuery,
): Promise<{ all: All; unpriced: number }> {
  const all: All = new Map()
  let unpriced = 0
  for (const days of await chunkDateRange(db, organisation, 'expense', { from, to })) {
    unpriced += await addExpenseSums(db, { organisation, user }, basis[by].expenses, days, all)
    await clock.sleep(0)
  }
  return { all, unpriced }
}

/** The sums under the keys of the rows. The caller combines parts that share keys. */
async function grouped(
  { db, organisation }: ActionContext,
  by: ReportKind,
  times: All,
  expenses: All,
): Promise<All[]> {
  switch (by) {
    case 'day':
    case 'project':
    case 'task':
      return [times, expenses]
    case 'client':
      return [regrouped(times, await clientOfProject(db, organisation)), expenses]
    case 'category': {
      const { tasks, charges } = await readCategoryGroups(db, organisation)
      return [
        regrouped(times, groupByCategories(tasks)),
        regrouped(expenses, groupByCategories(charges)),
      ]
    }
  }
}

/** @param groupsOf returns the groups to which a key belongs */
function regrouped(all: All, groupsOf: (key: GroupKey) => readonly GroupKey[]): All {
  const groups: All = new Map()
  for (const [key, sums] of all) {
    for (const group of groupsOf(key)) {
      const of = groups.get(group) ?? emptySums()
      addSums(of, sums)
      groups.set(group, of)
    }
  }
  return groups
}

/** Days in order, other rows by their minutes; the row without a name comes last. */
function ordered(by: ReportKind, rows: ReportRow[]): ReportRow[] {
  const byText = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)
  if (by === 'day') {
    return rows.toSorted((one, other) => byText(String(one.key), String(other.key)))
  }
  return rows.toSorted(
    (one, other) =>
      Number(one.key === null) - Number(other.key === null) ||
      other.minutes - one.minutes ||
      byText(one.name ?? '', other.name ?? '') ||
      Number(one.key) - Number(other.key),
  )
}
