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
import type { Trouble } from '#shared/ipc/integrity.ts'
import type { AppState } from '#shared/ipc/views.ts'
import type { RoundingRule } from '#shared/rules/increments.ts'
import { storageProblem } from '#shared/storage-problem.ts'
import { keep, summaryOf } from './accounts/accounts.ts'
import { openHome, type AccountRecord } from './accounts/home.ts'
import { openSession, type Session } from './accounts/session.ts'
import { passes, withCommands } from './accounts/trouble.ts'
import { categoryHandlers } from './handlers/categories.ts'
import { accountHandlers } from './handlers/accounts.ts'
import type { Desk } from './handlers/desk.ts'
import { createDispatch, type Dispatch, type Handlers } from './handlers/dispatch.ts'
import { expenseHandlers } from './handlers/expenses.ts'
import { historyHandlers } from './handlers/history.ts'
import { integrityHandlers } from './handlers/integrity.ts'
import { inboxHandlers } from './handlers/inbox.ts'
import { matchingHandlers } from './handlers/matching.ts'
import { referenceHandlers } from './handlers/references.ts'
import { syncHandlers } from './handlers/sync.ts'
import { timerHandlers, timerStatus } from './handlers/timer.ts'
import { timeHandlers } from './handlers/times.ts'
import { webhookHandlers } from './handlers/webhooks.ts'
import { trashHandlers } from './handlers/trash.ts'
import type { CorePorts } from './ports.ts'
import { mineOf, namesUsers } from './handlers/mine.ts'
import { writeEverythingIsMine } from './store/me.ts'
import { readSetting, writeSetting } from './store/settings.ts'
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
/** How often an app looks whether a trouble that passes by itself has passed. */
const troubleInterval = 2_000

export async function createCore(ports: CorePorts, options: CoreOptions): Promise<Core> {
  const home = openHome(options.home)
  const listeners = new Set<(event: CoreEvent) => void>()
  const closing = new AbortController()
  let session: Session | null = null
  let trouble: Trouble | null = null
  let opening: Promise<unknown> = Promise.resolve()

  const emit = (event: CoreEvent) => {
    for (const listener of listeners) listener(event)
  }

  /** Closes the open account and opens this one; without one nothing is open. */
  const open = (record: AccountRecord | undefined, damage?: string): Promise<Result<null>> =>
    inTurn(() => openNext(record, damage))

  /** One after the other: of two at once, one would stay open and sync with nobody to close it. */
  function inTurn<T>(run: () => Promise<T>): Promise<T> {
    const turn = opening.then(run)
    opening = turn.catch(() => undefined)
    return turn
  }

  async function closeOpen(): Promise<void> {
    const closed = session
    session = null
    await closed?.close()
  }

  async function openNext(
    record: AccountRecord | undefined,
    damage?: string,
  ): Promise<Result<null>> {
    await closeOpen()
    if (!record) trouble = null
    if (record) {
      const { background } = options
      const onDamage = (why: string) => void open(record, why)
      const opened = await openSession({
        ...{ ports, home, record, background, emit, damage, onDamage },
      })
      if (!opened.ok) {
        trouble = options.host === 'cli' ? withCommands(opened.trouble) : opened.trouble
        emit({ event: 'app' })
        return fail('database', trouble.message)
      }
      session = opened.value
      trouble = null
      // The demo's service stands at another address after each start; scripts look it up here.
      if (session.record.url !== record.url) keep(home, session.record)
    }
    emit({ event: 'app' })
    return ok(null)
  }

  /** Another process removed the open account, or put other files in its place. */
  function isGone({ record, isThere }: Session): boolean {
    return !isThere() || !isListed(record)
  }

  function isListed({ account }: AccountRecord): boolean {
    try {
      return home.read().accounts.some((record) => record.account === account)
    } catch (thrown) {
      // A list that cannot be read does not say that the account is gone.
      if (!storageProblem(thrown)) throw thrown
      return true
    }
  }

  const leaveWhatIsGone = () =>
    inTurn(async () => {
      if (!session || !isGone(session)) return
      const { account } = session.record
      try {
        await closeOpen()
      } catch (thrown) {
        // What it wanted to write at its end has nowhere to go.
        ports.log.warn('An account that is gone was left', { account, why: String(thrown) })
      }
      await openNext(currentRecord())
    })

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
    const settings = await accountSettings()
    return ok({
      version: options.version,
      host: options.host,
      account: record ? summaryOf(record) : null,
      namesUsers: session ? await namesUsers(session.context.db) : false,
      zone: ports.clock.zone(),
      settings: { theme: home.read().theme, ...settings },
      trouble,
      recovery: session?.recovery() ?? null,
    })
  }

  /** What the account says of itself; a database that cannot be read says nothing. */
  async function accountSettings(): Promise<Omit<AppState['settings'], 'theme'>> {
    const otherwise = { rounding: 'up', everythingIsMine: true } as const
    if (!session) return otherwise
    const { db } = session.context
    try {
      const rounding = await readSetting<RoundingRule>(db, 'rounding', 'up')
      return { rounding, everythingIsMine: (await mineOf(db)).everything }
    } catch (thrown) {
      if (!storageProblem(thrown)) throw thrown
      session.custody.doubt()
      return otherwise
    }
  }

  /** Runs a call that needs an open account. */
  async function inAccount<Value>(
    run: (open: Session) => Promise<Result<Value>>,
  ): Promise<Result<Value>> {
    // It is being opened, or a backup is put in its place: that is waited for.
    if (!session) await opening
    if (session && !session.isThere()) {
      await leaveWhatIsGone()
      return fail(
        'no-account',
        'The account that was open is not on this machine any more. Nothing was changed',
      )
    }
    if (session) return run(session)
    return trouble === null
      ? fail('no-account', 'Choose first where your time goes: connect to a service, or work here')
      : fail('database', trouble.message)
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

    ...accountHandlers({
      ports,
      home,
      inAccount,
      enter,
      open,
      session: () => session,
      record: currentRecord,
      changed: () => emit({ event: 'app' }),
    }),

    ...referenceHandlers(desk),
    ...webhookHandlers(desk),
    ...matchingHandlers(desk),
    ...timeHandlers(desk),
    ...expenseHandlers(desk),
    ...categoryHandlers(desk),
    ...timerHandlers(desk),
    ...historyHandlers(desk),
    ...trashHandlers(desk),
    ...inboxHandlers(desk),
    ...syncHandlers(
      desk,
      {
        version: options.version,
        host: `${options.host} on ${process.platform}, Node ${process.versions.node}`,
      },
      // Without the background nobody else makes the daily backup.
      async () => {
        if (!options.background) await session?.custody.makeDue()
      },
    ),

    ...integrityHandlers({
      ports,
      home,
      namesFiles: options.host === 'cli',
      record: currentRecord,
      session: () => session,
      trouble: () => trouble,
      whileClosed: (run) =>
        inTurn(async () => {
          await closeOpen()
          try {
            return await run()
          } finally {
            await openNext(currentRecord())
          }
        }),
      state,
      changed: () => emit({ event: 'app' }),
    }),

    'settings.set': async ({ theme, rounding, everythingIsMine }) => {
      if (theme) home.write({ ...home.read(), theme })
      if (rounding && session) await writeSetting(session.context.db, 'rounding', rounding)
      if (everythingIsMine !== undefined && session) {
        await writeEverythingIsMine(session.context.db, everythingIsMine)
      }
      emit({ event: 'app' })
      return state()
    },
  }

  /** Tells windows what another process committed. */
  async function lookForForeignChange(): Promise<void> {
    if (session && isGone(session)) await leaveWhatIsGone()
    if (!session?.foreignChange()) return
    for (const resource of changedResources) emit({ event: 'changed', resource, locals: 'all' })
    emit({ event: 'timer', status: await timerStatus(session.context) })
    session.sync?.wake()
  }

  async function beat(): Promise<void> {
    if (session) await writeHeartbeat(session.context.db, ports.clock.now())
  }

  async function lookAtTrouble(): Promise<void> {
    if (trouble && passes(trouble)) await open(currentRecord())
  }

  /** What the disk refuses in one round is tried in the next; it never ends the program. */
  async function repeat(every: number, round: () => Promise<void>): Promise<void> {
    for (; !closing.signal.aborted; await ports.clock.sleep(every, closing.signal)) {
      try {
        await round()
      } catch (thrown) {
        ports.log.warn('A round in the background ended early', { why: String(thrown) })
        if (storageProblem(thrown)) session?.custody.doubt()
      }
    }
  }

  await open(currentRecord())
  const background = options.background
    ? [
        repeat(foreignInterval, lookForForeignChange),
        repeat(heartbeatInterval, beat),
        repeat(troubleInterval, lookAtTrouble),
      ]
    : []
  const call: (name: CallName | string, input: unknown) => Promise<Result<unknown>> =
    createDispatch(handlers, ports.log, () => session?.custody.doubt())

  return {
    call,
    on(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async close() {
      closing.abort()
      await Promise.all(background)
      await inTurn(closeOpen)
    },
  }
}
