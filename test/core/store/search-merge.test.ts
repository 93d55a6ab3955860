/** When the text index is merged: by an app while nothing else is done, and not by a save. */
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { walSize } from '#core/backup/wal-checkpoint.ts'
import { mergeSearchSegments } from '#core/store/lists/search-merge.ts'
import { openStore, type Store } from '#core/store/open/open-store.ts'
import { insertTimes, listTimes } from '#core/store/resources/times.ts'
import { unwrap } from '#shared/errors.ts'
import { testFolder } from '../../support/folder.ts'
import { organisation, testNow } from '../../support/store.ts'
import { onAnyDay } from '../../support/test-day.ts'
import { expectRecounted, expectSound } from './parity/recount.ts'

onAnyDay()

let file: string
let store: Store
beforeEach(async () => {
  file = join(testFolder(), 'store.db')
  const opened = await openStore({ file, groups: ['model', 'client'], now: testNow })
  store = unwrap(opened)
  await store.db
    .insertInto('organisation')
    .values({ id: organisation, name: 'Here', created_at: null, updated_at: null })
    .execute()
  // Nothing is checkpointed, so the length of the log says how much a commit wrote.
  await sql`pragma wal_autocheckpoint = 0`.execute(store.db)
  await sql`pragma synchronous = off`.execute(store.db)
  return () => store.close()
})

const pageSize = 4_096

/** Pages that a commit writes. */
async function pagesOf(write: () => Promise<unknown>): Promise<number> {
  const before = walSize(file)
  await write()
  return Math.floor((walSize(file) - before) / pageSize)
}

const words = 'plan review draft print photo shop basket invoice meeting notes'.split(' ')
let made = 0

/** Adds entries in one transaction, with the statements of an import. */
const add = (count: number) =>
  store.db.transaction().execute((trx) =>
    insertTimes(
      trx,
      Array.from({ length: count }, () => {
        made += 1
        const notes = Array.from({ length: 12 }, (_, nth) => {
          const seed = (made * 31 + nth * 17) % 997
          return `${words[seed % words.length]}${seed}`
        })
        return {
          ...{ organisation_id: organisation, tie: made, date: '2026-04-14', start: 540 },
          ...{ quantity: 1, increment: 15, rate: 0, notes: notes.join(' ') },
        }
      }),
    ),
  )

/** Segments of the index. */
async function segments(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct segid) as count from time_search_idx`.execute(store.db)
  return rows[0]!.count
}

/** Pages of each step of a merge. */
async function merged(most = Infinity): Promise<number[]> {
  const steps: number[] = []
  let from = walSize(file)
  await mergeSearchSegments(store.db, () => {
    steps.push(Math.floor((walSize(file) - from) / pageSize))
    from = walSize(file)
    return Promise.resolve(steps.length < most)
  })
  return steps
}

describe('a save', () => {
  it('merges nothing, whatever was written before', async () => {
    for (let nth = 0; nth < 8; nth++) await add(100)
    const before = await segments()
    const pages: number[] = []
    for (let nth = 0; nth < 48; nth++) pages.push(await pagesOf(() => add(1)))
    expect(await segments()).toBe(before + 48)
    expect(Math.max(...pages)).toBeLessThan(40)
  })

  it('merges what 64 saves have left, where no app has', async () => {
    for (let nth = 0; nth < 64; nth++) await add(1)
    expect(await segments()).toBe(1)
  })
})

describe('merged in steps', () => {
  it('leaves few segments, and finds the same', async () => {
    for (let nth = 0; nth < 8; nth++) await add(100)
    for (let nth = 0; nth < 48; nth++) await add(1)
    const find = async () =>
      (await listTimes(store.db, organisation, { query: 'invoice99', limit: 50 })).data.map(
        ({ id }) => id,
      )
    const found = await find()
    const steps = await merged()
    expect(await segments()).toBeLessThan(8)
    expect(steps.length).toBeGreaterThan(3)
    // A step ends with a word, and its pages include those that it empties.
    expect(Math.max(...steps)).toBeLessThan(120)
    expect(await find()).toEqual(found)
    await expectRecounted(store.db)
    await expectSound(store.db)
    expect(await merged()).toEqual([])
  })

  it('ends where it has to, and is continued', async () => {
    for (let nth = 0; nth < 8; nth++) await add(100)
    const whole = await segments()
    expect(await merged(1)).toHaveLength(1)
    expect(await segments()).toBeGreaterThanOrEqual(whole)
    await merged()
    expect(await segments()).toBeLessThan(8)
    await expectSound(store.db)
  })
})
