/** A change elsewhere arrives at once, without polling: over the real service's stream. */
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { createNodeStream } from '#core/node/event-stream.ts'
import { createNodeHttp } from '#core/node/http.ts'
import { startService } from '#service/index.ts'
import { unwrap } from '#shared/errors.ts'
import { capabilities } from '#shared/resources/service-info.ts'
import { testFolder } from '../support/folder.ts'
import { testStore } from '../support/store.ts'
import { testSync } from '../support/sync/engine.ts'
import { onAnyDay } from '../support/test-day.ts'
import { until } from '../support/until.ts'

const { clock } = onAnyDay()

it('wakes the sync when something changes on the service, and ends with it', async () => {
  const log = { info: () => {}, warn: () => {} }
  const database = join(testFolder(), 'service.db')
  const service = unwrap(
    await startService({ database, port: 0, capabilities, demo: true, log, clock }),
  )
  onTestFinished(() => service.close())
  const { url, token } = service
  const http = createNodeHttp()
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
  const openStream = createNodeStream()
  const sync = testSync({
    ...{ db: store.db, clock, url, token: () => token },
    openStream(request) {
      opened++
      return openStream(request)
    },
  })
  onTestFinished(async () => {
    await sync.stop()
    await store.close()
  })
  unwrap(await sync.syncOnce({ wait: false }))
  sync.start()
  await until(() => expect(opened).toBe(1))

  const { id } = (await call('GET', '/times?limit=1')).data[0]!
  await call('PUT', `/times/${id}`, { notes: 'Changed elsewhere' })
  await until(async () => {
    const row = await store.db
      .selectFrom('time_entry')
      .select('id')
      .where('notes', '=', 'Changed elsewhere')
      .executeTakeFirst()
    expect(row).toBeDefined()
  })
})
