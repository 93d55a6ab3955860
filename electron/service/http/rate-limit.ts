/**
 * Limits the requests a minute of each token.
 *
 * Every process takes shares of a token's minute from the database and spends them on its own, so
 * that not every request writes. Together they never allow more than the limit; when several
 * processes hold shares that they have not spent, a token may be refused that much earlier.
 */
import { createMiddleware } from 'hono/factory'
import { takeRequestAllotment, type RequestAllotment } from '#core/store/service/request-counts.ts'
import type { Caller, ServiceEnv, Service } from '../service-context.ts'
import { refuseInTurn } from './in-turn.ts'
import { HttpProblem } from './problem.ts'

const minuteMilliseconds = 60_000

/** What a token has left of a minute in this process. */
interface Allowance {
  minute: number
  /** Rest of the share that this process has taken. */
  left: number
  /** Rest of the minute that no process has taken yet. */
  untaken: number
  /** The share that is being taken. */
  taking?: Promise<void>
}

export function rateLimitMiddleware(service: Service, limit: number) {
  const allowances = new Map<number, Allowance>()
  const share = Math.max(1, Math.floor(limit / 20))
  let current = 0

  function allowanceOf(token: number, minute: number): Allowance {
    if (minute !== current) {
      allowances.clear()
      current = minute
    }
    let allowance = allowances.get(token)
    if (!allowance) {
      allowance = { minute, left: 0, untaken: limit }
      allowances.set(token, allowance)
    }
    return allowance
  }

  /** Spends one request; returns false when none is left. */
  async function spend(allowance: Allowance, caller: Caller): Promise<boolean> {
    while (allowance.left <= 0) {
      if (allowance.untaken <= 0) return false
      // Requests that arrive together take one share: each of their writes would wait for the one
      // before, on a connection that others need.
      allowance.taking ??= take(allowance, caller).finally(() => delete allowance.taking)
      await allowance.taking
    }
    allowance.left--
    return true
  }

  async function take(allowance: Allowance, caller: Caller): Promise<void> {
    const taken = await noted(allowance, {
      organisation_id: caller.organisation,
      token_id: caller.token,
      minute: allowance.minute,
      requests: share,
    })
    allowance.left += Math.max(0, share - Math.max(0, taken - limit))
    allowance.untaken = Math.min(allowance.untaken, Math.max(0, limit - taken))
  }

  /**
   * Counts a share. Without room to write it, this process counts alone, so that records can still
   * be read.
   */
  async function noted({ untaken }: Allowance, share: RequestAllotment): Promise<number> {
    try {
      return await takeRequestAllotment(service.db, share)
    } catch (cause) {
      if (!service.room.isMissing(cause)) throw cause
      return limit - untaken + share.requests
    }
  }

  return createMiddleware<ServiceEnv>(async (context, next) => {
    const now = service.instant()
    const minute = Math.floor(now / minuteMilliseconds)
    const caller = context.get('caller')
    const allowance = allowanceOf(caller.token, minute)
    const allowed = await spend(allowance, caller)
    const headers = {
      'X-RateLimit-Limit': String(limit),
      'X-RateLimit-Remaining': String(allowance.left + allowance.untaken),
    }
    if (!allowed) {
      const end = (minute + 1) * minuteMilliseconds
      const problem = new HttpProblem(429, 'Too Many Attempts.', {
        headers: {
          ...headers,
          'Retry-After': String(Math.ceil((end - now) / 1000)),
          'X-RateLimit-Reset': String(end / 1000),
        },
      })
      return refuseInTurn(service, caller.organisation, problem)
    }
    await next()
    for (const [name, value] of Object.entries(headers)) context.header(name, value)
  })
}
