/** The real service of a world, with its own database, which can be stopped and started again. */
import { join } from 'node:path'
import { openAdministration, startService, type RunningService } from '#service/index.ts'
import { unwrap } from '#shared/errors.ts'
import { capabilities, type Capability } from '#shared/resources/service-info.ts'
import { api, done, type Api } from './api.ts'
import type { WorldTime } from './world-time.ts'

export interface ServiceHost {
  /** Path of its file. */
  database: string
  token: string
  /** Of another user of the same organisation. */
  editor(): Api
  url(): string
  start(): Promise<void>
  stop(): Promise<void>
  log: string[]
}

const date = '2026-11-18'

/** A service with two projects, two tasks and two charges, each with an entry that shows it. */
export async function hostService(
  folder: string,
  time: Pick<WorldTime, 'now' | 'zone'>,
  wanted: readonly Capability[],
): Promise<ServiceHost> {
  const database = join(folder, 'service.db')
  const clock = { now: time.now, zone: time.zone }
  const administration = unwrap(await openAdministration(database, clock))
  unwrap(await administration.addOrganisation({ name: 'Here' }))
  const tokenOf = async (name: string) => {
    const email = `${name.toLowerCase()}@example.org`
    unwrap(await administration.addUser({ organisation: 'Here', name, email, owner: true }))
    return unwrap(await administration.issueToken({ email })).token
  }
  const token = await tokenOf('Olga')
  const editorToken = await tokenOf('Edda')
  await administration.close()

  const log: string[] = []
  const note = (message: string, facts?: Record<string, unknown>) =>
    void log.push(`${message} ${JSON.stringify(facts)}`)
  let service: RunningService | null = null
  let port = 0
  const start = async (has: readonly Capability[]) => {
    const options = {
      database,
      port,
      capabilities: has,
      log: { info: () => {}, warn: note },
      clock,
    }
    service = unwrap(await startService(options))
    port = Number(new URL(service.url).port)
  }
  const stop = async () => {
    await service?.close()
    service = null
  }

  await start(capabilities)
  try {
    await furnish(api(`http://127.0.0.1:${port}`, token))
  } finally {
    await stop()
  }
  await start(wanted)
  const url = `http://127.0.0.1:${port}`
  return {
    database,
    token,
    editor: () => api(url, editorToken),
    url: () => url,
    start: () => start(wanted),
    stop,
    log,
  }
}

async function furnish(owner: Api): Promise<void> {
  const store = async (resource: string, body: object): Promise<number> =>
    (await done(owner.post(`/${resource}s`, body)))[resource].id
  const client_id = await store('client', { name: 'Harbour Lane Bakery', code: 'HLB' })
  const both = { client_id, currency: 'EUR', rate: 9_900 }
  const projects = [
    await store('project', { name: 'Website', code: 'WEB', increment: 15, ...both }),
    await store('project', { name: 'Booking app', code: 'APP', increment: 6, ...both }),
  ]
  const tasks = [await store('task', { name: 'Design' }), await store('task', { name: 'Meeting' })]
  const charges = [
    await store('charge', { name: 'Mileage', charge: 60, unit: 'km', currency: 'EUR' }),
    await store('charge', { name: 'Scan', charge: 20, unit: 'page', currency: 'EUR' }),
  ]
  for (const n of [0, 1]) {
    const common = { project_id: projects[n], date, quantity: 1, notes: 'first' }
    await done(owner.post('/times', { ...common, task_id: tasks[n], start: 480 }))
    await done(owner.post('/expenses', { ...common, charge_id: charges[n], chargeable: true }))
  }
}
