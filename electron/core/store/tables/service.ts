/** The service's own tables: tokens, the order of changes, deliveries, counts of requests. */
import type { Generated } from 'kysely'
import type { changedResources } from '#shared/resources/change.ts'

export interface TokenTable {
  id: Generated<number>
  organisation_id: number
  user_id: number
  /** SHA-256 of the token, hex. The token itself is kept nowhere. */
  hash: string
  created_at: string
  revoked_at: string | null
}

/** One row an organisation: how far its changes are numbered. */
export interface ChangeCounterTable {
  organisation_id: number
  /** Number of the last change that was committed. */
  sequence: number
  /** Number of the newest deletion that is forgotten; 0 while none is. */
  horizon: Generated<number>
}

/** The last change of each record: where it stands in the order of commits. */
export interface RecordChangeTable {
  organisation_id: number
  resource: ChangedResource
  record_id: number
  sequence: number
  /** Number of the change that made the record, or brought it back. */
  created_sequence: number
  /** Epoch milliseconds; null while the record stands. */
  deleted_at: number | null
}

export type ChangedResource = (typeof changedResources)[number]

/** A request that named a key, and what it was answered. */
export interface IdempotencyKeyTable {
  organisation_id: number
  user_id: number
  path: string
  key: string
  /** SHA-256 of the body, hex. */
  fingerprint: string
  /** Chance that names the request which is being carried out. */
  claim: string
  /** Epoch milliseconds after which another request may take it over. */
  claimed_until: number
  /** Epoch milliseconds. */
  created_at: number
  /** Null while it is carried out. */
  status: number | null
  /** JSON. */
  headers: string | null
  body: string | null
}

/** What delivery needs of a webhook. One without a row here receives nothing. */
export interface WebhookTargetTable {
  webhook_id: number
  organisation_id: number
  /** Signs every delivery, so it is kept as it is. */
  secret: string
  /** How often in a row the address could not be reached. */
  failures: Generated<number>
  /** Epoch milliseconds before which nothing is sent there. */
  held_until: Generated<number>
}

export interface WebhookDeliveryTable {
  id: Generated<number>
  organisation_id: number
  webhook_id: number
  event_id: string
  event: string
  /** The exact text that is sent; null once nothing is to be sent any more. */
  body: string | null
  state: Generated<'pending' | 'delivered' | 'given_up'>
  attempts: Generated<number>
  /** Epoch milliseconds; while an attempt runs, when another process may make the next. */
  due_at: number
  /** Epoch milliseconds. */
  queued_at: number
  attempted_at: number | null
  response_status: number | null
  problem: string | null
}

/** Requests that a token has had out of its limit in one minute. */
export interface RequestCountTable {
  organisation_id: number
  token_id: number
  /** Minutes since 1970. */
  minute: number
  requests: number
}
