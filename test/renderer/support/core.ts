/**
 * The real core before a screen: a data folder in memory that begins with a prepared database, the
 * simulation's service in place of a network, and the clock that the test sets.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import { createCore, type Core } from '#core/core.ts'
import { keepToken } from '#core/accounts/account-token.ts'
import { saveAccountRecord, openHome, type AccountRecord } from '#core/accounts/home.ts'
import { workerTasks } from '#core/backup/worker-tasks.ts'
import { proxyLabel, configuredProxyResolver, type ProxyResolver } from '#core/node/proxy.ts'
import type { Clock, CorePorts } from '#core/ports.ts'
import type { AbsenceCause } from '#core/timer/absences.ts'
import { writeAbsenceStart, writeAbsenceEnd } from '#core/timer/presence-writes.ts'
import type { Db } from '#core/store/database/db.ts'
import { taskSignal, taskState } from '#core/thread.ts'
import { type Failure, ok, unwrap } from '#shared/errors.ts'
import type {
  CallArguments,
  CallName,
  CallParameters,
  CallResult,
  CallValue,
  CoreEvent,
} from '#shared/ipc/contract.ts'
import type { DesktopState, UpdateState } from '#shared/ipc/desktop.ts'
import type { AppState, LocalApiState, TimerStatus } from '#shared/ipc/call-results.ts'
import type { TimeEntry } from '#shared/resources/time.ts'
import { timeValues, wasOf } from '#shared/rules/concurrent-edits.ts'
import type { IpcTransport } from '../../../renderer/ipc/transport.ts'
import { chance } from '../../simulation/chance.ts'
import { fillFrom } from '../../simulation/template.ts'
import { memoryFolder } from '../../support/folder.ts'
import { imageOf, openAsIs, organisation } from '../../support/store.ts'
import { testService, type TestService } from '../../support/sync/service.ts'
import { now, setTime, today } from './clock.ts'

type Script = {
  [Name in CallName]?: (
    input: CallArguments<Name>,
  ) => CallResult<CallValue<Name>> | Promise<CallResult<CallValue<Name>>>
}

export interface TestCore extends IpcTransport {
  /** The service that the account is connected to. */
  readonly service: TestService
  readonly clock: Clock
  /** The data folder. */
  readonly home: string
  /** The file of the account that it began with. */
  readonly database: string
  /** Every call that windows made, in order. */
  readonly calls: { name: CallName; input: unknown }[]
  /** The last arguments of a call of this name. */
  asked(name: CallName): unknown
  /** The arguments of all calls of this name, in order. */
  allAsked(name: CallName): unknown[]
  /** Makes a call as another window or a command. Throws when it returns a failure. */
  do<Name extends CallName>(name: Name, ...input: CallParameters<Name>): Promise<CallValue<Name>>
  /** Runs one pass of the sync, with any outcome. */
  sync(): Promise<void>
  /**
   * Sends what is unsent, until a create reaches the service. The returned function lets it be
   * answered.
   */
  sending(): Promise<() => Promise<void>>
  /** Writes into the account's database what only the service knows. */
  write(query: (db: Db) => { execute(): Promise<unknown> }): Promise<void>
  /** Notifies every window. */
  emit(event: CoreEvent): void
  /** Answers calls of windows in the core's place, until others are given. */
  script: Script
  /** Answers calls of this name with a failure. */
  refuse(name: CallName, failure: Failure): void
  /** Keeps back the answers to calls of this name until the function that it returns is called. */
  hold(name: CallName): () => void
  /** The program ends and starts again; the callback alters its files in between. */
  restart(meanwhile: () => void): Promise<void>
  /** Resolves when every call of a window that is not held back is answered. */
  settled(): Promise<void>
}

export interface CoreSetting {
  /** The account in use: one of the service, one of this machine, or none yet. */
  account?: 'connected' | 'local' | 'none'
  host?: AppState['host']
  /** The machine's time zone; UTC unless given. */
  zone?: string
  /** The desktop of the host; none unless given. */
  desktop?: DesktopState
  /** How the local interface reacts when it is switched on; the host has none unless given. */
  localApi?: LocalApiState
  /** The state of updates; there is no update service unless given. */
  updates?: UpdateState
  /** The proxy that the system names for every address, as `host:port`. */
  systemProxy?: string
}

const record: AccountRecord = {
  account: 'studio',
  kind: 'connected',
  name: 'Fernwood Studio',
  url: 'https://time.test',
  header: 'Authorization',
  scheme: 'Bearer',
  zone: 'UTC',
  user: null,
}
const localRecord: AccountRecord = {
  ...record,
  ...{ account: 'here', kind: 'local', name: 'This computer', url: null },
}

/** Two projects, three tasks and a charge. */
function furnish({ projects, tasks, charges }: TestService): void {
  Object.assign(projects.get(1)!, { code: 'WEB' })
  Object.assign(projects.get(2)!, { code: 'APP' })
  projects.delete(3)
  tasks.set(2, { id: 2, name: 'Design review' })
  tasks.set(3, { id: 3, name: 'Call' })
  charges.delete(2)
}

let image: Promise<Buffer> | undefined
const prepared = (service: TestService): Promise<Buffer> =>
  (image ??= imageOf(['model', 'client'], (db) => fillFrom(db, service)))

/** A core with two projects, three tasks, a charge and no entries. */
export async function studio({
  account = 'connected',
  host = 'browser',
  zone = 'UTC',
  desktop,
  localApi,
  updates,
  systemProxy,
}: CoreSetting = {}): Promise<TestCore> {
  const home = memoryFolder()
  let slept = 0
  const clock: Clock = {
    now: setTime,
    monotonic: () => setTime() + slept,
    zone: () => zone,
    // The sync limits its pace to protect services: here that wait is skipped.
    sleep: (milliseconds) => {
      slept += milliseconds
      return turn()
    },
  }
  const service = testService(clock)
  furnish(service)
  const chosen = account === 'local' ? localRecord : record
  const database = join(home, 'accounts', chosen.account, 'stint.db')
  if (account !== 'none') {
    saveAccountRecord(openHome(home), chosen)
    mkdirSync(dirname(database), { recursive: true })
    writeFileSync(database, await prepared(service))
  }
  const secrets = new Map<string, string>()
  const warnings: string[] = []
  let serves = false
  let named: ProxyResolver | null = null
  const drawn = chance('test core')
  const ports: CorePorts = {
    clock,
    random: {
      fraction: drawn.fraction,
      token: (bytes) => Array.from({ length: bytes }, () => drawn.between(0, 9)).join(''),
    },
    http: (request) => service.http(request),
    secrets: {
      get: (owner) => Promise.resolve(secrets.get(owner) ?? null),
      has: (owner) => Promise.resolve(secrets.has(owner)),
      set: (owner, secret) => Promise.resolve(void secrets.set(owner, secret)),
      remove: (owner) => Promise.resolve(void secrets.delete(owner)),
    },
    log: {
      info: () => {},
      warn: (message, facts) => void warnings.push(`${message} ${JSON.stringify(facts)}`),
    },
    // On this thread: a task gives the same answer, and no window has to stay responsive here.
    offThread: async (task, input) =>
      workerTasks[task as keyof typeof workerTasks](
        structuredClone(input) as never,
        taskSignal(taskState()),
      ),
    network: {
      apply: (way) => void (named = way.way === 'named' ? configuredProxyResolver(way) : null),
      resolveProxy: async (url) =>
        proxyLabel(named ? await named(new URL(url)) : (systemProxy ?? null)),
      resolveSystemProxy: () => Promise.resolve(systemProxy ?? null),
    },
    startDemo: () => Promise.reject(new Error('no demo here')),
    ...(desktop && {
      desktop: {
        state: () => desktop,
        apply: () => Promise.resolve(),
        open: () => {},
        savePdf: (name) => Promise.resolve(ok(`/home/ada/${name}.pdf`)),
        quit: () => {},
      },
    }),
    ...(updates && {
      updates: {
        state: () => updates,
        apply() {},
        look: () => Promise.resolve(updates),
        install: () => ok(null),
        onChange: () => () => {},
      },
    }),
    ...(localApi && {
      localApi: {
        state: () => (serves ? localApi : { url: null, problem: null }),
        apply: (settings) => Promise.resolve(void (serves = settings.localApi)),
        close: () => Promise.resolve(),
      },
    }),
  }
  await keepToken(ports.secrets, record, 'token')
  async function start(): Promise<Core> {
    const started = await createCore(ports, { home, host, version: '0.1.0', background: false })
    started.on((event) => test.emit(event))
    return started
  }
  const listeners = new Set<(event: CoreEvent) => void>()
  const held = new Map<CallName, Promise<void>>()
  const underWay = new Set<Promise<unknown>>()

  /** As over a socket: never in the same iteration, never the same object. */
  async function answer(name: CallName, input: unknown): Promise<CallResult<unknown>> {
    const scripted = test.script[name] as
      ((given: unknown) => CallResult<unknown> | Promise<CallResult<unknown>>) | undefined
    if (scripted) return structuredClone(await scripted(structuredClone(input)))
    const calling = core.call(name, structuredClone(input))
    underWay.add(calling)
    const answered = await calling
    underWay.delete(calling)
    if (!answered.ok && answered.error.code === 'internal') throw new Error(warnings.join('\n'))
    return structuredClone(answered)
  }

  const test: TestCore = {
    ...{ service, clock, home, database },
    calls: [],
    script: {},
    asked: (name) => test.allAsked(name).at(-1),
    allAsked: (name) => test.calls.filter((call) => call.name === name).map(({ input }) => input),
    async do<Name extends CallName>(name: Name, ...input: CallParameters<Name>) {
      return unwrap(await core.call(name, input[0])) as CallValue<Name>
    },
    async sync() {
      await core.call('sync.now', {})
    },
    async sending() {
      const arrived = Promise.withResolvers<void>()
      const answered = Promise.withResolvers<void>()
      service.beforeNext('POST', () => {
        arrived.resolve()
        return answered.promise
      })
      const sync = test.sync()
      await arrived.promise
      return () => {
        answered.resolve()
        return sync
      }
    },
    async write(query) {
      const { store } = openAsIs(database)
      await query(store.db).execute()
      await store.close()
    },
    emit: (event) => listeners.forEach((listener) => listener(event)),
    refuse(name, error) {
      Object.assign(test.script, { [name]: () => ({ ok: false, error }) })
    },
    hold(name) {
      const { promise, resolve } = Promise.withResolvers<void>()
      held.set(name, promise)
      return () => {
        held.delete(name)
        resolve()
      }
    },
    async call(name, input) {
      const known = name as CallName
      test.calls.push({ name: known, input })
      const answered = await answer(known, input)
      await held.get(known)
      return answered
    },
    on(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async settled() {
      await turn()
      while (underWay.size > 0) {
        await Promise.race(underWay)
        await turn()
      }
    },
    async restart(meanwhile) {
      await core.close()
      meanwhile()
      core = await start()
    },
  }
  let core = await start()
  onTestFinished(async () => {
    await test.settled()
    await core.close()
  })
  return test
}

/** An entry of the studio: an hour of its first project and task, today from 9:00 unless said otherwise. */
export const worked = (
  core: TestCore,
  set: Partial<CallArguments<'times.create'>> = {},
): Promise<TimeEntry> =>
  core.do('times.create', {
    ...{ project: 1, task: 1, date: today, start: 540, quantity: 4 },
    ...set,
  })

/** Every entry, in the order in which they were added. */
export const entriesIn = async (core: TestCore): Promise<TimeEntry[]> =>
  (await core.do('times.list', { limit: 100 })).data.toSorted(
    (one, other) => one.local - other.local,
  )

/** The timer runs on the first project and task. */
export const running = async (
  core: TestCore,
  minutesAgo: number,
  set: Partial<CallArguments<'timer.start'>> = {},
): Promise<Extract<TimerStatus, { running: true }>> => {
  const at = now - minutesAgo * 60_000
  const work = { project: 1, task: 1, notes: 'hero', at, ...set }
  return (await core.do('timer.start', work)) as Extract<TimerStatus, { running: true }>
}

/**
 * The person was away while the timer ran.
 * @param to epoch milliseconds, as `from`; null: they are still away
 */
export async function wasAway(
  core: TestCore,
  cause: AbsenceCause,
  from: number,
  to: number | null,
): Promise<void> {
  const { store } = openAsIs(core.database)
  const context = { db: store.db, clock: core.clock, organisation, changed: () => {} }
  await writeAbsenceStart(context, cause, from)
  if (to !== null) await writeAbsenceEnd(context, to)
  await store.close()
  core.emit({ event: 'timer', status: await core.do('timer.status') })
}

/** Resolves once everything that can run without waiting has run. */
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** Changes an entry as another window does that shows its current state. */
export async function changeTime(
  core: TestCore,
  local: number,
  set: CallArguments<'times.update'>['set'],
): Promise<TimeEntry> {
  const was = wasOf(set, timeValues(await core.do('times.show', { local })))
  return core.do('times.update', { local, set, was })
}
