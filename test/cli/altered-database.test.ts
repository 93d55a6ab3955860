/** Database files that were altered by another program. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import type { Page } from '#shared/resources/page.ts'
import type { TimeEntry } from '#shared/resources/time.ts'
import { playAt } from '../support/test-day.ts'
import { commandLine } from './run.ts'

playAt('2026-11-19T15:00[Europe/Berlin]')

const stint = commandLine()

const databaseIn = (home: string) => {
  const accounts = join(home, 'accounts')
  return join(accounts, readdirSync(accounts)[0]!, 'stint.db')
}

const add = (home: string, notes: string) =>
  stint.run(home, ['times', 'add', '--start', '9', '--duration', '1h', '--notes', notes])

const entries = async (home: string) =>
  (await stint.json<Page<TimeEntry>>(home, ['times', 'list'])).value.data.map(
    ({ notes, total }) => `${notes} ${total}`,
  )

function altered(file: string, ...statements: string[]): void {
  const sqlite = new Sqlite(file)
  for (const statement of statements) sqlite.exec(statement)
  sqlite.close()
}

const forging = `create trigger forging after insert on time_entry begin
  update time_entry set notes = 'PWNED ' || new.notes where id = new.id; end`
const endless = `with recursive numbers(n) as (select 1 union all select n + 1 from numbers)
  select max(n) from numbers`
const nameless = `delete from setting where key = 'database'`

/** A home with one entry, and a backup that was altered. */
async function crafted(...statements: string[]) {
  const home = stint.home()
  expect((await add(home, 'first')).code).toBe(0)
  const file = join(home, 'crafted.db')
  expect((await stint.run(home, ['backup', file])).code).toBe(0)
  altered(file, ...statements)
  return { home, file }
}

describe('a backup that was altered', () => {
  it.each([
    ['has a trigger that changes every entry', [forging], 'trigger “forging”'],
    [
      'has such a trigger and says nothing of whose it is',
      [nameless, forging],
      'trigger “forging”',
    ],
    [
      'has a trigger that never ends',
      [`create trigger endless before delete on setting begin ${endless}; end`],
      'trigger “endless”',
    ],
    [
      'has an endless view in the place of a table',
      ['drop table retired_remote', `create view retired_remote as ${endless}`],
      '“retired_remote”',
    ],
    [
      'asks endlessly for the list of migrations',
      ['drop table migration', `create view migration as ${endless}`],
      'isn’t a Stint database',
    ],
    ['does not say whose it is', [nameless], 'doesn’t say whose'],
  ])('is neither called sound nor restored: one that %s', async (_what, statements, said) => {
    const { home, file } = await crafted(...statements)
    for (const command of ['verify', 'restore']) {
      expect(await stint.json(home, [command, file])).toMatchObject({
        code: 4,
        value: { error: { code: 'database', message: expect.stringContaining(said) } },
      })
    }
    expect((await add(home, 'honest')).code).toBe(0)
    expect(await entries(home)).toEqual(expect.arrayContaining(['first 60', 'honest 60']))
  })
})

describe('an altered database in place of an account’s', () => {
  it('is replaced by the newest unaltered backup, and nothing in it runs', async () => {
    const home = stint.home()
    expect((await add(home, 'first')).code).toBe(0)
    expect((await stint.run(home, ['backup'])).code).toBe(0)
    expect((await add(home, 'second')).code).toBe(0)
    altered(databaseIn(home), forging)
    const { stderr, code } = await add(home, 'third')
    expect({ code, stderr }).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('restored the backup'),
    })
    expect((await entries(home)).toSorted()).toEqual(['first 60', 'second 60', 'third 60'])
  })

  it('is not opened where there is no backup, and the remedy is named', async () => {
    const home = stint.home()
    expect((await add(home, 'first')).code).toBe(0)
    altered(databaseIn(home), forging)
    const { code, stderr } = await add(home, 'second')
    expect({ code, stderr }).toMatchObject({
      code: 4,
      stderr: expect.stringContaining('stint doctor --start-anew'),
    })
    expect((await stint.run(home, ['doctor', '--start-anew'])).code).toBe(0)
    expect(await entries(home)).toEqual(['first 60'])
  })
})
