import { afterEach, beforeEach, expect, it } from 'vitest'
import { countTimes, insertTimes } from '#core/store/resources/times.ts'
import { organisation, testContext, type TestContext } from '../../support/store.ts'

let context: TestContext

beforeEach(async () => {
  context = await testContext()
})
afterEach(() => context.store.close())

const rows = (count: number) =>
  Array.from({ length: count }, (_, nth) => ({
    organisation_id: organisation,
    tie: 1_000 - nth,
    project_id: context.web,
    task_id: context.design,
    date: '2026-11-19',
    start: nth,
    quantity: 2,
    increment: 15,
    notes: `Entry ${nth}`,
    rate: 9_500,
    currency: 'NZD',
  }))

it.each([0, 1, 2, 7, 100, 233])('writes %i rows and returns the id of each', async (count) => {
  const made = await context.db.transaction().execute((trx) => insertTimes(trx, rows(count)))
  const stored = await context.db
    .selectFrom('time_entry')
    .select(['id', 'tie', 'start', 'notes', 'total'])
    .orderBy('start')
    .execute()
  expect(made.size).toBe(count)
  expect(stored.map(({ id, tie }) => [tie, id])).toEqual([...made])
  expect(stored.map(({ notes }) => notes)).toEqual(rows(count).map(({ notes }) => notes))
  expect(stored.every(({ total }) => total === 30)).toBe(true)
})

it('counts each row and finds each text', async () => {
  await context.db.transaction().execute((trx) => insertTimes(trx, rows(120)))
  expect(await countTimes(context.db, organisation, {})).toBe(120)
  expect(await countTimes(context.db, organisation, { query: 'entry 11' })).toBe(11)
})
