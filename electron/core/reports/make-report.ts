/**
 * Creates reports: minutes, values and expenses of a date range, by one kind and within each row
 * by another. Both the window and the command line use it.
 */
import type { Report, ReportKind, ReportRow } from '#shared/ipc/reports.ts'
import { normalFilter, type EntryFilter } from '#shared/rules/entry-filter.ts'
import { unknownRate } from '#shared/rules/unit-price.ts'
import type { ActionContext } from '../actions/change.ts'
import { chunkDateRange, type DateRange } from '../store/resources/date-chunks.ts'
import { readEntryScope } from '../store/resources/entries-of-days.ts'
import { readExpenseFacts } from './expense-facts.ts'
import {
  baseOf,
  isCalendarKind,
  nameConditions,
  readGrouping,
  readRowNames,
  ungrouped,
  type Grouping,
  type GroupingOf,
} from './report-groups.ts'
import {
  addExpense,
  addSums,
  addTime,
  emptySums,
  ensureCell,
  ensureSumsAt,
  toReportSums,
  type Cells,
  type GroupKey,
  type RunningSums,
} from './report-sums.ts'
import { countTimes, readTimeFacts, type RateMeaning } from './time-facts.ts'

export interface ReportQuery extends DateRange {
  by: ReportKind
  /** What the rows within each row are by; absent: there are none. */
  then?: ReportKind | undefined
  whose: 'mine' | 'everyone'
  /** Only records of this user of the store; absent: everyone's. */
  user: number | undefined
  rate: RateMeaning
  /** With which weeks begin; Monday unless given. */
  firstDay?: number | undefined
  /** Absent: everything. */
  filter?: EntryFilter | undefined
}

/** Two groupings, one within the other. */
type Levels = readonly [Grouping, Grouping]

export async function makeReport(
  context: ActionContext,
  query: ReportQuery,
): Promise<Omit<Report, 'rate' | 'asOf'>> {
  const { db, organisation } = context
  const { by, then, from, to, whose, rate, firstDay = 1 } = query
  const read = (kind: ReportKind) => readGrouping(db, organisation, kind, firstDay)
  const levels: Levels = [await read(by), then === undefined ? ungrouped : await read(then)]
  const times = await sumTimes(context, query, levels)
  const expenses = await sumExpenses(context, query, levels)

  const total = emptySums()
  const groups = new Map<GroupKey, Group>()
  addCells(groups, total, times.cells, [levels[0].time, levels[1].time])
  addCells(groups, total, expenses.cells, [levels[0].expense, levels[1].expense])
  return {
    from,
    to,
    by,
    ...(then === undefined ? {} : { then }),
    whose,
    rows: await rowsOf(context, query, groups),
    total: toReportSums(total),
    filter: await nameConditions(db, organisation, normalFilter(query.filter ?? [])),
    counted: { times: total.entries, of: times.of },
    drafts: times.drafts,
    unpriced: expenses.unpriced,
    valued: rate !== null,
  }
}

async function sumTimes(
  { db, clock, organisation }: ActionContext,
  { from, to, user, rate, filter = [] }: ReportQuery,
  [first, second]: Levels,
): Promise<{ cells: Cells; of: number; drafts: number }> {
  const turn = () => clock.sleep(0)
  const everything = { organisation, user, conditions: [] }
  const scope = await readEntryScope(db, 'time_entry', { organisation, user, filter }, turn)
  const columns = new Set([first.time.column, second.time.column])
  const cells: Cells = new Map()
  const counts = { of: 0, drafts: 0 }
  for (const days of await chunkDateRange(db, organisation, 'time_entry', { from, to })) {
    const { facts, entries, drafts } = await readTimeFacts(db, scope, days, columns, rate)
    for (const fact of facts) {
      const sums = ensureCell(cells, baseOf(fact, first.time), baseOf(fact, second.time))
      addTime(sums, fact)
    }
    counts.drafts += drafts
    counts.of += filter.length === 0 ? entries : await countTimes(db, everything, days)
    await turn()
  }
  return { cells, ...counts }
}

async function sumExpenses(
  { db, clock, organisation }: ActionContext,
  { from, to, user, filter = [] }: ReportQuery,
  [first, second]: Levels,
): Promise<{ cells: Cells; unpriced: number }> {
  const turn = () => clock.sleep(0)
  const scope = await readEntryScope(db, 'expense', { organisation, user, filter }, turn)
  const cells: Cells = new Map()
  let unpriced = 0
  for (const days of await chunkDateRange(db, organisation, 'expense', { from, to })) {
    for (const fact of await readExpenseFacts(db, scope, days)) {
      const sums = ensureCell(cells, baseOf(fact, first.expense), baseOf(fact, second.expense))
      addExpense(sums, fact)
      if (fact.exchangeRate === unknownRate) unpriced += 1
    }
    await turn()
  }
  return { cells, unpriced }
}

/** The sums of a row, and of the rows within it. */
interface Group {
  sums: RunningSums
  within: Map<GroupKey, RunningSums>
}

/** Adds each cell to the groups that it belongs to, and once to the total. */
function addCells(
  groups: Map<GroupKey, Group>,
  total: RunningSums,
  cells: Cells,
  [first, second]: readonly [GroupingOf, GroupingOf],
): void {
  for (const [base, row] of cells) {
    const keys = first.keysOf(base)
    for (const [innerBase, sums] of row) {
      addSums(total, sums)
      for (const key of keys) {
        const group = groups.get(key) ?? { sums: emptySums(), within: new Map() }
        groups.set(key, group)
        addSums(group.sums, sums)
        for (const inner of second.keysOf(innerBase)) {
          addSums(ensureSumsAt(group.within, inner), sums)
        }
      }
    }
  }
}

async function rowsOf(
  { db, organisation }: ActionContext,
  { by, then }: ReportQuery,
  groups: ReadonlyMap<GroupKey, Group>,
): Promise<ReportRow[]> {
  const named = await readRowNames(db, organisation, by, [...groups.keys()])
  const row = ([key, { sums }]: [GroupKey, Group]) => ({ ...named(key), ...toReportSums(sums) })
  if (then === undefined) return ordered(by, [...groups].map(row))
  const inner = new Set([...groups.values()].flatMap(({ within }) => [...within.keys()]))
  const namedWithin = await readRowNames(db, organisation, then, [...inner])
  const rows = [...groups].map((group) => ({
    ...row(group),
    rows: ordered(
      then,
      [...group[1].within].map(([key, sums]) => ({ ...namedWithin(key), ...toReportSums(sums) })),
    ),
  }))
  return ordered(by, rows)
}

/** Days, weeks and months in order, other rows by their minutes; the row without a name comes last. */
function ordered(by: ReportKind, rows: ReportRow[]): ReportRow[] {
  const byText = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)
  if (isCalendarKind(by)) {
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
