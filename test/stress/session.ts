/**
 * A process that works on accounts as an app and a person do, in an order that a seed gives: `node
 * session.ts FOLDER SEED alone|beside`. It prints `+ ACCOUNT ENTRY` for each entry that the core
 * has acknowledged, and `lost …` or `wrong …` for each violation.
 */
import {
  existsSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import Sqlite from 'better-sqlite3'
import { createCore, type Core } from '#core/core.ts'
import { accountPaths, type AccountPaths } from '#core/backup/account-paths.ts'
import { createNodePorts } from '#core/node/node-ports.ts'
import { takeOwnerLock } from '#core/node/owner-lock.ts'
import { runOffThread } from '#core/node/run-off-thread.ts'
import { makePrivateFolder } from '#core/private-folder.ts'
import type { Result } from '#shared/errors.ts'
import type { CallInput, CallName, CallValue } from '#shared/ipc/contract.ts'
import { chance, type Chance } from '../simulation/chance.ts'

const [folder = '', seed = '0', company = 'alone'] = process.argv.slice(2)
const isAlone = company === 'alone'
const say = (text: string) => void process.stdout.write(`${text}\n`)

/** For the other process, which has the data folder until it opens it again, or ends. */
const patience = { command: Infinity, app: Infinity }

/** Timers of the app, which last seconds and minutes, run this many times faster. */
const haste = 20

interface Account {
  name: string
  draw: Chance
  core: Core
  /** Entries that have to exist: the first words of their notes. */
  acknowledged: Set<string>
  /** Promises that are not awaited yet. */
  underWay: Promise<unknown>[]
}

async function openCore(name: string, background: boolean): Promise<Core> {
  const home = join(folder, name)
  const ports = createNodePorts({
    home,
    startService: () => Promise.reject(new Error('no service')),
  })
  const { clock } = ports
  const sleep: typeof clock.sleep = (milliseconds, signal) =>
    clock.sleep(milliseconds / haste, signal)
  const log = { info() {}, warn: (text: string, facts?: object) => console.error(text, facts) }
  makePrivateFolder(home)
  const owning = await takeOwnerLock(home, 'command', () => Promise.resolve(null), patience)
  if (owning.is !== 'taken') throw new Error(`The data folder is ${owning.is}`)
  const core = await createCore(
    { ...ports, log, clock: { ...clock, sleep } },
    { home, host: 'cli', version: '0', background },
  )
  return {
    ...core,
    async close() {
      await core.close()
      owning.lock.release()
    },
  }
}

/** Refusals that come with closing an account. */
const expected = ['conflict', 'no-account']

/** Returns the value, or undefined where the call may be refused and was. */
async function call<Name extends CallName>(
  { core }: Account,
  name: Name,
  input?: CallInput<Name>,
): Promise<CallValue<Name> | undefined> {
  const result = (await core.call(name, input)) as Result<CallValue<Name>>
  if (result.ok) return result.value
  if (!expected.includes(result.error.code)) say(`wrong ${name}: ${JSON.stringify(result.error)}`)
  return undefined
}

function placesOf({ name }: Account): AccountPaths {
  const accounts = join(folder, name, 'accounts')
  return accountPaths(join(accounts, readdirSync(accounts)[0]!))
}

/** Compares what was acknowledged with the database. */
function compare(account: Account, when: string): void {
  const database = new Sqlite(placesOf(account).database, { readonly: true, fileMustExist: true })
  try {
    const there = new Set(
      database
        .prepare<[], string>('select notes from time_entry')
        .pluck()
        .all()
        .map((notes) => notes.split(' ', 1)[0]!),
    )
    const lost = [...account.acknowledged].filter((entry) => !there.has(entry))
    if (lost.length > 0) say(`lost ${account.name} ${when}: ${lost.join(', ')}`)
  } finally {
    database.close()
  }
}

async function write(account: Account, count: number, length = 0): Promise<void> {
  const first = async (name: 'projects.list' | 'tasks.list') =>
    (await call(account, name, {}))?.data[0]
  const project =
    (await first('projects.list')) ??
    (await call(account, 'projects.add', { name: 'Website', currency: 'EUR' }))
  const task = (await first('tasks.list')) ?? (await call(account, 'tasks.add', { name: 'Design' }))
  if (!project || !task) return
  for (let n = 0; n < count; n++) {
    const entry = `${process.pid}-${account.draw.between(0, 2 ** 31)}`
    const notes = `${entry} ${'.'.repeat(length)}`
    const work = { project: project.local, task: task.local, date: '2026-11-19', start: n % 1440 }
    if (!(await call(account, 'times.create', { ...work, quantity: 1, notes }))) continue
    account.acknowledged.add(entry)
    say(`+ ${account.name} ${entry}`)
  }
}

async function reopen(account: Account): Promise<void> {
  await account.core.close()
  await Promise.all(account.underWay.splice(0))
  account.core = await openCore(account.name, account.draw.percent(50))
  await findWayOn(account)
  compare(account, 'after it was opened')
}

/** Acts as a person would when the database cannot be opened. */
async function findWayOn(account: Account): Promise<void> {
  const state = await call(account, 'app.state')
  if (state?.trouble?.is === 'locked') say('wrong app.state: nobody else is there')
  if (!state) return
  if (state.trouble) {
    const [backup] = state.trouble.backups
    if (backup && account.draw.percent(70)) {
      await call(account, 'backup.restore', { name: backup.name })
    } else {
      await call(account, 'database.startEmpty')
    }
  } else if (!state.account) {
    await call(account, 'account.createLocal')
  }
}

async function restore(account: Account): Promise<void> {
  const backups = (await call(account, 'backup.list')) ?? []
  if (backups.length === 0) return
  await call(account, 'backup.restore', { name: account.draw.pick(backups).name })
  await findWayOn(account)
  compare(account, 'after a restore')
}

async function verify(account: Account): Promise<void> {
  const backups = (await call(account, 'backup.list')) ?? []
  if (backups.length === 0) return
  const { name } = account.draw.pick(backups)
  const found = await account.core.call('backup.verify', { name })
  if (found.ok) return
  // A newer one that was made in the meantime may have replaced it.
  const left = (await call(account, 'backup.list')) ?? []
  if (found.error.code !== 'not-found' || left.some((backup) => backup.name === name)) {
    say(`wrong backup.verify: ${JSON.stringify(found.error)}`)
  }
}

/** A task that is aborted somewhere between its beginning and its end. */
async function abort(account: Account): Promise<void> {
  const { database } = placesOf(account)
  const controller = new AbortController()
  const task = account.draw.pick(['database.check', 'database.copy'])
  const copy = join(folder, `${account.name}-${process.pid}.copy`)
  const input = { file: database, thorough: true, from: database, to: copy }
  const done = runOffThread(task, input, controller.signal).catch((thrown: Error) => {
    if (thrown.name !== 'AbortError') say(`wrong ${task}: ${String(thrown)}`)
  })
  await pause(account.draw.between(0, 40))
  controller.abort()
  await done
  rmSync(copy, { force: true })
}

/** Ruins the closed database; the journal has everything. */
async function ruin(account: Account): Promise<void> {
  await account.core.close()
  await Promise.all(account.underWay.splice(0))
  const { database } = placesOf(account)
  const how = account.draw.pick(['overwritten', 'empty', 'gone'])
  if (existsSync(database)) {
    if (how === 'overwritten') writeFileSync(database, Buffer.alloc(statSync(database).size, 0x5a))
    if (how === 'empty') truncateSync(database, 0)
    if (how === 'gone') rmSync(database)
  }
  await reopen(account)
}

const steps: Record<string, (account: Account) => Promise<void> | void> = {
  write: (account) => write(account, account.draw.between(1, 20)),
  // More than the WAL may hold before it is checkpointed into the file.
  'write much': (account) => write(account, 60, 9_000),
  backup: async (account) => void (await call(account, 'backup.make', {})),
  'backup meanwhile': (account) => void account.underWay.push(call(account, 'backup.make', {})),
  'doctor meanwhile': (account) => void account.underWay.push(call(account, 'doctor.run')),
  verify,
  restore,
  abort,
  ruin: (account) => (isAlone ? ruin(account) : reopen(account)),
  reopen,
}
/** The weights of the acts. */
const weights: [step: string, weight: number][] = [
  ['write', 5],
  ['write much', 1],
  ['backup', 3],
  ['backup meanwhile', 3],
  ['doctor meanwhile', 2],
  ['verify', 2],
  ['restore', 2],
  ['abort', 4],
  ['ruin', 2],
  ['reopen', 4],
]
const bag = weights.flatMap(([step, weight]) => Array.from({ length: weight }, () => step))

async function work(name: string, exits: boolean): Promise<void> {
  const draw = chance(seed, name)
  const known = join(folder, `${name}.acknowledged`)
  const lines = existsSync(known) ? readFileSync(known, 'utf8').split('\n') : []
  const account: Account = {
    name,
    draw,
    core: await openCore(name, draw.percent(50)),
    acknowledged: new Set(lines.filter((line) => line !== '')),
    underWay: [],
  }
  await findWayOn(account)
  compare(account, 'at the start')
  for (let left = draw.between(8, 20); left > 0; left--) {
    const step = draw.pick(bag)
    say(`step ${name} ${step}`)
    await steps[step]!(account)
  }
  // As a program that is told to end while it works.
  if (exits) process.exit(0)
  await Promise.all(account.underWay)
  compare(account, 'at the end')
  await account.core.close()
}

const draw = chance(seed, 'session')
const exits = draw.percent(25)
// Two accounts of one process share its thread.
const accounts = draw.percent(40) ? ['a', 'b'] : ['a']
await Promise.all(accounts.map((name) => work(name, exits)))
say('done')
