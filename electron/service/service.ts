/** What every part of the service is handed, and what a request carries on its way. */
import type { Log } from '#core/ports.ts'
import type { Db } from '#core/store/db.ts'
import type { UserRow } from '#core/store/users.ts'
import type { Capability } from '#shared/resources/service-info.ts'

export interface Service {
  readonly db: Db
  /** Timestamp of this moment, UTC. */
  now(): string
  readonly log: Log
  readonly capabilities: ReadonlySet<Capability>
  /** Address that envelopes give, without a trailing slash; null: the one that was called. */
  readonly baseUrl: string | null
}

/** Who makes a request. */
export interface Caller {
  readonly organisation: number
  readonly user: UserRow
}

/** Hono's generic for requests that have passed the authentication. */
export interface Env {
  Variables: { caller: Caller }
}
