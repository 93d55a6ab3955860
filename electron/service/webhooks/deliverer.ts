/**
 * Sends what the outbox holds (DECISIONS.md, Webhook deliveries): at least once, each attempt by
 * one process. Due deliveries are claimed in the database by moving their due time into the future,
 * so that the attempt of a process that dies is repeated by another one after that moment.
 */
import type { Clock, Log } from '#core/ports.ts'
import type { Db } from '#core/store/db.ts'
import {
  claimWebhookDeliveries,
  dueDeliveries,
  forgetOldDeliveries,
  recordReachability,
  recordDeliveryOutcome,
  type ClaimedDelivery,
  type DueDelivery,
  type DeliveryOutcome,
} from '#core/store/webhook-deliveries.ts'
import { writeInTransaction } from '../write.ts'
import { literalAddress } from './public-address.ts'
import { webhookTimeout, type SendWebhook, type WebhookSendOutcome } from './send-webhook.ts'
import { signWebhook } from './signature.ts'

/** Milliseconds. */
const lookInterval = 1_000
/**
 * Longer than an attempt can take, so that no other process makes it too: its look-up, its exchange,
 * and the recording of its outcome. A claim waits for nothing else: what is claimed begins at once.
 */
const claimedFor = webhookTimeout + 17_000
const firstRetry = 5_000
const longestRetry = 3_600_000
export const deliveryLifetime = 24 * 60 * 60 * 1000

/**
 * Maximum of concurrent attempts of one process: a slow receiver takes some of one organisation's
 * slots, but not all of them. `lookup` counts those whose host name is being resolved: what waits
 * for that is not claimed yet, so it loses neither an attempt nor time.
 */
const parallel = { all: 16, organisation: 4, host: 2, lookup: 1 }
/** Deliveries that the log of one webhook keeps. */
const loggedDeliveries = 1_000

export interface Deliverer {
  /** Called when something may be due. */
  wake(): void
  /** Starts no more attempts and waits for the running ones. */
  close(): Promise<void>
}

export interface DelivererPorts {
  db: Db
  log: Log
  now(): number
  sleep: Clock['sleep']
  /** At least 0, less than 1. */
  fraction(): number
  send: SendWebhook
  allowPrivate: boolean
}

export function startDeliverer(ports: DelivererPorts): Deliverer {
  const { db, log, now, sleep } = ports
  const closing = new AbortController()
  const running = new Map<Promise<void>, Place>()
  let pause = new AbortController()

  function attempt(claimed: ClaimedDelivery): void {
    const place = placeOf(claimed)
    const work = deliver(ports, claimed, () => {
      if (!place.resolving) return
      place.resolving = false
      pause.abort()
    })
      .catch((cause: unknown) => {
        // Its claim runs out, and it is sent again.
        log.warn('a webhook delivery wasn’t settled', { id: claimed.id, cause: String(cause) })
      })
      .finally(() => {
        running.delete(work)
        pause.abort()
      })
    running.set(work, place)
  }

  /** Claims as many deliveries as there are free slots; returns whether anything was due. */
  async function claim(): Promise<boolean> {
    if (running.size >= parallel.all) return false
    const at = now()
    const due = await dueDeliveries(db, at, mostLookedAt)
    const chosen = inPlaces(due, [...running.values()])
    const claimed = await claimWebhookDeliveries(db, chosen, at, at + claimedFor)
    for (const one of claimed) attempt(one)
    return claimed.length > 0
  }

  async function run(): Promise<void> {
    while (!closing.signal.aborted) {
      pause = new AbortController()
      const busy = await claim().catch((cause: unknown) => {
        log.warn('couldn’t read due webhook deliveries', { cause: String(cause) })
        return false
      })
      if (!busy && !closing.signal.aborted) await sleep(lookInterval, pause.signal)
    }
  }
  const loop = run()

  return {
    wake: () => pause.abort(),
    async close() {
      closing.abort()
      pause.abort()
      await loop
      await Promise.all(running.keys())
    },
  }
}

/** Whose slots an attempt takes. */
interface Place {
  organisation: number
  /** The host, for one organisation: others that send to it do not wait. */
  host: string
  /** Its host name is being resolved. */
  resolving: boolean
}

function placeOf({ organisation_id, uri }: DueDelivery): Place {
  const url = URL.parse(uri)
  return {
    organisation: organisation_id,
    host: `${organisation_id} ${url?.host}`,
    resolving: url !== null && literalAddress(url) === undefined,
  }
}

/** Due deliveries that are considered for the free slots. */
const mostLookedAt = 200

/** The ids of those that fit into the slots that running attempts leave, in their order. */
function inPlaces(due: readonly DueDelivery[], running: readonly Place[]): number[] {
  const taken = [...running]
  const count = (isOf: (place: Place) => boolean) => taken.filter(isOf).length
  const lookups = (organisation: number) =>
    count((place) => place.organisation === organisation && place.resolving)
  const chosen: number[] = []
  for (const one of due) {
    const own = placeOf(one)
    const { organisation, host } = own
    if (taken.length >= parallel.all) break
    if (count((place) => place.organisation === organisation) >= parallel.organisation) continue
    if (count((place) => place.host === host) >= parallel.host) continue
    if (own.resolving && lookups(organisation) >= parallel.lookup) continue
    taken.push(own)
    chosen.push(one.id)
  }
  return chosen
}

async function deliver(
  { db, log, now, fraction, send, allowPrivate }: DelivererPorts,
  claimed: ClaimedDelivery,
  onLookedUp: () => void,
): Promise<void> {
  const { body, secret, uri, webhook_id, queued_at, attempts, failures } = claimed
  const at = now()
  const outcome: WebhookSendOutcome = await send({
    uri,
    body,
    headers: {
      'Content-Type': 'application/json',
      'User-Agent': 'Stint',
      'Stint-Signature': signWebhook(secret, body, at),
    },
    allowPrivate,
    onLookedUp,
  })
  const settled = now()
  const reached = outcome.is === 'answer'
  const settlement = settlementOf(outcome, {
    due_at: settled + waitAfter(attempts, fraction()),
    until: queued_at + deliveryLifetime,
  })
  await writeInTransaction(db, null, async (trx) => {
    await recordDeliveryOutcome(trx, claimed, settlement)
    if (claimed.id % 100 === 0) await forgetOldDeliveries(trx, webhook_id, loggedDeliveries)
    if (reached && failures > 0)
      await recordReachability(trx, webhook_id, { failures: 0, held_until: 0 })
    if (!reached) {
      // A receiver that fails one delivery will fail the next, so it is left alone for a while.
      const held_until = settled + waitAfter(failures + 1, fraction())
      await recordReachability(trx, webhook_id, { failures: failures + 1, held_until })
    }
  })
  if (settlement.state === 'given_up') {
    log.warn('a webhook delivery was given up', {
      webhook: webhook_id,
      attempts,
      problem: settlement.problem,
    })
  }
}

/** @param retry when the next attempt would be, and until when attempts are allowed */
function settlementOf(
  outcome: WebhookSendOutcome,
  retry: { due_at: number; until: number },
): DeliveryOutcome {
  const response_status = outcome.is === 'answer' ? outcome.status : null
  if (response_status !== null && response_status >= 200 && response_status < 300) {
    return { state: 'delivered', response_status, problem: null }
  }
  const problem =
    outcome.is === 'answer' ? `The host responded with ${outcome.status}, not 2xx` : outcome.why
  if (retry.due_at > retry.until) return { state: 'given_up', response_status, problem }
  return { state: 'pending', response_status, problem, due_at: retry.due_at }
}

/**
 * Milliseconds to wait after the nth attempt: 5 s, doubling up to an hour, reduced at random by up
 * to a half, so that deliveries that failed together are not retried together.
 */
function waitAfter(attempts: number, fraction: number): number {
  const whole = Math.min(firstRetry * 2 ** (attempts - 1), longestRetry)
  return Math.round(whole * (1 - fraction / 2))
}
