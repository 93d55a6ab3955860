/** Which queries may run while a transaction is under way, on a real file. */
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { beforeEach, expect, it } from 'vitest'
import { openStore, type Store } from '#core/store/open/open-store.ts'
import type { Db, Trx } from '#core/store/database/db.ts'
import { insertTask } from '#core/store/resources/tasks.ts'
import { allowConcurrentReads } from '#core/store/database/store-adapter.ts'
import { unwrap } from '#shared/errors.ts'
import { testFolder } from '../../support/folder.ts'
import { organisation, testNow } from '../../support/store.ts'

let store: Store
beforeEach(async () => {
  const file = join(testFolder(), 'stint.db')
  const groups = ['model', 'client'] as const
  store = unwrap(await openStore({ file, groups, now: testNow, pause: (ms) => pause(ms) }))
  await store.db
    .insertInto('organisation')
    .values({ name: 'Fernwood Studio', created_at: null, updated_at: null })
    .execute()
  return () => store.close()
})

const add = (trx: Trx, name: string) => insertTask(trx, { organisation_id: organisation, name })
const names = async () =>
  (await store.db.selectFrom('task').select('name').orderBy('id').execute()).map(({ name }) => name)

/** A transaction that has added a task and continues when the test says so. */
async function begun(first: (trx: Trx) => void = () => {}) {
  const { promise: goes, resolve: goOn } = Promise.withResolvers<void>()
  const { promise: hasAdded, resolve: added } = Promise.withResolvers<Trx>()
  const done = store.db.transaction().execute(async (trx) => {
    await add(trx, 'Design')
    first(trx)
    added(trx)
    await goes
  })
  return { trx: await hasAdded, goOn, done }
}

it('a transaction that allows concurrent reads is not visible to them until it is committed', async () => {
  const { goOn, done } = await begun(allowConcurrentReads)
  expect(await names()).toEqual([])
  goOn()
  await done
  expect(await names()).toEqual(['Design'])
})

it('a read that already waits is answered when a transaction begins to allow concurrent reads', async () => {
  const { trx, goOn, done } = await begun()
  const waiting = Promise.all([names(), names()])
  allowConcurrentReads(trx)
  expect(await waiting).toEqual([[], []])
  goOn()
  await done
})

it('writes still wait for the transaction, and run in the order of their requests', async () => {
  const { goOn, done } = await begun(allowConcurrentReads)
  const seen: string[] = []
  const others = ['Review', 'Travel'].map((name) =>
    store.db.transaction().execute(async (trx) => {
      await add(trx, name)
      seen.push(name)
    }),
  )
  expect(await names()).toEqual([])
  expect(seen).toEqual([])
  goOn()
  await Promise.all([done, ...others])
  expect(await names()).toEqual(['Design', 'Review', 'Travel'])
})

it('a read beside any other transaction waits and sees its outcome', async () => {
  const { goOn, done } = await begun()
  const waiting = names()
  goOn()
  expect(await waiting).toEqual(['Design'])
  await done
})

it('a transaction that fails releases the connection to the next, and ends the concurrent reads', async () => {
  const failing = store.db.transaction().execute(async (trx) => {
    await add(trx, 'Design')
    allowConcurrentReads(trx)
    expect(await names()).toEqual([])
    throw new Error('given up')
  })
  await expect(failing).rejects.toThrow('given up')
  const { goOn, done } = await begun()
  const waiting = names()
  goOn()
  expect(await waiting).toEqual(['Design'])
  await done
})

it('a query on a connection that was given back is refused, and blocks no other', async () => {
  const { promise: kept, resolve: keep } = Promise.withResolvers<Db>()
  await store.db.connection().execute(async (connection) => keep(connection))
  const late = await kept
  await expect(late.selectFrom('task').select('name').execute()).rejects.toThrow('released')
  expect(await names()).toEqual([])
})
