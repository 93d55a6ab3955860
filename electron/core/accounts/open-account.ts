/**
 * Which account is open: at most one, opened and closed one after the other, left when another
 * process takes it away.
 */
import { fail, ok, type Result } from '#shared/errors.ts'
import type { CoreEvent } from '#shared/ipc/contract.ts'
import type { Trouble } from '#shared/ipc/integrity.ts'
import { storageProblem } from '#shared/storage-problem.ts'
import { workInTurn } from '#shared/in-turn.ts'
import type { CorePorts } from '../ports.ts'
import { keep, type AccountRecord, type Home } from './home.ts'
import { openSession, type Session } from './session.ts'
import { passes, withCommands } from './trouble.ts'

export interface OpenAccounts {
  session(): Session | null
  /** Why the account's database cannot be used; null when all is well. */
  trouble(): Trouble | null
  /** The account that is the current one on this machine. */
  record(): AccountRecord | undefined
  /** Closes the open account and opens this one; without one nothing is open. */
  open(record: AccountRecord | undefined): Promise<Result<null>>
  /** Runs a call that needs an open account. Fails with `conflict` where it is closed meanwhile. */
  inAccount<Value>(run: (open: Session) => Promise<Result<Value>>): Promise<Result<Value>>
  /** Runs while no account is open, and opens the current one again. */
  whileClosed<T>(run: () => Promise<T>): Promise<T>
  /**
   * Follows what other processes do: leaves the open account where one removed it, or put other
   * files in its place; opens the one that was set up while there was none.
   */
  followOthers(): Promise<void>
  /** Looks whether a trouble that passes by itself has passed. */
  lookAtTrouble(): Promise<void>
  /** Closes the open account; none is opened any more. */
  close(): Promise<void>
}

export interface OpenAccountsOptions {
  ports: CorePorts
  home: Home
  /** True in an app: sync runs by itself. */
  background: boolean
  /** True where who reads a trouble has no window that offers the ways out. */
  namesCommands: boolean
  emit(event: CoreEvent): void
  /** An account was opened, before any call gets at it. */
  onOpen(session: Session): Promise<void>
  /** It is about to be closed, and is well. */
  onClose(session: Session): Promise<void>
}

export function openAccounts(options: OpenAccountsOptions): OpenAccounts {
  const { ports, home, background, emit } = options
  let session: Session | null = null
  let trouble: Trouble | null = null
  let isClosed = false

  const currentRecord = () => {
    const state = home.read()
    return state.accounts.find((record) => record.account === state.current)
  }

  /** One after the other: of two at once, one would stay open and sync with nobody to close it. */
  const inTurn = workInTurn()

  async function closeOpen(): Promise<void> {
    const closed = session
    if (!closed) return
    await quietly(() => options.onClose(closed))
    session = null
    await closed.close()
  }

  /** An account opens and closes whatever is said about its timer. */
  async function quietly(run: () => Promise<void>): Promise<void> {
    try {
      await run()
    } catch (thrown) {
      ports.log.warn('What goes with an account was left out', { why: String(thrown) })
    }
  }

  const open = (record: AccountRecord | undefined, damage?: string): Promise<Result<null>> =>
    inTurn(() => openNext(record, damage))

  async function openNext(
    record: AccountRecord | undefined,
    damage?: string,
  ): Promise<Result<null>> {
    await closeOpen()
    // The program ends: nobody would close what is opened now.
    if (isClosed) return ok(null)
    if (!record) trouble = null
    if (record) {
      const onDamage = (why: string) => void open(record, why)
      const opened = await openSession({
        ...{ ports, home, record, background, emit, damage, onDamage },
      })
      if (!opened.ok) {
        trouble = options.namesCommands ? withCommands(opened.trouble) : opened.trouble
        emit({ event: 'app' })
        return fail('database', trouble.message)
      }
      await quietly(() => options.onOpen(opened.value))
      session = opened.value
      trouble = null
      // The demo's service stands at another address after each start; scripts look it up here.
      if (session.record.url !== record.url) keep(home, session.record)
    }
    emit({ event: 'app' })
    return ok(null)
  }

  /** A call that its account was closed under cannot go on; that is no bug. */
  async function runIn<Value>(
    open: Session,
    run: (open: Session) => Promise<Result<Value>>,
  ): Promise<Result<Value>> {
    try {
      return await run(open)
    } catch (thrown) {
      if (session === open) throw thrown
      ports.log.info('A call ended with its account', { why: String(thrown) })
      return fail(
        'conflict',
        'The account was closed in the meantime. Check whether this was done before you do it again',
      )
    }
  }

  const isGone = ({ record, isThere }: Session): boolean => !isThere() || !isListed(record)

  function isListed({ account }: AccountRecord): boolean {
    try {
      return home.read().accounts.some((record) => record.account === account)
    } catch (thrown) {
      // A list that cannot be read does not say that the account is gone.
      if (!storageProblem(thrown)) throw thrown
      return true
    }
  }

  const leave = () =>
    inTurn(async () => {
      if (!session || !isGone(session)) return
      const { account } = session.record
      const left = session
      session = null
      try {
        await left.close()
      } catch (thrown) {
        // What it wanted to write at its end has nowhere to go.
        ports.log.warn('An account that is gone was left', { account, why: String(thrown) })
      }
      await openNext(currentRecord())
    })

  const openWhatCame = () =>
    inTurn(async () => {
      const record = currentRecord()
      if (!session && !trouble && record) await openNext(record)
    })

  return {
    session: () => session,
    trouble: () => trouble,
    record: currentRecord,
    open,
    async inAccount(run) {
      // It is being opened, or a backup is put in its place: that is waited for.
      if (!session) await inTurn.settled()
      if (session && !session.isThere()) {
        await leave()
        return fail(
          'no-account',
          'The open account is no longer on this computer. Nothing was changed',
        )
      }
      if (session) return runIn(session, run)
      return trouble === null
        ? fail('no-account', 'Set up Stint first: connect to a service, or use this computer only')
        : fail('database', trouble.message)
    },
    whileClosed: (run) =>
      inTurn(async () => {
        await closeOpen()
        try {
          return await run()
        } finally {
          await openNext(currentRecord())
        }
      }),
    async followOthers() {
      if (!session && !trouble && currentRecord()) await openWhatCame()
      if (session && isGone(session)) await leave()
    },
    async lookAtTrouble() {
      if (trouble && passes(trouble)) await open(currentRecord())
    },
    close() {
      isClosed = true
      return inTurn(closeOpen)
    },
  }
}
