/** The databases that machines start with: one for each organisation, migrated once. */
import type { Db } from '#core/store/database/db.ts'
import { createReferenceUpserter } from '#core/store/sync/upsert-references.ts'
import { chargeWire } from '#shared/resources/charge.ts'
import { projectWire } from '#shared/resources/project.ts'
import { taskWire } from '#shared/resources/task.ts'
import { ensureCurrentUser } from '#core/store/account/current-user.ts'
import { imageOf, organisation } from '../support/store.ts'
import { looking } from './checks/looking.ts'
import { observe } from './checks/observer.ts'
import { reuseDatabases, type Databases, type Reused } from './databases.ts'
import { makeOrganisation, type Organisation } from './service/held.ts'
import { fullCharge, fullProject, fullTask } from './service/render.ts'

/** By organisation of the service. */
export type Templates = ReadonlyMap<number, Databases>

export async function makeTemplates(): Promise<Templates> {
  const templates = new Map<number, Databases>()
  for (const id of [1, 2]) {
    const bytes = await imageOf(['model', 'client'], (db) => fillFrom(db, makeOrganisation(id)))
    templates.set(
      id,
      reuseDatabases(bytes, (sqlite) => void observe(sqlite)),
    )
  }
  return templates
}

/** One with the values of work on the projects of this organisation. */
export function takeFor(templates: Templates, { id, projects }: Organisation): Reused {
  const database = templates.get(id)!.take()
  for (const { id: remote, currency, rate } of projects.values()) {
    looking(
      database.sqlite,
      `update project set currency = ?, rate = ? where (currency, rate) is not (?, ?) and id =
        (select local_id from sync_record where resource = 'project' and remote_id = ?)`,
    ).run(currency, rate, currency, rate, remote)
  }
  return database
}

/** The account's organisation, and the references of entries as an earlier sync left them. */
export async function fillFrom(
  db: Db,
  { projects, tasks, charges }: Pick<Organisation, 'projects' | 'tasks' | 'charges'>,
): Promise<void> {
  await db
    .insertInto('organisation')
    .values({ id: organisation, name: 'Fernwood Studio', created_at: null, updated_at: null })
    .execute()
  await ensureCurrentUser(db, organisation)
  await db.transaction().execute(async (trx) => {
    const harvest = createReferenceUpserter(trx, organisation)
    for (const project of projects.values()) {
      await harvest.project(projectWire.parse(fullProject(project)))
    }
    for (const task of tasks.values()) await harvest.task(taskWire.parse(fullTask(task)))
    for (const charge of charges.values()) {
      await harvest.charge(chargeWire.parse(fullCharge(charge)))
    }
  })
}
