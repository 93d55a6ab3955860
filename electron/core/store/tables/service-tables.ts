/**
 * Tables of the service only: tokens, the order of changes, webhook deliveries, request counts, the
 * epoch, uids.
 */
import type { Generated } from 'kysely'
import type { feedResources } from '#shared/resources/feed-change.ts'

export interface TokenTable {
  id: Generated<number>
  organisation_id: number
  user_id: number
  /** SHA-256 of the token, hex. The token itself is not stored. */
  hash: string
  created_at: string
  revoked_at: string | null
}

/** One row for each organisation: how far its changes are numbered. */
export interface ChangeCounterTable {
  organisation_id: number
  /** Number of the last committed change. */
  sequence: number
  /** Number of the newest discarded deletion; 0 while there is none. */
  horizon: Generated<number>
}

/** The last change of each record, by its place in the order of commits. */
export interface RecordChangeTable {
  organisation_id: number
  resource: FeedResource
  record_id: number
  sequence: number
  /** Number of the change that created or restored the record. */
  created_sequence: number
  /** Epoch milliseconds; null for a live record. */
  deleted_at: number | null
}

export type FeedResource = (typeof feedResources)[number]

/** A request with an idempotency key, and its answer. */
export interface IdempotencyKeyTable {
  organisation_id: number
  user_id: number
  path: string
  key: string
  /** SHA-256 of the body, hex. */
  fingerprint: string
  /** Random id of the request that is being carried out. */
  claim: string
  /** Epoch milliseconds after which another request may take it over. */
  claimed_until: number
  /** Epoch milliseconds. */
  created_at: number
  /** Null while the request is carried out. */
  status: number | null
  /** JSON. */
  headers: string | null
  body: string | null
}

/** Delivery data of a webhook. One without a row here receives nothing. */
export interface WebhookTargetTable {
  webhook_id: number
  organisation_id: number
  /** Signs every delivery, so it is stored unhashed. */
  secret: string
  /** Consecutive attempts that got no reply: the webhook could not be reached. */
  failures: Generated<number>
  /** Epoch milliseconds before which nothing is sent to the webhook. */
  held_until: Generated<number>
}

export interface WebhookDeliveryTable {
  id: Generated<number>
  organisation_id: number
  webhook_id: number
  event_id: string
  event: string
  /** The record that the event is about; null in deliveries queued by earlier versions. */
  record_id: number | null
  /** The exact text that is sent; null once nothing more is sent. */
  body: string | null
  state: Generated<'pending' | 'delivered' | 'given_up'>
  attempts: Generated<number>
  /** Epoch milliseconds. While an attempt runs: when another process may make the next one. */
  due_at: number
  /** Epoch milliseconds. */
  queued_at: number
  attempted_at: number | null
  response_status: number | null
  problem: string | null
}

/** Requests of a token in one minute, counted against its rate limit. */
export interface RequestCountTable {
  organisation_id: number
  token_id: number
  /** Minutes since 1970. */
  minute: number
  requests: number
}

/** One row, whose id is 1. */
export interface ServiceStateTable {
  id: Generated<1>
  /** Null until one begins: in a backup. */
  epoch: string | null
  /** Timestamp of the last change that the database had when the epoch began. */
  epoch_from: string | null
  /** Timestamp. */
  epoch_since: string | null
}

/** The uid that a record was created with; stays when the record is deleted. */
export interface RecordUidTable {
  organisation_id: number
  resource: NamedResource
  uid: string
  record_id: number
}

/** The resources whose records may have a uid. */
export type NamedResource = Extract<FeedResource, 'times' | 'expenses' | 'categories'>
