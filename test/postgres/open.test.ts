/** Opening a PostgreSQL database, and what prevents it. */
import { createServer, type AddressInfo } from 'node:net'
import { once } from 'node:events'
import { sql } from 'kysely'
import { afterEach, describe, expect, inject, it } from 'vitest'
import type { Store } from '#core/store/open/open-store.ts'
import { openServiceDatabase } from '#service/open-service-database.ts'
import { startService } from '#service/index.ts'
import { unwrap, type Result } from '#shared/errors.ts'
import { command, makeDatabase } from '../service/database.ts'
import { addressOf } from '../support/postgres-server.ts'
import { onAnyDay } from '../support/test-day.ts'

const { clock } = onAnyDay()

const server = inject('postgres')!
const open = (address: string) => openServiceDatabase(address, 0)
const messageOf = (result: Result<unknown>) => (result.ok ? 'opened' : result.error.message)

const undo: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step()
})

async function emptyDatabase(): Promise<string> {
  const database = await makeDatabase({ empty: true })
  undo.push(() => database.remove())
  return database.name
}

async function opened(address: string): Promise<Store> {
  const store = unwrap(await open(address))
  undo.push(() => store.close())
  return store
}

async function namesOf(store: Store, query: string): Promise<string[]> {
  const { rows } = await sql.raw<{ name: string }>(query).execute(store.db)
  return rows.map(({ name }) => name)
}

describe('an empty database', () => {
  it('gets the tables of the service and none of the desktop', async () => {
    const tables = await namesOf(
      await opened(await emptyDatabase()),
      `select table_name as name from information_schema.tables where table_schema = 'public'`,
    )
    expect(tables).toEqual(expect.arrayContaining(['user', 'time_entry', 'token', 'migration']))
    expect(tables).not.toContain('sync_record')
    expect(tables).not.toContain('history')
  })

  it('is migrated once, with any number of processes that open it at the same moment', async () => {
    const address = await emptyDatabase()
    const stores = await Promise.all(Array.from({ length: 6 }, () => opened(address)))
    const names = await namesOf(stores[0]!, 'select name from migration order by name')
    expect(names[0]).toBe('0010-model')
    expect(new Set(names).size).toBe(names.length)
  })

  it('is filled with one demo, with any number of services that ask for it', async () => {
    const address = await emptyDatabase()
    const options = { database: address, port: 0, capabilities: ['reference'], demo: true }
    const services = await Promise.all(
      Array.from({ length: 3 }, async () =>
        unwrap(await startService({ ...options, clock, log: { info() {}, warn() {} } })),
      ),
    )
    const store = await opened(address)
    expect(await namesOf(store, 'select name from organisation')).toHaveLength(1)
    for (const { url, token } of services) {
      const answer = await fetch(`${url}/api/v1`, { headers: { Authorization: `Bearer ${token}` } })
      expect(answer.status).toBe(200)
    }
    await Promise.all(services.map((service) => service.close()))
  })

  it('orders text by its bytes and keeps every number as wide as SQLite does', async () => {
    const store = await opened(await emptyDatabase())
    const columns = `from information_schema.columns where table_schema = 'public'`
    expect(
      await namesOf(
        store,
        `select table_name || '.' || column_name as name ${columns}
          and data_type = 'text' and collation_name is distinct from 'C'`,
      ),
    ).toEqual([])
    expect(await namesOf(store, `select distinct data_type as name ${columns}`)).toEqual(
      expect.arrayContaining(['bigint', 'text']),
    )
    expect(
      await namesOf(store, `select column_name as name ${columns} and data_type = 'integer'`),
    ).toEqual([])
  })

  it('indexes its searches by trigrams', async () => {
    const store = await opened(await emptyDatabase())
    expect(
      await namesOf(store, `select indexname as name from pg_indexes where indexdef like '%trgm%'`),
    ).toEqual(expect.arrayContaining(['time_entry_search', 'expense_search']))
  })

  it('is served without that index by a user who may not add extensions', async () => {
    const address = await emptyDatabase()
    const role = `limited_${process.pid}_${Math.trunc(performance.now())}`
    await command(address, `create role ${role} login`)
    await command(address, `grant all on schema public to ${role}`)
    undo.push(() => command(addressOf(server, 'postgres'), `drop role ${role}`))
    undo.push(() => command(address, `drop owned by ${role}`))
    const store = await opened(address.replace(`user=${server.user}`, `user=${role}`))
    expect(await namesOf(store, 'select name from migration')).toContain('0050-postgres')
    expect(
      await namesOf(store, `select indexname as name from pg_indexes where indexdef like '%trgm%'`),
    ).toEqual([])
  })
})

describe('numbers', () => {
  it('come back as numbers, counts and sums too', async () => {
    const { db } = await opened(await emptyDatabase())
    const { rows } = await sql`select count(*) as count, sum(n) as sum, max(n) as max
      from (values (2::bigint), (9007199254740989)) as t (n)`.execute(db)
    expect(rows).toEqual([{ count: 2, sum: 9007199254740991, max: 9007199254740989 }])
  })

  it('are refused where JavaScript would round them', async () => {
    const { db } = await opened(await emptyDatabase())
    await expect(sql`select 9007199254740993::bigint as n`.execute(db)).rejects.toThrow(
      '9007199254740993',
    )
    // The connection stays usable.
    expect((await sql`select 1::bigint as n`.execute(db)).rows).toEqual([{ n: 1 }])
  })
})

describe('a database that cannot be used', () => {
  it('is left as it is when a newer version wrote it', async () => {
    const address = await emptyDatabase()
    const store = unwrap(await open(address))
    await sql`insert into migration values ('9990-tomorrow', '2030-01-01 00:00:00')`.execute(
      store.db,
    )
    await store.close()
    expect(messageOf(await open(address))).toContain('newer version')
  })

  it('reports that the address is invalid', async () => {
    expect(messageOf(await open('postgres://['))).toContain('looks like')
    expect(messageOf(await open('postgres://localhost/x?connections=0'))).toContain('connections')
  })

  it('reports that nothing responds there', async () => {
    const closed = createServer().listen(0, '127.0.0.1')
    await once(closed, 'listening')
    const { port } = closed.address() as AddressInfo
    closed.close()
    await once(closed, 'close')
    const message = messageOf(await open(`postgres://u:secret@127.0.0.1:${port}/stint`))
    expect(message).toContain(`127.0.0.1:${port}`)
    expect(message).not.toContain('secret')
    expect(messageOf(await open('postgres:///stint?host=/nowhere'))).toContain('/nowhere')
  })

  it('reports a missing database, and an unknown user', async () => {
    expect(messageOf(await open(addressOf(server, 'nothing_here')))).toContain('nothing_here')
    expect(
      messageOf(await open(addressOf({ ...server, user: 'nobody_here' }, 'postgres'))),
    ).toContain('nobody_here')
  })

  it('reports that it does not store UTF-8', async () => {
    const name = `latin_${process.pid}`
    const admin = addressOf(server, 'postgres')
    await command(admin, `create database ${name} encoding latin1 locale 'C' template template0`)
    undo.push(() => command(admin, `drop database ${name}`))
    expect(messageOf(await open(addressOf(server, name)))).toContain('UTF-8')
  })

  it('reports that tables may not be created in it', async () => {
    const address = await emptyDatabase()
    const role = `reader_${process.pid}`
    await command(address, `create role ${role} login`)
    undo.push(() => command(addressOf(server, 'postgres'), `drop role ${role}`))
    expect(messageOf(await open(address.replace(`user=${server.user}`, `user=${role}`)))).toContain(
      role,
    )
  })
})

it('carries on when the server has closed its connections', async () => {
  const address = await emptyDatabase()
  const store = await opened(address)
  await sql`select 1`.execute(store.db)
  await command(
    addressOf(server, 'postgres'),
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = '${new URL(address).pathname.slice(1)}'`,
  )
  await expect
    .poll(() =>
      sql`select 1 as n`.execute(store.db).then(
        ({ rows }) => rows,
        () => 'not yet',
      ),
    )
    .toEqual([{ n: 1 }])
})

it('limits the time of a statement, a lock and a forgotten transaction', async () => {
  const { db } = await opened(await emptyDatabase())
  const { rows } = await sql<Record<string, string>>`select
    current_setting('statement_timeout') as statement,
    current_setting('lock_timeout') as lock,
    current_setting('idle_in_transaction_session_timeout') as idle,
    current_setting('transaction_isolation') as isolation`.execute(db)
  expect(rows).toEqual([
    { statement: '30s', lock: '10s', idle: '30s', isolation: 'read committed' },
  ])
})
