/**
 * `Idempotency-Key` on every POST (docs/API.md, Idempotency keys).
 *
 * A key is claimed by a row of its own before the write. The write's transaction stores the
 * response in that row, on condition that the claim is still valid, so there is never a write
 * without its response, and never two writes for one key. A process that dies in between leaves a
 * claim that another request takes over as soon as it has expired.
 *
 * A response has the texts of its record, which may be deleted the next minute, so it is encrypted
 * with a key that only the request has: its body. The table has only a digest of that. Removing the
 * texts from the stored response instead would leave the client with half a record.
 */
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  hkdfSync,
  randomBytes,
  randomUUID,
} from 'node:crypto'
import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import {
  deleteSurplusKeys,
  insertIdempotencyClaim,
  storeResponse,
  readIdempotencyKey,
  releaseIdempotencyClaim,
  takeOverIdempotencyClaim,
  type StoredResponse,
  type NewIdempotencyClaim,
} from '#core/store/service/idempotency-keys.ts'
import type { KeyedClaim, ServiceEnv, Service } from '../service-context.ts'
import { HttpProblem, unprocessableFields } from './problem.ts'

const algorithm = 'aes-256-gcm'
/** Bytes. */
const lengths = { iv: 12, tag: 16 }

/** Returns a response as it is stored for a claim, which notes its size. */
export function encryptResponse(claim: KeyedClaim, response: StoredResponse): StoredResponse {
  const iv = randomBytes(lengths.iv)
  const cipher = createCipheriv(algorithm, claim.responseKey, iv)
  const text = Buffer.concat([cipher.update(response.body, 'utf8'), cipher.final()])
  const body = Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64')
  claim.storedBytes = body.length
  return { ...response, body }
}

/** Returns the body of a stored response; that of an earlier version is JSON. */
function decryptBody({ responseKey }: KeyedClaim, stored: string): string {
  if (stored === '' || stored.startsWith('{')) return stored
  const bytes = Buffer.from(stored, 'base64')
  const { iv, tag } = lengths
  const decipher = createDecipheriv(algorithm, responseKey, bytes.subarray(0, iv))
  decipher.setAuthTag(bytes.subarray(iv, iv + tag))
  return Buffer.concat([decipher.update(bytes.subarray(iv + tag)), decipher.final()]).toString()
}

/** Milliseconds. */
export const idempotencyRetention = 24 * 60 * 60 * 1000
/** Longer than any write takes; one that takes even longer loses its claim and is rolled back. */
const claimedFor = 15_000

export const requestStillRunning = () =>
  new HttpProblem(409, 'The first request with this Idempotency-Key is still running.', {
    headers: { 'Retry-After': '1' },
  })

const usedOtherwise = () =>
  new HttpProblem(
    409,
    'This Idempotency-Key was used with another body. Use a new key for a new request.',
  )

/**
 * Maximum of one user's stored responses, and of the bytes of their bodies: an app that sends at full
 * speed uses as many keys in an hour and a half.
 */
const mostKept = { answers: 10_000, bytes: 32 * 1024 * 1024 }
/** What one user adds between two checks for surplus. */
const lookedForAfter = { answers: 500, bytes: 8 * 1024 * 1024 }

export const idempotencyMiddleware = (service: Service) => {
  const added = new Map<number, { answers: number; bytes: number }>()
  const count = async (claim: KeyedClaim): Promise<void> => {
    const { answers, bytes } = added.get(claim.user_id) ?? { answers: 0, bytes: 0 }
    const sum = { answers: answers + 1, bytes: bytes + claim.storedBytes }
    const isDue = sum.answers >= lookedForAfter.answers || sum.bytes >= lookedForAfter.bytes
    if (isDue) added.delete(claim.user_id)
    else added.set(claim.user_id, sum)
    if (isDue) await deleteSurplusKeys(service.db, claim, mostKept)
  }
  return createMiddleware<ServiceEnv>(async (context, next) => {
    const key = context.req.header('Idempotency-Key')
    if (context.req.method !== 'POST' || key === undefined) return next()
    if (!/^[\x21-\x7e]{1,255}$/.test(key)) {
      throw unprocessableFields({ 'Idempotency-Key': ['Use 1 to 255 visible ASCII characters'] })
    }
    const claimed = await claimKey(service, context, key)
    if ('status' in claimed) return replay(claimed)
    await carryOut(service, context, claimed, next)
    await count(claimed)
    return undefined
  })
}

/** Runs the request under its claim, and settles the claim when no write did. */
async function carryOut(
  service: Service,
  context: Context<ServiceEnv>,
  claim: KeyedClaim,
  next: () => Promise<void>,
): Promise<void> {
  context.set('claim', claim)
  await next()
  if (context.get('claim') === undefined) return
  const { res } = context
  // A refusal is stored like any other response; an error of the service is not, so that it can be
  // retried.
  const answer = res.status < 500 && !isOfClaim(context.error) ? await answerOf(res) : undefined
  // A very long refusal is not stored either: a retry gives the same one, and changed nothing.
  if (answer !== undefined && answer.body.length <= longestKeptRefusal) {
    await storeResponse(service.db, claim, encryptResponse(claim, answer))
  } else {
    await releaseIdempotencyClaim(service.db, claim)
  }
}

const longestKeptRefusal = 4 * 1024

const isOfClaim = (cause: unknown): boolean =>
  cause instanceof HttpProblem && cause.status === 409 && 'Retry-After' in cause.headers

const longestKeptPath = 200

/** What a caller can make the service store is limited: of a long path only a digest is. */
const shortened = (path: string): string =>
  path.length <= longestKeptPath
    ? path
    : `sha256:${createHash('sha256').update(path).digest('base64url')}`

const keptHeaders = ['Content-Type', 'ETag', 'Allow']

async function answerOf(response: Response): Promise<StoredResponse> {
  const headers: Record<string, string> = {}
  for (const name of keptHeaders) {
    const value = response.headers.get(name)
    if (value !== null) headers[name] = value
  }
  return { status: response.status, headers, body: await response.clone().text() }
}

const replay = ({ status, headers, body }: StoredResponse): Response =>
  new Response(body, { status, headers: { ...headers, 'Idempotency-Replayed': 'true' } })

/**
 * Returns the claim, or the response that was stored before. Throws a 409 when there is neither.
 */
async function claimKey(
  service: Service,
  context: Context<ServiceEnv>,
  key: string,
): Promise<KeyedClaim | StoredResponse> {
  const { organisation, user } = context.get('caller')
  const body = new Uint8Array(await context.req.arrayBuffer())
  const now = service.instant()
  const url = new URL(context.req.url)
  const wanted: NewIdempotencyClaim = {
    organisation_id: organisation,
    user_id: user.id,
    path: shortened(url.pathname + url.search),
    key,
    fingerprint: createHash('sha256').update(body).digest('hex'),
    claim: randomUUID(),
    claimed_until: now + claimedFor,
    created_at: now,
  }
  const responseKey = new Uint8Array(hkdfSync('sha256', body, key, 'response', 32))
  const claim: KeyedClaim = { ...wanted, responseKey, storedBytes: 0 }
  for (;;) {
    if (await insertIdempotencyClaim(service.db, wanted)) return claim
    const existing = await readIdempotencyKey(service.db, claim)
    // Released between our two reads.
    if (!existing) continue
    const expired = existing.created_at <= now - idempotencyRetention
    if (!expired) {
      if (existing.fingerprint !== wanted.fingerprint) throw usedOtherwise()
      if (existing.status !== null) {
        return {
          status: existing.status,
          // eslint-disable-next-line no-restricted-syntax -- a column that the service wrote
          headers: JSON.parse(existing.headers ?? '{}') as Record<string, string>,
          body: decryptBody(claim, existing.body ?? ''),
        }
      }
      if (existing.claimed_until > now) throw requestStillRunning()
    }
    if (
      await takeOverIdempotencyClaim(service.db, existing.claim, wanted, existing.status !== null)
    )
      return claim
  }
}
