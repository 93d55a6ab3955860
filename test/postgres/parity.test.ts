/** PostgreSQL answers every index query as the written rule says, and so as SQLite does. */
import { expect, it } from 'vitest'
import { openServiceDatabase } from '#service/open-service-database.ts'
import { unwrap } from '#shared/errors.ts'
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
