/** A database file that is damaged, missing or foreign: what was acknowledged comes back. */
import {
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { createAccountSessions } from '#core/accounts/account-sessions.ts'
import { openHome } from '#core/accounts/home.ts'
import {
  readRecovery,
  restoreBackup,
  startWithEmptyDatabase,
} from '#core/accounts/recover-database.ts'
import { unfinishedDatabasePath } from '#core/backup/account-paths.ts'
import { unwrap } from '#shared/errors.ts'
import { startTimer } from '#core/timer/timer-actions.ts'
import {
  connectedRecord,
  entries,
  localRecord,
  notes,
  openAccount,
  placesOf,
  quietPorts,
  tryAccount,
  work,
} from '../../support/account.ts'
import { testFolder } from '../../support/folder.ts'
import { onAnyDay } from '../../support/test-day.ts'

onAnyDay()

/** An account with entries in a backup and later ones in the journal alone, and its file. */
async function account(before: number, after: number) {
  const folder = testFolder()
  const paths = placesOf(folder)
  const open = await openAccount(folder)
  await work(open, before)
  unwrap(await open.databaseKeeper.backups.make('daily'))
  await work(open, after, before)
  await open.close()
  return { folder, paths }
}

const ruin = (file: string) => writeFileSync(file, Buffer.alloc(statSync(file).size, 0x5a))

describe('a damaged file', () => {
  it('is set aside; every entry comes back from the backup and the journal without a question', async () => {
    const { folder, paths } = await account(5, 4)
    ruin(paths.database)
    const damaged = readFileSync(paths.database)
    const open = await openAccount(folder)
    expect(await notes(open)).toEqual(entries(9))
    const recovery = readRecovery(paths)!
    expect(recovery.message).toContain('restored the backup')
    expect(recovery.message).toContain('4 unsynced changes')
    expect(recovery.sentences).toContainEqual({
      text: 'Recovered {count} unsynced changes',
      values: { count: 4 },
    })
    // As earlier versions stored it.
    const { at, message, aside } = recovery
    writeFileSync(paths.recovery, JSON.stringify({ at, message, aside }))
    expect(readRecovery(paths)).toEqual({ at, message, aside, sentences: [message] })
    expect(readFileSync(join(recovery.aside!, 'stint.db'))).toEqual(damaged)
  })

  it('is recognized when it is empty', async () => {
    const { folder, paths } = await account(2, 1)
    truncateSync(paths.database, 0)
    expect(await notes(await openAccount(folder))).toEqual(entries(3))
  })

  it('is recognized when it has no table, with a WAL or without', async () => {
    for (const mode of ['wal', 'delete']) {
      const { folder, paths } = await account(2, 1)
      for (const name of readdirSync(folder)) {
        if (name.startsWith('stint.db')) rmSync(join(folder, name))
      }
      const stranger = new Sqlite(paths.database)
      stranger.pragma(`journal_mode = ${mode}`)
      stranger.exec('create table letter (text); drop table letter')
      stranger.close()
      expect(await notes(await openAccount(folder))).toEqual(entries(3))
      expect(readRecovery(paths)!.message).toContain('restored the backup')
    }
  })

  it('is salvaged as far as it can be read, where the journal is missing too', async () => {
    const { folder, paths } = await account(3, 3)
    rmSync(paths.journal)
    const open = await openAccount(folder, { damage: 'a page did not fit' })
    expect(await notes(open)).toEqual(entries(6))
  })

  it('without a backup is left as it is until the person decides; starting empty loses nothing', async () => {
    const folder = testFolder()
    const paths = placesOf(folder)
    const open = await openAccount(folder, { record: connectedRecord })
    await work(open, 3)
    unwrap(await startTimer(open.context, { notes: 'running on' }))
    await open.close()
    ruin(paths.database)
    const trouble = await tryAccount(folder, { record: connectedRecord })
    expect(trouble).toMatchObject({ is: 'damaged', ways: ['start-anew', 'retry'], backups: [] })
    expect(readFileSync(paths.database)[0]).toBe(0x5a)

    const ports = quietPorts(folder)
    const done = unwrap(await startWithEmptyDatabase({ ports, record: connectedRecord }, paths))
    expect(done.message).toContain('the running timer')
    const again = await openAccount(folder, { record: connectedRecord })
    expect(await notes(again)).toEqual(entries(3))
    expect(await again.store.db.selectFrom('timer').select('notes').execute()).toEqual([
      { notes: 'running on' },
    ])
  })
})

describe('a file that is missing', () => {
  it('is reported, and a backup restored on request has all that was unsent', async () => {
    const { folder, paths } = await account(4, 2)
    for (const name of readdirSync(folder)) {
      if (name.startsWith('stint.db')) rmSync(join(folder, name))
    }
    const trouble = await tryAccount(folder)
    expect(trouble).toMatchObject({ is: 'missing', ways: ['retry', 'restore', 'start-anew'] })
    const [backup] = 'is' in trouble ? trouble.backups : []
    const file = join(paths.backups, backup!.name)
    unwrap(await restoreBackup({ ports: quietPorts(folder), record: localRecord }, paths, file))
    expect(await notes(await openAccount(folder))).toEqual(entries(6))
  })
})

it('restores a backup of an account in which nothing was changed yet, on a service that does not name its people', async () => {
  const folder = testFolder()
  const record = { ...connectedRecord, user: null }
  const open = await openAccount(folder, { record })
  const { file } = unwrap(await open.databaseKeeper.backups.make('asked'))
  await open.close()
  unwrap(await restoreBackup({ ports: quietPorts(folder), record }, placesOf(folder), file))
})

describe('a backup of another folder, on a service that does not name its people', () => {
  const record = { ...connectedRecord, user: null }

  /**
   * A folder whose account knows one entry of the service, identified by when it was created there.
   */
  async function knowing(madeAt: string) {
    const folder = testFolder()
    const open = await openAccount(folder, { record })
    const [local] = await work(open, 1)
    const { db } = open.store
    const base = JSON.stringify({ id: 71, created_at: madeAt })
    await db
      .updateTable('sync_record')
      .set({ remote_id: 71, dirty: 0, base })
      .where('resource', '=', 'time')
      .where('local_id', '=', local!)
      .execute()
    const { file } = unwrap(await open.databaseKeeper.backups.make('asked'))
    await open.close()
    return { folder, file }
  }

  it('is taken where both know the same entry, and refused where they share only its number', async () => {
    const { folder } = await knowing('2026-11-19 15:20:00')
    const restore = (file: string) =>
      restoreBackup({ ports: quietPorts(folder), record }, placesOf(folder), file)
    const stranger = await knowing('2026-11-18 08:00:00')
    expect(await restore(stranger.file)).toMatchObject({
      ok: false,
      error: {
        code: 'conflict',
        message: expect.stringContaining('no entry is in both') as string,
      },
    })
    const same = await knowing('2026-11-19 15:20:00')
    expect(await restore(same.file)).toMatchObject({ ok: true })
  })
})

it('recognizes the file of another program in its place, and leaves it alone', async () => {
  const folder = testFolder()
  const { database } = placesOf(folder)
  writeFileSync(database, 'Dear Sir or Madam, '.repeat(400))
  expect(await tryAccount(folder)).toMatchObject({ is: 'foreign' })
  expect(readFileSync(database, 'utf8')).toContain('Dear Sir')
})

it('finishes a restore that was killed', async () => {
  const { folder, paths } = await account(3, 1)
  // The state between the two renames of a restore.
  renameSync(paths.database, unfinishedDatabasePath(paths))
  expect(await notes(await openAccount(folder))).toEqual(entries(4))
})

describe('trouble in an app that stays open', () => {
  /** An app that has met its account in trouble, and what it told its windows. */
  async function appInTrouble(spoil: (database: string) => void) {
    const home = openHome(testFolder())
    const { account } = localRecord
    home.write({ ...home.read(), current: account, accounts: [localRecord] })
    const folder = home.folder(account)
    const open = await openAccount(folder)
    await work(open, 3)
    await open.close()
    const places = placesOf(folder)
    spoil(places.database)
    const ports = quietPorts(testFolder())
    const told: string[] = []
    const accounts = createAccountSessions({
      ...{ ports, home, background: false, caller: () => ({ is: 'window' }) },
      asHost: (run) => run(),
      emit: ({ event }) => told.push(event),
      onOpen: () => Promise.resolve(),
      onClose: () => Promise.resolve(),
    })
    expect(await accounts.open(localRecord)).toMatchObject({ ok: false })
    await accounts.lookAtFiles()
    await accounts.lookAtFiles()
    expect(told).toEqual(['app-state-changed'])
    return { accounts, home, places, told, ports }
  }

  it('passes once the database was put right', async () => {
    const { accounts, places, told, ports } = await appInTrouble(ruin)
    expect(accounts.trouble()).toMatchObject({ is: 'damaged' })
    unwrap(await startWithEmptyDatabase({ ports, record: localRecord }, places))
    await accounts.lookAtFiles()
    await accounts.lookAtFiles()
    expect(accounts.trouble()).toBeNull()
    expect(accounts.session()).not.toBeNull()
    expect(told).toHaveLength(2)
    await accounts.close()
  })

  it('waits until a file that is put back is there completely', async () => {
    let whole = Buffer.alloc(0)
    const { accounts, places, told } = await appInTrouble((database) => {
      whole = readFileSync(database)
      rmSync(database)
    })
    expect(accounts.trouble()).toMatchObject({ is: 'missing' })
    writeFileSync(places.database, whole.subarray(0, 5_000))
    await accounts.lookAtFiles()
    writeFileSync(places.database, whole)
    await accounts.lookAtFiles()
    expect(told).toHaveLength(1)
    await accounts.lookAtFiles()
    expect(accounts.trouble()).toBeNull()
    expect(readRecovery(places)).toBeNull()
    await accounts.close()
  })

  it('ends with the account that was removed', async () => {
    const { accounts, home } = await appInTrouble(ruin)
    home.write({ ...home.read(), current: null, accounts: [] })
    await accounts.lookAtFiles()
    await accounts.lookAtFiles()
    expect(accounts.trouble()).toBeNull()
    await accounts.close()
  })
})
