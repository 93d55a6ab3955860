/** When an app merges the search index: after changes, once there are no more for a moment. */
import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import { createSearchMerging, type SearchMerging } from '#core/accounts/search-upkeep.ts'
import { insertTime } from '#core/store/resources/times.ts'
import type { Store } from '#core/store/open/open-store.ts'
import { organisation, testStore } from '../../support/store.ts'
import { onAnyDay } from '../../support/test-day.ts'
import { virtualClock, type VirtualClock } from '../../support/virtual-clock.ts'

onAnyDay()

let store: Store
let clock: VirtualClock
let closing: AbortController
let failures: unknown[]
let merging: SearchMerging
beforeEach(async () => {
  store = await testStore()
  clock = virtualClock()
  closing = new AbortController()
  failures = []
  merging = createSearchMerging(store.db, clock, closing.signal, (thrown) => failures.push(thrown))
  return () => store.close()
})

let made = 0

/** As many saves, each a segment of the index. */
async function save(count: number): Promise<void> {
  for (let nth = 0; nth < count; nth++) {
    made += 1
    const notes = `Round ${made} of the review`
    await store.db.transaction().execute((trx) =>
      insertTime(trx, {
        ...{ organisation_id: organisation, tie: made, date: '2026-04-14', start: 540 },
        ...{ quantity: 1, increment: 15, rate: 0, notes },
      }),
    )
    merging.wake()
  }
}

async function segments(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct segid) as count from time_search_idx`.execute(store.db)
  return rows[0]!.count
}

it('merges after the last change, and waits while there are more', async () => {
  await save(20)
  await clock.advance(900)
  await save(1)
  await clock.advance(900)
  expect(await segments()).toBe(21)
  await clock.advance(1_200)
  expect(await segments()).toBeLessThan(4)
  await save(20)
  await clock.until(merging.settled())
  expect(await segments()).toBeLessThan(4)
  expect(failures).toEqual([])
})

it('merges nothing more once the account is closed', async () => {
  await save(20)
  closing.abort()
  await merging.settled()
  await save(1)
  await merging.settled()
  expect(await segments()).toBe(21)
})

it('reports what the database throws, and tries again after the next change', async () => {
  await save(1)
  await clock.until(merging.settled())
  await store.close()
  for (const times of [1, 2]) {
    merging.wake()
    await clock.until(merging.settled())
    expect(failures).toHaveLength(times)
  }
})
