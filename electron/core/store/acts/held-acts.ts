/** Creates that wait until the person has decided whether another computer did the same act. */
import { sql } from 'kysely'
import type { Trx } from '../database/db.ts'
import { isPossiblyCreatedSql } from '../inbox/duplicate-cards.ts'
import type { RepeatedPair } from '../inbox/inbox.ts'
import { prepared } from '../database/prepared-query.ts'
import type { EntryResource } from '../tables/index.ts'

/** Holds back what is unsent of these pairs. */
export async function holdUnsent(
  trx: Trx,
  resource: EntryResource,
  pairs: readonly RepeatedPair[],
): Promise<void> {
  await held(trx, { resource, locals: localsOf(pairs) })
}

/** Sends what has waited for the answer about these pairs. */
export async function releaseHeld(
  trx: Trx,
  resource: EntryResource,
  pairs: readonly RepeatedPair[],
): Promise<void> {
  await released(trx, { resource, locals: localsOf(pairs) })
}

const localsOf = (pairs: readonly RepeatedPair[]): string =>
  JSON.stringify(pairs.map(({ local }) => local))

interface Locals {
  resource: EntryResource
  /** A JSON array. */
  locals: string
}

const held = prepared(
  (_, values: Locals) => sql`
    update sync_record set parked = 'conflict'
    where resource = ${values.resource} and remote_id is null and parked is null
    and local_id in (select value from json_each(${values.locals}))
    and not exists (
      select 1 from attempt a
      where a.resource = sync_record.resource and a.local_id = sync_record.local_id)`,
)

const released = prepared(
  (_, values: Locals) => sql`
    update sync_record set parked = null
    where resource = ${values.resource} and remote_id is null and parked = 'conflict'
    and local_id in (select value from json_each(${values.locals}))
    and not exists (
      select 1 from inbox where inbox.resource = sync_record.resource
      and inbox.local_id = sync_record.local_id and resolved_at is null
      and ${isPossiblyCreatedSql})`,
)
