/** PostgreSQL answers every index query as the written rule says, and so as SQLite does. */
import { expect, it } from 'vitest'
import { isReindexPending, reindexNextBatch } from '#core/store/lists/search-reindex.ts'
import { insertTime, listTimes } from '#core/store/resources/times.ts'
import { openServiceDatabase } from '#service/open-service-database.ts'
import { unwrap } from '#shared/errors.ts'
import { toHaystack } from '#shared/rules/search-text.ts'
import { asked } from '../core/store/parity/asked.ts'
import { answer } from '../core/store/parity/model.ts'
import { createSide } from '../core/store/parity/side.ts'
import { world } from '../core/store/parity/world.ts'
import { makeDatabase } from '../service/database.ts'
import fc from 'fast-check'

it('answers every query as the rule says', async () => {
  await fc.assert(
    fc.asyncProperty(
      world(40),
      fc.array(asked, { minLength: 40, maxLength: 40 }),
      async (records, queries) => {
        const database = await makeDatabase()
        const store = unwrap(await openServiceDatabase(database.name, 0))
        try {
          await store.db.insertInto('organisation').values({ name: 'Fernwood Studio' }).execute()
          const service = createSide(store.db, 'service')
          await service.load(records, false)
          for (const query of queries) {
            expect(await service.answer(query), JSON.stringify(query)).toEqual(
              answer(records, query),
            )
          }
        } finally {
          await store.close()
          await database.remove()
        }
      },
    ),
    { numRuns: 8, endOnFailure: true },
  )
})

it('finds texts whose keys an earlier version made, before and after they are made anew', async () => {
  const database = await makeDatabase()
  const store = unwrap(await openServiceDatabase(database.name, 0))
  const { db } = store
  try {
    const { id: organisation_id } = await db
      .insertInto('organisation')
      .values({ name: 'Fernwood Studio' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const time = { organisation_id, date: '2026-04-14', start: 540, quantity: 1, increment: 15 }
    const id = await db
      .transaction()
      .execute((trx) => insertTime(trx, { ...time, rate: 0, notes: 'Café 你好世界' }))
    await db.updateTable('time_entry').set({ search: '\u0001café \u0001你好世界' }).execute()
    await db.updateTable('search_index').set({ fold: 1 }).execute()
    for (let pieces = 0; ; pieces++) {
      for (const query of ['cafe', '世界', 'CAFÉ 你好']) {
        const { data, total } = await listTimes(db, organisation_id, { query })
        expect([data.map((found) => found.id), total], `${query} after ${pieces}`).toEqual([
          [id],
          1,
        ])
      }
      if (!(await isReindexPending(db))) break
      await db.transaction().execute((trx) => reindexNextBatch(trx))
    }
    const { search } = await db.selectFrom('time_entry').select('search').executeTakeFirstOrThrow()
    expect(search).toBe(toHaystack('Café 你好世界'))
  } finally {
    await store.close()
    await database.remove()
  }
})
