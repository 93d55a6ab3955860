import { expect, it } from 'vitest'
import { testStore } from '../../support/store.ts'

it('passes parameters to SQLite so that another value needs no new prepared statement', async () => {
  const store = await testStore()
  const query = store.db.selectFrom('task').select('name').where('id', '=', 7)
  expect(query.compile()).toMatchObject({ sql: expect.stringMatching(/= \+\?$/), parameters: [7] })
  await store.close()
})
