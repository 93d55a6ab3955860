/**
 * Tables for the service's capabilities beyond the specification: the order of changes, answers by
 * idempotency key, webhook deliveries, request counts.
 */
import { sql } from 'kysely'
import type { Trx } from '../database/db.ts'
import type { Migration } from './migration.ts'
import { runStatements } from './ddl.ts'

export const serviceCapabilitiesMigration: Migration = {
  name: '0060-beyond',
  group: 'service',
  async up(trx) {
    await runStatements(
      trx,
      `
create table change_counter (
  organisation_id integer primary key references organisation (id),
  sequence integer not null,
  horizon integer not null default 0
) strict

create table record_change (
  organisation_id integer not null references organisation (id),
  resource text not null,
  record_id integer not null,
  sequence integer not null,
  created_sequence integer not null,
  deleted_at integer,
  primary key (organisation_id, resource, record_id)
) strict

create unique index record_change_by_sequence on record_change (organisation_id, sequence)

create index record_change_deleted on record_change (deleted_at)
  where deleted_at is not null

create table idempotency_key (
  organisation_id integer not null references organisation (id),
  user_id integer not null references "user" (id),
  path text not null,
  key text not null,
  fingerprint text not null,
  claim text not null,
  claimed_until integer not null,
  created_at integer not null,
  status integer,
  headers text,
  body text,
  primary key (organisation_id, user_id, path, key)
) strict

create index idempotency_key_by_age on idempotency_key (created_at)

create table webhook_target (
  webhook_id integer primary key references webhook (id),
  organisation_id integer not null references organisation (id),
  secret text not null,
  failures integer not null default 0,
  held_until integer not null default 0
) strict

create index webhook_target_by_organisation on webhook_target (organisation_id)

create table webhook_delivery (
  id integer primary key autoincrement,
  organisation_id integer not null references organisation (id),
  webhook_id integer not null references webhook (id),
  event_id text not null,
  event text not null,
  body text,
  state text not null default 'pending',
  attempts integer not null default 0,
  due_at integer not null,
  queued_at integer not null,
  attempted_at integer,
  response_status integer,
  problem text
) strict

create index webhook_delivery_due on webhook_delivery (webhook_id, due_at, id)
  where state = 'pending'

create index webhook_delivery_by_webhook on webhook_delivery (organisation_id, webhook_id, id)

create index webhook_delivery_by_age on webhook_delivery (queued_at)

create table request_count (
  organisation_id integer not null references organisation (id),
  token_id integer not null references token (id),
  minute integer not null,
  requests integer not null,
  primary key (organisation_id, token_id, minute)
) strict

create index request_count_by_age on request_count (minute)
`,
    )
    await orderWhatIsThere(trx)
  },
}

/**
 * Gives every existing record a place in the order, with records before those that refer to them.
 */
async function orderWhatIsThere(trx: Trx): Promise<void> {
  await sql`insert into change_counter (organisation_id, sequence)
    select id, 0 from organisation`.execute(trx)
  for (const [table, resource, condition] of [
    ['client', 'clients', 'deleted = 0'],
    ['project', 'projects', 'deleted = 0'],
    ['task', 'tasks', 'deleted = 0'],
    ['charge', 'charges', 'deleted = 0'],
    ['category', 'categories', 'deleted_at is null'],
    ['time_entry', 'times', '1 = 1'],
    ['expense', 'expenses', '1 = 1'],
  ] as const) {
    await sql`insert into record_change
        (organisation_id, resource, record_id, sequence, created_sequence)
      select organisation_id, ${sql.lit(resource)}, id, sequence + place, sequence + place
      from (
        select r.organisation_id, r.id, c.sequence,
          row_number() over (partition by r.organisation_id order by r.id) as place
        from ${sql.table(table)} r
        join change_counter c on c.organisation_id = r.organisation_id
        where ${sql.raw(condition)}
      ) placed`.execute(trx)
    await sql`update change_counter set sequence = coalesce((
      select max(r.sequence) from record_change r
      where r.organisation_id = change_counter.organisation_id
    ), 0)`.execute(trx)
  }
}
