/** A backup is taken while the service writes, is whole, and can be served. */
import { existsSync, readdirSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { backUpDatabase, startService } from '#service/index.ts'
import { unwrap } from '#shared/errors.ts'
import { onPostgres } from './database.ts'
import { addReference, api, startFixture, type Fixture } from './fixture.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stint-backup-'))
})
afterEach(() => rm(folder, { recursive: true }))

const failed = (code: string) => ({ ok: false, error: { code, message: expect.any(String) } })

/** Writes times one after the other until it is stopped. */
function writeOn(fixture: Fixture, project: number, task: number) {
  const ending = new AbortController()
  const acknowledged: number[] = []
  const done = (async () => {
    while (!ending.signal.aborted) {
      const answer = await fixture.owner.post('/api/v1/times', {
        project_id: project,
        task_id: task,
        date: '2026-04-14',
        start: 1,
        quantity: 1,
      })
      acknowledged.push(answer.body.time.id as number)
    }
  })()
  return {
    acknowledged,
    end: () => {
      ending.abort()
      return done
    },
  }
}

it('contains everything acknowledged before it began, and is complete', async ({ skip }) => {
  skip(onPostgres, 'PostgreSQL has backups of its own')
  const fixture = await startFixture()
  const { web, design } = await addReference(fixture.owner)
  const writer = writeOn(fixture, web, design)
  await expect.poll(() => writer.acknowledged.length).toBeGreaterThan(5)
  const before = [...writer.acknowledged]
  const copy = join(folder, 'copy.db')
  const { file, bytes } = unwrap(await backUpDatabase(fixture.database, copy))
  await writer.end()
  expect(file).toBe(copy)
  expect(bytes).toBeGreaterThan(0)
  expect(readdirSync(folder).filter((name) => name.includes('unfinished'))).toEqual([])

  const database = new Sqlite(copy, { readonly: true })
  const kept = database.prepare('select id from time_entry').pluck().all() as number[]
  database.close()
  expect(kept).toEqual(expect.arrayContaining(before))

  const restored = join(folder, 'restored.db')
  await copyFile(copy, restored)
  const service = unwrap(
    await startService({
      database: restored,
      port: 0,
      capabilities: ['reference'],
      clock: fixture.clock,
      log: { info() {}, warn() {} },
    }),
  )
  const answer = await api(service.url, fixture.owner.token).get('/api/v1/times?limit=1')
  expect(answer.body.total).toBe(kept.length)
  await service.close()
  await fixture.close()
})

it('never overwrites a file', async () => {
  const file = join(folder, 'precious')
  await writeFile(file, 'precious')
  expect(await backUpDatabase(join(folder, 'any.db'), file)).toMatchObject(failed('conflict'))
})

it('says what it cannot copy', async () => {
  const target = join(folder, 'copy.db')
  expect(await backUpDatabase(join(folder, 'none.db'), target)).toMatchObject(failed('database'))
  expect(await backUpDatabase('postgres://localhost/stint', target)).toMatchObject(failed('usage'))
  const noDatabase = join(folder, 'letter.txt')
  await writeFile(noDatabase, 'Dear Sir or Madam, this is a letter and not a database at all.')
  expect(await backUpDatabase(noDatabase, target)).toMatchObject(failed('database'))
  expect(existsSync(target)).toBe(false)
})

it('says that the folder cannot be written to, and leaves nothing behind', async () => {
  const database = join(folder, 'empty.db')
  new Sqlite(database).exec('create table t (a text) strict').close()
  const target = join(folder, 'missing', 'copy.db')
  expect(await backUpDatabase(database, target)).toMatchObject(failed('database'))
  await mkdir(join(folder, 'missing'))
  expect(unwrap(await backUpDatabase(database, target)).file).toBe(target)
})

it('keeps no copy that is damaged', async () => {
  const database = join(folder, 'damaged.db')
  const damaged = new Sqlite(database)
  damaged.pragma('foreign_keys = off')
  damaged.exec(`create table parent (id integer primary key);
    create table child (parent_id integer references parent (id));
    insert into child values (7)`)
  damaged.close()
  const target = join(folder, 'copy.db')
  expect(await backUpDatabase(database, target)).toMatchObject(failed('database'))
  expect(existsSync(target)).toBe(false)
  expect(readdirSync(folder)).toEqual(['damaged.db'])
})
