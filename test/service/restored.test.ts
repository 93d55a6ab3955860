/** A service that was restored from a backup says so, and gives no id of a lost record again. */
import { randomUUID } from 'node:crypto'
import { copyFile, rm } from 'node:fs/promises'
import Sqlite from 'better-sqlite3'
import { afterEach, beforeEach, expect, it } from 'vitest'
import {
  backUpDatabase,
  openAdministration,
  startService,
  type RunningService,
} from '#service/index.ts'
import { unwrap } from '#shared/errors.ts'
import type { ServiceInfo } from '#shared/resources/service-info.ts'
import { command, makeDatabase, onPostgres, type TestDatabase } from './database.ts'
import { addReference, api, store, type Api } from './fixture.ts'
import { settableClock, type SettableClock } from './settable-clock.ts'

let database: TestDatabase
let clock: SettableClock
let token: string
let service: RunningService
let owner: Api
let ids: Awaited<ReturnType<typeof addReference>>

const administer = async () => unwrap(await openAdministration(database.name, clock))

async function start(): Promise<void> {
  service = unwrap(
    await startService({
      database: database.name,
      port: 0,
      capabilities: ['reference', 'changes', 'epoch'],
      clock,
      log: { info() {}, warn() {} },
    }),
  )
  owner = api(service.url, token)
}

beforeEach(async () => {
  database = await makeDatabase()
  clock = settableClock(Date.UTC(2026, 3, 15, 9, 30))
  const administration = await administer()
  const email = 'olga@example.org'
  unwrap(await administration.addOrganisation({ name: 'Here' }))
  unwrap(await administration.addUser({ name: 'Olga', email, owner: true }))
  token = unwrap(await administration.issueToken({ email })).token
  await administration.close()
  await start()
  ids = await addReference(owner)
})
afterEach(async () => {
  await service.close()
  await database.remove()
})

const addTime = () =>
  store(owner, 'times', {
    ...{ project_id: ids.web, task_id: ids.design, date: '2026-04-14' },
    ...{ start: 540, quantity: 2 },
  })
const info = async () => (await owner.get('/api/v1')).body as ServiceInfo
const changes = (cursor = '') => owner.get(`/api/v1/changes?limit=100${cursor}`)
const goOn = () => (clock.at += 60_000)

/** Makes a backup as SERVICE.md says. Returns what restores it and starts the service. */
async function backUp(): Promise<() => Promise<void>> {
  if (!onPostgres) {
    const copy = `${database.name}.${randomUUID()}`
    unwrap(await backUpDatabase(database.name, copy))
    return async () => {
      await service.close()
      await copyFile(copy, database.name)
      await rm(`${database.name}-wal`, { force: true })
      await rm(`${database.name}-shm`, { force: true })
      await start()
    }
  }
  // As pg_dump and pg_restore --clean: the same content in the same database.
  const name = new URL(database.name).pathname.slice(1)
  const server = database.name.replace(name, 'postgres')
  await service.close()
  await command(server, `create database ${name}_copy template ${name}`)
  await start()
  return async () => {
    await service.close()
    await command(server, `drop database ${name}`)
    await command(server, `alter database ${name}_copy rename to ${name}`)
    const administration = await administer()
    await administration.epoch({ renew: true })
    await administration.close()
    await start()
  }
}

it('keeps its epoch from start to start', async () => {
  const { epoch, epoch_since } = await info()
  expect(epoch).toMatch(/^[\w-]{16}$/)
  goOn()
  await service.close()
  await start()
  expect(await info()).toMatchObject({ epoch, epoch_since })
  expect(await addTime()).toBe(1)
})

it('has another epoch than before, from the last change that it still has', async () => {
  await addTime()
  goOn()
  const deleted = await addTime()
  goOn()
  await owner.delete(`/api/v1/times/${deleted}`)
  const { epoch } = await info()
  const restore = await backUp()
  goOn()
  await addTime()
  goOn()
  await restore()
  const after = await info()
  expect(after.epoch).not.toBe(epoch)
  expect(after).toMatchObject({
    epoch_from: '2026-04-15 09:32:00',
    epoch_since: '2026-04-15 09:34:00',
  })
})

it('refuses cursors of another epoch, even if it has more changes than before', async () => {
  await addTime()
  const restore = await backUp()
  await addTime()
  const { cursor } = (await changes()).body
  expect((await changes(`&cursor=${cursor}`)).status).toBe(200)
  await restore()
  for (let nth = 0; nth < 3; nth++) await addTime()
  const answer = await changes(`&cursor=${cursor}`)
  expect(answer.status).toBe(410)
  expect(answer.body.message).toMatch(/start over/i)
  const stream = `/api/v1/changes/stream?cursor=${cursor}`
  expect((await owner.send('HEAD', stream)).status).toBe(410)
  const page = (await changes()).body
  expect(page.data).toHaveLength(5 + 4)
  expect((await changes(`&cursor=${page.cursor}`)).body.data).toEqual([])
})

it('refuses the cursors of an earlier version', async () => {
  expect((await changes('&cursor=3')).status).toBe(410)
  expect((await changes('&cursor=1-3')).status).toBe(410)
})

it('gives no id again that a lost record had, of any kind', async () => {
  await addTime()
  const restore = await backUp()
  expect(await addTime()).toBe(2)
  await store(owner, 'expenses', {
    ...{ project_id: ids.web, date: '2026-04-14', name: 'Tram', unit_charge: 320 },
    chargeable: true,
  })
  await restore()
  expect(await addTime()).toBe(200_000)
  expect(await store(owner, 'tasks', { name: 'Review' })).toBe(200_000)
  expect(
    await store(owner, 'expenses', {
      ...{ project_id: ids.web, date: '2026-04-14', name: 'Train', unit_charge: 320 },
      chargeable: true,
    }),
  ).toBe(200_000)
})

it('begins a new epoch when the operator says so, while it runs', async () => {
  const before = await info()
  const { cursor } = (await changes()).body
  goOn()
  const administration = await administer()
  expect(unwrap(await administration.epoch({ renew: false }))).toMatchObject({
    epoch: before.epoch,
  })
  const renewed = unwrap(await administration.epoch({ renew: true }))
  await administration.close()
  expect(await info()).toMatchObject(renewed)
  expect(renewed.epoch).not.toBe(before.epoch)
  expect((await changes(`&cursor=${cursor}`)).status).toBe(410)
  expect(await addTime()).toBe(200_000)
})

it('notices that an older copy of its file is back, also one made while it ran', async ({
  skip,
}) => {
  skip(onPostgres, 'PostgreSQL has files of its own')
  const { epoch } = await info()
  const copy = `${database.name}.copy`
  const running = new Sqlite(database.name)
  running.prepare('vacuum into ?').run(copy)
  running.close()
  await addTime()
  await service.close()
  await copyFile(copy, database.name)
  goOn()
  await start()
  const second = await info()
  expect(second.epoch).not.toBe(epoch)
  expect(await addTime()).toBe(200_000)
  await service.close()
  await copyFile(copy, database.name)
  goOn()
  await start()
  const third = await info()
  expect([epoch, second.epoch]).not.toContain(third.epoch)
  await service.close()
  await start()
  expect((await info()).epoch).toBe(third.epoch)
})
