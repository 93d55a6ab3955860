/** Handlers of the app's state and of the settings. */
import { createSerialQueue } from '#shared/serial-queue.ts'
import { ok, type Result } from '#shared/errors.ts'
import type { accountCalls } from '#shared/ipc/calls/accounts.ts'
import type { CallArguments } from '#shared/ipc/contract.ts'
import {
  accountDefaults,
  accountSettings,
  machineSettings,
  type AccountSettings,
  type MachineSettings,
} from '#shared/ipc/settings.ts'
import type { AppState, OtherTimer } from '#shared/ipc/call-results.ts'
import { toStorageFailure } from '#shared/storage-problem.ts'
import type { AccountRecord, Home } from '../accounts/home.ts'
import type { AccountSessions } from '../accounts/account-sessions.ts'
import { toAccountSummary } from '../accounts/account-record.ts'
import type { Session } from '../accounts/session.ts'
import { accountPaths } from '../backup/account-paths.ts'
import type { CorePorts } from '../ports.ts'
import { readAccountSettings, writeAccountSettings } from '../store/account/account-settings.ts'
import { peekTimerStart } from '../store/account/peek-database.ts'
import { readSyncCheckpoint } from '../sync/pass/sync-checkpoint.ts'
import { allowEdit } from '../actions/stale-edit.ts'
import { noDesktop } from './desktop.ts'
import type { HandlersOf } from './dispatch.ts'
import { serviceNamesUsers } from './entry-ownership.ts'

export interface SettingsOptions {
  ports: CorePorts
  home: Home
  accounts: AccountSessions
  host: AppState['host']
  version: string
  /** Applies the settings to the proxy, the desktop, the updates and the local API. */
  apply(settings: MachineSettings): Promise<void>
  /** Notifies every window. */
  changed(): void
}

type SettingsCalls = Pick<typeof accountCalls, 'app.state' | 'settings.set'>

export function settingsHandlers(options: SettingsOptions): HandlersOf<SettingsCalls> {
  const { ports, home, accounts } = options

  async function state(): Promise<Result<AppState>> {
    const session = accounts.session()
    // Another process may have chosen another account; calls are about the open one.
    const record = session ? listed(home, session.record) : accounts.record()
    return ok({
      version: options.version,
      host: options.host,
      account: record ? toAccountSummary(record) : null,
      namesUsers: session ? await serviceNamesUsers(session.context.db) : false,
      capabilities: session ? (await readSyncCheckpoint(session.context.db)).capabilities : [],
      // Computed on access: naming the zone takes Node 12 ms, and most commands do not need it.
      get zone() {
        return ports.clock.zone()
      },
      settings: { ...home.read().settings, ...(await settingsOf(session)) },
      desktop: ports.desktop?.state() ?? noDesktop,
      updates: ports.updates?.state() ?? null,
      localApi: ports.localApi?.state() ?? null,
      otherTimers: otherTimers(home, session),
      trouble: accounts.trouble(),
      recovery: session?.recovery() ?? null,
    })
  }

  /**
   * Serializes changes: the values that are compared with what the person saw are those that are
   * replaced.
   */
  const inTurn = createSerialQueue()
  async function set({ was, ...input }: CallArguments<'settings.set'>): Promise<Result<AppState>> {
    const current = { ...home.read().settings, ...(await settingsOf(accounts.session())) }
    const allowed = allowEdit<object>(input, was, current)
    if (!allowed.ok) return allowed
    const machine = partOf(input, machineSettings.shape)
    const account = partOf(input, accountSettings.shape)
    if (Object.keys(account).length > 0) {
      const kept = await accounts.withOpenAccount(({ context: { db } }) =>
        db.transaction().execute(async (trx) => ok(await writeAccountSettings(trx, account))),
      )
      if (!kept.ok) return kept
    }
    if (Object.keys(machine).length > 0) {
      const now = home.read()
      home.write({ ...now, settings: { ...now.settings, ...machine } })
      await options.apply(home.read().settings)
    }
    options.changed()
    return state()
  }

  return { 'app.state': state, 'settings.set': (input) => inTurn(() => set(input)) }
}

/** Returns the account's present record in the list. */
const listed = (home: Home, record: AccountRecord): AccountRecord =>
  home.read().accounts.find(({ account }) => account === record.account) ?? record

/** Returns the values that belong to the shape. */
function partOf<Shape extends object, Input extends object>(
  input: Input,
  shape: Shape,
): Pick<Input, keyof Input & keyof Shape> {
  const own = Object.entries(input).filter(
    ([key, value]) => value !== undefined && Object.hasOwn(shape, key),
  )
  return Object.fromEntries(own) as Pick<Input, keyof Input & keyof Shape>
}

/** Reads the account's settings; the defaults where its database cannot be read. */
async function settingsOf(session: Session | null): Promise<AccountSettings> {
  if (!session) return accountDefaults
  const { db } = session.context
  try {
    return await readAccountSettings(db, !(await serviceNamesUsers(db)))
  } catch (thrown) {
    if (!toStorageFailure(thrown)) throw thrown
    session.databaseKeeper.checkAfterError()
    return accountDefaults
  }
}

/**
 * Lists the timers that were left running in other accounts: each account has a timer of its own.
 */
const otherTimers = (home: Home, session: Session | null): OtherTimer[] =>
  home.read().accounts.flatMap(({ account, name }) => {
    if (account === session?.record.account) return []
    const startedAt = peekTimerStart(accountPaths(home.folder(account)).database)
    return startedAt === null ? [] : [{ account, name, startedAt }]
  })
