import { describe, expect, it } from 'vitest'
import { systemClock } from '#core/node/clock.ts'
import { standardErrorLog } from '#core/node/log.ts'
import { systemRandom } from '#core/node/random.ts'

describe('systemClock', () => {
  it('ends a wait when it is aborted, and one that was aborted before at once', async () => {
    const clock = systemClock()
    const stop = new AbortController()
    const wait = clock.sleep(1_000_000, stop.signal)
    stop.abort()
    await wait
    await clock.sleep(1_000_000, stop.signal)
  })

  it('resolves a wait that nobody aborts', async () => {
    const clock = systemClock()
    const before = clock.monotonic()
    await clock.sleep(20)
    expect(clock.monotonic()).toBeGreaterThan(before)
  })
})

describe('systemRandom', () => {
  it('makes tokens of letters and digits that carry the bytes asked for', () => {
    const { token } = systemRandom()
    const tokens = new Set(Array.from({ length: 200 }, () => token(16)))
    expect(tokens.size).toBe(200)
    for (const each of tokens) expect(each).toMatch(/^[A-Za-z0-9]{22}$/)
    const letters = new Set([...tokens].join(''))
    expect(letters.size).toBe(62)
  })
})

describe('standardErrorLog', () => {
  it('is silent unless STINT_LOG asks for it', () => {
    const lines: string[] = []
    const log = (env: Record<string, string>) => standardErrorLog(env, (line) => lines.push(line))
    log({}).warn('quiet')
    log({ STINT_LOG: '0' }).info('quiet')
    expect(lines).toEqual([])
    log({ STINT_LOG: '1' }).warn('heard', { account: 'studio' })
    expect(JSON.parse(lines[0]!)).toMatchObject({
      level: 'warn',
      message: 'heard',
      account: 'studio',
    })
  })
})
