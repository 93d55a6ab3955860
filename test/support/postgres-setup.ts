import type { TestProject } from 'vitest/node'
import { Client } from 'pg'
import { openServiceDatabase } from '#service/open-service-database.ts'
import { unwrap } from '#shared/errors.ts'
import { addressOf, startPostgres, type PostgresServer } from './postgres-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The server on which the service is tested; absent where it is tested on SQLite. */
    postgres?: PostgresServer
  }
}

/** Copied for every test: a database as a service leaves it after its first start. */
const template = 'stint_template'

/** Once before all tests on PostgreSQL: a server, and a migrated database to copy. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres()
  try {
    await makeTemplate(server)
  } catch (cause) {
    await server.stop()
    throw cause
  }
  project.provide('postgres', { host: server.host, user: server.user })
  return () => server.stop()
}

async function makeTemplate(server: PostgresServer): Promise<void> {
  const client = new Client({ connectionString: addressOf(server, 'postgres') })
  await client.connect()
  await client.query(`create database ${template}`)
  await client.end()
  const store = unwrap(await openServiceDatabase(addressOf(server, template), 0))
  await store.close()
}
