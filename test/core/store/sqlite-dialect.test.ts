import { expect, it } from 'vitest'
import { testStore } from '../../support/store.ts'

it('hands parameters to SQLite so that it need not prepare again for another value', async () => {
  const store = await testStore()
  const query = store.db.selectFrom('task').select('name').where('id', '=', 7)
  expect(query.compile()).toMatchObject({ sql: expect.stringMatching(/= \+\?$/), parameters: [7] })
  await store.close()
})
