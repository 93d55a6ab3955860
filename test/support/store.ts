/** A real store in memory, and the context that actions want, for tests. */
import type { ActionContext } from '#core/actions/change.ts'
import type { Clock } from '#core/ports.ts'
import { openStore, type Store } from '#core/store/open.ts'
import type { MigrationGroup } from '#core/store/migrate.ts'
import { insertProject } from '#core/store/projects.ts'
import { insertTask } from '#core/store/tasks.ts'
import { unwrap } from '#shared/errors.ts'

/** 2026-11-19 14:00 UTC. */
export const testNow = Date.UTC(2026, 10, 19, 14, 0, 0)

export const organisation = 1

/** A migrated store in memory with one organisation. */
export async function testStore(
  groups: readonly MigrationGroup[] = ['model', 'client'],
): Promise<Store> {
  const store = unwrap(await openStore({ file: ':memory:', groups, now: testNow }))
  await store.db
    .insertInto('organisation')
    .values({ name: 'Fernwood Studio', created_at: null, updated_at: null })
    .execute()
  return store
}

/** A clock that stands still until it is set. */
function testClock(start = testNow, zone = 'UTC'): Clock & { set(now: number): void } {
  let now = start
  return {
    now: () => now,
    monotonic: () => now,
    zone: () => zone,
    sleep: () => Promise.resolve(),
    set(next) {
      now = next
    },
  }
}

export interface TestContext extends ActionContext {
  store: Store
  clock: ReturnType<typeof testClock>
  /** A project of 15-minute increments, one of 6, and a task. */
  web: number
  app: number
  design: number
}

export async function testContext(zone = 'UTC'): Promise<TestContext> {
  const store = await testStore()
  const [web, app, design] = await store.db.transaction().execute(async (trx) => [
    await insertProject(trx, {
      organisation_id: organisation,
      name: 'Website relaunch',
      code: 'WEB',
      increment: 15,
      rate: 12_000,
      currency: 'NZD',
    }),
    await insertProject(trx, {
      organisation_id: organisation,
      name: 'Booking app',
      code: 'APP',
      increment: 6,
      rate: 9_000,
      currency: 'EUR',
    }),
    await insertTask(trx, { organisation_id: organisation, name: 'Design' }),
  ])
  return {
    store,
    db: store.db,
    clock: testClock(testNow, zone),
    organisation,
    changed: () => {},
    web: web,
    app: app,
    design: design,
  }
}
