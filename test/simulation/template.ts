/** The databases that machines begin with: one for each organisation, migrated once. */
import type { Db } from '#core/store/db.ts'
import { createHarvest } from '#core/store/harvest.ts'
import { toTimestamp } from '#shared/rules/calendar.ts'
import { chargeWire } from '#shared/resources/charge.ts'
import { projectWire } from '#shared/resources/project.ts'
import { taskWire } from '#shared/resources/task.ts'
import { organisation, testNow } from '../support/store.ts'
import { observe } from './checks/observer.ts'
import { reuseDatabases, type Databases } from './databases.ts'
import { makeTemplate } from './machine-store.ts'
import { makeOrganisation } from './service/held.ts'
import { fullCharge, fullProject, fullTask } from './service/render.ts'

/** By organisation of the service. */
export type Templates = ReadonlyMap<number, Databases>

export async function makeTemplates(): Promise<Templates> {
  const templates = new Map<number, Databases>()
  for (const id of [1, 2]) {
    const bytes = await makeTemplate(toTimestamp(testNow), (db) => fill(db, id))
    templates.set(
      id,
      reuseDatabases(bytes, (sqlite) => void observe(sqlite)),
    )
  }
  return templates
}

/** The account's organisation, and the projects and tasks as an earlier sync left them. */
async function fill(db: Db, id: number): Promise<void> {
  await db
    .insertInto('organisation')
    .values({ id: organisation, name: 'Fernwood Studio', created_at: null, updated_at: null })
    .execute()
  const { projects, tasks, charges } = makeOrganisation(id)
  await db.transaction().execute(async (trx) => {
    const harvest = createHarvest(trx, organisation)
    for (const project of projects.values()) {
      await harvest.project(projectWire.parse(fullProject(project)))
    }
    for (const task of tasks.values()) await harvest.task(taskWire.parse(fullTask(task)))
    for (const charge of charges.values()) {
      await harvest.charge(chargeWire.parse(fullCharge(charge)))
    }
  })
}
