/** Backups and the doctor on the command line, with the exit codes that scripts rely on. */
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import type {
  BackupContents,
  DoctorReport,
  DatabaseRecovery,
} from '#shared/ipc/database-integrity.ts'
import { onAnyDay } from '../support/test-day.ts'
import { commandLine } from './run.ts'

onAnyDay()

const stint = commandLine()

const databaseIn = (home: string) => {
  const accounts = join(home, 'accounts')
  return join(accounts, readdirSync(accounts)[0]!, 'stint.db')
}

/** Records an entry of at least a minute. */
async function logged(home: string, text: string): Promise<void> {
  await stint.run(home, ['start', text, '--ago', '15m'])
  expect((await stint.run(home, ['stop'])).code).toBe(0)
}

const totalIn = async (home: string) =>
  (await stint.json<{ total: number }>(home, ['times', 'list'])).value.total

describe('stint backup, verify and restore', () => {
  it('make a copy, check it, and restore it with later changes', async () => {
    const home = stint.home()
    await logged(home, 'first')
    const file = join(home, 'copy.db')
    expect((await stint.run(home, ['backup', `${file}.first`])).stdout).toMatch(
      /: 1 entry, 0 expenses, 1 unsynced, \d\.\d MB\. Verified\n$/,
    )
    const made = await stint.json<BackupContents>(home, ['backup', file])
    expect(made).toMatchObject({ code: 0, value: { file, times: 1 } })
    expect(await stint.json(home, ['verify', file])).toEqual(made)
    await logged(home, 'second')
    const restored = await stint.json<DatabaseRecovery>(home, ['restore', file])
    expect(restored.code).toBe(0)
    expect(readdirSync(restored.value.aside!)).toContain('stint.db')
    expect(await totalIn(home)).toBe(2)
  })

  it('report the problem with a file, and end with 4', async () => {
    const home = stint.home()
    await logged(home, 'first')
    const letter = join(home, 'letter.txt')
    writeFileSync(letter, 'Dear Sir or Madam, '.repeat(400))
    for (const command of ['verify', 'restore']) {
      const { code, value } = await stint.json(home, [command, letter])
      expect(code).toBe(4)
      expect(value).toMatchObject({ error: { code: 'database' } })
    }
    expect(await totalIn(home)).toBe(1)
  })

  it('say plainly that a folder is no database', async () => {
    const home = stint.home()
    await logged(home, 'first')
    const { code, stderr } = await stint.run(home, ['verify', home])
    expect({ code, stderr }).toEqual({
      code: 4,
      stderr: `Can’t use ${home}: it’s a folder\n`,
    })
  })

  it('refuse without a file, or with two', async () => {
    const home = stint.home()
    expect((await stint.run(home, ['verify'])).code).toBe(2)
    expect((await stint.run(home, ['restore', 'a', 'b'])).code).toBe(2)
  })
})

describe('stint doctor --report', () => {
  it('writes a text that only this person can read, and overwrites nothing', async () => {
    const home = stint.home()
    await logged(home, 'Lunch with the buyer')
    const file = join(home, 'report.txt')
    const { code, stdout } = await stint.run(home, ['doctor', '--report', file])
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: `${file}: read it, then send it to whoever helps you. Nothing was sent.\n`,
    })
    const text = readFileSync(file, 'utf8')
    expect(text).toMatch(/^# Stint \S+, cli, /)
    expect(text).not.toContain('Lunch')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(await stint.run(home, ['doctor', '--report', file])).toMatchObject({
      code: 1,
      stderr: `${file} already exists. Use another file\n`,
    })
    expect((await stint.run(home, ['doctor', '--report', ''])).code).toBe(2)
    expect((await stint.run(home, ['doctor', '--report', file, '--start-anew'])).code).toBe(2)
  })

  it('also works with a database that cannot be used', async () => {
    const home = stint.home()
    await logged(home, 'first')
    const database = databaseIn(home)
    writeFileSync(database, Buffer.alloc(statSync(database).size, 0x5a))
    const file = join(home, 'report.txt')
    expect((await stint.run(home, ['doctor', '--report', file])).code).toBe(0)
    expect(readFileSync(file, 'utf8')).toMatch(/^problem +database: /m)
  })
})

describe('stint doctor', () => {
  it('ends with 0 when all is well or repaired', async () => {
    const home = stint.home()
    await logged(home, 'first')
    const { code, value } = await stint.json<DoctorReport>(home, ['doctor'])
    expect(value).toMatchObject({ fine: true })
    expect(code).toBe(0)
  })

  it('ends with 4 when the database cannot be used, as every command does', async () => {
    const home = stint.home()
    await logged(home, 'first')
    const database = databaseIn(home)
    const other = new Sqlite(database)
    other.exec(`insert into migration values ('9990-tomorrow', '2030-01-01 00:00:00')`)
    other.close()
    const { code, value } = await stint.json<DoctorReport>(home, ['doctor'])
    expect(code).toBe(4)
    expect(value.findings).toMatchObject([{ state: 'problem' }, {}])
    expect((await stint.run(home, ['times', 'list'])).code).toBe(4)
  })

  it('starts an empty database where the file is damaged and there is no backup, as every command advises', async () => {
    const home = stint.home()
    await logged(home, 'first')
    const database = databaseIn(home)
    writeFileSync(database, Buffer.alloc(statSync(database).size, 0x5a))
    const refused = await stint.run(home, ['times', 'list'])
    expect(refused).toMatchObject({ code: 4, stdout: '' })
    expect(refused.stderr).toContain('`stint doctor --start-anew`')
    const { code, value } = await stint.json<DatabaseRecovery>(home, ['doctor', '--start-anew'])
    expect(code).toBe(0)
    expect(readdirSync(value.aside!)).toContain('stint.db')
    expect(await totalIn(home)).toBe(1)
    expect((await stint.run(home, ['doctor', '--start-anew'])).code).toBe(1)
  })

  it('names the backup where the file is missing, and reports a repair once', async () => {
    const home = stint.home()
    await logged(home, 'first')
    await stint.run(home, ['backup'])
    const database = databaseIn(home)
    rmSync(database)
    const { stderr } = await stint.run(home, ['status'])
    const name = /`stint restore (\S+)`/.exec(stderr)![1]!
    expect((await stint.run(home, ['restore', name])).code).toBe(0)
    expect((await stint.run(home, ['status'])).stderr).toBe('')
    writeFileSync(database, Buffer.alloc(statSync(database).size, 0x5a))
    expect(await totalIn(home)).toBe(1)
    expect((await stint.run(home, ['status'])).stderr).toContain('The database was damaged')
    expect((await stint.run(home, ['status'])).stderr).toBe('')
  })

  it('finds a damaged file already repaired by opening it', async () => {
    const home = stint.home()
    await logged(home, 'first')
    await stint.run(home, ['backup'])
    await logged(home, 'second')
    const database = databaseIn(home)
    writeFileSync(database, Buffer.alloc(statSync(database).size, 0x5a))
    expect((await stint.json(home, ['doctor'])).code).toBe(0)
    expect(await totalIn(home)).toBe(2)
  })
})

it('restricts the database and all files beside it to this person', async () => {
  const home = stint.home()
  mkdirSync(home, { recursive: true })
  await logged(home, 'first')
  await stint.run(home, ['backup'])
  const modes = readdirSync(join(home, 'accounts'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => statSync(join(entry.parentPath, entry.name)).mode & 0o777)
  expect(modes.length).toBeGreaterThanOrEqual(3)
  expect(new Set(modes)).toEqual(new Set([0o600]))
})
