/**
 * The query plans of frequent queries in SQLite: each uses the intended index and sorts nothing.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  countExpenses,
  readExpensesBetween,
  listExpenses,
  readExpensePage,
} from '#core/store/resources/expenses.ts'
import { insertProject } from '#core/store/resources/projects.ts'
import { insertTask } from '#core/store/resources/tasks.ts'
import { readRemovedByIds } from '#core/store/history/trash.ts'
import { findByUid } from '#core/store/sync/entry-uids.ts'
import { readFullRows } from '#core/store/resources/full-rows.ts'
import { localVersions } from '#core/store/sync/local-versions.ts'
import { readMappedByRemote } from '#core/store/sync/mapped-records.ts'
import { filterRetired, readCreationDates } from '#core/store/sync/record-identity.ts'
import { statesByRemote } from '#core/store/sync/record-sync-state.ts'
import { readRemoteIds } from '#core/store/sync/sync-records.ts'
import {
  countTimes,
  listTimes,
  readTimePage,
  readTime,
  readTimesBetween,
} from '#core/store/resources/times.ts'
import { totalsByDay } from '#core/store/resources/time-totals.ts'
import { insertUser } from '#core/store/resources/users.ts'
import type { Db } from '#core/store/database/db.ts'
import { timeSortKeys, type TimeSortKey } from '#shared/resources/time.ts'
import { expenseSortKeys, type ExpenseSortKey } from '#shared/resources/expense.ts'
import { openPlanner, type Planner } from '../../support/plans.ts'

const organisation = 1
let planner: Planner

/** Enough entries that a page in the middle is worth seeking. */
beforeAll(async () => {
  planner = await openPlanner(['model', 'client'])
  await planner.plansOf(async (db) => {
    await db.insertInto('organisation').values({ id: organisation, name: 'Here' }).execute()
    await db.transaction().execute(async (trx) => {
      const named = { organisation_id: organisation, name: 'Same' }
      for (let nth = 0; nth < 2; nth++) {
        await insertProject(trx, named)
        await insertTask(trx, named)
        await insertUser(trx, { ...named, email: `${nth}@example.org` })
      }
    })
    await sql`
      with recursive n(n) as (select 0 union all select n + 1 from n where n < 1199)
      insert into time_entry (
        organisation_id, tie, user_id, project_id, task_id, date, start, total, quantity,
        increment, notes, search)
      select 1, n + 1, 1 + n % 2, 1 + n % 2, 1 + n % 2, date('2026-01-01', n || ' days'), n, 15, 1,
        15, 'x', 'x' from n`.execute(db)
    await sql`
      insert into expense (organisation_id, tie, date, name, name_fold, updated_at)
      select 1, tie, date, date, date, date from time_entry`.execute(db)
  })
})
afterAll(() => planner.close())

const plansOf = (work: (db: Db) => Promise<unknown>) => planner.plansOf(work)

/** No row is read that is not part of the answer, and nothing is sorted. */
function expectSought(plans: readonly string[]): void {
  const steps = plans.flatMap((plan) => plan.split('\n'))
  const allowed = /^(SCAN (json_each|hit)|SEARCH|CO-ROUTINE|MATERIALIZE|LIST SUBQUERY|USING)/
  for (const step of steps) {
    if (/^SCAN (time_search|expense_search) VIRTUAL TABLE INDEX/.test(step)) continue
    expect(step).toMatch(allowed)
    expect(step).not.toContain('TEMP B-TREE')
  }
}

const lastPage = 24

describe('a page of times', () => {
  const orders: [TimeSortKey | undefined, string][] = [
    [undefined, 'time_entry_by_date'],
    ['date', 'time_entry_by_date_tie'],
    ['start', 'time_entry_by_start'],
    ['task.name', 'time_entry_by_task'],
    ['project.name', 'time_entry_by_project'],
    ['project.code', 'time_entry_by_project'],
    ['user.name', 'time_entry_by_user'],
  ]
  it('is sought for every sort key that there is', () => {
    expect(new Set(orders.map(([key]) => key).filter(Boolean))).toEqual(new Set(timeSortKeys))
  })

  it.each(orders)('by %s comes from its index, at the beginning', async (sortKey, index) => {
    for (const sortAsc of [true, false]) {
      const plans = await plansOf((db) =>
        listTimes(db, organisation, { sortKey, sortAsc, limit: 50 }),
      )
      expectSought(plans)
      expect(plans.join('\n')).toMatch(new RegExp(`USING (COVERING )?INDEX ${index} `))
    }
  })

  it.each(orders)('by %s is sought in its index alone, in the middle', async (sortKey, index) => {
    for (const sortAsc of [true, false]) {
      for (const page of [lastPage / 2, lastPage]) {
        const plans = await plansOf((db) =>
          listTimes(db, organisation, { sortKey, sortAsc, page, limit: 50 }),
        )
        expectSought(plans)
        expect(plans.join('\n')).toContain(`USING COVERING INDEX ${index} `)
      }
    }
  })

  it('of a day comes from the index of days', async () => {
    const plans = await plansOf((db) => listTimes(db, organisation, { date: '2026-01-07' }))
    expectSought(plans)
    expect(plans[0]).toContain('INDEX time_entry_by_date (organisation_id=? AND date=?)')
  })

  it('gets its total from a counter', async () => {
    const plans = await plansOf((db) => countTimes(db, organisation, {}))
    expect(plans).toEqual([
      'SEARCH time_count USING PRIMARY KEY (organisation_id=? AND kind=? AND key=?)',
    ])
  })
})

describe('a search of times', () => {
  it('reads the newest hits in the order of the text index', async () => {
    const plans = await plansOf((db) =>
      readTimePage(db, organisation, { query: 'homepage', limit: 50 }),
    )
    const page = plans.find((plan) => plan.includes('time_search'))!
    const [, inIndex, , entry] = page.split('\n')
    expect(inIndex).toMatch(/^SCAN time_search VIRTUAL TABLE INDEX \d+:M/)
    expect(entry).toMatch(/^SEARCH time_entry .*\(organisation_id=\? AND date=\? AND start=\?/)
    expect(page).not.toContain('TEMP B-TREE')
  })

  it('counts in the index of texts alone', async () => {
    const plans = await plansOf((db) => countTimes(db, organisation, { query: 'homepage' }))
    expect(plans.at(-1)).toMatch(/^SCAN time_search VIRTUAL TABLE INDEX \d+:M\d+$/)
  })
})

it('entries of some days come from the index of days, in order', async () => {
  const plans = await plansOf((db) =>
    readTimesBetween(db, organisation, '2026-01-05', '2026-01-11'),
  )
  expectSought(plans)
  expect(plans[0]).toContain('INDEX time_entry_by_date (organisation_id=? AND date>? AND date<?)')
})

it('expenses of some days come from the index of days, in order', async () => {
  const plans = await plansOf((db) =>
    readExpensesBetween(db, organisation, '2026-01-01', '2026-01-31'),
  )
  expectSought(plans)
  expect(plans[0]).toContain('INDEX expense_by_date (organisation_id=? AND date>? AND date<?)')
})

it('service ids of some records come from the index of ids', async () => {
  const plans = await plansOf((db) => readRemoteIds(db, 'time', [7, 8]))
  expect(plans[0]).toContain('SEARCH sync_record USING PRIMARY KEY (resource=? AND local_id=?)')
})

it.each<[string, (db: Db) => Promise<unknown>]>([
  ['sync states', (db) => statesByRemote(db, 'time', [7, 8])],
  ['dates of creation', (db) => readCreationDates(db, 'time', [7, 8])],
  ['unchanged records', (db) => readMappedByRemote(db, 'time', new Set([7, 8]))],
  ['retired records', (db) => filterRetired(db, 'time', [{ id: 7, created_at: '' }], 0)],
  ['removed records', (db) => readRemovedByIds(db, 'time', [7, 8])],
  ['uids', (db) => findByUid(db, 'time', ['a', 'b'])],
  ['rows', (db) => readFullRows(db, 'time', [7, 8])],
  ['versions', (db) => localVersions(db, 'expense', [7, 8])],
])('%s are sought by the ids that name them', async (_, read) => {
  const plans = await plansOf(read)
  expect(plans).not.toEqual([])
  for (const step of plans.flatMap((plan) => plan.split('\n'))) {
    expect(step).not.toMatch(/^SCAN (?!.* VIRTUAL TABLE)/)
    expect(step, 'reads all of a resource').not.toMatch(/\(resource=\?\)$/)
  }
})

it('one entry comes by its id', async () => {
  const plans = await plansOf((db) => readTime(db, organisation, 7))
  expectSought(plans)
  expect(plans[0]).toContain('SEARCH time_entry USING INTEGER PRIMARY KEY (rowid=?)')
})

it('totals by day are read from an index alone', async () => {
  const days = { from: '2026-01-01', to: '2026-12-31' }
  for (const user of [undefined, 1]) {
    const plans = await plansOf((db) => totalsByDay(db, organisation, { ...days, user }))
    expectSought(plans)
    expect(plans[0]).toMatch(/USING COVERING INDEX time_entry_by_date \(.*date>\? AND date<\?/)
  }
})

describe('a page of expenses', () => {
  const orders: [ExpenseSortKey | undefined, string][] = [
    [undefined, 'expense_by_date'],
    ['date', 'expense_by_date'],
    ['name', 'expense_by_name'],
    ['updated_at', 'expense_by_update'],
  ]
  it('is sought for every sort key that there is', () => {
    expect(new Set(orders.map(([key]) => key).filter(Boolean))).toEqual(new Set(expenseSortKeys))
  })

  it.each(orders)('by %s comes from its index, wherever it is', async (sortKey, index) => {
    for (const sortAsc of [true, false]) {
      for (const page of [1, lastPage / 2, lastPage]) {
        const plans = await plansOf((db) =>
          listExpenses(db, organisation, { sortKey, sortAsc, page, limit: 50 }),
        )
        expectSought(plans)
        expect(plans.join('\n')).toMatch(new RegExp(`USING (COVERING )?INDEX ${index} `))
      }
    }
  })

  it('that is searched reads the newest hits in the order of the text index', async () => {
    const plans = await plansOf(async (db) => {
      await readExpensePage(db, organisation, { query: 'ferry' })
      await countExpenses(db, organisation, { query: 'ferry' })
    })
    const found = plans.filter((plan) => plan.includes('expense_search'))
    expect(found).toHaveLength(2)
    for (const plan of found) expect(plan).not.toContain('TEMP B-TREE')
  })
})
