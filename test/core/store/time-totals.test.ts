/** Totals of logged minutes, against a plain sum over the rows. */
import { expect, it } from 'vitest'
import { insertClient } from '#core/store/resources/clients.ts'
import { insertProject } from '#core/store/resources/projects.ts'
import { insertTask } from '#core/store/resources/tasks.ts'
import { insertTime } from '#core/store/resources/times.ts'
import {
  totalsByClient,
  totalsByDay,
  totalsByProject,
  totalsByTask,
  type Total,
} from '#core/store/resources/time-totals.ts'
import { insertUser } from '#core/store/resources/users.ts'
import fc from 'fast-check'
import { organisation, testStore } from '../../support/store.ts'

const day = fc.constantFrom('2026-01-01', '2026-01-02', '2026-01-31', '2026-02-01', '2026-12-31')
const entries = fc.array(
  fc.record({
    date: day,
    quantity: fc.integer({ min: 1, max: 9 }),
    project: fc.constantFrom(0, 1, 2, 3),
    task: fc.constantFrom(0, 1, 2),
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
          for (const name of ['One', 'Two']) {
            await insertUser(trx, { ...common, name })
            await insertTask(trx, { ...common, name })
            await insertClient(trx, { ...common, name })
          }
          for (const client_id of [1, 1, null]) await insertProject(trx, { ...common, client_id })
          for (const { project, task, user, ...time } of drawn) {
            await insertTime(trx, {
              ...common,
              ...time,
              start: 0,
              increment: 15,
              rate: 0,
              project_id: project || null,
              task_id: task || null,
              user_id: user || null,
            })
          }
        })
        const [from, to] = days.toSorted() as [string, string]
        const counted = drawn.filter(
          (entry) =>
            entry.date >= from && entry.date <= to && (user === undefined || entry.user === user),
        )
        const sums = <Key>(keyOf: (entry: (typeof drawn)[number]) => Key): Total<Key>[] => {
          const keys = [...new Set(counted.map(keyOf))]
          return keys.map((key) => {
            const own = counted.filter((entry) => keyOf(entry) === key)
            return {
              key,
              minutes: own.reduce((sum, { quantity }) => sum + quantity * 15, 0),
              entries: own.length,
            }
          })
        }
        const sorted = (totals: Total<string | number | null>[]) =>
          totals.toSorted((one, other) => String(one.key).localeCompare(String(other.key)))
        const query = { from, to, user }
        const byDay = await totalsByDay(db, organisation, query)
        expect(byDay).toEqual(sorted(sums(({ date }) => date)))
        expect(sorted(await totalsByProject(db, organisation, query))).toEqual(
          sorted(sums(({ project }) => project || null)),
        )
        expect(sorted(await totalsByTask(db, organisation, query))).toEqual(
          sorted(sums(({ task }) => task || null)),
        )
        expect(sorted(await totalsByClient(db, organisation, query))).toEqual(
          sorted(sums(({ project }) => (project === 1 || project === 2 ? 1 : null))),
        )
        await store.close()
      },
    ),
    { numRuns: 30, endOnFailure: true },
  )
})
