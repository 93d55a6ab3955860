/**
 * Every call and event between a window (or a script) and the core: the only list. The dispatcher
 * validates arguments by these schemas; the types of both ends follow from here.
 */
import type { Page } from '../resources/page.ts'
import { increment, projectCreate, projectSortKeys } from '../resources/project.ts'
import { taskCreate, taskSortKeys } from '../resources/task.ts'
import { timeSortKeys } from '../resources/time.ts'
import type { Project } from '../resources/project.ts'
import type { Task } from '../resources/task.ts'
import type { TimeEntry } from '../resources/time.ts'
import { civilDate, id, integer, notes } from '../resources/fields.ts'
import { z } from '../resources/zod.ts'
import type {
  AccountSummary,
  AppState,
  ChangeSummary,
  DayRange,
  ServiceCheck,
  SyncReport,
  SyncStatus,
  TimerStatus,
} from './views.ts'

/** A call: the schema of its argument, and the type of its value. */
interface Call<Arguments extends z.ZodType, Value> {
  readonly arguments: Arguments
  /** Only a type; nothing stands here at run time. */
  readonly value?: Value
}

const call =
  <Value>() =>
  <Arguments extends z.ZodType>(schema: Arguments): Call<Arguments, Value> => ({
    arguments: schema,
  })

const nothing = z.undefined()
const local = id

const list = <const Keys extends readonly [string, ...string[]]>(sortKeys: Keys) =>
  z.strictObject({
    sortKey: z.enum(sortKeys).optional(),
    sortAsc: z.boolean().optional(),
    query: z.string().max(200).optional(),
    page: z.int().min(1).optional(),
    limit: integer(1, 100).optional(),
  })

const address = z.strictObject({
  /** Where the service stands; may have a path. */
  url: z.string().min(1, 'Needs an address').max(2000),
  token: z.string().min(1, 'Needs an access token').max(4000),
  /** Name of the header that carries the token; `Authorization` unless given. */
  header: z.string().max(200).optional(),
  /** Word before the token; `Bearer` unless given; may be empty. */
  scheme: z.string().max(200).optional(),
  /** Zone in which the service writes its timestamps; UTC unless given. */
  zone: z.string().max(100).optional(),
})

/** An entry as a person makes it here: project and task by local id, either may come later. */
const entry = z.strictObject({
  project: local.nullable(),
  task: local.nullable(),
  date: civilDate,
  start: integer(0, 1439),
  quantity: integer(1, 1500),
  notes: notes.optional(),
})

/** What a running timer works on. */
const work = z.strictObject({
  project: local.nullable().optional(),
  task: local.nullable().optional(),
  notes: notes.optional(),
})

/** Epoch milliseconds. */
const instant = z.int().min(0)

export const contract = {
  'app.state': call<AppState>()(nothing),

  /** Asks a service who it is, without keeping anything. */
  'account.check': call<ServiceCheck>()(address),
  'account.connect': call<AccountSummary>()(address),
  /** A new token of the same person for the open account; what is unsent stays. */
  'account.renew': call<AccountSummary>()(z.strictObject({ token: address.shape.token })),
  /** Works on this machine only. */
  'account.local': call<AccountSummary>()(nothing),
  /** Starts a service with a demo organisation on this machine and connects to it. */
  'account.demo': call<AccountSummary>()(nothing),
  'account.list': call<AccountSummary[]>()(nothing),
  'account.use': call<AccountSummary>()(z.strictObject({ account: z.string() })),
  'account.remove': call<null>()(z.strictObject({ account: z.string() })),

  /** The local id of a record that the service names by `remote`. */
  'records.find': call<{ local: number }>()(
    z.strictObject({ resource: z.enum(['time', 'project', 'task']), remote: id }),
  ),

  'projects.list': call<Page<Project>>()(list(projectSortKeys)),
  'projects.add': call<Project>()(
    z.union([
      /** Its increment, where the person knows it: a bare service tells only with an entry. */
      z.strictObject({ remote: id, increment: increment.optional() }),
      projectCreate.strict(),
    ]),
  ),
  'projects.show': call<Project>()(z.strictObject({ local })),
  'tasks.list': call<Page<Task>>()(list(taskSortKeys)),
  'tasks.add': call<Task>()(z.union([z.strictObject({ remote: id }), taskCreate.strict()])),
  'tasks.show': call<Task>()(z.strictObject({ local })),

  'times.list': call<Page<TimeEntry>>()(list(timeSortKeys).extend({ date: civilDate.optional() })),
  /** The person's own entries of some days, newest first, with the totals of each day. */
  'times.days': call<DayRange>()(z.strictObject({ from: civilDate, to: civilDate })),
  'times.show': call<TimeEntry>()(z.strictObject({ local })),
  'times.create': call<TimeEntry>()(entry),
  'times.update': call<TimeEntry>()(z.strictObject({ local, set: entry.partial() })),
  'times.delete': call<TimeEntry>()(z.strictObject({ local })),

  'timer.status': call<TimerStatus>()(nothing),
  /** Starts now, or at an earlier instant. A running timer is stopped into an entry first. */
  'timer.start': call<TimerStatus>()(work.extend({ at: instant.optional() })),
  /** Changes what the running timer works on, or when it began. */
  'timer.edit': call<TimerStatus>()(work.extend({ startedAt: instant.optional() })),
  /** Ends the timer and makes its entries (two when it ran over midnight). */
  'timer.stop': call<TimeEntry[]>()(z.strictObject({ at: instant.optional() })),
  'timer.discard': call<TimerStatus>()(nothing),
  /** Starts the timer on the work of an earlier entry. */
  'timer.continue': call<TimerStatus>()(z.strictObject({ local: local.optional() })),

  'history.list': call<ChangeSummary[]>()(z.strictObject({ limit: integer(1, 200).optional() })),
  /** Takes back one change: the newest that stands, or the one named. */
  'history.undo': call<ChangeSummary>()(z.strictObject({ change: id.optional() })),
  'history.redo': call<ChangeSummary>()(nothing),

  'sync.status': call<SyncStatus>()(nothing),
  /** One full cycle now. */
  'sync.now': call<SyncReport>()(z.strictObject({ wait: z.boolean().optional() })),
  /** The days a window shows, so that sync keeps them fresh; null when it shows none. */
  'sync.watch': call<null>()(z.strictObject({ from: civilDate, to: civilDate }).nullable()),

  'settings.set': call<AppState>()(
    z.strictObject({
      theme: z.enum(['system', 'light', 'dark']).optional(),
      rounding: z.enum(['up', 'nearest', 'down']).optional(),
    }),
  ),
} as const

export type Contract = typeof contract
export type CallName = keyof Contract
export type CallInput<Name extends CallName> = z.input<Contract[Name]['arguments']>
export type CallArguments<Name extends CallName> = z.output<Contract[Name]['arguments']>
export type CallValue<Name extends CallName> = Exclude<Contract[Name]['value'], undefined>

/** Calls without an argument can be made with the name alone. */
export type CallParameters<Name extends CallName> =
  undefined extends CallInput<Name> ? [input?: CallInput<Name>] : [input: CallInput<Name>]

/** What the core tells every window. Windows ask again for what they show; events carry no records. */
export type CoreEvent =
  | {
      readonly event: 'changed'
      readonly resource: ChangedResource
      readonly locals: number[] | 'all'
    }
  | { readonly event: 'timer'; readonly status: TimerStatus }
  | { readonly event: 'sync'; readonly status: SyncStatus }
  /** The account or its settings changed: everything on screen is to be read again. */
  | { readonly event: 'app' }

export type ChangedResource = 'time' | 'project' | 'task' | 'history'
