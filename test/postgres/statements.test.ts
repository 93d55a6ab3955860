/** Prepared statements on the server, and what happens when a table changes under them. */
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { insertOrganisation } from '#core/store/resources/organisations.ts'
import type { Store } from '#core/store/open/open-store.ts'
import { insertTask, listTasks, readTask } from '#core/store/resources/tasks.ts'
import { openServiceDatabase } from '#service/open-service-database.ts'
import { writeInTransaction } from '#service/write.ts'
import { unwrap } from '#shared/errors.ts'
import { command, makeDatabase, type TestDatabase } from '../service/database.ts'

let database: TestDatabase
let store: Store
let here: number
let task: number
beforeEach(async () => {
  database = await makeDatabase()
  // One connection: the next statement finds what one leaves behind.
  store = unwrap(await openServiceDatabase(`${database.name}&connections=1`, 0))
  const dated = { created_at: '2026-04-15 09:30:00', updated_at: '2026-04-15 09:30:00' }
  here = await writeInTransaction(store.db, null, (trx) =>
    insertOrganisation(trx, { name: 'Here', ...dated }),
  )
  task = await writeInTransaction(store.db, here, (trx) =>
    insertTask(trx, { organisation_id: here, name: 'Design' }),
  )
})
afterEach(async () => {
  await store.close()
  await database.remove()
})

const read = (db = store.db) => readTask(db, here, task)

async function readOften(): Promise<void> {
  for (let time = 0; time < 10; time++) expect(await read()).toMatchObject({ name: 'Design' })
}

async function keptStatements(): Promise<string[]> {
  const { rows } = await sql<{ statement: string }>`
    select statement from pg_prepared_statements`.execute(store.db)
  return rows.map(({ statement }) => statement)
}

it('are used for frequent queries, except for searches', async () => {
  expect(await read()).toMatchObject({ name: 'Design' })
  expect((await keptStatements()).filter((text) => text.includes('from "task"'))).toEqual([])
  await readOften()
  for (let time = 0; time < 10; time++) await listTasks(store.db, here, { query: 'design' })
  const kept = (await keptStatements()).filter((text) => text.includes('from "task"'))
  expect(kept).toHaveLength(1)
  expect(kept[0]).not.toContain(' like ')
})

it('are prepared again when a newer version adds a column', async () => {
  await readOften()
  await command(database.name, 'alter table task add column color text')
  await readOften()
})

it('are prepared again in the middle of a transaction, which is run again', async () => {
  await readOften()
  await command(database.name, 'alter table task add column color text')
  let runs = 0
  await writeInTransaction(store.db, here, async (trx) => {
    runs++
    expect(await read(trx)).toMatchObject({ name: 'Design' })
    await insertTask(trx, { organisation_id: here, name: 'Review' })
  })
  expect(runs).toBe(2)
  expect((await listTasks(store.db, here, {})).total).toBe(2)
})
