/** The databases that machines begin with: one for each organisation, migrated once. */
import type { Db } from '#core/store/db.ts'
import { createHarvest } from '#core/store/harvest.ts'
import { toTimestamp } from '#shared/rules/calendar.ts'
import { chargeWire } from '#shared/resources/charge.ts'
import { projectWire } from '#shared/resources/project.ts'
import { taskWire } from '#shared/resources/task.ts'
import { organisation, testNow } from '../support/store.ts'
import { makeTemplate } from './machine-store.ts'
import { makeOrganisation } from './service/held.ts'
import { fullCharge, fullProject, fullTask } from './service/render.ts'

/** Bytes by organisation of the service. */
export type Templates = ReadonlyMap<number, Buffer>

export async function makeTemplates(): Promise<Templates> {
  const templates = new Map<number, Buffer>()
  for (const id of [1, 2]) {
    templates.set(id, await makeTemplate(toTimestamp(testNow), (db) => fill(db, id)))
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
