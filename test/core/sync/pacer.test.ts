import { describe, expect, it } from 'vitest'
import { createPacer, type Pacer } from '#core/sync/pacer.ts'
import { virtualClock, type VirtualClock } from '../../support/virtual-clock.ts'

const never = new AbortController().signal

/** The seconds that this many requests take, one after the other. */
async function secondsFor(clock: VirtualClock, pacer: Pacer, requests: number): Promise<number> {
  const from = clock.monotonic()
  for (let request = 0; request < requests; request++) await clock.until(pacer.waitForTurn(never))
  return (clock.monotonic() - from) / 1_000
}

describe('the pace of requests', () => {
  it('lets a pass start at full speed, and continues with two a second', async () => {
    const clock = virtualClock()
    const pacer = createPacer(clock)
    expect(await secondsFor(clock, pacer, 30)).toBe(0)
    expect(await secondsFor(clock, pacer, 20)).toBeCloseTo(10)
  })

  it('saves up unused requests, but no more than a pass takes', async () => {
    const clock = virtualClock()
    const pacer = createPacer(clock)
    await secondsFor(clock, pacer, 30)
    await clock.advance(3_600_000)
    expect(await secondsFor(clock, pacer, 40)).toBeCloseTo(5)
  })

  it('halves each time the service asks for fewer, and ends well above nothing', async () => {
    const clock = virtualClock()
    const pacer = createPacer(clock)
    pacer.slowDown()
    expect(pacer.rate()).toBe(1)
    for (let times = 0; times < 20; times++) pacer.slowDown()
    expect(pacer.rate()).toBe(0.1)
    expect(await secondsFor(clock, pacer, 3)).toBeCloseTo(20)
  })

  it('comes back slowly, up to two a second', () => {
    const pacer = createPacer(virtualClock())
    pacer.slowDown()
    for (let answers = 0; answers < 25; answers++) pacer.noteReply()
    expect(pacer.rate()).toBeCloseTo(1.5)
    for (let answers = 0; answers < 500; answers++) pacer.noteReply()
    expect(pacer.rate()).toBe(2)
  })

  it('queues concurrent callers', async () => {
    const clock = virtualClock()
    const pacer = createPacer(clock)
    await secondsFor(clock, pacer, 30)
    const left: number[] = []
    const turns = [1, 2, 3].map(() =>
      pacer.waitForTurn(never).then(() => left.push(clock.monotonic())),
    )
    await clock.until(Promise.all(turns))
    expect(left).toEqual([500, 1_000, 1_500])
  })

  it('does not hold up a caller that aborts', async () => {
    const clock = virtualClock()
    const pacer = createPacer(clock)
    await secondsFor(clock, pacer, 30)
    const leaving = new AbortController()
    const turn = pacer.waitForTurn(leaving.signal)
    leaving.abort()
    await turn
    expect(clock.monotonic()).toBe(0)
  })

  it('allows concurrent reads until the first complaint', () => {
    const pacer = createPacer(virtualClock())
    expect(pacer.concurrencyFor(4)).toBe(4)
    pacer.slowDown()
    expect(pacer.concurrencyFor(4)).toBe(1)
  })
})
