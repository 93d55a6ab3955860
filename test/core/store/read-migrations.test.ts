/** The migrations that add counts and the text index, over a store that already has entries. */
import Sqlite from 'better-sqlite3'
import { Kysely, sql } from 'kysely'
import { expect, it } from 'vitest'
import { migrations } from '#core/store/migrations/index.ts'
import { reindexNextBatch, isReindexPending } from '#core/store/lists/search-reindex.ts'
import { StoreDialect } from '#core/store/database/sqlite-dialect.ts'
import { cacheStatements } from '#core/store/database/statement-cache.ts'
import type { Database } from '#core/store/tables/index.ts'
import { listTimes } from '#core/store/resources/times.ts'
import { totalsByDay } from '#core/store/resources/time-totals.ts'
import { toHaystack } from '#shared/rules/search-text.ts'
import { expectRecounted, expectSound } from './parity/recount.ts'

it('count and index the existing entries', async () => {
  const db = new Kysely<Database>({
    dialect: new StoreDialect({ database: cacheStatements(new Sqlite(':memory:')) }),
  })
  const ours = migrations.filter(({ group }) => group === 'model')
  const run = async (chosen: typeof ours) => {
    for (const { up } of chosen) await db.transaction().execute(up)
  }
  await run(ours.filter(({ name }) => name < '0070'))
  await sql`insert into organisation (name) values ('Here')`.execute(db)
  await sql`insert into project (organisation_id, tie, name) values (1, 1, 'Website')`.execute(db)
  const search = toHaystack('Proof of the cover')
  await sql`
    insert into time_entry (
      organisation_id, tie, project_id, date, start, total, quantity, increment, notes, search)
    select 1, value, iif(value % 2, 1, null), '2026-01-0' || value, 540, 15, 1, 15,
      'Proof of the cover', ${search} from json_each('[1, 2, 3, 4]')`.execute(db)
  await sql`insert into expense (organisation_id, tie, date, name, name_fold)
    values (1, 1, '2026-02-30', 'Ferry', 'ferry')`.execute(db)

  await run(ours.filter(({ name }) => name > '0070'))
  const found = async () => {
    const { data, total } = await listTimes(db, 1, { query: 'of cover', limit: 2 })
    return { ids: data.map(({ id }) => id), total }
  }
  expect(await found()).toEqual({ ids: [4, 3], total: 4 })
  expect((await listTimes(db, 1, {})).total).toBe(4)
  expect(await totalsByDay(db, 1, { from: '2026-01-02', to: '2026-01-03' })).toEqual([
    { date: '2026-01-02', minutes: 15, entries: 1 },
    { date: '2026-01-03', minutes: 15, entries: 1 },
  ])
  expect(await isReindexPending(db)).toBe(true)
  while (await isReindexPending(db)) {
    await db.transaction().execute((trx) => reindexNextBatch(trx, 3))
  }
  await expectRecounted(db)
  await expectSound(db)
  expect(await found()).toEqual({ ids: [4, 3], total: 4 })
  await db.destroy()
})
