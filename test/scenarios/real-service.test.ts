/** The real sync against the real service over real HTTP, with a clock that runs. */
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ActionContext } from '#core/actions/change.ts'
import { createTime, updateTimeEntry } from '#core/actions/times.ts'
import { createNodeHttp } from '#core/node/http.ts'
import { readCurrentUser } from '#core/store/account/current-user.ts'
import { findLocalId } from '#core/store/sync/sync-records.ts'
import { listTimes } from '#core/store/resources/times.ts'
import { checkService } from '#core/sync/http/check-service.ts'
import type { SyncEngine } from '#core/sync/engine/engine.ts'
import { startService, type RunningService } from '#service/index.ts'
import { unwrap } from '#shared/errors.ts'
import type { SyncStatus } from '#shared/ipc/call-results.ts'
import { capabilities, type Capability } from '#shared/resources/service-info.ts'
import { testFolder } from '../support/folder.ts'
import { organisation, testStore } from '../support/store.ts'
import { testSync } from '../support/sync/engine.ts'
import { playAt } from '../support/test-day.ts'
import { until } from '../support/until.ts'

const { clock, day } = playAt('2026-11-19T15:00[Europe/Berlin]')
const http = createNodeHttp()
const log = { info: () => {}, warn: () => {} }

let file: string
let url: string
let token: string
let service: RunningService | null
const machines: Machine[] = []

interface Machine {
  sync: SyncEngine
  context: ActionContext
  statuses: SyncStatus[]
  total(): Promise<number>
  /** Local id of the service's first project and task. */
  work(): Promise<{ project: number; task: number }>
  notesOf(remote: number): Promise<string | null>
  close(): Promise<void>
}

async function start(wanted: readonly Capability[] = capabilities, port = 0): Promise<void> {
  service = unwrap(
    await startService({ database: file, port, capabilities: wanted, demo: true, log, clock }),
  )
  url = service.url
  token = service.token ?? token
}

async function stop(): Promise<void> {
  await service?.close()
  service = null
}

async function machine(): Promise<Machine> {
  const store = await testStore()
  const statuses: SyncStatus[] = []
  const sync = testSync({
    ...{ db: store.db, clock, url, token: () => token },
    onStatus: (status) => statuses.push(status),
  })
  const context = { db: store.db, clock, organisation, changed: () => sync.wake() }
  const one: Machine = {
    sync,
    context,
    statuses,
    total: async () => (await listTimes(store.db, organisation, {})).total,
    async work() {
      const row = await store.db
        .selectFrom('time_entry')
        .select(['project_id', 'task_id'])
        .where('project_id', 'is not', null)
        .executeTakeFirstOrThrow()
      return { project: row.project_id!, task: row.task_id! }
    },
    async notesOf(remote) {
      const local = await findLocalId(store.db, 'time', remote)
      if (local === undefined) return null
      const row = await store.db
        .selectFrom('time_entry')
        .select('notes')
        .where('id', '=', local)
        .executeTakeFirst()
      return row?.notes ?? null
    },
    async close() {
      await sync.stop()
      await store.close()
    },
  }
  machines.push(one)
  return one
}

async function call(method: 'GET' | 'PUT' | 'DELETE', path: string, body?: object) {
  const answer = await http({
    method,
    url: `${url}/api/v1${path}`,
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
    timeout: 90_000,
  })
  if (answer.is !== 'answer') throw new Error(answer.why)
  return JSON.parse(answer.body) as Record<string, unknown>
}

const totalThere = async () => (await call('GET', '/times?limit=1')).total as number

beforeEach(() => {
  file = join(testFolder(), 'service.db')
})

afterEach(async () => {
  for (const one of machines.splice(0)) await one.close()
  await stop()
})

describe('with the real service', () => {
  it('receives a whole organisation, and every field of every entry', async () => {
    await start()
    const one = await machine()
    expect(await one.sync.syncOnce({ wait: false })).toMatchObject({ ok: true })
    expect(await one.total()).toBe(await totalThere())
    expect(await readCurrentUser(one.context.db)).not.toBeNull()
    const bare = await one.context.db
      .selectFrom('project')
      .select('name')
      .where('updated_at', 'is', null)
      .execute()
    expect(bare).toEqual([])
    const second = unwrap(await one.sync.syncOnce({ wait: false }))
    expect(second).toMatchObject({ pushed: 0, pulled: 0, pending: 0, inbox: 0 })
  })

  it('learns projects in full from a service that has nothing beyond the specification', async () => {
    await start([])
    const one = await machine()
    unwrap(await one.sync.syncOnce({ wait: false }))
    expect(await one.total()).toBe(await totalThere())
    const bare = await one.context.db
      .selectFrom('project')
      .select('name')
      .where('updated_at', 'is', null)
      .execute()
    expect(bare).toEqual([])
  })

  it('sends what was made while the service was stopped, once, soon after it starts', async () => {
    await start()
    const port = Number(new URL(url).port)
    const one = await machine()
    unwrap(await one.sync.syncOnce({ wait: false }))
    const before = await totalThere()
    one.sync.start()
    await stop()
    const work = await one.work()
    for (let start = 0; start < 3; start++) {
      const made = {
        ...work,
        date: day(),
        start: start * 60,
        quantity: 1,
        notes: `Offline ${start}`,
      }
      unwrap(await createTime(one.context, made))
    }
    await until(async () => {
      expect(await one.sync.status()).toMatchObject({ phase: { is: 'offline' }, pending: 3 })
    })
    await start(capabilities, port)
    await until(async () => {
      expect(await one.sync.status()).toMatchObject({ phase: { is: 'idle' }, pending: 0 })
    })
    expect(await totalThere()).toBe(before + 3)
  })

  it('shows within seconds what was changed and deleted on the service', async () => {
    await start()
    const one = await machine()
    unwrap(await one.sync.syncOnce({ wait: false }))
    const [first, second] = (await call('GET', '/times?limit=2&sortKey=date&sortAsc=0')).data as {
      id: number
      date: string
    }[]
    one.sync.watch({ from: second!.date, to: first!.date })
    one.sync.start()
    await call('PUT', `/times/${first!.id}`, { notes: 'Changed with curl' })
    await call('DELETE', `/times/${second!.id}`)
    await until(async () => {
      expect(await one.notesOf(first!.id)).toBe('Changed with curl')
      expect(await findLocalId(one.context.db, 'time', second!.id)).toBeUndefined()
    })
  })

  it('keeps two machines equal', async () => {
    await start()
    const one = await machine()
    const two = await machine()
    unwrap(await one.sync.syncOnce({ wait: false }))
    unwrap(await two.sync.syncOnce({ wait: false }))
    const made = unwrap(
      await createTime(one.context, {
        ...(await one.work()),
        date: day(),
        start: 600,
        quantity: 2,
        notes: 'On one',
      }),
    )
    unwrap(await one.sync.syncOnce({ wait: false }))
    unwrap(await two.sync.syncOnce({ wait: false }))
    const { remote_id } = await one.context.db
      .selectFrom('sync_record')
      .select('remote_id')
      .where('resource', '=', 'time')
      .where('local_id', '=', made)
      .executeTakeFirstOrThrow()
    const there = (await findLocalId(two.context.db, 'time', remote_id!))!
    unwrap(await updateTimeEntry(two.context, there, { notes: 'On two' }))
    unwrap(await updateTimeEntry(one.context, made, { start: 610 }))
    unwrap(await two.sync.syncOnce({ wait: false }))
    unwrap(await one.sync.syncOnce({ wait: false }))
    unwrap(await two.sync.syncOnce({ wait: false }))
    expect(await call('GET', `/times/${remote_id}`)).toMatchObject({ notes: 'On two', start: 610 })
    expect(await one.notesOf(remote_id!)).toBe('On two')
    expect(await one.total()).toBe(await two.total())
  })
})

describe('checking a service', () => {
  it('returns the organisation and the owner of the token', async () => {
    await start()
    expect(await checkService(http, clock, { url: `${url}/api/v1/`, token })).toMatchObject({
      ok: true,
      value: {
        url,
        capabilities: [
          'reference',
          'restore',
          'webhooks',
          'idempotency',
          'conditional',
          'changes',
          'user',
          'epoch',
          'uid',
        ],
        user: expect.any(String),
      },
    })
  })

  it('explains a problem in one sentence', async () => {
    await start()
    expect(await checkService(http, clock, { url, token: 'wrong' })).toMatchObject({
      ok: false,
      error: {
        code: 'unauthenticated',
        fields: { token: ['The service rejected this access token'] },
      },
    })
    await stop()
    expect(await checkService(http, clock, { url, token })).toMatchObject({
      ok: false,
      error: { code: 'offline', fields: { url: ['Nothing responds at this address'] } },
    })
  })
})
