/**
 * A database for one test: a SQLite file, or in the project `postgres` a database of its server.
 */
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { inject } from 'vitest'
import { addressOf } from '../support/postgres-server.ts'

export interface TestDatabase {
  /** What `stint serve --db` would be given. */
  name: string
  remove(): Promise<void>
}

/** True where the tests run on PostgreSQL. */
export const onPostgres = inject('postgres') !== undefined

export interface DatabaseOptions {
  /** Without a table; otherwise it may be migrated already. */
  empty?: boolean
}

export async function makeDatabase({ empty = false }: DatabaseOptions = {}): Promise<TestDatabase> {
  const server = inject('postgres')
  if (server) {
    const name = `stint_${randomUUID().replaceAll('-', '')}`
    await command(
      addressOf(server, 'postgres'),
      `create database ${name} ${empty ? '' : 'template stint_template'}`,
    )
    return {
      name: addressOf(server, name),
      remove: () => command(addressOf(server, 'postgres'), `drop database ${name} with (force)`),
    }
  }
  const folder = await mkdtemp(join(tmpdir(), 'stint-service-'))
  return {
    name: join(folder, 'service.db'),
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

/** Runs one statement over a connection of its own. */
export async function command(address: string, text: string): Promise<void> {
  const client = new Client({ connectionString: address })
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}
