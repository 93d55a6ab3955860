/**
 * A service that takes only so many requests a minute, for tests of the pace: what it was asked
 * when, and what it refused.
 */
import type { Http, HttpRequest } from '#core/ports.ts'
import type { VirtualClock } from '../virtual-clock.ts'

export interface Limits {
  /** Requests a minute that it takes; Infinity: any number. */
  perMinute: number
  /** Counts the last sixty seconds, or the requests of a minute of the clock. */
  window: 'sliding' | 'clock'
  /** What its replies say of the limit. */
  tells: 'nothing' | 'retry-after' | 'remaining' | 'reset'
  /** Milliseconds until it replies; 20 unless given. */
  takes?: number
}

export interface LimitedService {
  http: Http
  /** Times of the requests that it took, and of those that it refused; by the monotonic clock. */
  taken: number[]
  refused: number[]
  /** Time from which it takes requests again, as its last `Retry-After` said. */
  askedUntil: number
  /** Requests that came before that time. */
  early: number
  /** Status of the replies to requests that it takes; 200 unless changed. */
  status(request: HttpRequest): number
  limits: Limits
}

const minute = 60_000

export function limitedService(clock: VirtualClock, limits: Limits): LimitedService {
  const service: LimitedService = {
    taken: [],
    refused: [],
    askedUntil: 0,
    early: 0,
    status: () => 200,
    limits,
    async http(request) {
      const { window, perMinute, tells, takes = 20 } = service.limits
      const now = clock.monotonic()
      const begin = window === 'clock' ? Math.floor(now / minute) * minute : now - minute + 0.001
      const current = takenSince(service.taken, begin)
      // A sliding minute ends for its first request; the minute of the clock for all.
      const oldest = service.taken.at(-current)!
      const free = window === 'clock' ? begin + minute : oldest + minute
      if (now < service.askedUntil) service.early++
      const isRefused = current >= perMinute
      ;(isRefused ? service.refused : service.taken).push(now)
      const headers: Record<string, string> = {}
      if (tells === 'remaining' || tells === 'reset') {
        const remaining = Math.max(0, perMinute - current - 1)
        headers[tells === 'reset' ? 'ratelimit-limit' : 'x-ratelimit-limit'] = `${perMinute}`
        headers[tells === 'reset' ? 'ratelimit-remaining' : 'x-ratelimit-remaining'] =
          `${remaining}`
      }
      if (tells === 'reset' && current > 0) {
        headers['ratelimit-reset'] = `${Math.ceil((free - now) / 1_000)}`
      }
      if (isRefused && tells !== 'nothing') {
        const seconds = Math.ceil((free - now) / 1_000)
        headers['retry-after'] = `${seconds}`
        service.askedUntil = now + seconds * 1_000
      }
      const status = isRefused ? 429 : service.status(request)
      await clock.sleep(takes, request.signal)
      return { is: 'answer', status, headers, body: '{"success":true}' }
    },
  }
  return service
}

function takenSince(times: readonly number[], begin: number): number {
  let count = 0
  while (count < times.length && times[times.length - 1 - count]! >= begin) count++
  return count
}
