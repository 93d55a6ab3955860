/** What a change may name: records of the account's organization that are not deleted. */
import { beforeEach, expect, it } from 'vitest'
import { createExpense } from '#core/actions/expenses.ts'
import { addReference } from '#core/actions/references.ts'
import { splitTime } from '#core/actions/split-merge-times.ts'
import { copyTimes, createTime, updateTimeEntry } from '#core/actions/times.ts'
import { setTimesheetCells } from '#core/actions/timesheet-cells.ts'
import { insertCharge } from '#core/store/resources/charges.ts'
import { insertClient } from '#core/store/resources/clients.ts'
import { insertProject } from '#core/store/resources/projects.ts'
import { insertTask } from '#core/store/resources/tasks.ts'
import { editTimer, startTimer } from '#core/timer/timer-actions.ts'
import { unwrap, type Result } from '#shared/errors.ts'
import { testContext, type TestContext } from '../../support/store.ts'
import { fieldsOf } from './desk.ts'

let context: TestContext
beforeEach(async () => {
  context = await testContext()
  return () => context.store.close()
})

type Named = Record<'project' | 'task' | 'client' | 'charge', number>

/** Every change that names records, with the fields that it names. */
const changes: Record<string, [string[], (named: Named) => Promise<Result<unknown>>]> = {
  'a new entry': [
    ['project_id', 'task_id'],
    ({ project, task }) => createTime(context, entry({ project, task })),
  ],
  'a change of an entry': [
    ['project_id', 'task_id'],
    async ({ project, task }) => updateTimeEntry(context, await added(), { project, task }),
  ],
  'hours in the timesheet': [
    ['project_id', 'task_id'],
    ({ project, task }) => {
      const rules = { mine: { everything: true, me: null }, rounding: 'up' } as const
      const cell = { project, task, date: '2026-11-19', minutes: 60 }
      return setTimesheetCells(context, [cell], { ...rules, workBegins: 540 })
    },
  ],
  'a start of the timer': [
    ['project_id', 'task_id'],
    ({ project, task }) => startTimer(context, { project, task }),
  ],
  'a change of the timer': [
    ['project_id', 'task_id'],
    async ({ project, task }) => {
      unwrap(await startTimer(context, { notes: 'Call' }))
      return editTimer(context, { project, task })
    },
  ],
  'an expense': [
    ['project_id', 'charge_id'],
    ({ project, charge }) => {
      const expense = { project, charge, date: '2026-11-19', quantity: 1, chargeable: true }
      return createExpense(context, expense)
    },
  ],
  'a project': [
    ['client_id'],
    ({ client }) => addReference(context, 'project', { name: 'Shop', client }),
  ],
}

const entry = (over: object = {}) => ({
  ...{ project: context.web, task: context.design, date: '2026-11-19', start: 540, quantity: 4 },
  ...over,
})
const added = async () => unwrap(await createTime(context, entry()))

async function insert(organisation_id: number, deleted: boolean): Promise<Named> {
  const columns = { organisation_id, name: 'Elsewhere', deleted }
  return context.db.transaction().execute(async (trx) => ({
    project: await insertProject(trx, columns),
    task: await insertTask(trx, columns),
    client: await insertClient(trx, columns),
    charge: await insertCharge(trx, { ...columns, charge: 100, unit: '' }),
  }))
}

it.each(Object.entries(changes))('%s names nothing that is missing', async (_, [fields, run]) => {
  expect(fieldsOf(await run({ project: 99, task: 99, client: 99, charge: 99 }))).toEqual(fields)
})

it.each(Object.entries(changes))('%s names nothing that was deleted', async (_, [fields, run]) => {
  expect(fieldsOf(await run(await insert(context.organisation, true)))).toEqual(fields)
})

it.each(Object.entries(changes))('%s names nothing of others', async (_, [fields, run]) => {
  const { id } = await context.db
    .insertInto('organisation')
    .values({ name: 'Another studio', created_at: null, updated_at: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  expect(fieldsOf(await run(await insert(id, false)))).toEqual(fields)
})

it('nothing new is logged on what was deleted since', async () => {
  const local = await added()
  for (const table of ['project', 'task'] as const) {
    await context.db.updateTable(table).set({ deleted: 1 }).execute()
  }
  const fields = ['project_id', 'task_id']
  expect(fieldsOf(await copyTimes(context, [local], '2026-11-20'))).toEqual(fields)
  expect(fieldsOf(await splitTime(context, local, 570))).toEqual(fields)
})
