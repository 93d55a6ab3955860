import { describe, expect, it } from 'vitest'
import { createPacer, type Pacer } from '#core/sync/http/pacer.ts'
import { createRetryState } from '#core/sync/engine/retry-state.ts'
import { createServiceClient, type ServiceClient } from '#core/sync/http/service-client.ts'
import {
  limitedService,
  type LimitedService,
  type Limits,
} from '../../support/sync/limited-service.ts'
import { virtualClock, type VirtualClock } from '../../support/virtual-clock.ts'

const minute = 60_000
const never = new AbortController().signal

interface Sender {
  clock: VirtualClock
  service: LimitedService
  pacer: Pacer
  client: ServiceClient
  /** Creates so many records one after the other, retrying as the engine does; the seconds. */
  send(records: number): Promise<number>
  /** Creates records until so many minutes have passed. */
  sendFor(minutes: number): Promise<void>
}

function open(limits: Limits, fraction = 0.5): Sender {
  const clock = virtualClock()
  const service = limitedService(clock, limits)
  const pacer = createPacer(clock)
  const client = createServiceClient({
    clock,
    connection: { url: 'https://time.test', header: 'Authorization', scheme: 'Bearer' },
    token: 'token',
    signal: never,
    counted: () => {},
    pacer,
    http: (request) => service.http(request),
  })
  const setbacks = createRetryState(clock, { fraction: () => fraction, token: () => '' })

  async function create(moreWork: (sent: number) => boolean): Promise<void> {
    /** Since the current pass began. */
    let pushed = 0
    for (let sent = 0; moreWork(sent);) {
      const reply = await client.post('/times', {})
      if (reply.is === 'applied') {
        sent++
        pushed++
        continue
      }
      if (reply.is === 'stopped') return
      setbacks.phaseAfter({ is: 'failed', failure: reply as never }, pushed > 0)
      pushed = 0
      await clock.sleep(setbacks.millisecondsUntilRetry()!)
    }
    setbacks.phaseAfter({ is: 'done', passed: null }, true)
  }

  return {
    ...{ clock, service, pacer, client },
    async send(records) {
      const from = clock.monotonic()
      await clock.until(create((sent) => sent < records))
      return (clock.monotonic() - from) / 1_000
    },
    async sendFor(minutes) {
      const end = clock.monotonic() + minutes * minute
      await clock.until(create(() => clock.monotonic() < end))
    },
  }
}

/** When refusals began that are more than a minute after the beginning of the last ones. */
function groups(refused: readonly number[]): number[] {
  const begins: number[] = []
  for (const at of refused) {
    if (begins.length === 0 || at - begins.at(-1)! > minute) begins.push(at)
  }
  return begins
}

/** The most requests in any sixty seconds. */
function mostAMinute(times: readonly number[]): number {
  let most = 0
  for (let first = 0, last = 0; last < times.length; last++) {
    while (times[last]! - times[first]! >= minute) first++
    most = Math.max(most, last - first + 1)
  }
  return most
}

const grid = (tells: Limits['tells'][], perMinutes: number[]): Limits[] =>
  tells.flatMap((one) =>
    (['sliding', 'clock'] as const).flatMap((window) =>
      perMinutes.map((perMinute) => ({ perMinute, window, tells: one })),
    ),
  )
const name = ({ perMinute, window, tells }: Limits) => `${perMinute}, ${window}, tells ${tells}`
const named = (limits: Limits[]) => limits.map((one) => [name(one), one] as const)

describe('a service that takes so many requests a minute', () => {
  it.each(named(grid(['nothing', 'retry-after'], [10, 60, 120, 400])))(
    'finds its limit and keeps to it: %s',
    async (_, limits) => {
      for (const fraction of [0, 0.999]) {
        const sender = open(limits, fraction)
        await sender.sendFor(10)
        const { taken, refused } = sender.service
        const [takenAtFirst, refusedAtFirst] = [taken.length, refused.length]
        await sender.sendFor(20)
        const later = groups(refused.slice(refusedAtFirst))
        const gaps = later.slice(1).map((at, index) => at - later[index]!)
        expect(gaps.filter((gap) => gap < 5 * minute)).toEqual([])
        expect(taken.length - takenAtFirst).toBeGreaterThan(0.75 * limits.perMinute * 20)
        expect(sender.service.early).toBe(0)
      }
    },
  )

  it.each(named(grid(['remaining', 'reset'], [5, 10, 60, 300, 3_000])))(
    'is never asked for more than it tells: %s',
    async (_, limits) => {
      const sender = open(limits)
      await sender.sendFor(3)
      expect(sender.service.refused).toEqual([])
      if (limits.window === 'sliding') {
        expect(mostAMinute(sender.service.taken)).toBeLessThanOrEqual(limits.perMinute)
      }
      const most = Math.min(limits.perMinute, 50 * 60)
      expect(sender.service.taken.length).toBeGreaterThanOrEqual(0.5 * most * 3)
    },
  )
})

describe('the time that offline work takes', () => {
  it('is short where the service tells that it takes thousands a minute', async () => {
    for (const [records, seconds] of [
      [300, 10],
      [1_000, 30],
    ] as const) {
      const sender = open({ perMinute: 3_000, window: 'clock', tells: 'remaining' })
      expect(await sender.send(records)).toBeLessThan(seconds)
      expect(sender.service.refused).toEqual([])
    }
  })

  it('is that of thirty at once and four a second where it tells nothing', async () => {
    const limits: Limits = { perMinute: Infinity, window: 'sliding', tells: 'nothing' }
    expect(await open(limits).send(300)).toBeCloseTo(70, 0)
    const sender = open(limits)
    expect(await sender.send(1_000)).toBeCloseTo(245, 0)
    expect(sender.pacer.rate()).toBe(4)
    await sender.sendFor(15)
    expect(sender.pacer.rate()).toBe(10)
  })

  it('is not that of an hour where a limit an hour is hardly touched', async () => {
    const sender = open({ perMinute: Infinity, window: 'sliding', tells: 'nothing' })
    let remaining = 5_000
    const http = sender.service.http
    sender.service.http = async (request) => {
      const outcome = await http(request)
      const reset = `${3_600 - Math.floor(sender.clock.monotonic() / 1_000)}`
      const told = { 'ratelimit-limit': '5000', 'ratelimit-remaining': `${--remaining}` }
      if (outcome.is === 'answer')
        Object.assign(outcome.headers, told, { 'ratelimit-reset': reset })
      return outcome
    }
    expect(await sender.send(1_000)).toBeLessThan(90)
  })
})

describe('the rate', () => {
  const silent: Limits = { perMinute: Infinity, window: 'sliding', tells: 'nothing' }

  it('stays when the sender does not wait for it', async () => {
    const sender = open(silent)
    for (let times = 0; times < 20; times++) {
      await sender.send(20)
      await sender.clock.advance(minute)
    }
    expect(sender.pacer.rate()).toBe(2)
    // A pause after a wait counts no more than the wait.
    await sender.send(32)
    const rate = sender.pacer.rate()
    await sender.clock.advance(10 * minute)
    expect(sender.pacer.rate() - rate).toBeLessThan(0.2)
  })

  it('stays where the service takes longer than the pace', async () => {
    const sender = open({ ...silent, takes: 1_000 })
    await sender.send(300)
    expect(sender.pacer.rate()).toBe(2)
  })

  it('is halved by a problem of the service, and rises again', async () => {
    const sender = open(silent)
    sender.service.status = () => 500
    for (let times = 0; times < 2; times++) await sender.clock.until(sender.client.get('/times'))
    expect(sender.pacer.rate()).toBe(0.5)
    for (let times = 0; times < 20; times++) await sender.clock.until(sender.client.get('/times'))
    expect(sender.pacer.rate()).toBe(0.1)
    sender.service.status = () => 200
    await sender.send(100)
    expect(sender.pacer.rate()).toBe(4)
  })

  it('falls once for all refusals within a minute, at most by half', async () => {
    const sender = open({ ...silent, perMinute: 0 })
    for (const rate of [1, 0.5, 0.25]) {
      for (let times = 0; times < 5; times++) await sender.clock.until(sender.client.get('/times'))
      expect(sender.pacer.rate()).toBe(rate)
      await sender.clock.advance(minute)
    }
  })

  it('falls to four fifths of what was accepted in the last minute', async () => {
    const sender = open({ ...silent, perMinute: 180 })
    await sender.send(100)
    await sender.clock.advance(2 * minute)
    await sender.sendFor(1)
    expect(sender.service.refused).not.toEqual([])
    expect(sender.pacer.rate()).toBeCloseTo((0.8 * 180) / 60)
  })

  it('leaves less at once after a pause, once the service has refused requests', async () => {
    const sender = open({ ...silent, perMinute: 60 })
    await sender.sendFor(5)
    const { length } = sender.service.refused
    await sender.clock.advance(2 * minute)
    await sender.sendFor(1)
    expect(sender.service.refused).toHaveLength(length)
  })

  it('does not fall when others use up what the service tells', async () => {
    const sender = open({ perMinute: 600, window: 'clock', tells: 'remaining' })
    await sender.send(50)
    const { taken, refused } = sender.service
    const others = () => taken.push(...Array<number>(600).fill(sender.clock.monotonic()))
    for (let minutes = 0; minutes < 3; minutes++) {
      others()
      await sender.sendFor(1)
    }
    expect(refused.length).toBeGreaterThan(0)
    await sender.clock.advance(minute)
    expect(await sender.send(300)).toBeLessThan(60)
  })
})

describe('a turn', () => {
  it('comes in the order of the requests', async () => {
    const { clock, pacer } = open({ perMinute: Infinity, window: 'sliding', tells: 'nothing' })
    const left: number[] = []
    for (let request = 0; request < 33; request++) {
      void pacer.waitForTurn(never).then(() => left.push(request))
    }
    await clock.advance(minute)
    expect(left).toEqual(Array.from({ length: 33 }, (_, request) => request))
  })

  it('comes at once when the engine stops', async () => {
    const { clock, pacer } = open({ perMinute: Infinity, window: 'sliding', tells: 'nothing' })
    const stopping = new AbortController()
    for (let request = 0; request < 30; request++) await pacer.waitForTurn(never)
    const turn = pacer.waitForTurn(stopping.signal)
    stopping.abort()
    await turn
    expect(clock.monotonic()).toBe(0)
  })
})

describe('several reads at once', () => {
  const reads = (count: number) => Array.from({ length: count }, () => ({ path: '/times' }))

  it('do not wait, until the service first asks for fewer', async () => {
    const sender = open({ perMinute: 500, window: 'sliding', tells: 'nothing' })
    const readAll = async () => {
      for await (const reply of sender.client.readAll(reads(600), 4)) {
        if (reply.is === 'retry') return
      }
    }
    await sender.clock.until(readAll())
    expect(sender.clock.monotonic()).toBeLessThan(5_000)
    expect(sender.pacer.concurrencyFor(4)).toBe(1)
  })

  it.each(named(grid(['remaining', 'reset'], [20, 300, 3_000])))(
    'leave a tenth of what the service tells: %s',
    async (_, limits) => {
      const sender = open(limits)
      const readAll = async () => {
        for await (const reply of sender.client.readAll(reads(limits.perMinute * 2), 4)) void reply
      }
      await sender.clock.until(readAll())
      expect(sender.service.refused).toEqual([])
      expect(sender.clock.monotonic()).toBeLessThan(5 * minute)
    },
  )
})
