/** A company's proxy that signs people in by NTLM, which only the system speaks. */
import { beforeAll, expect, it } from 'vitest'
import { startBareService } from '../e2e/bare-service.ts'
import { ensureBrowser } from '../support/ensure-browser.ts'
import { onAnyDay } from '../support/test-day.ts'
import { startProxy } from '../support/test-proxy.ts'
import { until } from '../support/until.ts'
import { openApp, rawCall, type Opened } from './opened.ts'

onAnyDay()

let browser: string
beforeAll(() => {
  browser = ensureBrowser()
})

/** The desktop's settings name a proxy that requires `ada:lovelace`. */
async function behindProxy(env: Record<string, string> = {}) {
  const service = await startBareService()
  service.add({ project_id: 1, task_id: 1, date: '2026-11-19', start: 540, notes: 'Known' })
  const proxy = await startProxy(() => Number(new URL(service.url).port))
  proxy.wants = 'ada:lovelace'
  proxy.challenge = 'NTLM'
  const opened = await openApp(browser, {
    isNew: true,
    env: { STAND_IN_PROXY: `PROXY ${proxy.host}; DIRECT`, ...env },
  })
  return { service, proxy, ...opened }
}
const account = { url: 'http://time.lan', token: 'token' }
const connect = ({ page }: Opened) => rawCall(page, 'account.connect', account)

/** Signed in, with the service's data. */
async function work(opened: Opened): Promise<void> {
  expect(await connect(opened)).toMatchObject({ ok: true })
  await until(async () => expect((await opened.ask('times.list', {})).data).toHaveLength(1))
}

/** An entry that is sent at once. */
async function add({ ask }: Opened, notes: string): Promise<void> {
  const [project] = (await ask('projects.list', {})).data
  const [task] = (await ask('tasks.list', {})).data
  const ids = { project: project!.local, task: task!.local }
  await ask('times.create', { ...ids, date: '2026-11-19', start: 600, quantity: 1, notes })
}

it('leads to the service with the sign-in of the logged-in person', async () => {
  const opened = await behindProxy({ STAND_IN_PERSON: 'ada:lovelace' })
  const { service } = opened
  await work(opened)
  await add(opened, 'Sent')
  await until(() => expect([...service.times.values()].map(({ notes }) => notes)).toContain('Sent'))
})

it('is signed in to with the name and password of Settings where the system has none', async () => {
  const opened = await behindProxy()
  const { proxy, ask } = opened
  expect(await connect(opened)).toMatchObject({
    ok: false,
    error: { message: expect.stringContaining('The proxy needs a username and password') },
  })
  const named = { way: 'named', address: proxy.host, except: '', user: 'ada' } as const
  await ask('network.setProxy', { ...named, password: 'guess' })
  expect(await connect(opened)).toMatchObject({
    ok: false,
    error: { message: expect.stringContaining('rejected this username and password') },
  })
  await ask('network.setProxy', { ...named, password: 'lovelace' })
  expect(await connect(opened)).toMatchObject({ ok: true })
})

// Chromium repeats a request on a kept-alive connection that was cut; see systemHttp.
it('is sent an entry once, where it cuts the connection on which it passed the entry on', async () => {
  const opened = await behindProxy({ STAND_IN_PERSON: 'ada:lovelace' })
  const { service, proxy, ask } = opened
  await work(opened)
  await add(opened, 'First')
  // Known here to exist: its answer is not the one that is cut.
  await until(async () => {
    expect(service.times.size).toBe(2)
    expect((await ask('sync.outbox', {})).items).toEqual([])
  })
  proxy.cuts = 1
  await add(opened, 'Second')
  await until(async () => {
    const { items } = await ask('sync.outbox', {})
    expect(items).toMatchObject([{ state: 'checking' }])
  })
  const notes = [...service.times.values()].map(({ notes }) => notes)
  expect(notes.toSorted()).toEqual(['First', 'Known', 'Second'])
})
