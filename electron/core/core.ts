/**
 * Wires ports, accounts, store, actions, timer and sync into the calls of the contract. Hosts use
 * nothing else of the core.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { createSerialQueue } from '#shared/serial-queue.ts'
import { ok, type Result } from '#shared/errors.ts'
import type { CallResult, CallValue, CoreEvent } from '#shared/ipc/contract.ts'
import type { SystemSignal } from '#shared/ipc/desktop.ts'
import type { MachineSettings } from '#shared/ipc/settings.ts'
import type { AppState } from '#shared/ipc/call-results.ts'
import { toStorageFailure } from '#shared/storage-problem.ts'
import { openHome, type AccountRecord } from './accounts/home.ts'
import { createAccountSessions } from './accounts/account-sessions.ts'
import { readProxyWithPassword } from './accounts/proxy-password.ts'
import { toAccountSummary } from './accounts/account-record.ts'
import type { Session } from './accounts/session.ts'
import type { HandlerContext } from './handlers/handler-context.ts'
import { createDispatch } from './handlers/dispatch.ts'
import { createLazyDomains } from './handlers/lazy-domains.ts'
import { settingsHandlers } from './handlers/settings.ts'
import type { Caller, Clock, CorePorts } from './ports.ts'

export interface Core {
  /**
   * Runs a call of the contract. Never rejects.
   * @param caller who makes it; unless given, the host itself: a command, or the windows of an app
   */
  call: (name: string, input: unknown, caller?: Partial<Caller>) => Promise<CallResult<unknown>>
  /** Subscribes to every event; the returned function unsubscribes. */
  on(listener: (event: CoreEvent) => void): () => void
  /**
   * Handles a signal of the operating system. For `shutdown` and `quit` it resolves when what the
   * person wants then is committed.
   */
  handleSystemSignal(signal: SystemSignal): Promise<void>
  close(): Promise<void>
}

export interface CoreOptions {
  /** The data folder; created when absent. */
  home: string
  host: AppState['host']
  version: string
  /** True in an app: sync and heartbeat run automatically. */
  background: boolean
}

/** How long reading the password may take before the app continues without it, milliseconds. */
const passwordPatience = 3_000
/**
 * After this long without a heartbeat no app watches the timer, and the command line asks about the
 * time; an app that has just woken up with its computer writes one earlier. In milliseconds.
 */
const silence = 5 * 60_000
/** How often an app looks whether its files are in place, and retries a problem, milliseconds. */
const filesInterval = 2_000

export async function createCore(given: CorePorts, options: CoreOptions): Promise<Core> {
  const home = openHome(options.home)
  const callers = new AsyncLocalStorage<Caller>()
  const hostCaller: Caller = { is: options.host === 'cli' ? 'command' : 'window' }
  const caller = () => callers.getStore() ?? hostCaller
  const clock: Clock = {
    now: () => given.clock.now(),
    monotonic: () => given.clock.monotonic(),
    sleep: (milliseconds, signal) => given.clock.sleep(milliseconds, signal),
    zone: () => caller().zone ?? given.clock.zone(),
  }
  const ports: CorePorts = { ...given, clock }
  const listeners = new Set<(event: CoreEvent) => void>()
  const closing = new AbortController()
  const emit = (event: CoreEvent) => {
    for (const listener of listeners) {
      try {
        listener(event)
      } catch (thrown) {
        // A closed window must not keep the event from the others.
        ports.log.warn('a listener threw on an event', {
          event: event.event,
          why: String(thrown),
        })
      }
    }
  }

  const tellTimer = async ({ context, databaseKeeper }: Session) => {
    databaseKeeper.journal.wake()
    const { readTimerStatus } = await import('./handlers/timer.ts')
    emit({ event: 'timer', status: await readTimerStatus(context) })
  }
  // The command line ends before there is anything to monitor.
  const watching = options.background ? await import('./timer/timer-monitor.ts') : null
  const watch = watching?.createTimerMonitor({
    clock: ports.clock,
    settings: () => home.read().settings,
    context: () => accounts.session()?.context ?? null,
    async changed() {
      const open = accounts.session()
      if (open) await tellTimer(open)
    },
  })
  const accounts = createAccountSessions({
    ports,
    home,
    emit,
    background: options.background,
    caller,
    // What an account does on its own from then on is the host's.
    asHost: (run) => callers.run(hostCaller, run),
    async onOpen({ context }) {
      await watch?.accountOpened(context)
      if (options.host !== 'cli') return
      const timer = await context.db.selectFrom('timer').select('heartbeat_at').executeTakeFirst()
      // Most commands find no heartbeat, and are faster without the module.
      if (!timer?.heartbeat_at) return
      const { askSinceHeartbeat } = await import('./timer/presence-writes.ts')
      await askSinceHeartbeat(context, silence)
    },
    onClose: async ({ context }) => watch?.accountLeaving(context),
  })
  const { session, withOpenAccount } = accounts

  async function enter(record: AccountRecord): Promise<Result<CallValue<'account.connect'>>> {
    const opened = await accounts.open(record)
    return opened.ok ? ok(toAccountSummary(accounts.record() ?? record)) : opened
  }

  /**
   * Runs a call on the timer and notifies every window. A timer that has just started gets a
   * heartbeat at once, not with the next round, so that the person is asked about a crash before
   * that, too.
   */
  const withTimerBroadcast = <Value>(run: (open: Session) => Promise<Result<Value>>) =>
    withOpenAccount(async (open) => {
      const done = await run(open)
      if (done.ok) {
        await watch?.beat()
        await tellTimer(open)
      }
      return done
    })

  const handlerContext: HandlerContext = { withOpenAccount, withTimerBroadcast, emit }

  const changed = () => emit({ event: 'app-state-changed' })
  const { host, version } = options
  // One at a time, each with the settings of that moment, because reading the password takes a
  // while.
  const proxyInTurn = createSerialQueue()
  const applyProxy = () =>
    proxyInTurn(async () =>
      ports.network?.apply(await readProxyWithPassword(ports.secrets, home.read().settings.proxy)),
    )
  const apply = async (settings: MachineSettings) => {
    await applyProxy()
    await applyAround(settings)
  }
  const applyAround = async (settings: MachineSettings) => {
    await ports.desktop?.apply(settings)
    ports.updates?.apply(settings.updates)
    await ports.localApi?.apply(settings, call)
  }
  const settings = settingsHandlers({ ports, home, accounts, host, version, apply, changed })

  const domains = createLazyDomains({
    ports,
    home,
    accounts,
    handlerContext,
    settings,
    enter,
    apply,
    changed,
    caller,
    program: { version, host: `${host} on ${process.platform}, Node ${process.versions.node}` },
    // Without background work no other code makes the daily backup, or drops what was forgotten.
    async afterSync() {
      if (options.background) return
      await session()?.databaseKeeper.makeDueBackup()
      await session()?.databaseKeeper.tidy()
    },
  })

  async function beat(): Promise<void> {
    await watch?.tick()
    const open = session()
    if (!open || watch?.isAway()) return
    const { takeDueReminders } = await import('./handlers/reminders.ts')
    for (const reminder of await takeDueReminders(open.context))
      emit({ event: 'reminder', reminder })
  }

  /**
   * Repeats a round until the core closes. What the disk refuses in one round is retried in the
   * next; it never ends the program.
   */
  async function repeat(every: number, round: () => Promise<void>): Promise<void> {
    for (; !closing.signal.aborted; await ports.clock.sleep(every, closing.signal)) {
      try {
        await round()
      } catch (thrown) {
        ports.log.warn('a background task failed', { why: String(thrown) })
        if (toStorageFailure(thrown)) session()?.databaseKeeper.checkAfterError()
      }
    }
  }

  /** Handles a signal. An error of the disk is logged, so that the host does not hang. */
  async function notice(signal: SystemSignal): Promise<void> {
    try {
      await watch?.handleSignal(signal)
    } catch (thrown) {
      ports.log.warn('couldn’t handle a system signal', { signal, why: String(thrown) })
      if (toStorageFailure(thrown)) session()?.databaseKeeper.checkAfterError()
    }
  }

  const dispatch = createDispatch(domains, ports.log, () =>
    session()?.databaseKeeper.checkAfterError(),
  )
  const call: Core['call'] = (name, input, given) =>
    callers.run({ ...hostCaller, ...given }, () => dispatch(name, input))
  // An account that is opened may contact its service at once, so the proxy is applied before. A
  // keychain may ask the person first, and no window waits for that: until then the proxy is used
  // without a password.
  const ready = new AbortController()
  await Promise.race([
    applyProxy().finally(() => ready.abort()),
    ports.clock.sleep(passwordPatience, ready.signal),
  ])
  if (!ready.signal.aborted) ports.network?.apply({ ...home.read().settings.proxy, password: null })
  await accounts.open(accounts.record())
  await applyAround(home.read().settings)
  const unlisten = [ports.desktop?.onChange?.(changed), ports.updates?.onChange(changed)]
  const background = watching
    ? [repeat(watching.heartbeatInterval, beat), repeat(filesInterval, accounts.lookAtFiles)]
    : []

  return {
    call,
    on(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    handleSystemSignal: (signal) => (options.background ? notice(signal) : Promise.resolve()),
    async close() {
      unlisten.forEach((end) => end?.())
      await ports.localApi?.close()
      closing.abort()
      await Promise.all(background)
      if (options.background) await notice({ is: 'quit' })
      await accounts.close()
    },
  }
}
