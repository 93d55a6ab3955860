/**
 * Sends what the outbox holds (docs/API.md, Webhook deliveries): at least once, each attempt by one
 * process. Due deliveries are claimed in the database by moving their due time into the future, so
 * that the attempt of a process that dies is repeated by another one after that moment.
 */
import type { Clock, Log } from '#core/ports.ts'
import type { Db, Trx } from '#core/store/database/db.ts'
import {
  claimWebhookDeliveries,
  dueDeliveries,
  forgetOldDeliveries,
  recordReachability,
  recordDeliveryOutcome,
  type ClaimedDelivery,
  type DueDelivery,
  type DeliveryOutcome,
} from '#core/store/service/webhook-deliveries.ts'
import type { RequestQueue } from '../request-queue.ts'
import { writeInTransaction } from '../write.ts'
import { literalAddress } from './public-address.ts'
import { shortenedShare } from './queue-deliveries.ts'
import { webhookTimeout, type SendWebhook, type WebhookSendOutcome } from './send-webhook.ts'
import { signWebhook } from './signature.ts'

/** Milliseconds. */
const lookInterval = 1_000
/**
 * Longer than an attempt can take, so that no other process makes it too: its look-up, its exchange,
 * and the recording of its outcome, which waits in the organisation's queue. What is claimed begins
 * at once.
 */
const claimedFor = webhookTimeout + 17_000
const firstRetry = 5_000
const longestRetry = 3_600_000
export const deliveryLifetime = 24 * 60 * 60 * 1000

/**
 * Maximum of concurrent attempts of one process: a slow receiver takes some of one organisation's
 * places, but not all of them. `lookup` counts those whose host name is being resolved: what waits
 * for that is not claimed yet, so it loses neither an attempt nor time.
 */
const parallel = { all: 16, organisation: 4, host: 2, lookup: 1 }

export interface Deliverer {
  /** Called when something may be due. */
  wake(): void
  /** Starts no more attempts and waits for the running ones. */
  close(): Promise<void>
}

export interface DelivererPorts {
  db: Db
  /** Queues the writes about deliveries behind the other work of their organisation. */
  turns: RequestQueue
  log: Log
  now(): number
  sleep: Clock['sleep']
  /** At least 0, less than 1. */
  fraction(): number
  send: SendWebhook
  allowPrivate: boolean
}

export function startDeliverer(ports: DelivererPorts): Deliverer {
  const { db, turns, log, now, sleep } = ports
  const closing = new AbortController()
  const places = new Set<Place>()
  const running = new Set<Promise<void>>()
  let pause = new AbortController()

  async function attempt(claimed: ClaimedDelivery, place: Place): Promise<void> {
    try {
      await deliver(ports, claimed, () => {
        if (!place.resolving) return
        place.resolving = false
        pause.abort()
      })
    } catch (cause) {
      // Its claim runs out, and it is sent again.
      log.warn('a webhook delivery wasn’t settled', { id: claimed.id, cause: String(cause) })
    }
    places.delete(place)
    pause.abort()
  }

  /** Claims deliveries of one organisation, and makes an attempt of each. */
  async function attemptAll(organisation: number, chosen: readonly Place[]): Promise<void> {
    let claimed: ClaimedDelivery[] = []
    try {
      const ids = chosen.map(({ id }) => id)
      claimed = await turns.run(
        organisation,
        async () => {
          if (closing.signal.aborted) return []
          return claimWebhookDeliveries(db, ids, now(), now() + claimedFor)
        },
        'always',
      )
    } catch (cause) {
      log.warn('couldn’t claim webhook deliveries', { organisation, cause: String(cause) })
    }
    const attempts: Promise<void>[] = []
    for (const place of chosen) {
      const own = claimed.find(({ id }) => id === place.id)
      place.claimed = own !== undefined
      if (own) attempts.push(attempt(own, place))
      else places.delete(place)
    }
    // The webhooks of those that are claimed have others, which may be due.
    if (attempts.length > 0) pause.abort()
    await Promise.all(attempts)
  }

  /** Begins as many attempts as there are free places. */
  async function look(): Promise<void> {
    if (places.size >= parallel.all) return
    const due = await dueDeliveries(db, now(), mostLookedAt)
    const chosen = choosePlaces(due, places)
    for (const place of chosen) places.add(place)
    for (const [organisation, those] of Map.groupBy(chosen, (place) => place.organisation)) {
      const work = attemptAll(organisation, those).finally(() => running.delete(work))
      running.add(work)
    }
  }

  async function run(): Promise<void> {
    while (!closing.signal.aborted) {
      pause = new AbortController()
      await look().catch((cause: unknown) => {
        log.warn('couldn’t read due webhook deliveries', { cause: String(cause) })
      })
      if (!closing.signal.aborted) await sleep(lookInterval, pause.signal)
    }
  }
  const loop = run()

  return {
    wake: () => pause.abort(),
    async close() {
      closing.abort()
      pause.abort()
      await loop
      await Promise.all(running)
    },
  }
}

/** What an attempt occupies, from its choice until its outcome is recorded. */
interface Place {
  /** Of its delivery. */
  id: number
  organisation: number
  /** The host, for one organisation: others that send to it do not wait. */
  host: string
  /** False while the claim waits in the organisation's queue. */
  claimed: boolean
  /** Its host name is being resolved. */
  resolving: boolean
}

function placeOf({ id, organisation_id, uri }: DueDelivery): Place {
  const url = URL.parse(uri)
  return {
    id,
    organisation: organisation_id,
    host: `${organisation_id} ${url?.host}`,
    claimed: false,
    resolving: url !== null && literalAddress(url) === undefined,
  }
}

/** Due deliveries that are considered for the free places. */
const mostLookedAt = 200

/** The places of those that fit beside the taken ones, in their order. */
function choosePlaces(due: readonly DueDelivery[], taken: ReadonlySet<Place>): Place[] {
  const all = [...taken]
  const count = (isOf: (place: Place) => boolean) => all.filter(isOf).length
  const chosen: Place[] = []
  for (const place of due.map(placeOf)) {
    const isOfOrganisation = ({ organisation }: Place) => organisation === place.organisation
    if (all.length >= parallel.all) break
    if (all.some(({ id, claimed }) => id === place.id && !claimed)) continue
    if (count(isOfOrganisation) >= parallel.organisation) continue
    if (count(({ host }) => host === place.host) >= parallel.host) continue
    const lookups = count((one) => isOfOrganisation(one) && one.resolving)
    if (place.resolving && lookups >= parallel.lookup) continue
    all.push(place)
    chosen.push(place)
  }
  return chosen
}

async function deliver(
  { db, turns, log, now, fraction, send, allowPrivate }: DelivererPorts,
  claimed: ClaimedDelivery,
  onLookedUp: () => void,
): Promise<void> {
  const { organisation_id, webhook_id, uri, secret, body, queued_at, attempts, failures } = claimed
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
  const record = async (trx: Trx) => {
    await recordDeliveryOutcome(trx, claimed, settlement)
    if (fraction() < shortenedShare) await forgetOldDeliveries(trx, organisation_id, webhook_id)
    if (reached && failures > 0)
      await recordReachability(trx, webhook_id, { failures: 0, held_until: 0 })
    if (!reached) {
      // A receiver that fails one delivery will fail the next, so it is left alone for a while.
      const held_until = settled + waitAfter(failures + 1, fraction())
      await recordReachability(trx, webhook_id, { failures: failures + 1, held_until })
    }
  }
  await turns.run(organisation_id, () => writeInTransaction(db, null, record), 'always')
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
