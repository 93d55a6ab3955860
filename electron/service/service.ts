/** What every part of the service is handed, and what a request carries on its way. */
import type { Clock, Log } from '#core/ports.ts'
import type { Db } from '#core/store/db.ts'
import type { Claim } from '#core/store/idempotency-keys.ts'
import type { UserRow } from '#core/store/users.ts'
import type { Capability } from '#shared/resources/service-info.ts'
import type { Hub } from './changes/hub.ts'
import type { Room } from './room.ts'
import type { Turn, Turns } from './turns.ts'
import type { Deliverer } from './webhooks/deliver.ts'

export interface Service {
  readonly db: Db
  /** Timestamp of this moment, UTC. */
  now(): string
  /** This moment, epoch milliseconds. */
  instant(): number
  readonly sleep: Clock['sleep']
  readonly log: Log
  readonly capabilities: ReadonlySet<Capability>
  /** Address that envelopes give, without a trailing slash; null: the one that was called. */
  readonly baseUrl: string | null
  /** Lets organisations at the database one after the other. */
  readonly turns: Turns
  /** Lets large bodies be read, a few of each organisation at a time. */
  readonly bodies: Turns
  /** Whether what is written can be kept. */
  readonly room: Room
  /** Tells the streams of changes what was committed. */
  readonly hub: Hub
  /** Null without the capability `webhooks`. */
  readonly deliverer: Deliverer | null
  /** Webhooks may go to private addresses. */
  readonly allowPrivateWebhooks: boolean
  /** Requests a minute that one token may make; null: as many as it likes. */
  readonly rateLimit: number | null
}

/** Who makes a request. */
export interface Caller {
  readonly organisation: number
  readonly user: UserRow
  /** Id of the token that the request carries. */
  readonly token: number
}

/** Hono's generic for requests that have passed the authentication. */
export interface Env {
  Variables: {
    caller: Caller
    /** What the request holds at the database. */
    turn: Turn
    /** Of a request with an idempotency key that has no answer yet. */
    claim?: Claim | undefined
  }
}
