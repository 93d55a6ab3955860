/** A change elsewhere arrives at once, without anybody asking for it: over the real service's stream. */
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { systemClock } from '#core/node/clock.ts'
import { nodeStream } from '#core/node/event-stream.ts'
import { nodeHttp } from '#core/node/http.ts'
import { systemRandom } from '#core/node/random.ts'
import { createSync } from '#core/sync/engine.ts'
import { startService } from '#service/index.ts'
import { unwrap } from '#shared/errors.ts'
import { capabilities } from '#shared/resources/service-info.ts'
import { testFolder } from '../support/folder.ts'
import { organisation, testStore } from '../support/store.ts'

it('wakes the sync when something changes on the service, and ends with it', async () => {
  const log = { info: () => {}, warn: () => {} }
  const database = join(testFolder(), 'service.db')
  const service = unwrap(await startService({ database, port: 0, capabilities, demo: true, log }))
  onTestFinished(() => service.close())
  const { url, token } = service
  const http = nodeHttp()
  const call = async (method: 'GET' | 'PUT', path: string, body?: object) => {
    const outcome = await http({
      method,
      url: `${url}/api/v1${path}`,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
      timeout: 30_000,
    })
    if (outcome.is !== 'answer' || outcome.status !== 200) throw new Error(outcome.is)
    return JSON.parse(outcome.body) as { data: { id: number }[] }
  }

  const store = await testStore()
  let opened = 0
  const openStream = nodeStream()
  const sync = createSync({
    db: store.db,
    clock: systemClock(),
    random: systemRandom(),
    http,
    openStream(request) {
      opened++
      return openStream(request)
    },
    log,
    connection: {
      url,
      token: () => Promise.resolve(token),
      header: 'Authorization',
      scheme: 'Bearer',
      zone: 'UTC',
    },
    organisation,
    onChange: () => {},
    onStatus: () => {},
  })
  onTestFinished(async () => {
    await sync.stop()
    await store.close()
  })
  unwrap(await sync.cycle({ wait: false }))
  sync.start()
  await vi.waitFor(() => expect(opened).toBe(1), { timeout: 90_000, interval: 50 })

  const { id } = (await call('GET', '/times?limit=1')).data[0]!
  await call('PUT', `/times/${id}`, { notes: 'Changed elsewhere' })
  await vi.waitFor(
    async () => {
      const row = await store.db
        .selectFrom('time_entry')
        .select('id')
        .where('notes', '=', 'Changed elsewhere')
        .executeTakeFirst()
      expect(row).toBeDefined()
    },
    { timeout: 90_000, interval: 50 },
  )
}, 60_000)
