/**
 * A core for components: the calls of the contract that screens make, over plain arrays. It keeps
 * no rules but those that a screen could see; what the real core does is tested with the real core.
 */
import { type Failure, fail, ok, type Result } from '#shared/errors.ts'
import type {
  CallArguments,
  CallName,
  CallValue,
  ChangedResource,
  CoreEvent,
} from '#shared/ipc/contract.ts'
import { accountDefaults, machineDefaults } from '#shared/ipc/settings.ts'
import type {
  AccountSummary,
  AppState,
  ChangeSummary,
  RecentWork,
  SyncStatus,
  TimerStatus,
} from '#shared/ipc/views.ts'
import type { Page } from '#shared/resources/page.ts'
import type { Project } from '#shared/resources/project.ts'
import type { Task } from '#shared/resources/task.ts'
import type { TimeEntry } from '#shared/resources/time.ts'
import { civilAt } from '#shared/rules/calendar.ts'
import { planCell } from '#shared/rules/cell-entries.ts'
import { countIncrements } from '#shared/rules/increments.ts'
import type { Wire } from '../../../renderer/ipc/wire.ts'
import { browserDesktop, entry, project, task } from './fake-records.ts'

type Handlers = {
  [Name in CallName]?: (input: CallArguments<Name>) => CallValue<Name> | Result<never>
}

const isFailure = (value: unknown): value is Result<never> =>
  typeof value === 'object' && value !== null && 'ok' in value && 'error' in value

const pageOf = <Item>(data: Item[], total = data.length): Page<Item> => ({
  current_page: 1,
  data,
  from: data.length > 0 ? 1 : 0,
  to: data.length,
  last_page: 1,
  next_page_url: null,
  prev_page_url: null,
  path: '',
  per_page: 100,
  total,
})

const demo: AccountSummary = {
  account: 'demo',
  kind: 'demo',
  name: 'Fernwood Studio',
  url: 'http://127.0.0.1:4000',
}

/** Sync with nothing to do. */
export const quietSync: SyncStatus = {
  phase: { is: 'idle' },
  sending: null,
  fetching: null,
  pending: 0,
  inbox: 0,
  lastSync: null,
}

export interface FakeCore extends Wire {
  state: AppState
  projects: Project[]
  tasks: Task[]
  entries: TimeEntry[]
  favourites: RecentWork[]
  timer: TimerStatus
  sync: SyncStatus
  changes: ChangeSummary[]
  /** Every call made, in order. */
  calls: { name: CallName; input: unknown }[]
  /** Stands in for one call until it is taken away. */
  override: Handlers
  emit(event: CoreEvent): void
  changed(resource: ChangedResource): void
  /** Keeps back the answers to calls of this name until the function that it returns is called. */
  hold(name: CallName): () => void
  /** Makes every call of this name answer a failure. */
  refuse(name: CallName, failure: Failure): void
}

/** @param now epoch milliseconds, as the core sees it */
export function createFakeCore(now: () => number): FakeCore {
  const listeners = new Set<(event: CoreEvent) => void>()
  let lastId = 1000
  const held = new Map<CallName, Promise<void>>()
  const undone: (() => void)[] = []

  const shortProject = (local: number | null | undefined): TimeEntry['project'] =>
    core.projects.find((known) => known.local === local) ?? null
  const shortTask = (local: number | null | undefined): TimeEntry['task'] =>
    core.tasks.find((known) => known.local === local) ?? null

  function record(action: string, summary: string, takeBack: () => void) {
    undone.push(takeBack)
    core.changes.unshift({
      change: ++lastId,
      at: now(),
      actor: 'person',
      action,
      summary,
      undone: false,
    })
  }
  const incrementOf = (local: number | null | undefined): number =>
    core.projects.find((known) => known.local === local)?.increment ?? 15

  function startTimer(work: CallArguments<'timer.start'>): TimerStatus {
    core.timer = {
      running: true,
      startedAt: work.at ?? now(),
      zone: core.state.zone,
      project: shortProject(work.project),
      task: shortTask(work.task),
      notes: work.notes ?? null,
      increment: incrementOf(work.project),
      breaks: [],
      question: null,
    }
    core.emit({ event: 'timer', status: core.timer })
    return core.timer
  }

  /** Each pair of project and task once, the newest first. */
  function recents(limit: number): RecentWork[] {
    const found = new Map<string, RecentWork>()
    const newest = core.entries.toSorted(
      (one, other) => other.date.localeCompare(one.date) || other.start - one.start,
    )
    for (const { project, task, date, start, total } of newest) {
      const key = `${project?.local} ${task?.local}`
      if (!project || !task || project.deleted || task.deleted || found.has(key)) continue
      const lastUsed = Date.parse(`${date}T00:00:00Z`) + (start + total) * 60_000
      found.set(key, { project, task, notes: null, lastUsed })
    }
    return [...found.values()].slice(0, limit)
  }

  const handlers: Handlers = {
    'app.state': () => ({ ...core.state }),
    'account.check': ({ url }) => ({ url, name: 'Fernwood', capabilities: [], user: null }),
    'account.demo': () => {
      core.state = { ...core.state, account: demo }
      core.emit({ event: 'app' })
      return demo
    },
    'account.local': () => {
      const account: AccountSummary = { account: 'here', kind: 'local', name: '', url: null }
      core.state = { ...core.state, account }
      core.sync = { ...quietSync, phase: { is: 'local' } }
      return account
    },
    'account.connect': ({ url }) => {
      const account: AccountSummary = { ...demo, kind: 'connected', url }
      core.state = { ...core.state, account }
      return account
    },
    'account.list': () =>
      core.state.account ? [{ ...core.state.account, current: true, signedIn: true }] : [],
    'account.remove': () => {
      core.state = { ...core.state, account: null }
      return null
    },
    'settings.set': (settings) => {
      core.state = { ...core.state, settings: { ...core.state.settings, ...settings } }
      return core.state
    },
    'network.state': () => ({ system: null, password: false }),
    'matching.list': () => [],
    'sync.outbox': () => ({ items: [], total: 0 }),
    'inbox.list': () => [],
    'backup.list': () => [],
    'trash.list': () => ({ items: [], total: 0 }),
    'clients.list': () => pageOf([]),
    'charges.list': () => pageOf([]),
    'projects.list': () => pageOf(core.projects),
    'projects.add': (input) => {
      const added =
        'remote' in input
          ? project(++lastId, `#${input.remote}`, `Project ${input.remote}`)
          : { ...project(++lastId, input.code ?? '', input.name, input.increment), id: null }
      core.projects = [...core.projects, added]
      core.changed('project')
      return added
    },
    'tasks.list': () => pageOf(core.tasks),
    'tasks.add': (input) => {
      const added = task(++lastId, 'remote' in input ? `Task ${input.remote}` : input.name)
      core.tasks = [...core.tasks, added]
      core.changed('task')
      return added
    },
    'times.list': ({ query, limit = 15, sortAsc = true }) => {
      const found = core.entries.filter(
        (known) =>
          !query ||
          JSON.stringify([known.notes, known.project, known.task])
            .toLowerCase()
            .includes(query.toLowerCase()),
      )
      const sorted = found.toSorted((one, other) =>
        `${one.date} ${String(one.start).padStart(4, '0')}`.localeCompare(
          `${other.date} ${String(other.start).padStart(4, '0')}`,
        ),
      )
      return pageOf((sortAsc ? sorted : sorted.toReversed()).slice(0, limit), found.length)
    },
    'times.find': ({ query, limit, page = 1 }) =>
      core.entries
        .filter((known) =>
          JSON.stringify([known.notes, known.project, known.task])
            .toLowerCase()
            .includes(query.toLowerCase()),
        )
        .toReversed()
        .slice((page - 1) * limit, page * limit),
    'times.count': ({ query }) => ({
      total: core.entries.filter((known) =>
        JSON.stringify([known.notes, known.project, known.task])
          .toLowerCase()
          .includes(query.toLowerCase()),
      ).length,
    }),
    'times.totals': ({ from, to, by }) => {
      if (by !== 'day') return fail('internal', 'This core knows totals by day alone')
      const days = Map.groupBy(core.entries, (known) => known.date)
      return [...days]
        .filter(([day]) => day >= from && day <= to)
        .toSorted(([one], [other]) => one.localeCompare(other))
        .map(([key, entries]) => ({
          key,
          minutes: entries.reduce((sum, { total }) => sum + total, 0),
          entries: entries.length,
        }))
    },
    'times.updateMany': ({ locals, set }) => {
      const before = core.entries
      for (const local of locals) void handlers['times.update']!({ local, set })
      core.changes.splice(0, locals.length)
      undone.splice(-locals.length)
      record('times.update', `Changed ${locals.length} entries`, () => {
        core.entries = before
      })
      return { changed: locals.length }
    },
    'times.deleteMany': ({ locals }) => {
      const before = core.entries
      core.entries = core.entries.filter((known) => !locals.includes(known.local))
      record('times.delete', `Deleted ${locals.length} entries`, () => {
        core.entries = before
      })
      core.changed('time')
      return { deleted: locals.length }
    },
    'times.days': ({ from, to }) => {
      const entries = core.entries
        .filter((known) => known.date >= from && known.date <= to)
        .toSorted((one, other) => other.date.localeCompare(one.date) || other.start - one.start)
      return { entries, days: [], others: [] }
    },
    'times.show': ({ local }) =>
      core.entries.find((known) => known.local === local) ??
      fail('not-found', 'This entry is not here any more'),
    'times.create': (input) => {
      const increment = incrementOf(input.project)
      const made = entry({
        local: ++lastId,
        id: null,
        state: core.state.account?.kind === 'local' || input.project ? 'pending' : 'draft',
        date: input.date,
        start: input.start,
        quantity: input.quantity,
        increment,
        notes: input.notes ?? null,
        project: shortProject(input.project),
        task: shortTask(input.task),
      })
      core.entries = [...core.entries, made]
      record('times.create', `Added ${made.task?.name ?? 'an entry'}`, () => {
        core.entries = core.entries.filter((known) => known.local !== made.local)
      })
      core.changed('time')
      return made
    },
    'times.update': ({ local, set }) => {
      const before = core.entries.find((known) => known.local === local)
      if (!before) return fail('not-found', 'This entry is not here any more')
      const { project: newProject, task: newTask, ...rest } = set
      const increment = newProject === undefined ? before.increment : incrementOf(newProject)
      const quantity = rest.quantity ?? before.quantity
      const after: TimeEntry = {
        ...before,
        ...(rest as Partial<TimeEntry>),
        state: 'pending',
        quantity,
        increment,
        total: quantity * increment,
        project: newProject === undefined ? before.project : shortProject(newProject),
        task: newTask === undefined ? before.task : shortTask(newTask),
      }
      const put = (next: TimeEntry) => {
        core.entries = core.entries.map((known) => (known.local === local ? next : known))
      }
      put(after)
      record('times.update', `Changed ${after.task?.name ?? 'an entry'}`, () => put(before))
      core.changed('time')
      return after
    },
    'times.delete': ({ local }) => {
      const before = core.entries.find((known) => known.local === local)
      if (!before) return fail('not-found', 'This entry is not here any more')
      core.entries = core.entries.filter((known) => known.local !== local)
      record('times.delete', `Deleted “${before.task?.name ?? 'an entry'}”`, () => {
        core.entries = [...core.entries, before]
      })
      core.changed('time')
      return before
    },
    'times.setCells': ({ cells }) => {
      const before = core.entries
      const done = { change: null, added: 0, changed: 0, removed: 0 }
      for (const { project, task, date, minutes } of cells) {
        const own = core.entries.filter((known) => known.date === date)
        const found = own.filter(
          (known) =>
            (known.project?.local ?? null) === project && (known.task?.local ?? null) === task,
        )
        const plan = planCell(found, minutes, {
          increment: incrementOf(project),
          rule: core.state.settings.rounding,
          day: {
            taken: own.map(({ start, total }) => ({ from: start, to: start + total })),
            workBegins: core.state.settings.workingHours.from,
          },
        })
        core.entries = core.entries
          .filter(({ local }) => !plan.remove.includes(local))
          .map((known) =>
            known.local === plan.change?.local
              ? {
                  ...known,
                  state: 'pending',
                  quantity: plan.change.quantity,
                  total: plan.change.quantity * known.increment,
                }
              : known,
          )
        if (plan.add) {
          const work = { project: shortProject(project), task: shortTask(task) }
          core.entries.push(
            entry({ local: ++lastId, id: null, state: 'pending', date, ...plan.add, ...work }),
          )
        }
        done.added += plan.add ? 1 : 0
        done.changed += plan.change ? 1 : 0
        done.removed += plan.remove.length
      }
      record('times.setCells', 'Changed the timesheet', () => {
        core.entries = before
      })
      core.changed('time')
      return { ...done, change: lastId }
    },
    'timer.status': () => core.timer,
    'timer.start': startTimer,
    'timer.edit': (change) => {
      if (!core.timer.running) return fail('conflict', 'No timer is running')
      core.timer = {
        ...core.timer,
        ...(change.startedAt === undefined ? {} : { startedAt: change.startedAt }),
        ...(change.project === undefined
          ? {}
          : { project: shortProject(change.project), increment: incrementOf(change.project) }),
        ...(change.task === undefined ? {} : { task: shortTask(change.task) }),
        ...(change.notes === undefined ? {} : { notes: change.notes ?? null }),
      }
      core.emit({ event: 'timer', status: core.timer })
      return core.timer
    },
    'timer.stop': () => {
      const was = core.timer
      if (!was.running) return fail('conflict', 'No timer is running')
      core.timer = { running: false }
      const began = civilAt(was.startedAt, was.zone)
      const quantity = countIncrements((now() - was.startedAt) / 1000, was.increment, 'up')
      const made = entry({
        local: ++lastId,
        id: null,
        state: was.project && was.task ? 'pending' : 'draft',
        date: began.date,
        start: began.minute,
        quantity,
        increment: was.increment,
        notes: was.notes,
        project: was.project,
        task: was.task,
      })
      core.entries = [...core.entries, made]
      core.emit({ event: 'timer', status: core.timer })
      core.changed('time')
      return [made]
    },
    'timer.discard': () => {
      core.timer = { running: false }
      core.emit({ event: 'timer', status: core.timer })
      return core.timer
    },
    'timer.continue': ({ local }) => {
      const like = core.entries.find((known) => known.local === local)
      return startTimer({
        project: like?.project?.local ?? null,
        task: like?.task?.local ?? null,
        notes: like?.notes ?? undefined,
      })
    },
    'timer.answer': ({ question, choice }) => {
      const { timer } = core
      if (!timer.running || timer.question?.id !== question) {
        return fail('conflict', 'This question was answered already')
      }
      const { from } = timer.question
      const away = { from, to: timer.question.to ?? now() }
      const answered = { ...timer, question: null }
      core.timer = {
        keep: answered,
        discard: { ...answered, breaks: [...timer.breaks, away] },
        split: { ...answered, breaks: [...timer.breaks, away] },
        stop: { running: false } as const,
        drop: { running: false } as const,
      }[choice]
      record('timer.answer', `Answered ${choice}`, () => {
        core.timer = timer
      })
      core.emit({ event: 'timer', status: core.timer })
      return core.timer
    },
    'timer.putAside': ({ reminder }) => {
      core.emit({ event: 'put-aside', reminder })
      return null
    },
    'timer.lastEnd': () => {
      const { date, minute } = civilAt(now(), 'UTC')
      const ends = core.entries
        .filter((known) => known.date === date)
        .map(({ start, total }) => Math.min(start + total, minute))
      const midnight = Date.parse(`${date}T00:00:00Z`)
      return { at: ends.length === 0 ? null : midnight + Math.max(...ends) * 60_000 }
    },
    'timer.recents': ({ limit }) => recents(limit),
    'favourites.list': () => core.favourites,
    'favourites.set': ({ work }) => {
      core.favourites = work.map(({ project, task, notes }) => ({
        project: shortProject(project)!,
        task: shortTask(task)!,
        notes: notes ?? null,
        lastUsed: null,
      }))
      core.emit({ event: 'app' })
      return core.favourites
    },
    'desktop.open': () => null,
    'history.list': ({ limit = 50, before = Infinity }) =>
      core.changes.filter(({ change }) => change < before).slice(0, limit),
    'history.undo': ({ change }) => {
      const taken = core.changes.find(
        (known) => !known.undone && (change === undefined || known.change === change),
      )
      if (!taken) return fail('nothing-to-undo', 'There is nothing to take back')
      core.changes = core.changes.map((known) =>
        known === taken ? { ...known, undone: true } : known,
      )
      undone.pop()?.()
      core.changed('time')
      return { ...taken, undone: true }
    },
    'history.redo': () => fail('nothing-to-undo', 'There is nothing to do again'),
    'sync.status': () => core.sync,
    'sync.now': () => ({ pushed: 0, pulled: 0, pending: 0, inbox: 0, requests: 1 }),
    'sync.watch': () => null,
    'sync.pause': () => (core.sync = { ...core.sync, phase: { is: 'paused' } }),
    'sync.resume': () => (core.sync = { ...core.sync, phase: { is: 'idle' } }),
    'sync.log': () => [],
    'sync.report': () => ({ text: 'How it stands' }),
  }

  const core: FakeCore = {
    state: {
      version: '0.1.0',
      host: 'browser',
      account: demo,
      zone: 'UTC',
      settings: { ...machineDefaults, ...accountDefaults },
      desktop: browserDesktop,
      localApi: null,
      otherTimers: [],
      namesUsers: false,
      capabilities: [],
      trouble: null,
      recovery: null,
    },
    projects: [],
    tasks: [],
    entries: [],
    favourites: [],
    timer: { running: false },
    sync: quietSync,
    changes: [],
    calls: [],
    override: {},
    emit: (event) => listeners.forEach((listener) => listener(event)),
    changed: (resource) => core.emit({ event: 'changed', resource, locals: 'all' }),
    hold(name) {
      const { promise, resolve } = Promise.withResolvers<void>()
      held.set(name, promise)
      return () => {
        held.delete(name)
        resolve()
      }
    },
    refuse(name, failure) {
      Object.assign(core.override, { [name]: () => ({ ok: false, error: failure }) })
    },
    call(name, input) {
      const known = name as CallName
      core.calls.push({ name: known, input })
      const handler = (core.override[known] ?? handlers[known]) as
        ((given: unknown) => unknown) | undefined
      if (!handler) throw new Error(`The fake core has no ${name}`)
      // As over a wire: never in the same turn, never the same object.
      return Promise.resolve(structuredClone(input))
        .then(async (given) => {
          const before = core.changes[0]?.change
          const value = await handler(given)
          const made = core.changes[0]?.change
          if (isFailure(value)) return structuredClone(value)
          const isNew = made !== undefined && made !== before
          return structuredClone({ ...ok(value), ...(isNew ? { change: made } : {}) })
        })
        .then((answer) => held.get(known)?.then(() => answer) ?? answer)
    },
    on(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  return core
}
