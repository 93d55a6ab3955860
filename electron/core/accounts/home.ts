/**
 * The data folder: the list of accounts, the current account, and the settings of this computer.
 * They are stored in one small JSON file that is replaced as a whole; each account has a folder of
 * its own with its database.
 */
import { existsSync, linkSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fail, type Result } from '#shared/errors.ts'
import { machineDefaults, machineSettings, type MachineSettings } from '#shared/ipc/settings.ts'
import { z } from '#shared/resources/zod.ts'
import { parseJson } from '#shared/rules/parse-json.ts'
import { makePrivateFolder } from '../private-folder.ts'
import { tolerantObject } from '../store/account/tolerant-object.ts'
import { replaceFile } from '../unfinished-file.ts'
import { recoverAccountList } from './recover-account-list.ts'
import { accountRecord, type AccountRecord } from './account-record.ts'

export type { AccountRecord }

const homeFile = z.object({
  current: z.string().nullable(),
  accounts: z.array(accountRecord),
})
export interface HomeState {
  readonly current: string | null
  readonly accounts: readonly AccountRecord[]
  readonly settings: Readonly<MachineSettings>
}

/**
 * Settings are top-level keys beside the accounts, where older versions of the program store the
 * only setting they know.
 */
const settingsIn = tolerantObject(machineSettings.shape, machineDefaults)

const empty: HomeState = { current: null, settings: machineDefaults, accounts: [] }

export interface Home {
  /** Re-reads the file, because another process may have changed it. */
  read(): HomeState
  write(state: HomeState): void
  /**
   * Sets up the only account of a kind under a name: the given one or, where several processes do so
   * at the same time, the first one's.
   */
  setUp<Value>(kind: AccountRecord['kind'], name: string, run: (name: string) => Value): Value
  /** Returns the folder of an account, and creates it when absent. */
  folder(account: string): string
  removeFolder(account: string): void
}

export const accountNotFound = (name: string): Result<never> =>
  fail('not-found', 'Can’t find account {name}', { name })

export function openHome(path: string): Home {
  const file = join(path, 'stint.json')
  const second = join(path, 'stint.second.json')
  const folderOf = (account: string) => join(path, 'accounts', account)
  const write = ({ current, settings, accounts }: HomeState): void => {
    makePrivateFolder(path)
    const text = `${JSON.stringify({ current, ...settings, accounts }, null, 2)}\n`
    replaceFile(file, text)
    replaceFile(second, text)
  }
  /** Caches the parsed file, because a command reads it several times. */
  let understood: { text: string; state: HomeState } | undefined
  const stateIn = (text: string): HomeState | undefined => {
    if (understood?.text === text) return understood.state
    const document = parsed(text)
    const known = homeFile.safeParse(document)
    if (!known.success) return undefined
    const state = { ...known.data, settings: settingsIn(document) }
    understood = { text, state }
    return state
  }
  return {
    read() {
      // Each copy is written as a whole, so only a damaged disk can spoil both. The list is then
      // rebuilt from the accounts' databases.
      const present = [file, second].filter((path) => existsSync(path))
      for (const written of present) {
        const state = stateIn(readFileSync(written, 'utf8'))
        if (state) return state
      }
      const found = recoverAccountList(join(path, 'accounts'))
      if (present.length === 0 && found.length === 0) return empty
      for (const unreadable of present) setAside(unreadable)
      const state = { ...empty, current: found[0]?.account ?? null, accounts: found }
      write(state)
      return state
    },
    write,
    setUp(kind, name, run) {
      makePrivateFolder(path)
      const claim = join(path, `${kind}.claim`)
      try {
        return run(claimedName(claim, name))
      } finally {
        rmSync(claim, { force: true })
      }
    },
    folder(account) {
      const folder = folderOf(account)
      makePrivateFolder(folder)
      return folder
    },
    removeFolder(account) {
      rmSync(folderOf(account), { recursive: true, force: true })
    },
  }
}

/** Adds or replaces the account's record and makes it the current one. */
export function saveAccountRecord(home: Home, record: AccountRecord): void {
  const state = home.read()
  const others = state.accounts.filter((other) => other.account !== record.account)
  home.write({ ...state, current: record.account, accounts: [...others, record] })
}

/** Stores the service's new address, whichever account is current. */
export function saveServiceUrl(home: Home, account: string, url: string): void {
  const state = home.read()
  const accounts = state.accounts.map((one) => (one.account === account ? { ...one, url } : one))
  home.write({ ...state, accounts })
}

/** Keeps an unreadable file under a name that the program does not read. Nothing is deleted. */
function setAside(file: string): void {
  let number = 1
  while (existsSync(`${file}.damaged-${number}`)) number++
  try {
    renameSync(file, `${file}.damaged-${number}`)
  } catch (thrown) {
    // Another process renamed it at the same time.
    if ((thrown as { code?: unknown }).code !== 'ENOENT') throw thrown
  }
}

/** Parses JSON; undefined where the text is not JSON. */
function parsed(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}

/**
 * Returns the name in the claim, which is this one unless another process was first. Without a claim,
 * because the file system has no links, it is this one, too.
 */
function claimedName(claim: string, name: string): string {
  const finished = `${claim}.${process.pid}.new`
  replaceFile(finished, name)
  try {
    linkSync(finished, claim)
  } catch {
    // It exists, or cannot be made.
  }
  rmSync(finished, { force: true })
  return accountRecord.shape.account.safeParse(textIn(claim)).data ?? name
}

/** Returns undefined for a file that cannot be read. */
function textIn(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
