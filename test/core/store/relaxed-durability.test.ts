import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import type { Db } from '#core/store/database/db.ts'
import { refetchableTransaction } from '#core/store/database/relaxed-durability.ts'
import { readSetting, writeSetting } from '#core/store/account/settings.ts'
import { testStore } from '../../support/store.ts'

const full = 2
const normal = 1

const durability = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ synchronous: number }>`pragma synchronous`.execute(db)
  return rows[0]!.synchronous
}

async function open() {
  const store = await testStore()
  onTestFinished(() => store.close())
  return store.db
}

it('does not wait for the disk, and every later commit does', async () => {
  const db = await open()
  const inside = await refetchableTransaction(db, async (trx) => {
    await writeSetting(trx, 'fetched', 7)
    return durability(trx)
  })
  expect(inside).toBe(normal)
  expect(await durability(db)).toBe(full)
  expect(await readSetting(db, 'fetched', 0)).toBe(7)
})

it('rolls everything back where it fails, and ends the relaxed mode', async () => {
  const db = await open()
  await expect(
    refetchableTransaction(db, async (trx) => {
      await writeSetting(trx, 'fetched', 7)
      throw new Error('No')
    }),
  ).rejects.toThrow('No')
  expect(await durability(db)).toBe(full)
  expect(await readSetting(db, 'fetched', 0)).toBe(0)
})

it('never relaxes the durability of a transaction beside it', async () => {
  const db = await open()
  const seen: number[] = []
  await Promise.all(
    Array.from({ length: 20 }, (_, nth) =>
      nth % 2
        ? refetchableTransaction(db, (trx) => writeSetting(trx, 'fetched', nth))
        : db.transaction().execute(async (trx) => void seen.push(await durability(trx))),
    ),
  )
  expect(new Set(seen)).toEqual(new Set([full]))
})
