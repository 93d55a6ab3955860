/** The service's way of writing, where PostgreSQL runs transactions concurrently. */
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Trx } from '#core/store/database/db.ts'
import { insertOrganisation } from '#core/store/resources/organisations.ts'
import type { Store } from '#core/store/open/open-store.ts'
import { insertTask, updateTask } from '#core/store/resources/tasks.ts'
import { insertUser } from '#core/store/resources/users.ts'
import { openAdministration } from '#service/index.ts'
import { openServiceDatabase } from '#service/open-service-database.ts'
import { writeInTransaction } from '#service/write.ts'
import { unwrap } from '#shared/errors.ts'
import { makeDatabase, type TestDatabase } from '../service/database.ts'

let database: TestDatabase
let store: Store
let here: number
let there: number
beforeEach(async () => {
  database = await makeDatabase()
  store = unwrap(await openServiceDatabase(database.name, 0))
  const dated = { created_at: '2026-04-15 09:30:00', updated_at: '2026-04-15 09:30:00' }
  ;[here, there] = await writeInTransaction(store.db, null, async (trx) => [
    await insertOrganisation(trx, { name: 'Here', ...dated }),
    await insertOrganisation(trx, { name: 'There', ...dated }),
  ])
})
afterEach(async () => {
  await store.close()
  await database.remove()
})

/** Lets as many pass as there are, once all of them have arrived. */
function gate(size: number): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  let come = 0
  return () => {
    if (++come === size) resolve()
    return promise
  }
}

const taskNames = async () =>
  (await store.db.selectFrom('task').select('name').orderBy('id').execute()).map(({ name }) => name)

describe('writers of one organisation', () => {
  it('write one after the other: each reads what the one before has written', async () => {
    await writeInTransaction(store.db, here, (trx) =>
      insertTask(trx, { organisation_id: here, name: '0' }),
    )
    await Promise.all(
      Array.from({ length: 20 }, () =>
        writeInTransaction(store.db, here, async (trx) => {
          const { id, name } = await trx
            .selectFrom('task')
            .select(['id', 'name'])
            .executeTakeFirstOrThrow()
          await updateTask(trx, id, { name: String(Number(name) + 1) })
        }),
      ),
    )
    expect(await taskNames()).toEqual(['20'])
  })

  it('do not wait for those of another', async () => {
    const both = gate(2)
    await Promise.all(
      [here, there].map((organisation_id) =>
        writeInTransaction(store.db, organisation_id, async (trx) => {
          await insertTask(trx, { organisation_id, name: 'Design' })
          // Resolves only when both are in the middle of their transactions.
          await both()
        }),
      ),
    )
    expect(await taskNames()).toEqual(['Design', 'Design'])
  })

  it('do not block readers', async () => {
    await writeInTransaction(store.db, here, async (trx) => {
      await insertTask(trx, { organisation_id: here, name: 'Design' })
      expect(await taskNames()).toEqual([])
    })
    expect(await taskNames()).toEqual(['Design'])
  })
})

describe('a transaction that the database rejects as conflicting', () => {
  const touch = (trx: Trx, organisation: number) =>
    trx
      .updateTable('organisation')
      .set({ updated_at: '2026-04-16 09:30:00' })
      .where('id', '=', organisation)
      .execute()

  it('is run again after a deadlock, and leaves nothing of the first time', async () => {
    const both = gate(2)
    let runs = 0
    await Promise.all(
      [
        [here, there],
        [there, here],
      ].map(([first, second]) =>
        writeInTransaction(store.db, null, async (trx) => {
          runs++
          await insertTask(trx, { organisation_id: here, name: `from ${first}` })
          // Each holds what the other needs next.
          await touch(trx, first!)
          await both()
          await touch(trx, second!)
        }),
      ),
    )
    expect(runs).toBe(3)
    expect((await taskNames()).toSorted()).toEqual([`from ${here}`, `from ${there}`])
  })

  it('is run again when it cannot be serialized with another', async () => {
    const both = gate(2)
    let runs = 0
    await Promise.all(
      ['Design', 'Review'].map((name) =>
        writeInTransaction(store.db, null, async (trx) => {
          runs++
          // As a distributed engine does it, with any requested isolation.
          await sql`set transaction isolation level serializable`.execute(trx)
          const tasks = await trx.selectFrom('task').select('id').execute()
          await both()
          await insertTask(trx, { organisation_id: here, name: `${name} after ${tasks.length}` })
        }),
      ),
    )
    expect(runs).toBe(3)
    expect((await taskNames()).map((name) => name.slice(-1)).toSorted()).toEqual(['0', '1'])
  })

  it('checks again when another took the value that was free', async () => {
    const both = gate(2)
    const email = 'olga@example.org'
    const add = (organisation_id: number) =>
      writeInTransaction(store.db, organisation_id, async (trx) => {
        const taken = await trx
          .selectFrom('user')
          .select('id')
          .where('email', '=', email)
          .executeTakeFirst()
        if (taken) return 'taken'
        await both()
        await insertUser(trx, { organisation_id, name: 'Olga', email })
        return 'added'
      })
    expect((await Promise.all([add(here), add(there)])).toSorted()).toEqual(['added', 'taken'])
  })

  it('is given up in the end, with the message of the database', async () => {
    let runs = 0
    const never = writeInTransaction(store.db, here, async (trx) => {
      runs++
      await sql`do $$ begin raise exception 'no order' using errcode = '40001'; end $$`.execute(trx)
    })
    await expect(never).rejects.toThrow('no order')
    expect(runs).toBe(10)
  })

  it('is not run again for any other error', async () => {
    let runs = 0
    const refused = writeInTransaction(store.db, here, () => {
      runs++
      return Promise.reject(new Error('refused'))
    })
    await expect(refused).rejects.toThrow('refused')
    expect(runs).toBe(1)
  })
})

it('adds an organisation of a name once, with any number of concurrent operators', async () => {
  const results = await Promise.all(
    Array.from({ length: 5 }, async () => {
      const administration = unwrap(await openAdministration(database.name, { now: () => 0 }))
      const result = await administration.addOrganisation({ name: 'Elsewhere' })
      await administration.close()
      return result.ok ? 'added' : result.error.code
    }),
  )
  expect(results.toSorted()).toEqual(['added', 'conflict', 'conflict', 'conflict', 'conflict'])
})
