/** Tables of the app only: sync state, history, the timer, settings. */
import type { Migration } from './migration.ts'
import { runStatements } from './ddl.ts'

export const clientMigration: Migration = {
  name: '0020-client',
  group: 'client',
  up: (trx) =>
    runStatements(
      trx,
      `
create table sync_record (
  resource text not null,
  local_id integer not null,
  remote_id integer,
  base text,
  remote text,
  dirty integer not null default 0,
  deleted integer not null default 0,
  sequence integer not null default 0,
  parked text,
  seen_at integer,
  primary key (resource, local_id)
) strict, without rowid

create unique index sync_record_by_remote on sync_record (resource, remote_id)
  where remote_id is not null

create index sync_record_unsent on sync_record (resource, sequence)
  where dirty = 1 or deleted = 1

create index sync_record_unmerged on sync_record (resource, local_id)
  where remote is not null

create table retired_remote (
  resource text not null,
  remote_id integer not null,
  local_id integer not null,
  retired_at integer not null,
  primary key (resource, remote_id)
) strict, without rowid

create table attempt (
  id integer primary key autoincrement,
  resource text not null,
  local_id integer not null,
  kind text not null,
  key text,
  body text not null,
  sent text not null,
  sent_at integer not null,
  quarantine_until integer,
  probes integer not null default 0,
  unique (resource, local_id)
) strict

create unique index attempt_by_key on attempt (resource, key) where key is not null

create table inbox (
  id integer primary key autoincrement,
  resource text not null,
  local_id integer not null,
  kind text not null,
  detail text not null,
  created_at integer not null,
  resolved_at integer
) strict

create index inbox_open on inbox (resource, local_id) where resolved_at is null

create table change (
  id integer primary key autoincrement,
  at integer not null,
  actor text not null,
  action text not null,
  summary text not null,
  undoes integer references change (id),
  undone_by integer references change (id)
) strict

create index change_undoable on change (actor, id) where undone_by is null

create table history (
  id integer primary key autoincrement,
  change_id integer not null references change (id),
  resource text not null,
  local_id integer not null,
  before text,
  after text
) strict

create index history_by_change on history (change_id)

create index history_by_record on history (resource, local_id)

create table timer (
  id integer primary key check (id = 1),
  started_at integer not null,
  zone text not null,
  project_id integer references project (id),
  task_id integer references task (id),
  notes text,
  heartbeat_at integer
) strict

create table segment (
  id integer primary key autoincrement,
  time_entry_id integer not null,
  started_at integer not null,
  stopped_at integer not null,
  zone text not null
) strict

create index segment_by_entry on segment (time_entry_id)

create table setting (
  key text primary key not null,
  value text not null
) strict, without rowid
`,
    ),
}
