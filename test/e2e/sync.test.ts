/**
 * The state of sync, in words: its obstacles, what it did, that it recovers without help, and that
 * it shows no needless notices.
 */
import { createServer as createPlain, type IncomingMessage } from 'node:http'
import { createServer as createSecure } from 'node:https'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect as connectSocket, type AddressInfo, type Server } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { expect, it, onTestFinished } from 'vitest'
import { testFolder } from '../support/folder.ts'
import { hostName } from '../support/host-name.ts'
import { onAnyDay } from '../support/test-day.ts'
import { startOnHost } from '../support/test-host.ts'
import { beginWork, press, type Work } from './at-work.ts'
import { startBareService, type BareService } from './bare-service.ts'
import { until } from '../support/until.ts'

const { now } = onAnyDay()

const within = { timeout: 90_000 }
async function connect(page: Page, address: string, token = 'token'): Promise<void> {
  await page.getByLabel('Service URL').fill(address)
  await page.getByLabel('Access token').fill(token)
  await page
    .getByText(/^Found /)
    .first()
    .waitFor(within)
  await press(page, 'Enter')
  await page.getByRole('status').getByText('Up to date').first().waitFor(within)
}

const add = (stint: Work['stint'], start: string, notes: string) =>
  stint(
    ...['times', 'add', '--project-id', 'remote:1', '--task-id', 'remote:1'],
    ...['--start', start, '--quantity', '4', '--notes', notes],
  )

async function begin(): Promise<Work & { service: BareService }> {
  const service = await startBareService()
  const work = await beginWork()
  service.add({ project_id: 1, task_id: 1, date: work.day(), start: 480, notes: 'Known' })
  await connect(work.page, service.url)
  await press(work.page, 'g', 's')
  await work.page.getByText('Everything is synced').waitFor(within)
  return { ...work, service }
}

it('names its obstacles, without notices', async () => {
  const { page, app, service, stint } = await begin()
  const main = page.getByRole('main')
  const { http } = service

  // A captive portal answers in place of the service.
  service.outage = { is: 'redirect', to: 'https://wifi.test/login' }
  await add(stint, '09:00', 'Behind the wifi')
  await main.getByText('Sign in to network').waitFor(within)
  await main.getByText('Open a browser, sign in, and Stint will sync again').waitFor()
  await page.getByRole('navigation').getByText('1 change').waitFor()
  expect(await stint('sync', 'report')).toMatchObject({ text: /State: portal since / })
  service.outage = null
  await press(page, 'r')
  await main.getByText('Everything is synced').waitFor(within)
  expect(service.made.times).toBe(1)

  // The service itself fails.
  service.outage = { is: 'status', status: 503 }
  await press(page, 'r')
  await main.getByText('The service is having problems. Retrying soon').waitFor(within)
  service.outage = null
  await press(page, 'r')
  await main.getByText('Everything is synced').waitFor(within)

  // Its clock is an hour behind this machine's.
  service.http = async (request) => {
    const outcome = await http(request)
    const date = new Date(now() - 3_600_000).toUTCString()
    return outcome.is === 'answer' ? { ...outcome, headers: { ...outcome.headers, date } } : outcome
  }
  await until(async () => {
    await press(page, 'r')
    await main.getByText('Check your clock').waitFor({ timeout: 2_000 })
  })
  await main.getByText(/Your computer’s clock is off \((0:59|1:00) ahead\)/).waitFor()
  expect(await stint('sync', 'report')).toMatchObject({ text: /State: clock ahead by 3[56]\d\d s/ })
  service.http = http
  await until(async () => {
    await press(page, 'r')
    await main.getByText('Everything is synced').waitFor({ timeout: 2_000 })
  })

  // Paused: nothing is sent automatically.
  await page.getByRole('button', { name: 'Pause', exact: true }).click()
  await main.getByText('Nothing syncs automatically until you resume').waitFor()
  await add(stint, '10:00', 'While paused')
  await page.getByRole('navigation').getByText('1 change').waitFor()
  expect(service.made.times).toBe(1)
  expect(await stint('sync', 'resume')).toMatchObject({})
  await page.getByRole('button', { name: 'Pause', exact: true }).waitFor()
  await page.getByRole('complementary').getByText('Nothing waiting').waitFor(within)

  // What it did, in words, and as text to pass on.
  const log = page.getByRole('main').getByRole('listitem')
  await log.filter({ hasText: 'This network needs you to sign in' }).first().waitFor()
  await log.filter({ hasText: 'The service is having problems' }).first().waitFor()
  await page.getByRole('button', { name: 'Copy report' }).click()
  await page.getByText('Copied. The report contains').waitFor()
  const copied = await app.clipboard(page)
  expect(copied).toContain('Last passes, newest first')
  expect(copied).not.toMatch(/Bearer|Behind the wifi|While paused/)

  // The only notice in all of this is the one that was requested.
  expect(await page.getByText('Copied. The report contains').count()).toBe(1)
  expect(await page.getByRole('alert').count()).toBe(0)

  // Signed out by the person: the page does not blame the token.
  await page.getByRole('link', { name: 'Settings' }).last().click()
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await page.getByText('You signed out on this computer').waitFor(within)
  await press(page, 'g', 's')
  await main.getByText('You signed out on this computer').waitFor()
  await main.getByText('Sign in to sync').waitFor()
  expect(await main.getByText('no longer accepts your access token').count()).toBe(0)
})

it('sends on the command line while the open window is paused', async ({ skip }) => {
  skip(hostName() !== 'browser', 'on Electron the token may be where no command line reaches it')
  const { page, service, stint } = await begin()
  await page.getByRole('button', { name: 'Pause', exact: true }).click()
  await page.getByText('Nothing syncs automatically until you resume').waitFor()
  await add(stint, '10:00', 'While paused')
  await page.getByRole('navigation').getByText('1 change').waitFor()
  const requests = service.requests.length
  expect(await stint('sync')).toMatchObject({ pushed: 1, pending: 0 })
  expect(service.requests.length).toBeGreaterThan(requests)
  await page.getByRole('complementary').getByText('Nothing waiting').waitFor()
})

it('starts automatically, after an edit and when the service is back', async () => {
  const { page, service, stint } = await begin()
  await add(stint, '09:00', 'An edit')
  await until(() => expect(service.made.times).toBe(1))

  await service.leave()
  await add(stint, '10:00', 'Offline')
  await page.getByText(/Offline since/).waitFor(within)
  await service.comeBack()
  await until(() => expect(service.made.times).toBe(2))
  await page.getByText('Everything is synced').waitFor(within)
  expect(await page.getByRole('alert').count()).toBe(0)
})

const pem = (name: string) => new URL(`../support/certificates/${name}.pem`, import.meta.url)

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

it('reaches a service of a company’s own certificate authority through a proxy', async () => {
  const service = await startBareService()
  const inside = new URL(service.url)
  // TLS for `time.test` ends here, and the request is passed on to the service.
  const keys = { cert: readFileSync(pem('service')), key: readFileSync(pem('service-key')) }
  const secure = createSecure(keys)
  secure.removeAllListeners('request')
  secure.on('secureConnection', (client) => {
    const there = connectSocket(Number(inside.port), inside.hostname)
    client.on('error', () => there.destroy())
    there.on('error', () => client.destroy())
    client.pipe(there).pipe(client)
  })
  const port = await listen(secure)
  const asked: string[] = []
  const proxy = createPlain()
  proxy.on('connect', (request: IncomingMessage, client) => {
    asked.push(`CONNECT ${request.url}`)
    const there = connectSocket(port, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connected\r\n\r\n')
      there.pipe(client).pipe(there)
    })
    client.on('error', () => there.destroy())
    there.on('error', () => client.destroy())
  })
  const proxyPort = await listen(proxy)

  const home = testFolder()
  const env = {
    HTTPS_PROXY: `http://127.0.0.1:${proxyPort}`,
    NODE_EXTRA_CA_CERTS: fileURLToPath(pem('authority')),
  }
  const app = await startOnHost({ home, env, window: {} })
  const page = await app.openWindow()
  await connect(page, 'https://time.test')
  expect(asked).toContain('CONNECT time.test:443')
  expect(service.requests.some((line) => line.startsWith('GET /times'))).toBe(true)
})
