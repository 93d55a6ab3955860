/** Calls on time entries. */
import { fail, ok, type Result } from '#shared/errors.ts'
import type { timeCalls } from '#shared/ipc/calls/times.ts'
import type { CallArguments } from '#shared/ipc/contract.ts'
import type { DayRange } from '#shared/ipc/views.ts'
import { envelope, type Page } from '#shared/resources/page.ts'
import type { TimeEntry } from '#shared/resources/time.ts'
import { me } from '../actions/me.ts'
import { createTime, deleteTimeEntry, updateTimeEntry } from '../actions/times.ts'
import type { ActionContext } from '../actions/change.ts'
import { listTimes, readTime, timesBetween } from '../store/times.ts'
import type { Desk } from './desk.ts'
import type { HandlersOf } from './dispatch.ts'
import { toTimeEntries } from './entities.ts'

const timesPath = '/api/v1/times'

export const timeHandlers = ({ inAccount }: Desk): HandlersOf<typeof timeCalls> => ({
  'times.list': (query) => inAccount(({ context }) => list(context, query)),
  'times.days': (range) => inAccount(({ context }) => days(context, range)),
  'times.show': ({ local }) => inAccount(({ context }) => show(context, local)),
  'times.create': (input) => inAccount(({ context }) => create(context, input)),
  'times.update': (input) => inAccount(({ context }) => update(context, input)),
  'times.delete': ({ local }) => inAccount(({ context }) => remove(context, local)),
})

async function list(
  context: ActionContext,
  query: CallArguments<'times.list'>,
): Promise<Result<Page<TimeEntry>>> {
  const slice = await listTimes(context.db, context.organisation, query)
  const data = await toTimeEntries(context.db, slice.data)
  return ok(envelope({ ...slice, data }, timesPath, given(query)))
}

/** A query's parameters as the API would carry them in an address. */
export function given(query: object): [string, string][] {
  return Object.entries(query).flatMap(([name, value]) =>
    value === undefined
      ? []
      : [[name, typeof value === 'boolean' ? String(Number(value)) : String(value)]],
  )
}

/** The days of the person: what colleagues logged is not among it, as far as the service names people. */
async function days(
  context: ActionContext,
  { from, to }: CallArguments<'times.days'>,
): Promise<Result<DayRange>> {
  const mine = await me(context.db)
  const all = await timesBetween(context.db, context.organisation, from, to)
  const rows = all.filter(({ user }) => mine === null || user === null || user.id === mine)
  const entries = await toTimeEntries(context.db, rows)
  const totals = new Map<string, { date: string; minutes: number; entries: number }>()
  for (const entry of entries) {
    const day = totals.get(entry.date) ?? { date: entry.date, minutes: 0, entries: 0 }
    day.minutes += entry.total
    day.entries += 1
    totals.set(entry.date, day)
  }
  return ok({ entries, days: [...totals.values()] })
}

export async function show(context: ActionContext, local: number): Promise<Result<TimeEntry>> {
  const row = await readTime(context.db, context.organisation, local)
  const [entry] = row ? await toTimeEntries(context.db, [row]) : []
  return entry ? ok(entry) : fail('not-found', `There is no entry ${local} here`)
}

async function create(
  context: ActionContext,
  input: CallArguments<'times.create'>,
): Promise<Result<TimeEntry>> {
  const made = await createTime(context, input)
  return made.ok ? show(context, made.value) : made
}

async function update(
  context: ActionContext,
  { local, set }: CallArguments<'times.update'>,
): Promise<Result<TimeEntry>> {
  const changed = await updateTimeEntry(context, local, set)
  return changed.ok ? show(context, changed.value) : changed
}

/** Answers the entry as it was. */
async function remove(context: ActionContext, local: number): Promise<Result<TimeEntry>> {
  const entry = await show(context, local)
  if (!entry.ok) return entry
  const removed = await deleteTimeEntry(context, local)
  return removed.ok ? entry : removed
}

/** The entries of some local ids, in that order. */
export async function showAll(
  context: ActionContext,
  locals: readonly number[],
): Promise<Result<TimeEntry[]>> {
  const entries: TimeEntry[] = []
  for (const local of locals) {
    const entry = await show(context, local)
    if (!entry.ok) return entry
    entries.push(entry.value)
  }
  return ok(entries)
}
