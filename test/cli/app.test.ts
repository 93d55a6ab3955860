import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { onAnyDay } from '../support/test-day.ts'
import { commandLine } from './run.ts'

onAnyDay()

const { home, start, json } = commandLine()

const app = (folder: string) => start(folder, ['app', '--no-open', '--json'])

describe('stint app', () => {
  it('prints its address, serves the page, and ends at SIGTERM with nothing left behind', async () => {
    const folder = home()
    const running = app(folder)
    const { url } = await running.ready
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#token=[\w-]{43}$/)
    const page = await fetch(url!)
    expect(page.status).toBe(200)
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
    running.kill('SIGTERM')
    expect(await running.ended).toMatchObject({ code: 0, stderr: '' })
    expect(await readdir(folder)).not.toContain('owner.json')
  })

  it('runs once on a data folder: later launches name the one that runs and end', async () => {
    const folder = home()
    const running = app(folder)
    const { url } = await running.ready
    const second = app(folder)
    expect((await second.ready).url).toBe(url)
    expect((await second.ended).code).toBe(0)
    expect((await fetch(url!)).status).toBe(200)
  })

  it('runs once when several launches come at the same moment', async () => {
    const folder = home()
    const launches = Array.from({ length: 4 }, () => app(folder))
    const urls = await Promise.all(launches.map(async ({ ready }) => (await ready).url))
    expect(new Set(urls).size).toBe(1)
    const rest = await Promise.race(launches.map(({ ended }) => ended))
    expect(rest.code).toBe(0)
  })

  it('starts again after it was killed', async () => {
    const folder = home()
    const killed = app(folder)
    const before = await killed.ready
    killed.kill('SIGKILL')
    await killed.ended
    expect(await readdir(folder)).toContain('owner.json')
    const again = app(folder)
    const after = await again.ready
    expect(after.url).not.toBe(before.url)
    expect(new URL(after.url!).port).toBe(new URL(before.url!).port)
    expect((await fetch(after.url!)).status).toBe(200)
  })

  it('says so when another program has its port, and takes another one', async () => {
    const folder = home()
    const first = app(folder)
    const { port } = new URL((await first.ready).url!)
    first.kill('SIGTERM')
    await first.ended
    const other = createServer().listen(Number(port), '127.0.0.1')
    await once(other, 'listening')
    onTestFinished(() => void other.close())
    const asJson = app(folder)
    const { url, taken } = await asJson.ready
    expect(String(taken)).toBe(port)
    expect(new URL(url!).port).not.toBe(port)
    asJson.kill('SIGTERM')
    await asJson.ended

    // The next one is at the new port, and prints no notice.
    const next = app(folder)
    expect(await next.ready).toEqual({ url: expect.stringContaining(new URL(url!).port) as string })
  })

  it('shares its data folder with the command line', async () => {
    const folder = home()
    await app(folder).ready
    expect((await json(folder, ['start', 'prices'])).code).toBe(0)
    expect((await json(folder, ['status'])).value).toMatchObject({ running: true, notes: 'prices' })
  })

  it('refuses a port that is taken, or that is not valid', async () => {
    const { url } = await app(home()).ready
    const taken = home()
    const { port } = new URL(url!)
    expect(await json(taken, ['app', '--no-open', '--port', port])).toMatchObject({
      code: 2,
      value: { error: { code: 'usage' } },
    })
    expect(await readdir(taken)).not.toContain('owner.json')
    expect((await json(join(taken, 'x'), ['app', '--port', '99999'])).code).toBe(2)
  })
})
