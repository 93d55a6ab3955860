import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { expect, it } from 'vitest'
import { accountRecordKey, readStatedIdentity } from '#core/backup/database-identity.ts'
import { testFolder } from '../../support/folder.ts'

it.each([
  [64, true],
  [65, false],
])('reads a record of %i levels from a file: %s', (levels, isRead) => {
  const file = join(testFolder(), 'other.db')
  const database = new Sqlite(file)
  database.exec(`create table setting (key text, value text);
    create table organisation (id integer, name text)`)
  database
    .prepare('insert into setting values (?, ?)')
    .run(accountRecordKey, '['.repeat(levels) + ']'.repeat(levels))
  database.close()
  expect(readStatedIdentity(file) !== null).toBe(isRead)
})
