/**
 * Faults of a database: its WAL is cut, bits flip, the disk is full, another process locks the
 * file. After each the account opens, and nothing that was acknowledged is lost.
 */
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  closeSync,
  cpSync,
  mkdtempSync,
  openSync,
  readSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import Sqlite from 'better-sqlite3'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTime } from '#core/actions/times.ts'
import { readRecovery } from '#core/accounts/recover-database.ts'
import { readSetting, writeSetting } from '#core/store/account/settings.ts'
import { toStorageFailure } from '#shared/storage-problem.ts'
import { unwrap } from '#shared/errors.ts'
import { entries, notes, openAccount, placesOf, tryAccount, work } from '../support/account.ts'
import { acknowledged, folderIn, openAfter, workOn } from '../support/failpoints/work-on.ts'
import { testFolder } from '../support/folder.ts'
import { onAnyDay } from '../support/test-day.ts'

onAnyDay()

describe('after a kill', () => {
  let home: string
  let folder: string
  let lines: string[]
  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), 'stint-faults-'))
    lines = (await workOn(home, 0, 'settled')).lines
    folder = folderIn(home)
  })
  afterAll(() => rmSync(home, { recursive: true, force: true }))

  /** A copy of the account as the kill left it. */
  function copy(): string {
    const here = join(testFolder(), 'account')
    cpSync(folder, here, { recursive: true })
    return here
  }

  const header = 32
  const frame = 24 + 4096
  const cuts: [string, (size: number) => number][] = [
    ['to nothing', () => 0],
    ['in its header', () => 20],
    ['after its first frame', () => header + frame],
    ['in the middle, between two frames', (size) => header + frame * Math.floor(size / frame / 2)],
    ['before its last frame', (size) => size - frame],
    ['in the middle of a frame', (size) => header + frame * Math.floor(size / frame / 3) + 1_234],
    ['by its last byte', (size) => size - 1],
    ['by its last 5,000 bytes', (size) => size - 5_000],
  ]

  it.for(cuts)('a WAL that is cut %s loses nothing', async ([, at]) => {
    const here = copy()
    const log = `${placesOf(here).database}-wal`
    truncateSync(log, at(statSync(log).size))
    const open = await openAfter(here)
    const kept = await notes(open)
    expect(kept.toSorted()).toEqual(acknowledged(lines))
    expect(await open.store.db.selectFrom('timer').select('notes').execute()).toEqual([
      { notes: lines.findLast((line) => line.startsWith('timer')) },
    ])
  })

  it.for(['rename:1', 'rename:2', 'rename:3'])(
    'a recovery that is killed as well, at %s, is continued',
    async (moment) => {
      const there = testFolder()
      cpSync(home, there, { recursive: true })
      const here = folderIn(there)
      const { database } = placesOf(here)
      rmSync(`${database}-wal`)
      writeFileSync(database, Buffer.alloc(statSync(database).size, 0x5a))
      expect((await workOn(there, 18, moment)).signal).toBe('SIGKILL')
      const open = await openAfter(here)
      expect(await notes(open)).toEqual(expect.arrayContaining(acknowledged(lines)))
    },
  )

  it('a WAL without its file opens with a question, not with an empty day', async () => {
    const here = copy()
    rmSync(placesOf(here).database)
    expect(await tryAccount(here)).toMatchObject({ is: 'missing' })
  })

  /** Pages whose headers are changed, by their position in the file. */
  it.for([0, 0.07, 0.3, 0.55, 0.8, 0.95])(
    'bits that flip in the page at %s of the file are noticed, and the entries come back',
    async (place) => {
      const here = copy()
      const { database } = placesOf(here)
      // Checkpoints the whole WAL into the file first, so that it does not replace the flipped
      // bits.
      const last = new Sqlite(database)
      last.pragma('wal_checkpoint(truncate)')
      last.close()
      const page = Math.floor((statSync(database).size / 4096) * place)
      const bytes = Buffer.alloc(8)
      const descriptor = openSync(database, 'r+')
      readSync(descriptor, bytes, 0, 8, page * 4096)
      writeSync(
        descriptor,
        bytes.map((byte) => byte ^ 0xff),
        0,
        8,
        page * 4096,
      )
      closeSync(descriptor)
      const open = await openAfter(here)
      expect((await notes(open)).toSorted()).toEqual(acknowledged(lines))
      expect(readRecovery(placesOf(here))?.message).toContain('was damaged')
    },
  )
})

describe('a full disk', () => {
  it('refuses the entry in a plain sentence, keeps the others, and continues when there is space', async () => {
    const open = await openAccount(testFolder())
    const { db } = open.store
    await work(open, 3)
    const { rows } = await sql<{
      pages: number
    }>`select page_count as pages from pragma_page_count`.execute(db)
    await sql.raw(`pragma max_page_count = ${rows[0]!.pages}`).execute(db)
    const { project_id, task_id } = await db
      .selectFrom('time_entry')
      .select(['project_id', 'task_id'])
      .limit(1)
      .executeTakeFirstOrThrow()
    const entry = {
      project: project_id!,
      task: task_id!,
      date: '2026-11-20',
      start: 1,
      quantity: 1,
    }
    const long = { ...entry, notes: 'x'.repeat(9_000) }
    const refusal = await createTime(open.context, long).catch((thrown: unknown) => thrown)
    expect(toStorageFailure(refusal)).toMatchObject({
      code: 'database',
      message: expect.stringContaining('Free up some space'),
    })
    expect(await notes(open)).toEqual(entries(3))
    await sql.raw('pragma max_page_count = 1000000').execute(db)
    unwrap(await createTime(open.context, long))
    expect(await notes(open)).toHaveLength(4)
  })

  it('that makes SQLite roll back on its own gives the same message, and leaves nothing half done', async () => {
    const { db } = (await openAccount(testFolder())).store
    const { rows } = await sql<{ pages: number }>`
      select page_count as pages from pragma_page_count`.execute(db)
    await sql.raw(`pragma max_page_count = ${rows[0]!.pages}`).execute(db)
    const refusal = await db
      .transaction()
      .execute(async (trx) => {
        await writeSetting(trx, 'first', 1)
        await writeSetting(trx, 'long', 'x'.repeat(900_000))
      })
      .catch((thrown: unknown) => thrown)
    expect(refusal).toMatchObject({ code: 'SQLITE_FULL' })
    expect(await readSetting(db, 'first', null)).toBeNull()
    await db.transaction().execute((trx) => writeSetting(trx, 'short', 1))
    expect(await readSetting(db, 'short', null)).toBe(1)
  })
})

describe('another process', () => {
  it('that writes delays an entry, and nothing else', async () => {
    const folder = testFolder()
    const open = await openAccount(folder)
    await work(open, 1)
    const other = new Sqlite(placesOf(folder).database)
    other.exec('begin immediate')
    let done = false
    const writing = work(open, 1, 1).then(() => (done = true))
    // The thread stays free however long the other process takes.
    for (let turns = 0; turns < 1_000; turns++) await turn()
    expect(done).toBe(false)
    other.exec('rollback')
    other.close()
    await writing
    expect(await notes(open)).toEqual(entries(2))
  })

  it('that locks the file is reported, and the account opens when it has ended', async () => {
    const folder = testFolder()
    const open = await openAccount(folder)
    await work(open, 2)
    await open.close()
    const other = new Sqlite(placesOf(folder).database)
    other.pragma('locking_mode = exclusive')
    other.exec('begin exclusive; rollback')
    expect(await tryAccount(folder)).toMatchObject({ is: 'locked', ways: ['retry'] })
    other.close()
    expect(await notes(await openAccount(folder))).toEqual(entries(2))
  })
})

/** Root may write everything, and finds nothing read-only: the test runs without that right. */
const bound =
  process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-dac_override,-dac_read_search'] : []
const [command, ...options] = [...bound, process.execPath, '-e', '0']
const canRun = spawnSync(command, options).status === 0

it('reports that a folder cannot be written, and continues when it can', async ({ skip }) => {
  skip(!canRun, 'root cannot give up its right to write everything here (setpriv)')
  const home = testFolder()
  const { lines } = await workOn(home, 0, 'settled', bound)
  const folder = folderIn(home)
  const { database } = placesOf(folder)
  chmodSync(database, 0o400)
  chmodSync(folder, 0o500)
  const refused = await workOn(home, 18, 'settled', bound)
  expect(refused.lines).toHaveLength(1)
  expect(JSON.parse(refused.lines[0]!.replace(/^trouble /, ''))).toMatchObject({
    is: 'read-only',
    ways: ['retry'],
  })
  chmodSync(folder, 0o700)
  chmodSync(database, 0o600)
  const again = await workOn(home, 18, 'settled', bound)
  const open = await openAfter(folder)
  expect((await notes(open)).toSorted()).toEqual(acknowledged([...lines, ...again.lines]))
})

it('leaves a database of a newer version as it is', async () => {
  const folder = testFolder()
  const open = await openAccount(folder)
  await sql`insert into migration values ('9990-tomorrow', '2030-01-01 00:00:00')`.execute(
    open.store.db,
  )
  await open.close()
  expect(await tryAccount(folder)).toMatchObject({ is: 'newer', ways: ['retry'] })
})
