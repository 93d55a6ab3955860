/** A real store in memory, and the context that actions need, for tests. */
import Sqlite from 'better-sqlite3'
import { Kysely } from 'kysely'
import type { ActionContext } from '#core/actions/change.ts'
import type { Clock } from '#core/ports.ts'
import type { Db, Store } from '#core/store/open/open-store.ts'
import { changeSummary } from '#core/store/history/change-history.ts'
import { migrate, type MigrationGroup } from '#core/store/open/migrate.ts'
import { insertProject } from '#core/store/resources/projects.ts'
import { StoreDialect } from '#core/store/database/sqlite-dialect.ts'
import { cacheStatements } from '#core/store/database/statement-cache.ts'
import type { Database } from '#core/store/tables/index.ts'
import { insertTask } from '#core/store/resources/tasks.ts'
import { unwrap } from '#shared/errors.ts'
import { core, sentences } from '#shared/sentences/de/core.ts'
import { inEnglish, type Text } from '#shared/sentences/sentence.ts'
import { createTranslator } from '#shared/sentences/translator.ts'
import { toTimestamp } from '#shared/rules/calendar.ts'

/** 2026-11-19 14:00 UTC. */
export const testNow = Date.UTC(2026, 10, 19, 14, 0, 0)

export const organisation = 1

/**
 * Opens a database as it is, with the real dialect. @param source a file, or a serialized database
 */
export function openAsIs(source: string | Buffer): { sqlite: Sqlite.Database; store: Store } {
  const sqlite = new Sqlite(source)
  sqlite.pragma('foreign_keys = ON')
  const dialect = new StoreDialect({ database: cacheStatements(sqlite) })
  const db = new Kysely<Database>({ dialect })
  return { sqlite, store: { db, connections: null, close: () => db.destroy() } }
}

/** A migrated database filled by `fill`, as bytes: opening them takes 0.3 ms. */
export async function imageOf(
  groups: readonly MigrationGroup[],
  fill: (db: Db) => Promise<unknown>,
): Promise<Buffer> {
  const { sqlite, store } = openAsIs(':memory:')
  unwrap(await migrate(store.db, groups, toTimestamp(testNow)))
  await fill(store.db)
  const image = sqlite.serialize()
  await store.close()
  return image
}

const images = new Map<string, Promise<Buffer>>()

/** A migrated store in memory with one organisation. To close it checks the history. */
export async function testStore(
  groups: readonly MigrationGroup[] = ['model', 'client'],
): Promise<Store> {
  const key = groups.join()
  const image =
    images.get(key) ??
    imageOf(groups, (db) =>
      db
        .insertInto('organisation')
        .values({ name: 'Fernwood Studio', created_at: null, updated_at: null })
        .execute(),
    )
  images.set(key, image)
  const { store } = openAsIs(await image)
  if (!groups.includes('client')) return store
  let isClosed = false
  return {
    ...store,
    async close() {
      if (!isClosed) await checkSummaries(store.db)
      isClosed = true
      await store.close()
    },
  }
}

/**
 * Throws where the summary of a change is not a sentence that German has as well, with all that is
 * in it, or not the text beside it. One whose titles were forgotten is a text.
 */
async function checkSummaries(db: Db): Promise<void> {
  for (const change of await db.selectFrom('change').selectAll().execute()) {
    if (change.summary.includes('“…”')) continue
    const summary = changeSummary(change)
    if (typeof summary === 'string' || inEnglish(summary) !== change.summary || !isTold(summary)) {
      throw new Error(`No sentence with German: ${change.summary} (${change.sentence})`)
    }
  }
}

const translate = createTranslator({ core, sentences })

const isTold = (text: Text): boolean =>
  typeof text === 'string'
    ? translate(text) !== text
    : Object.hasOwn(sentences, text.text) &&
      [text.values['subject'], text.values['summary']].every(
        (inner) => inner === undefined || isTold(inner as Text),
      )

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
