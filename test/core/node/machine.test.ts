import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createSystemClock } from '#core/node/clock.ts'
import { createSystemRandom } from '#core/node/random.ts'
import { unwrap } from '#shared/errors.ts'

describe('createSystemClock', () => {
  it('ends a wait when it is aborted, and one that was aborted before at once', async () => {
    const clock = unwrap(createSystemClock({}))
    const stop = new AbortController()
    const wait = clock.sleep(1_000_000, stop.signal)
    stop.abort()
    await wait
    await clock.sleep(1_000_000, stop.signal)
  })

  it('resolves a wait that is not aborted', async () => {
    const clock = unwrap(createSystemClock({}))
    const before = clock.monotonic()
    await clock.sleep(20)
    expect(clock.monotonic()).toBeGreaterThan(before)
  })
})

describe('STINT_NOW', () => {
  const clockOf = (set: string) => createSystemClock({ STINT_NOW: set })

  it.each([
    ['2026-03-29T01:59:00Z', Date.UTC(2026, 2, 29, 1, 59)],
    ['2026-03-29T01:59Z', Date.UTC(2026, 2, 29, 1, 59)],
    ['2026-12-31T23:59:59.500+13:00', Date.UTC(2026, 11, 31, 10, 59, 59, 500)],
    ['2028-02-29T12:00:00-05:00', Date.UTC(2028, 1, 29, 17)],
  ])('is what the clock showed when the process started: %s', (set, instant) => {
    const clock = unwrap(clockOf(set))
    const before = process.uptime() * 1000
    const shown = clock.now() - instant
    expect(shown).toBeGreaterThanOrEqual(Math.floor(before))
    expect(shown).toBeLessThanOrEqual(process.uptime() * 1000)
  })

  it('runs on as time goes by, in whole milliseconds', async () => {
    const clock = unwrap(clockOf('2026-03-29T01:59:00Z'))
    const before = clock.now()
    await clock.sleep(20)
    expect(clock.now()).toBeGreaterThan(before)
    expect(Number.isInteger(clock.now())).toBe(true)
  })

  it('shows the same in every thread of the process', async () => {
    const STINT_NOW = '2026-03-29T01:59:00Z'
    const file = new URL('../../../electron/core/node/clock.ts', import.meta.url)
    // Read as this test is: as TypeScript, through the import map of the project.
    const worker = new Worker(
      `const { parentPort, workerData: { file, env } } = require('node:worker_threads')
       import(file).then(({ createSystemClock }) => parentPort.postMessage(createSystemClock(env).value.now()))`,
      { eval: true, workerData: { file: file.href, env: { STINT_NOW } } },
    )
    const before = unwrap(clockOf(STINT_NOW)).now()
    const [there] = (await once(worker, 'message')) as [number]
    expect(there).toBeGreaterThanOrEqual(before)
    expect(there).toBeLessThanOrEqual(unwrap(clockOf(STINT_NOW)).now())
    await worker.terminate()
  })

  it('is the machine’s own where it is not set', () => {
    for (const env of [{}, { STINT_NOW: '' }]) {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 19) })
      onTestFinished(() => void vi.useRealTimers())
      const { now } = unwrap(createSystemClock(env))
      expect(now()).toBe(Date.UTC(2026, 10, 19))
      vi.setSystemTime(Date.UTC(2026, 10, 20))
      expect(now()).toBe(Date.UTC(2026, 10, 20))
    }
  })

  it.each([
    'tomorrow',
    '2026-11-22',
    '2026-11-22T18:00:00',
    '2026-11-22 18:00:00Z',
    '2026-02-30T18:00:00Z',
    '2026-02-29T18:00:00Z',
    '2026-11-22T24:01:00Z',
    '2026-11-22T18:60:00Z',
    '2026-11-22T18:00:00+25:00',
    '1795370400000',
  ])('is refused where it is no instant: %s', (set) => {
    expect(clockOf(set)).toMatchObject({
      ok: false,
      error: { code: 'usage', message: expect.stringContaining(`STINT_NOW needs`) },
    })
    expect(clockOf(set)).toMatchObject({ error: { message: expect.stringContaining(set) } })
  })
})

describe('createSystemRandom', () => {
  it('makes tokens of letters and digits that carry the bytes asked for', () => {
    const { token } = createSystemRandom()
    const tokens = new Set(Array.from({ length: 200 }, () => token(16)))
    expect(tokens.size).toBe(200)
    for (const each of tokens) expect(each).toMatch(/^[A-Za-z0-9]{22}$/)
    const letters = new Set([...tokens].join(''))
    expect(letters.size).toBe(62)
  })
})
