import type { Insertable } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { definedColumns, pickColumns, prepared } from '#core/store/database/prepared-query.ts'
import type { Store } from '#core/store/open/open-store.ts'
import type { TaskTable } from '#core/store/tables/index.ts'
import { insertTask } from '#core/store/resources/tasks.ts'
import { organisation, testStore } from '../../support/store.ts'

let store: Store
beforeEach(async () => {
  store = await testStore()
  await store.db.transaction().execute(async (trx) => {
    for (const name of ['Design', 'Review', 'Travel']) {
      await insertTask(trx, { organisation_id: organisation, name })
    }
  })
  return () => store.close()
})

/** Counts how often it is built. */
function taskNames() {
  let built = 0
  const run = prepared((db, values: { from: number }, shape: { descending: boolean }) => {
    built++
    return db
      .selectFrom('task')
      .select('name')
      .where('id', '>=', values.from)
      .orderBy('id', shape.descending ? 'desc' : 'asc')
  })
  return { run, built: () => built }
}

describe('a prepared query', () => {
  it('runs with the values of each call, and is built once', async () => {
    const { run, built } = taskNames()
    const up = { descending: false }
    expect(await run(store.db, { from: 2 }, up)).toEqual([{ name: 'Review' }, { name: 'Travel' }])
    expect(await run(store.db, { from: 3 }, up)).toEqual([{ name: 'Travel' }])
    expect(built()).toBe(1)
  })

  it('is built once more for another shape', async () => {
    const { run, built } = taskNames()
    await run(store.db, { from: 2 }, { descending: false })
    expect(await run(store.db, { from: 2 }, { descending: true })).toEqual([
      { name: 'Travel' },
      { name: 'Review' },
    ])
    expect(built()).toBe(2)
  })

  it('belongs to its database, whose transactions share it', async () => {
    const { run, built } = taskNames()
    const up = { descending: false }
    const inside = await store.db.transaction().execute(async (trx) => {
      await trx.updateTable('task').set({ name: 'Trip' }).where('id', '=', 3).execute()
      return run(trx, { from: 3 }, up)
    })
    expect(inside).toEqual([{ name: 'Trip' }])
    expect(await run(store.db, { from: 3 }, up)).toEqual([{ name: 'Trip' }])
    expect(built()).toBe(1)

    const other = await testStore()
    expect(await run(other.db, { from: 1 }, up)).toEqual([])
    expect(built()).toBe(2)
    await other.close()
  })
})

it('leaves a column that is undefined to its default', async () => {
  const insert = prepared((db, values: Insertable<TaskTable>, columns: (keyof TaskTable)[]) =>
    db.insertInto('task').values(pickColumns(values, columns)).returning(['name', 'deleted']),
  )
  const row = { organisation_id: organisation, tie: 9, search: '', name_fold: '', name: 'Trip' }
  for (const deleted of [undefined, 1]) {
    const values = { ...row, deleted } as Insertable<TaskTable>
    expect(await insert(store.db, values, definedColumns(values))).toEqual([
      { name: 'Trip', deleted: deleted ?? 0 },
    ])
  }
})
