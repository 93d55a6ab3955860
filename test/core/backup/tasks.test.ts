/** Tasks on the thread beside the main one: none leaves a file open or a job half done. */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { walSizeThreshold, walSize } from '#core/backup/wal-checkpoint.ts'
import { copyDatabase } from '#core/backup/copy-database.ts'
import { checkDatabaseFile } from '#core/backup/inspect-database.ts'
import { unfinishedDatabasePath, type AccountPaths } from '#core/backup/account-paths.ts'
import { restoreDatabase } from '#core/backup/restore-database.ts'
import { createTaskRunner, type WorkerTasks } from '#core/backup/worker-tasks.ts'
import { runOffThread } from '#core/node/run-off-thread.ts'
import { taskAborted, type TaskSignal } from '#core/thread.ts'
import { unwrap } from '#shared/errors.ts'
import { entries, notes, openAccount, placesOf, tryAccount, work } from '../../support/account.ts'
import { testFolder } from '../../support/folder.ts'
import { needs } from '../../support/needs.ts'
import { testNow } from '../../support/store.ts'
import { onAnyDay } from '../../support/test-day.ts'
import { until } from '../../support/until.ts'

onAnyDay()

const runTask = createTaskRunner(runOffThread)

/** A closed account with entries, and a backup of it. */
async function account() {
  const folder = testFolder()
  const paths = placesOf(folder)
  const open = await openAccount(folder)
  await work(open, 5)
  const { file: backup } = unwrap(await open.databaseKeeper.backups.make('asked'))
  await open.close()
  return { folder, paths, backup }
}

/** Files of a folder that this process has open, on any thread. */
const openIn = (folder: string): string[] =>
  readdirSync('/proc/self/fd').flatMap((descriptor) => {
    try {
      const file = readlinkSync(join('/proc/self/fd', descriptor))
      return file.startsWith(folder) ? [file.slice(folder.length + 1)] : []
    } catch {
      // It was the one that listed the folder.
      return []
    }
  })

const restoring = (paths: AccountPaths, from: string | null) => ({
  ...{ paths, from, stamp: '2026-11-19T08-00-00', now: testNow },
  machine: null,
})

const inputs: {
  [Name in keyof WorkerTasks]: (
    paths: AccountPaths,
    backup: string,
  ) => Parameters<WorkerTasks[Name]>[0]
} = {
  'database.check': ({ database }) => ({ file: database, thorough: true }),
  'database.copy': ({ database, backups }) => ({ from: database, to: join(backups, 'copy.db') }),
  'database.inspect': (_, backup) => ({ file: backup }),
  'database.restore': (paths, backup) => restoring(paths, backup),
  'database.catch-up': ({ database, journal }) => ({ database, journal }),
  'database.checkpoint': ({ database }) => ({ file: database }),
  'database.orphans': ({ database }) => ({ file: database }),
  'database.leftovers': ({ database }) => ({ file: database }),
  'database.rows': ({ database }) => ({ file: database }),
  'journal.compact': (paths) => paths,
  'journal.count': ({ journal }) => ({ file: journal }),
}
const names = Object.keys(inputs) as (keyof WorkerTasks)[]

describe('no file is open after', () => {
  needs(existsSync('/proc/self/fd'), 'this system does not list the files that a process has open')

  it.for(names)('%s', async (name) => {
    const { folder, paths, backup } = await account()
    await runTask(name, inputs[name](paths, backup) as never)
    expect(openIn(folder)).toEqual([])
  })

  it.for(names)('%s of damaged files', async (name) => {
    const { folder, paths, backup } = await account()
    for (const file of [paths.database, backup, paths.journal]) {
      truncateSync(file, 5_000)
      writeFileSync(file, Buffer.alloc(1_000, 0x5a), { flag: 'r+' })
    }
    await runTask(name, inputs[name](paths, backup) as never).catch(() => undefined)
    expect(openIn(folder)).toEqual([])
  })
})

/** The signal of a task that is aborted at the last moment. */
const abortedAtCommit: TaskSignal = {
  throwIfAborted() {},
  commit() {
    throw taskAborted()
  },
}

describe('aborted at the last moment,', () => {
  it('a copy leaves no file', async () => {
    const { folder, paths } = await account()
    const input = { from: paths.database, to: join(paths.backups, 'copy.db') }
    await expect(copyDatabase(input, abortedAtCommit)).rejects.toThrow('aborted')
    expect(readdirSync(paths.backups).filter((name) => name.startsWith('copy'))).toEqual([])
    expect(openIn(folder)).toEqual([])
  })

  it('a restore leaves the database that was there', async () => {
    const { folder, paths } = await account()
    const restored = restoreDatabase(restoring(paths, null), abortedAtCommit)
    await expect(restored).rejects.toThrow('aborted')
    expect(existsSync(paths.aside)).toBe(false)
    expect(existsSync(unfinishedDatabasePath(paths))).toBe(false)
    expect(openIn(folder)).toEqual([])
    expect(await notes(await openAccount(folder))).toEqual(entries(5))
  })

  it('a restore in place of a missing file leaves nothing that could be mistaken for it', async () => {
    const { paths, backup } = await account()
    rmSync(paths.database)
    const restored = restoreDatabase(restoring(paths, backup), abortedAtCommit)
    await expect(restored).rejects.toThrow('aborted')
    expect(await tryAccount(paths.folder)).toMatchObject({ is: 'missing' })
  })
})

describe('a copy in a folder where others can write', () => {
  needs(process.platform !== 'win32', 'Windows has no modes')

  /** Copies into such a folder; `commit` runs when the copy is complete and has no name yet. */
  async function copyShared(commit: (folder: string) => void) {
    const { paths } = await account()
    const folder = testFolder()
    chmodSync(folder, 0o777)
    const input = { from: paths.database, to: join(folder, 'b.db') }
    const signal: TaskSignal = { throwIfAborted() {}, commit: () => commit(folder) }
    return { folder, copied: copyDatabase(input, signal) }
  }

  it('is private until it has its name, and leaves nothing else', async () => {
    const modes: number[] = []
    const { folder, copied } = await copyShared((shared) => {
      const names = readdirSync(shared, { recursive: true, encoding: 'utf8' })
      modes.push(...names.map((name) => statSync(join(shared, name)).mode & 0o777))
    })
    expect(await copied).toMatchObject({ is: 'good' })
    expect(modes).toEqual([0o700, 0o600])
    expect(readdirSync(folder)).toEqual(['b.db'])
    expect(statSync(join(folder, 'b.db')).mode & 0o777).toBe(0o600)
  })

  it('fails when others have put a folder of theirs in its place', async () => {
    const { folder, copied } = await copyShared((shared) => {
      const [name = ''] = readdirSync(shared)
      renameSync(join(shared, name), join(shared, 'taken'))
      mkdirSync(join(shared, name))
      writeFileSync(join(shared, name, 'copy.db'), 'another database')
    })
    await expect(copied).rejects.toMatchObject({ code: 'EACCES' })
    expect(readdirSync(folder)).toEqual(['taken'])
  })
})

it('a check that is aborted before it reads the pages ends there', async () => {
  const { folder, paths } = await account()
  const aborted: TaskSignal = {
    throwIfAborted() {
      throw taskAborted()
    },
    commit() {},
  }
  const checked = checkDatabaseFile({ file: paths.database, thorough: true }, aborted)
  await expect(checked).rejects.toMatchObject({ name: 'AbortError' })
  expect(openIn(folder)).toEqual([])
})

it('a copy that is under way when the account is closed is aborted, with a plain sentence', async () => {
  const { folder, paths } = await account()
  const open = await openAccount(folder)
  const made = [
    open.databaseKeeper.backups.make('asked'),
    open.databaseKeeper.backups.make('asked'),
  ]
  await open.close()
  for (const backup of await Promise.all(made)) {
    expect(backup).toMatchObject({
      ok: false,
      error: { code: 'conflict', message: 'The account was closed before the copy was finished' },
    })
  }
  expect(readdirSync(paths.backups)).toHaveLength(1)
  expect(openIn(folder)).toEqual([])
})

it('a WAL that has grown long is checkpointed into the file while the app works', async () => {
  const folder = testFolder()
  const paths = placesOf(folder)
  const open = await openAccount(folder, { background: true })
  await work(open, 1)
  const { db } = open.store
  const long = 'x'.repeat(1024 ** 2)
  for (let n = 0; walSize(paths.database) < walSizeThreshold; n++) {
    await db
      .insertInto('setting')
      .values({ key: `long ${n}`, value: long })
      .execute()
  }
  await until(() => expect(walSize(paths.database)).toBeLessThan(walSizeThreshold))
  expect(await notes(open)).toEqual(entries(1))
})
