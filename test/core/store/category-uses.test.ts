import { afterEach, beforeEach, expect, it } from 'vitest'
import { insertCategory, projectsOfCategory } from '#core/store/resources/categories.ts'
import { readCategoryUses } from '#core/store/resources/category-uses.ts'
import { insertCharge } from '#core/store/resources/charges.ts'
import { insertExpense } from '#core/store/resources/expenses.ts'
import type { Db, Store } from '#core/store/open/open-store.ts'
import { insertProject } from '#core/store/resources/projects.ts'
import { insertTask } from '#core/store/resources/tasks.ts'
import { insertTime } from '#core/store/resources/times.ts'
import { openPlanner } from '../../support/plans.ts'
import { organisation, testStore } from '../../support/store.ts'

let store: Store
let db: Db
beforeEach(async () => {
  store = await testStore(['model', 'client'])
  db = store.db
})
afterEach(() => store.close())

it('tells on which projects categories, tasks and charges have been used, each project once', async () => {
  const organisation_id = organisation
  const categories = await db.transaction().execute(async (trx) => {
    const projects: number[] = []
    for (const name of ['One', 'Two', 'Three']) {
      projects.push(await insertProject(trx, { organisation_id, name }))
    }
    const [one, two, three] = projects as [number, number, number]
    const design = await insertTask(trx, { organisation_id, name: 'Design' })
    const call = await insertTask(trx, { organisation_id, name: 'Call' })
    const unused = await insertTask(trx, { organisation_id, name: 'Unused' })
    const print = await insertCharge(trx, { organisation_id, name: 'Print', charge: 100 })
    const day = { organisation_id, date: '2026-11-19' }
    const worked = { ...day, start: 540, quantity: 1, increment: 15, rate: 0 }
    for (const [project_id, task_id] of [
      [two, design],
      [one, design],
      [one, design],
      [one, call],
      [null, call],
    ] as const) {
      await insertTime(trx, { ...worked, project_id, task_id })
    }
    await insertExpense(trx, { ...day, project_id: three, charge_id: print, quantity: 1 } as never)
    const dated = { organisation_id, created_at: null, updated_at: null }
    const both = await insertCategory(trx, {
      ...dated,
      name: 'Both',
      tasks: [design, unused],
      charges: [print],
    })
    const empty = await insertCategory(trx, {
      ...dated,
      name: 'Empty',
      tasks: [unused],
      charges: [],
    })
    return { both, empty }
  })
  const uses = await readCategoryUses(db, organisation)
  expect(uses).toEqual({
    tasks: [
      { local: 1, projects: [1, 2] },
      { local: 2, projects: [1] },
    ],
    charges: [{ local: 1, projects: [3] }],
    categories: [{ local: categories.both, projects: [1, 2, 3] }],
  })
  expect(await projectsOfCategory(db, organisation, categories.both)).toEqual([1, 2, 3])
  expect(await projectsOfCategory(db, organisation, categories.empty)).toEqual([])
})

it('seeks from pair to pair in an index, and never reads all entries', async () => {
  const planner = await openPlanner(['model', 'client'])
  const [tasks, charges] = await planner.plansOf((handle) => readCategoryUses(handle, organisation))
  for (const [plan, table, index, member] of [
    [tasks, 'time_entry', 'time_entry_by_task_project', 'task_id'],
    [charges, 'expense', 'expense_by_charge_project', 'charge_id'],
  ]) {
    const look = `SEARCH ${table} USING COVERING INDEX ${index} (organisation_id=? AND ${member}=?`
    expect(plan).toContain(`${look})`)
    expect(plan).toContain(`${look} AND project_id>?)`)
    expect(plan).not.toContain(`SCAN ${table}`)
  }
  await planner.close()
})
