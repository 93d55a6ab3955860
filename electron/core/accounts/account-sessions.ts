/**
 * Keeps at most one account open, opens and closes accounts one at a time, and leaves an account
 * whose files were removed.
 */
import { fail, ok, type Result } from '#shared/errors.ts'
import type { CoreEvent } from '#shared/ipc/contract.ts'
import type { DatabaseProblem } from '#shared/ipc/database-integrity.ts'
import { createSerialQueue } from '#shared/serial-queue.ts'
import type { Caller, CorePorts } from '../ports.ts'
import { accountPaths } from '../backup/account-paths.ts'
import { fileVersion } from './database-file.ts'
import { saveAccountRecord, type AccountRecord, type Home } from './home.ts'
import { openSession, type Session } from './session.ts'
import { isTransientProblem, withCliHints } from './database-problem.ts'

export interface AccountSessions {
  session(): Session | null
  /** Why the account's database cannot be used; null when there is no problem. */
  trouble(): DatabaseProblem | null
  /** The current account of this computer. */
  record(): AccountRecord | undefined
  /** Closes the open account and opens this one; without a record no account is open afterwards. */
  open(record: AccountRecord | undefined): Promise<Result<null>>
  /** Fails with `conflict` where the running call is about another account. */
  checkMeant(record: AccountRecord): Result<null>
  /**
   * Runs a call that needs an open account. Fails with `conflict` where it is about another account,
   * and where the account is closed before the call ends.
   */
  withOpenAccount<Value>(run: (open: Session) => Promise<Result<Value>>): Promise<Result<Value>>
  /** Runs a function while no account is open, then opens the current one again. */
  whileClosed<T>(run: () => Promise<T>): Promise<T>
  /**
   * Leaves the open account where its files were removed or replaced. Opens it again where its
   * problem may have gone away: without action, or because the file was replaced or repaired.
   */
  lookAtFiles(): Promise<void>
  /** Closes the open account for good; no other one is opened afterwards. */
  close(): Promise<void>
}

export interface AccountSessionsOptions {
  ports: CorePorts
  home: Home
  /** True in an app: sync runs automatically. */
  background: boolean
  /** Who makes the running call. */
  caller(): Caller
  /** Runs a function, and what it leaves running, outside of any call. */
  asHost<Value>(run: () => Value): Value
  emit(event: CoreEvent): void
  /** Called when an account was opened, before any call uses it. */
  onOpen(session: Session): Promise<void>
  /** Called before a usable account is closed. */
  onClose(session: Session): Promise<void>
}

export function createAccountSessions(options: AccountSessionsOptions): AccountSessions {
  const { ports, home, background, emit } = options
  let session: Session | null = null
  let trouble: DatabaseProblem | null = null
  /** The account and its file when the trouble was found, and at the last look at them. */
  let versions = { found: '', seen: '' }
  let isClosed = false

  const readable = (problem: DatabaseProblem) =>
    options.caller().is === 'command' ? withCliHints(problem) : problem

  const checkMeant = (record: AccountRecord): Result<null> =>
    [undefined, record.account].includes(options.caller().account)
      ? ok(null)
      : fail('conflict', 'Another account is open now. Nothing was changed')

  const currentRecord = () => {
    const state = home.read()
    return state.accounts.find((record) => record.account === state.current)
  }

  /** The current account, with the version of its file. */
  function currentVersion(): string {
    try {
      const record = currentRecord()
      if (!record) return ''
      return `${record.account} ${fileVersion(accountPaths(home.folder(record.account)).database)}`
    } catch {
      // What cannot be read for a moment says nothing about the file.
      return versions.seen
    }
  }

  /**
   * True once what has changed since the trouble was found is the same at two looks: a file that is
   * still being copied would be taken for damaged.
   */
  function isReplaced(): boolean {
    const { found, seen } = versions
    versions = { found, seen: currentVersion() }
    return versions.seen !== found && versions.seen === seen
  }

  /**
   * Serializes opening and closing. Two at once could leave a session that syncs and is never
   * closed.
   */
  const inTurn = createSerialQueue()

  async function closeOpen(): Promise<void> {
    const closed = session
    if (!closed) return
    await quietly(() => options.onClose(closed))
    session = null
    await closed.close()
  }

  /** Logs errors of the callbacks, so that they do not keep an account from opening or closing. */
  async function quietly(run: () => Promise<void>): Promise<void> {
    try {
      await run()
    } catch (thrown) {
      ports.log.warn('a callback for an account threw', { why: String(thrown) })
    }
  }

  const open = (record: AccountRecord | undefined, damage?: string): Promise<Result<null>> =>
    inTurn(() => openNext(record, damage))

  async function openNext(
    record: AccountRecord | undefined,
    damage?: string,
  ): Promise<Result<null>> {
    await closeOpen()
    // The program is ending: a session that is opened now would never be closed.
    if (isClosed) return ok(null)
    if (!record) trouble = null
    if (record) {
      const onDamage = (why: string) => void open(record, why)
      const opened = await options.asHost(() =>
        openSession({ ports, home, record, background, emit, damage, onDamage }),
      )
      if (!opened.ok) {
        trouble = opened.trouble
        const version = currentVersion()
        versions = { found: version, seen: version }
        emit({ event: 'app-state-changed' })
        return fail('database', readable(trouble).message)
      }
      await quietly(() => options.onOpen(opened.value))
      session = opened.value
      trouble = null
      // The demo's service has a new address after each start; scripts look it up in the list.
      if (session.record.url !== record.url) saveAccountRecord(home, session.record)
    }
    emit({ event: 'app-state-changed' })
    return ok(null)
  }

  /** Turns an error of a call whose account was closed under it into a failure; it is no bug. */
  async function runIn<Value>(
    open: Session,
    run: (open: Session) => Promise<Result<Value>>,
  ): Promise<Result<Value>> {
    try {
      return await run(open)
    } catch (thrown) {
      if (session === open) throw thrown
      ports.log.info('the account was closed during a call', { why: String(thrown) })
      return fail(
        'conflict',
        'The account was closed in the meantime. Check whether this was done before you do it again',
      )
    }
  }

  const leave = () =>
    inTurn(async () => {
      if (!session || session.isDatabaseInPlace()) return
      const { account } = session.record
      const left = session
      session = null
      try {
        await left.close()
      } catch (thrown) {
        // Its last writes failed because its files are gone.
        ports.log.warn('couldn’t close an account whose files are gone', {
          account,
          why: String(thrown),
        })
      }
      await openNext(currentRecord())
    })

  return {
    session: () => session,
    trouble: () => trouble && readable(trouble),
    record: currentRecord,
    checkMeant,
    open,
    async withOpenAccount(run) {
      // Waits while an account is being opened or a backup is being restored.
      if (!session) await inTurn.settled()
      if (session && !session.isDatabaseInPlace()) {
        await leave()
        return fail(
          'no-account',
          'The open account is no longer on this computer. Nothing was changed',
        )
      }
      if (session) {
        const meant = checkMeant(session.record)
        return meant.ok ? runIn(session, run) : meant
      }
      return trouble === null
        ? fail('no-account', 'Set up Stint first: connect to a service, or use this computer only')
        : fail('database', readable(trouble).message)
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
    async lookAtFiles() {
      if (session && !session.isDatabaseInPlace()) await leave()
      // A computer that sleeps gives no sign of life, and with its first one the account would be
      // open twice.
      if (!trouble || trouble.is === 'elsewhere') return
      if (!isTransientProblem(trouble) && !isReplaced()) return
      await inTurn(async () => {
        if (trouble) await openNext(currentRecord())
      })
    },
    close() {
      isClosed = true
      return inTurn(closeOpen)
    },
  }
}
