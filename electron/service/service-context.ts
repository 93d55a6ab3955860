/** What every part of the service is passed, and what a request carries. */
import type { Clock, Log } from '#core/ports.ts'
import type { Db } from '#core/store/database/db.ts'
import type { IdempotencyClaim } from '#core/store/service/idempotency-keys.ts'
import type { UserRow } from '#core/store/resources/users.ts'
import type { Capability } from '#shared/resources/service-info.ts'
import type { ChangeHub } from './changes/change-hub.ts'
import type { Room } from './room.ts'
import type { Turn, RequestQueue } from './request-queue.ts'
import type { Deliverer } from './webhooks/deliverer.ts'

export interface Service {
  readonly db: Db
  /** Timestamp of the current moment, UTC. */
  now(): string
  /** The current moment, epoch milliseconds. */
  instant(): number
  readonly sleep: Clock['sleep']
  readonly log: Log
  readonly capabilities: ReadonlySet<Capability>
  /** URL in envelopes, without a trailing slash; null: the one that was called. */
  readonly baseUrl: string | null
  /** Queues organisations for the database. */
  readonly turns: RequestQueue
  /** Queues large bodies, a few of each organisation at a time. */
  readonly bodies: RequestQueue
  /** Whether there is room for writes. */
  readonly room: Room
  /** Notifies the streams of changes after a commit. */
  readonly hub: ChangeHub
  /** Null without the capability `webhooks`. */
  readonly deliverer: Deliverer | null
  /** Allows webhooks to private addresses. */
  readonly allowPrivateWebhooks: boolean
  /** Requests a minute that one token may make; null: unlimited. */
  readonly rateLimit: number | null
}

/** What routes need to know about the server that they are part of. */
export type Host = Pick<Service, 'capabilities' | 'baseUrl'>

/** The user who makes a request. */
export interface Caller {
  readonly organisation: number
  readonly user: UserRow
  /** Id of the token that the request carries. */
  readonly token: number
}

/** What a request reads with. */
export interface ReadScope {
  /** In a write, its transaction. */
  readonly db: Db
  readonly caller: Caller
  readonly pause?: Turn['yield']
}

/** A claim with the key that encrypts its response (http/idempotency.ts). */
export interface KeyedClaim extends IdempotencyClaim {
  readonly responseKey: Uint8Array
  /** Bytes of the stored body; 0 until there is one. */
  storedBytes: number
}

/** Hono's generic for requests that have passed the authentication. */
export interface ServiceEnv {
  Variables: {
    caller: Caller
    /** The request's slot at the database. */
    turn: Turn
    /** For a request with an idempotency key that has no response yet. */
    claim?: KeyedClaim | undefined
  }
}
