/** What the app says of itself, and what a person can set. */
import { workInTurn } from '#shared/in-turn.ts'
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
import type { AppState, OtherTimer } from '#shared/ipc/views.ts'
import { storageProblem } from '#shared/storage-problem.ts'
import type { AccountRecord, Home } from '../accounts/home.ts'
import type { OpenAccounts } from '../accounts/open-account.ts'
import { summaryOf } from '../accounts/record.ts'
import type { Session } from '../accounts/session.ts'
import { placesIn } from '../backup/places.ts'
import type { CorePorts } from '../ports.ts'
import { readAccountSettings, writeAccountSettings } from '../store/account-settings.ts'
import { timerIn } from '../store/peek.ts'
import { readMemory } from '../sync/memory.ts'
import { allowEdit } from '../actions/stale-edit.ts'
import { noDesktop } from './desktop.ts'
import type { HandlersOf } from './dispatch.ts'
import { namesUsers } from './mine.ts'

export interface SettingsOptions {
  ports: CorePorts
  home: Home
  accounts: OpenAccounts
  host: AppState['host']
  version: string
  /** Brings what stands around the core in line with the settings. */
  apply(settings: MachineSettings): Promise<void>
  /** Tells every window. */
  changed(): void
}

type SettingsCalls = Pick<typeof accountCalls, 'app.state' | 'settings.set'>

export function settingsHandlers(options: SettingsOptions): HandlersOf<SettingsCalls> {
  const { ports, home, accounts } = options

  async function state(): Promise<Result<AppState>> {
    const session = accounts.session()
    // Another process may have chosen another account; what calls are about is the open one.
    const record = session ? listed(home, session.record) : accounts.record()
    return ok({
      version: options.version,
      host: options.host,
      account: record ? summaryOf(record) : null,
      namesUsers: session ? await namesUsers(session.context.db) : false,
      capabilities: session ? (await readMemory(session.context.db)).capabilities : [],
      // Looked up when it is read: it takes Node 12 ms to name the zone, and most commands go without.
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

  /** What is compared with what was seen is what is there when it is written. */
  const inTurn = workInTurn()
  async function set({ was, ...given }: CallArguments<'settings.set'>): Promise<Result<AppState>> {
    const current = { ...home.read().settings, ...(await settingsOf(accounts.session())) }
    const allowed = allowEdit<object>(given, was, current)
    if (!allowed.ok) return allowed
    const machine = partOf(given, machineSettings.shape)
    const account = partOf(given, accountSettings.shape)
    if (Object.keys(account).length > 0) {
      const kept = await accounts.inAccount(({ context: { db } }) =>
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

  return { 'app.state': state, 'settings.set': (given) => inTurn(() => set(given)) }
}

/** The account as the list has it by now. */
const listed = (home: Home, record: AccountRecord): AccountRecord =>
  home.read().accounts.find(({ account }) => account === record.account) ?? record

/** What of the values belongs to the shape. */
function partOf<Shape extends object, Given extends object>(
  given: Given,
  shape: Shape,
): Pick<Given, keyof Given & keyof Shape> {
  const own = Object.entries(given).filter(
    ([key, value]) => value !== undefined && Object.hasOwn(shape, key),
  )
  return Object.fromEntries(own) as Pick<Given, keyof Given & keyof Shape>
}

/** What the account says of itself; a database that cannot be read says nothing. */
async function settingsOf(session: Session | null): Promise<AccountSettings> {
  if (!session) return accountDefaults
  const { db } = session.context
  try {
    return await readAccountSettings(db, !(await namesUsers(db)))
  } catch (thrown) {
    if (!storageProblem(thrown)) throw thrown
    session.custody.doubt()
    return accountDefaults
  }
}

/** Each account has a timer of its own: one that was left running goes on there. */
const otherTimers = (home: Home, session: Session | null): OtherTimer[] =>
  home.read().accounts.flatMap(({ account, name }) => {
    if (account === session?.record.account) return []
    const startedAt = timerIn(placesIn(home.folder(account)).database)
    return startedAt === null ? [] : [{ account, name, startedAt }]
  })
