import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Store } from '#core/store/open/open-store.ts'
import { sampleBases } from '#core/store/sync/record-identity.ts'
import { testStore } from '../../support/store.ts'

let store: Store
beforeEach(async () => {
  store = await testStore(['model', 'client'])
})
afterEach(() => store.close())

/** Adds records that the service has under the ids 1, 2, and so on. */
async function haveRecords(count: number): Promise<void> {
  if (count === 0) return
  const dated = { created_at: '2026-11-19 14:00:00', updated_at: '2026-11-19 14:00:00' }
  const rows = Array.from({ length: count }, (_, place) => ({
    resource: 'time' as const,
    local_id: count - place,
    remote_id: place + 1,
    base: JSON.stringify({ id: place + 1, ...dated }),
    ...{ remote: null, dirty: 0, deleted: 0, sequence: 0, parked: null, seen_at: null },
    ...{ held_until: null, gone: 0, copied_at: null },
  }))
  await store.db
    .insertInto('sync_record')
    .values(rows as never)
    .execute()
}

const sample = async (size: number): Promise<number[]> =>
  (await sampleBases(store.db, 'time', size)).map(({ base }) => base.id)

describe('a sample of the known records', () => {
  it.each([0, 1, 2, 19, 20])('is all of them where there are %i', async (count) => {
    await haveRecords(count)
    expect(await sample(20)).toEqual(Array.from({ length: count }, (_, place) => place + 1))
  })

  it.each([21, 22, 30, 39, 40, 41, 59, 400, 1_234])(
    'has the first, the last, and others at even distances, of %i',
    async (count) => {
      await haveRecords(count)
      const ids = await sample(20)
      expect(ids).toHaveLength(20)
      expect([ids[0], ids.at(-1)]).toEqual([1, count])
      const distances = ids.slice(1).map((id, place) => id - ids[place]!)
      expect(Math.max(...distances) - Math.min(...distances)).toBeLessThanOrEqual(1)
    },
  )
})
