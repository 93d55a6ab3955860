/** Totals of logged minutes, against a plain sum over the rows. */
import { expect, it } from 'vitest'
import { insertTime } from '#core/store/resources/times.ts'
import { totalsByDay } from '#core/store/resources/time-totals.ts'
import { insertUser } from '#core/store/resources/users.ts'
import fc from 'fast-check'
import { organisation, testStore } from '../../support/store.ts'

const day = fc.constantFrom('2026-01-01', '2026-01-02', '2026-01-31', '2026-02-01', '2026-12-31')
const entries = fc.array(
  fc.record({
    date: day,
    quantity: fc.integer({ min: 1, max: 9 }),
    user: fc.constantFrom(0, 1, 2),
  }),
  { maxLength: 40 },
)

it('are the sums of what was logged on those days, for everyone and for one person', async () => {
  await fc.assert(
    fc.asyncProperty(
      entries,
      fc.tuple(day, day),
      fc.constantFrom(undefined, 1, 2),
      async (drawn, days, user) => {
        const store = await testStore()
        const { db } = store
        const common = { organisation_id: organisation }
        await db.transaction().execute(async (trx) => {
          for (const name of ['One', 'Two']) await insertUser(trx, { ...common, name })
          for (const { user, ...time } of drawn) {
            await insertTime(trx, {
              ...common,
              ...time,
              start: 0,
              increment: 15,
              rate: 0,
              user_id: user || null,
            })
          }
        })
        const [from, to] = days.toSorted() as [string, string]
        const counted = drawn.filter(
          (entry) =>
            entry.date >= from && entry.date <= to && (user === undefined || entry.user === user),
        )
        const dates = [...new Set(counted.map(({ date }) => date))].toSorted()
        const sums = dates.map((date) => {
          const logged = counted.filter((entry) => entry.date === date)
          const minutes = logged.reduce((sum, { quantity }) => sum + quantity * 15, 0)
          return { date, minutes, entries: logged.length }
        })
        expect(await totalsByDay(db, organisation, { from, to, user })).toEqual(sums)
        await store.close()
      },
    ),
    { numRuns: 30, endOnFailure: true },
  )
})
