/** Handlers of the calls on time entries. */
import { failMissing, ok, type Result } from '#shared/errors.ts'
import type { timeCalls } from '#shared/ipc/calls/times.ts'
import type { CallArguments } from '#shared/ipc/contract.ts'
import type {
  DayTotals,
  NewestDays,
  SetCellsResult,
  TimesInRange,
} from '#shared/ipc/call-results.ts'
import { toPageEnvelope, type Page, type PageSlice } from '#shared/resources/page.ts'
import type { TimeEntry } from '#shared/resources/time.ts'
import { addDays } from '#shared/rules/calendar.ts'
import { isOwnEntry } from '../store/account/current-user.ts'
import { mergeTimes, splitTime } from '../actions/split-merge-times.ts'
import {
  copyTimes,
  createTime,
  deleteTimeEntry,
  deleteTimes,
  updateTimeEntry,
  updateTimes,
} from '../actions/times.ts'
import { setTimesheetCells } from '../actions/timesheet-cells.ts'
import type { ActionContext } from '../actions/change.ts'
import { readAccountSettings } from '../store/account/account-settings.ts'
import type { FilteredListQuery } from '../store/resources/filtered-lists.ts'
import {
  countTimes,
  listTimes,
  readTimePage,
  readTime,
  readTimesBetween,
  type TimeRow,
} from '../store/resources/times.ts'
import { totalsByDay } from '../store/resources/time-totals.ts'
import type { HandlerContext } from './handler-context.ts'
import type { HandlersOf } from './dispatch.ts'
import { toTimeEntries } from './time-entities.ts'
import { toFilterParameters, toQueryParameters } from './query-parameters.ts'
import { currentOwnershipRule, ownershipFilter } from './entry-ownership.ts'

const timesPath = '/api/v1/times'

export const timeHandlers = ({
  withOpenAccount,
}: HandlerContext): HandlersOf<typeof timeCalls> => ({
  'times.list': (query) => withOpenAccount(({ context }) => list(context, query)),
  'times.search': ({ query, limit, page }) =>
    withOpenAccount(async ({ context }) => {
      const { db, organisation, clock } = context
      const turn = () => clock.sleep(0)
      const { data } = await readTimePage(db, organisation, { query, limit, page }, turn)
      return ok(await toTimeEntries(db, data))
    }),
  'times.countMatches': (query) =>
    withOpenAccount(async ({ context: { db, organisation, clock } }) =>
      ok({ total: await countTimes(db, organisation, query, () => clock.sleep(0)) }),
    ),
  'times.inDateRange': (range) => withOpenAccount(({ context }) => days(context, range)),
  'times.newestDays': (asked) => withOpenAccount(({ context }) => newestDays(context, asked)),
  'times.show': ({ local }) => withOpenAccount(({ context }) => showTime(context, local)),
  'times.create': (input) => withOpenAccount(({ context }) => create(context, input)),
  'times.update': (input) => withOpenAccount(({ context }) => update(context, input)),
  'times.delete': ({ local }) => withOpenAccount(({ context }) => remove(context, local)),
  'times.updateMany': (input) => withOpenAccount(({ context }) => updateMany(context, input)),
  'times.deleteMany': ({ locals }) => withOpenAccount(({ context }) => removeMany(context, locals)),
  'times.setCells': ({ cells }) => withOpenAccount(({ context }) => set(context, cells)),
  'times.split': (input) => withOpenAccount(({ context }) => split(context, input)),
  'times.merge': ({ locals }) => withOpenAccount(({ context }) => merge(context, locals)),
  'times.copyMany': (input) => withOpenAccount(({ context }) => copyMany(context, input)),
})

async function list(
  context: ActionContext,
  query: CallArguments<'times.list'>,
): Promise<Result<Page<TimeEntry>>> {
  const { db, organisation } = context
  const { filter = [], ...plain } = query
  const slice =
    filter.length > 0
      ? await listFiltered(context, { ...plain, filter })
      : await listTimes(db, organisation, plain)
  const data = await toTimeEntries(db, slice.data)
  const parameters = [...toQueryParameters(plain), ...(await toFilterParameters(filter))]
  return ok(toPageEnvelope({ ...slice, data }, timesPath, parameters))
}

/** Loads what filters need, as few calls have one. */
async function listFiltered(
  { db, clock, organisation }: ActionContext,
  query: FilteredListQuery,
): Promise<PageSlice<TimeRow>> {
  const { listFilteredTimes } = await import('../store/resources/filtered-lists.ts')
  return listFilteredTimes(db, organisation, query, () => clock.sleep(0))
}

/**
 * Returns the days of the person, or everyone's; the totals count the entries that are returned.
 */
async function days(
  context: ActionContext,
  { from, to, whose = 'mine' }: CallArguments<'times.inDateRange'>,
): Promise<Result<TimesInRange>> {
  const mine = await currentOwnershipRule(context.db)
  const all = await readTimesBetween(context.db, context.organisation, from, to)
  const isOwn = ({ user }: (typeof all)[number]) => isOwnEntry(mine, user?.id ?? null)
  const rows = whose === 'mine' ? all.filter(isOwn) : all
  const others = rows.filter((row) => !isOwn(row)).map(({ id }) => id)
  const entries = await toTimeEntries(context.db, rows)
  const totals = new Map<string, { date: string; minutes: number; entries: number }>()
  for (const entry of entries) {
    const day = totals.get(entry.date) ?? { date: entry.date, minutes: 0, entries: 0 }
    day.minutes += entry.total
    day.entries += 1
    totals.set(entry.date, day)
  }
  return ok({ entries, days: [...totals.values()], others })
}

async function newestDays(
  context: ActionContext,
  { to, days: reach, entries: least, whose = 'mine' }: CallArguments<'times.newestDays'>,
): Promise<Result<NewestDays>> {
  const { db, organisation } = context
  const user = await ownershipFilter(db, whose)
  const totals = await totalsByDay(db, organisation, { from: addDays(to, 1 - reach), to, user })
  const first = await listTimes(db, organisation, { sortKey: 'date', sortAsc: true, limit: 1 })
  const newest = totals.toReversed()
  const known = { days: newest, oldest: first.data[0]?.date ?? null }
  const listedFrom = dayOfEntry(newest, least)
  if (listedFrom === null) return ok({ ...known, listedFrom, entries: [], others: [] })
  const listed = await days(context, { from: listedFrom, to, whose })
  if (!listed.ok) return listed
  return ok({ ...known, listedFrom, entries: listed.value.entries, others: listed.value.others })
}

/** Returns the day of the nth newest entry, or the last of the days; null for none. */
function dayOfEntry(newest: readonly DayTotals[], nth: number): string | null {
  let count = 0
  let day = null
  for (const { date, entries } of newest) {
    if (count >= nth) break
    count += entries
    day = date
  }
  return day
}

export async function showTime(context: ActionContext, local: number): Promise<Result<TimeEntry>> {
  const row = await readTime(context.db, context.organisation, local)
  const [entry] = row ? await toTimeEntries(context.db, [row]) : []
  return entry ? ok(entry) : failMissing('time', local)
}

async function create(
  context: ActionContext,
  input: CallArguments<'times.create'>,
): Promise<Result<TimeEntry>> {
  const made = await createTime(context, input)
  return made.ok ? showTime(context, made.value) : made
}

async function update(
  context: ActionContext,
  { local, set, was }: CallArguments<'times.update'>,
): Promise<Result<TimeEntry>> {
  const changed = await updateTimeEntry(context, local, set, was)
  return changed.ok ? showTime(context, changed.value) : changed
}

/** Deletes the entry and returns it as it was. */
async function remove(context: ActionContext, local: number): Promise<Result<TimeEntry>> {
  const entry = await showTime(context, local)
  if (!entry.ok) return entry
  const removed = await deleteTimeEntry(context, local)
  return removed.ok ? entry : removed
}

async function updateMany(
  context: ActionContext,
  { records, set }: CallArguments<'times.updateMany'>,
): Promise<Result<{ changed: number }>> {
  const updated = await updateTimes(context, records, set)
  return updated.ok ? ok({ changed: updated.value }) : updated
}

async function removeMany(
  context: ActionContext,
  locals: readonly number[],
): Promise<Result<{ deleted: number }>> {
  const removed = await deleteTimes(context, locals)
  return removed.ok ? ok({ deleted: new Set(locals).size }) : removed
}

async function split(
  context: ActionContext,
  { local, at }: CallArguments<'times.split'>,
): Promise<Result<[TimeEntry, TimeEntry]>> {
  const halves = await splitTime(context, local, at)
  if (!halves.ok) return halves
  const shown = await showTimes(context, halves.value)
  return shown.ok ? ok(shown.value as [TimeEntry, TimeEntry]) : shown
}

async function merge(
  context: ActionContext,
  locals: readonly number[],
): Promise<Result<TimeEntry>> {
  const merged = await mergeTimes(context, locals)
  return merged.ok ? showTime(context, merged.value) : merged
}

async function copyMany(
  context: ActionContext,
  { locals, date }: CallArguments<'times.copyMany'>,
): Promise<Result<{ added: number }>> {
  const copied = await copyTimes(context, locals, date)
  return copied.ok ? ok({ added: copied.value.length }) : copied
}

async function set(
  context: ActionContext,
  cells: CallArguments<'times.setCells'>['cells'],
): Promise<Result<SetCellsResult>> {
  const mine = await currentOwnershipRule(context.db)
  const { rounding, workingHours } = await readAccountSettings(context.db, mine.everything)
  return setTimesheetCells(context, cells, { mine, rounding, workBegins: workingHours.from % 1440 })
}

/** Returns the entries with these local ids, in that order. */
export async function showTimes(
  context: ActionContext,
  locals: readonly number[],
): Promise<Result<TimeEntry[]>> {
  const entries: TimeEntry[] = []
  for (const local of locals) {
    const entry = await showTime(context, local)
    if (!entry.ok) return entry
    entries.push(entry.value)
  }
  return ok(entries)
}
