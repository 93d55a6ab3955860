/**
 * The heart: one place that wires ports, accounts, store, actions, timer and sync into the calls
 * of the contract. Hosts know nothing else of the core.
 */
import { fail, ok, type Result } from '#shared/errors.ts'
import {
  changedResources,
  type CallName,
  type CallValue,
  type CoreEvent,
} from '#shared/ipc/contract.ts'
import type { AppState } from '#shared/ipc/views.ts'
import type { RoundingRule } from '#shared/rules/increments.ts'
import {
  connectAccount,
  demoAccount,
  keep,
  localAccount,
  removeAccount,
  renewToken,
  summaryOf,
  useAccount,
} from './accounts/accounts.ts'
import { openHome, type AccountRecord } from './accounts/home.ts'
import { openSession, type Session } from './accounts/session.ts'
import type { Desk } from './handlers/desk.ts'
import { createDispatch, type Dispatch, type Handlers } from './handlers/dispatch.ts'
import { historyHandlers } from './handlers/history.ts'
import { referenceHandlers } from './handlers/references.ts'
import { syncHandlers } from './handlers/sync.ts'
import { timerHandlers, timerStatus } from './handlers/timer.ts'
import { timeHandlers } from './handlers/times.ts'
import type { CorePorts } from './ports.ts'
import { readSetting, writeSetting } from './store/settings.ts'
import { checkService } from './sync/check.ts'
import { writeHeartbeat } from './timer/timer.ts'

export interface Core {
  /** Runs a call of the contract. Never rejects. */
  call: Dispatch
  /** Hears every event until the answer is called. */
  on(listener: (event: CoreEvent) => void): () => void
  close(): Promise<void>
}

export interface CoreOptions {
  /** The data folder; made when absent. */
  home: string
  host: AppState['host']
  version: string
  /** True in an app: sync and heartbeat run by themselves. */
  background: boolean
}

/** How often the app looks whether another process (the command line) changed the database. */
const foreignInterval = 500
const heartbeatInterval = 30_000

export async function createCore(ports: CorePorts, options: CoreOptions): Promise<Core> {
  const home = openHome(options.home)
  const listeners = new Set<(event: CoreEvent) => void>()
  const closing = new AbortController()
  let session: Session | null = null
  let trouble: string | null = null

  const emit = (event: CoreEvent) => {
    for (const listener of listeners) listener(event)
  }

  /** Closes the open account and opens this one; without one nothing is open. */
  async function open(record: AccountRecord | undefined): Promise<Result<null>> {
    await session?.close()
    session = null
    trouble = null
    if (record) {
      const { background } = options
      const opened = await openSession({ ports, home, record, background, emit })
      if (!opened.ok) {
        trouble = opened.error.message
        emit({ event: 'app' })
        return opened
      }
      session = opened.value
      // The demo's service stands at another address after each start; scripts look it up here.
      if (session.record.url !== record.url) keep(home, session.record)
    }
    emit({ event: 'app' })
    return ok(null)
  }

  const currentRecord = () => {
    const state = home.read()
    return state.accounts.find((record) => record.account === state.current)
  }

  async function enter(record: AccountRecord): Promise<Result<CallValue<'account.connect'>>> {
    const opened = await open(record)
    return opened.ok ? ok(summaryOf(currentRecord() ?? record)) : opened
  }

  async function state(): Promise<Result<AppState>> {
    const record = currentRecord()
    const rounding = session
      ? await readSetting<RoundingRule>(session.context.db, 'rounding', 'up')
      : 'up'
    return ok({
      version: options.version,
      host: options.host,
      account: record ? summaryOf(record) : null,
      zone: ports.clock.zone(),
      settings: { theme: home.read().theme, rounding },
      trouble,
    })
  }

  /** Runs a call that needs an open account. */
  async function inAccount<Value>(
    run: (open: Session) => Promise<Result<Value>>,
  ): Promise<Result<Value>> {
    if (session) return run(session)
    return trouble === null
      ? fail('no-account', 'Choose first where your time goes: connect to a service, or work here')
      : fail('database', trouble)
  }

  /** Runs a call on the timer and tells every window. */
  const onTimer = <Value>(run: (open: Session) => Promise<Result<Value>>) =>
    inAccount(async (open) => {
      const done = await run(open)
      if (done.ok) emit({ event: 'timer', status: await timerStatus(open.context) })
      return done
    })

  const desk: Desk = { inAccount, onTimer, emit }

  const handlers: Handlers = {
    'app.state': state,

    'account.check': (address) => checkService(ports.http, ports.clock, address),
    'account.connect': async (address) => {
      const record = await connectAccount(ports, home, address)
      return record.ok ? enter(record.value) : record
    },
    'account.renew': ({ token }) =>
      inAccount(async ({ record, context }) => {
        const renewed = await renewToken(ports, home, record, context.db, token)
        return renewed.ok ? enter(renewed.value) : renewed
      }),
    'account.local': async () => enter(localAccount(ports, home)),
    'account.demo': async () => enter(demoAccount(ports, home)),
    'account.list': async () => ok(home.read().accounts.map(summaryOf)),
    'account.use': async ({ account }) => {
      const record = useAccount(home, account)
      return record.ok ? enter(record.value) : record
    },
    'account.remove': async ({ account }) => {
      if (session?.record.account === account) await open(undefined)
      const removed = await removeAccount(ports, home, account)
      const next = currentRecord()
      if (session?.record.account !== next?.account) await open(next)
      return removed
    },

    ...referenceHandlers(desk),
    ...timeHandlers(desk),
    ...timerHandlers(desk),
    ...historyHandlers(desk),
    ...syncHandlers(desk),

    'settings.set': async ({ theme, rounding }) => {
      if (theme) home.write({ ...home.read(), theme })
      if (rounding && session) await writeSetting(session.context.db, 'rounding', rounding)
      emit({ event: 'app' })
      return state()
    },
  }

  /** Tells windows what another process committed. */
  async function watchForeignChanges(): Promise<void> {
    while (!closing.signal.aborted) {
      await ports.clock.sleep(foreignInterval, closing.signal)
      if (closing.signal.aborted || !session?.foreignChange()) continue
      for (const resource of changedResources) {
        emit({ event: 'changed', resource, locals: 'all' })
      }
      emit({ event: 'timer', status: await timerStatus(session.context) })
      session.sync?.wake()
    }
  }

  async function beat(): Promise<void> {
    while (!closing.signal.aborted) {
      if (session) await writeHeartbeat(session.context.db, ports.clock.now())
      await ports.clock.sleep(heartbeatInterval, closing.signal)
    }
  }

  await open(currentRecord())
  const background = options.background ? [watchForeignChanges(), beat()] : []
  const call: (name: CallName | string, input: unknown) => Promise<Result<unknown>> =
    createDispatch(handlers, ports.log)

  return {
    call,
    on(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async close() {
      closing.abort()
      await Promise.all(background)
      await session?.close()
      session = null
    },
  }
}
