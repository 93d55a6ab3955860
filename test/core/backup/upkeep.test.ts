/**
 * The files beside the database: which backups are kept, how long the journal gets, which processes
 * are present.
 */
import { readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { compactJournal } from '#core/backup/compact-journal.ts'
import { latestLinePerRecord, readJournal } from '#core/backup/journal-format.ts'
import { registerProcess } from '#core/backup/process-presence.ts'
import { expiredBackups, type RetainedBackup } from '#core/backup/backup-retention.ts'
import { linkRemoteId } from '#core/store/sync/sync-records.ts'
import { unwrap } from '#shared/errors.ts'
import {
  connectedRecord,
  notes,
  entries,
  openAccount,
  placesOf,
  work,
} from '../../support/account.ts'
import { testFolder } from '../../support/folder.ts'
import { testNow } from '../../support/store.ts'
import { playAt } from '../../support/test-day.ts'

const { now } = playAt('2026-11-19T15:00[Europe/Berlin]')

const day = 24 * 60 * 60_000

describe('rotation', () => {
  const daily = (age: number, bytes = 1): RetainedBackup => ({
    name: `daily ${age}`,
    kind: 'daily',
    at: testNow - age * day,
    bytes,
  })

  it('keeps seven days and four weeks', () => {
    const all = Array.from({ length: 60 }, (_, age) => daily(age))
    const gone = new Set(expiredBackups(all))
    const kept = all.filter((backup) => !gone.has(backup)).map(({ at }) => (testNow - at) / day)
    expect(kept.slice(0, 7)).toEqual([0, 1, 2, 3, 4, 5, 6])
    expect(kept.length).toBeGreaterThanOrEqual(9)
    expect(kept.length).toBeLessThanOrEqual(11)
    expect(kept.at(-1)).toBeGreaterThan(14)
  })

  it('keeps three of each occasion', () => {
    const all = Array.from({ length: 5 }, (_, age) => ({
      ...daily(age),
      kind: 'before-sync' as const,
    }))
    expect(expiredBackups(all)).toEqual(all.slice(3))
  })

  it('deletes the oldest while they fill the disk, and keeps two however large they are', () => {
    const large = Array.from({ length: 6 }, (_, age) => daily(age, 3 * 1024 ** 3))
    expect(expiredBackups(large)).toEqual(large.slice(2))
  })
})

describe('the journal', () => {
  it('is compacted to what a restored backup would need, and loses nothing by it', async () => {
    const folder = testFolder()
    const paths = placesOf(folder)
    const open = await openAccount(folder, { record: connectedRecord })
    const locals = await work(open, 300)
    await open.store.db.transaction().execute(async (trx) => {
      for (const local of locals.slice(0, 290)) {
        await linkRemoteId(trx, 'time', local, 1_000 + local)
        await trx
          .updateTable('sync_record')
          .set({ dirty: 0, base: '{}' })
          .where('resource', '=', 'time')
          .where('local_id', '=', local)
          .execute()
      }
    })
    unwrap(await open.databaseKeeper.backups.make('daily'))
    await open.close()
    const before = statSync(paths.journal).size
    expect(compactJournal(paths)).toBeLessThan(before / 5)
    // For a backup that is kept elsewhere and is older than those here, the journal is not complete
    // any more.
    expect(readJournal(paths.journal).head!.since).toBeGreaterThan(0)
    const times = latestLinePerRecord(readJournal(paths.journal).lines).filter(
      ({ resource, sync }) => resource === 'time' && sync?.['dirty'] === 1,
    )
    expect(times.map(({ local }) => local)).toEqual(locals.slice(290))
    writeFileSync(paths.database, Buffer.alloc(statSync(paths.database).size, 0x5a))
    const again = await openAccount(folder, { record: connectedRecord })
    expect(await notes(again)).toEqual(entries(300))
  })
})

describe('presence', () => {
  it('tells a process that ended without closing from one that closed cleanly', () => {
    const folder = join(testFolder(), 'open')
    const first = registerProcess(folder, 'first', testNow)
    first.unregister()
    expect(registerProcess(folder, 'second', testNow).endedUncleanly).toBe(false)
    writeFileSync(join(folder, '999999999-gone'), '')
    const third = registerProcess(folder, 'third', testNow)
    expect(third.endedUncleanly).toBe(true)
    third.settle()
    expect(readdirSync(folder)).not.toContain('999999999-gone')
  })

  it('dates its sign of life by the clock that judges it, not by the file system’s', () => {
    const folder = join(testFolder(), 'open')
    const ahead = now() + 365 * 24 * 3_600_000
    registerProcess(folder, 'theirs', ahead, () => ({ id: '1', name: 'desk' }))
    const mine = registerProcess(folder, 'mine', ahead, () => ({ id: '2', name: 'laptop' }))
    expect(mine.endedUncleanly).toBe(false)
  })
})
