import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { migrations } from '#core/store/migrations/index.ts'
import { openStore } from '#core/store/open/open-store.ts'
import { unwrap } from '#shared/errors.ts'
import { testFolder } from '../../support/folder.ts'
import { testNow } from '../../support/store.ts'

const open = (file: string) => openStore({ file, groups: ['model', 'client'], now: testNow })

describe('opening a store', () => {
  it('makes the file, and runs each migration once', async () => {
    const file = join(testFolder(), 'stint.db')
    for (let round = 0; round < 2; round += 1) {
      const store = unwrap(await open(file))
      const { rows } = await sql<{
        name: string
      }>`select name from migration order by name`.execute(store.db)
      expect(rows.map((row) => row.name)).toEqual(
        migrations.filter(({ group }) => group !== 'service').map(({ name }) => name),
      )
      await store.close()
    }
  })

  it('waits for the disk on every commit, also when the file is opened again', async () => {
    const file = join(testFolder(), 'stint.db')
    for (let round = 0; round < 2; round += 1) {
      const store = unwrap(await open(file))
      const { rows } = await sql<{ synchronous: number }>`pragma synchronous`.execute(store.db)
      expect(rows).toEqual([{ synchronous: 2 }])
      await store.close()
    }
  })

  it('never checkpoints where another thread does', async () => {
    for (const [checkpointsElsewhere, pages] of [
      [true, 0],
      [false, 1_000],
    ] as const) {
      const file = join(testFolder(), 'stint.db')
      const groups = ['model', 'client'] as const
      const store = unwrap(await openStore({ file, groups, now: testNow, checkpointsElsewhere }))
      const { rows } = await sql`pragma wal_autocheckpoint`.execute(store.db)
      expect(rows).toEqual([{ wal_autocheckpoint: pages }])
      await store.close()
    }
  })

  it('leaves a database of a newer version as it is', async () => {
    const file = join(testFolder(), 'stint.db')
    const store = unwrap(await open(file))
    await sql`insert into migration values ('9990-tomorrow', '2030-01-01 00:00:00')`.execute(
      store.db,
    )
    await store.close()
    const again = await open(file)
    expect(again).toMatchObject({ ok: false, error: { code: 'database' } })
    expect(again.ok ? '' : again.error.message).toContain('newer version')
    const raw = new Sqlite(file)
    const ours = migrations.filter(({ group }) => group !== 'service').length
    expect(raw.prepare('select count(*) as n from migration').get()).toEqual({ n: ours + 1 })
    raw.close()
  })

  it('says in words that a file is not a database, and does not touch it', async () => {
    const file = join(testFolder(), 'letter.db')
    writeFileSync(file, 'Dear Sir or Madam, '.repeat(400))
    expect(await open(file)).toMatchObject({
      error: { code: 'database', message: expect.stringContaining('isn’t a Stint database') },
    })
    expect(existsSync(file)).toBe(true)
  })

  it('says in words that the folder is missing', async () => {
    expect(await open(join(testFolder(), 'nowhere', 'stint.db'))).toMatchObject({
      error: { code: 'database', message: expect.stringContaining('folder') },
    })
  })
})

describe('transactions', () => {
  it('hold the write lock from their beginning, so that a late writer is not refused', async () => {
    const file = join(testFolder(), 'stint.db')
    const one = unwrap(await open(file))
    const other = new Sqlite(file, { timeout: 0 })
    await one.db.transaction().execute(async (trx) => {
      await sql`select 1`.execute(trx)
      expect(() => other.exec(`insert into setting values ('a', '1')`)).toThrow(/locked/)
    })
    other.exec(`insert into setting values ('a', '1')`)
    other.close()
    await one.close()
  })
})
