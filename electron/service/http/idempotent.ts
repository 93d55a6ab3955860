/**
 * `Idempotency-Key` on every POST (DECISIONS.md, Idempotency keys).
 *
 * A key is claimed by a row of its own before the write. The write's transaction puts the answer
 * into that row, on condition that the claim still stands: so there is never a write without its
 * answer, and never two writes for one key. A process that dies in between leaves a claim that
 * another request takes over as soon as it has run out.
 */
import { createHash, randomUUID } from 'node:crypto'
import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import {
  forgetKeysBeyond,
  insertClaim,
  keepAnswer,
  readKey,
  releaseClaim,
  takeOverClaim,
  type Claim,
  type KeptAnswer,
  type NewClaim,
} from '#core/store/idempotency-keys.ts'
import type { Env, Service } from '../service.ts'
import { Problem, unprocessable } from './problem.ts'

/** Milliseconds. */
export const keptFor = 24 * 60 * 60 * 1000
/** Longer than any write takes; one that takes longer still loses its claim and is taken back. */
const claimedFor = 15_000

export const stillRunning = () =>
  new Problem(409, 'The first request with this Idempotency-Key is still running.', {
    headers: { 'Retry-After': '1' },
  })

const usedOtherwise = () =>
  new Problem(
    409,
    'This Idempotency-Key was used with another body. Use a new key for a new request.',
  )

/** Of one user: an app that sends at its quickest uses so many in an hour and a half. */
const mostKept = 10_000
/** Keys of one user between two looks for those that are too many. */
const lookedForAfter = 500

export const idempotent = (service: Service) => {
  const used = new Map<number, number>()
  const count = async (claim: Claim): Promise<void> => {
    const uses = (used.get(claim.user_id) ?? 0) + 1
    used.set(claim.user_id, uses % lookedForAfter)
    if (uses === lookedForAfter) await forgetKeysBeyond(service.db, claim, mostKept)
  }
  return createMiddleware<Env>(async (context, next) => {
    const key = context.req.header('Idempotency-Key')
    if (context.req.method !== 'POST' || key === undefined) return next()
    if (!/^[\x21-\x7e]{1,255}$/.test(key)) {
      throw unprocessable({ 'Idempotency-Key': ['Use 1 to 255 visible ASCII characters'] })
    }
    const claimed = await claimKey(service, context, key)
    if ('status' in claimed) return replay(claimed)
    await count(claimed)
    await carryOut(service, context, claimed, next)
    return undefined
  })
}

/** Runs the request under its claim, and settles the claim where no write did. */
async function carryOut(
  service: Service,
  context: Context<Env>,
  claim: Claim,
  next: () => Promise<void>,
): Promise<void> {
  context.set('claim', claim)
  await next()
  if (context.get('claim') === undefined) return
  const { res } = context
  // A refusal is an answer like any other; what went wrong here is not, and may be tried again.
  const answer = res.status < 500 && !isOfClaim(context.error) ? await answerOf(res) : undefined
  // One that says very much is not kept either: said again it says the same, and nothing was done.
  if (answer !== undefined && answer.body.length <= longestKeptRefusal) {
    await keepAnswer(service.db, claim, answer)
  } else {
    await releaseClaim(service.db, claim)
  }
}

const longestKeptRefusal = 64 * 1024

const isOfClaim = (cause: unknown): boolean =>
  cause instanceof Problem && cause.status === 409 && 'Retry-After' in cause.headers

const keptHeaders = ['Content-Type', 'ETag', 'Allow']

async function answerOf(response: Response): Promise<KeptAnswer> {
  const headers: Record<string, string> = {}
  for (const name of keptHeaders) {
    const value = response.headers.get(name)
    if (value !== null) headers[name] = value
  }
  return { status: response.status, headers, body: await response.clone().text() }
}

const replay = ({ status, headers, body }: KeptAnswer): Response =>
  new Response(body, { status, headers: { ...headers, 'Idempotency-Replayed': 'true' } })

/** The claim, or the answer that was given before. Throws a 409 where there is neither. */
async function claimKey(
  service: Service,
  context: Context<Env>,
  key: string,
): Promise<Claim | KeptAnswer> {
  const { organisation, user } = context.get('caller')
  const body = new Uint8Array(await context.req.arrayBuffer())
  const now = service.instant()
  const url = new URL(context.req.url)
  const wanted: NewClaim = {
    organisation_id: organisation,
    user_id: user.id,
    path: url.pathname + url.search,
    key,
    fingerprint: createHash('sha256').update(body).digest('hex'),
    claim: randomUUID(),
    claimed_until: now + claimedFor,
    created_at: now,
  }
  const claim: Claim = wanted
  for (;;) {
    if (await insertClaim(service.db, wanted)) return claim
    const stands = await readKey(service.db, claim)
    // Let go between our two looks.
    if (!stands) continue
    const expired = stands.created_at <= now - keptFor
    if (!expired) {
      if (stands.fingerprint !== wanted.fingerprint) throw usedOtherwise()
      if (stands.status !== null) {
        return {
          status: stands.status,
          headers: JSON.parse(stands.headers ?? '{}') as Record<string, string>,
          body: stands.body ?? '',
        }
      }
      if (stands.claimed_until > now) throw stillRunning()
    }
    if (await takeOverClaim(service.db, stands.claim, wanted, stands.status !== null)) return claim
  }
}
