/**
 * The resource model, for the app and the service. Constraints are lenient, because a client
 * receives incomplete records and stores a bare id as a placeholder row.
 */
import type { Migration } from './migration.ts'
import { runStatements } from './ddl.ts'

export const modelMigration: Migration = {
  name: '0010-model',
  group: 'model',
  up: (trx) =>
    runStatements(
      trx,
      `
create table organisation (
  id integer primary key autoincrement,
  name text not null,
  created_at text,
  updated_at text
) strict

create table "user" (
  id integer primary key autoincrement,
  organisation_id integer not null references organisation (id),
  tie integer not null,
  name text not null default '',
  name_fold text not null default '',
  search text not null default '',
  email text not null default '',
  email_2 text,
  current integer not null default 1,
  owner integer not null default 0,
  created_at text,
  updated_at text
) strict

create index user_by_name on "user" (organisation_id, name_fold, tie)

create table client (
  id integer primary key autoincrement,
  organisation_id integer not null references organisation (id),
  tie integer not null,
  code text not null default '',
  name text not null default '',
  name_fold text not null default '',
  code_fold text not null default '',
  search text not null default '',
  phone text,
  fax text,
  contact text,
  address text,
  postal text,
  deleted integer not null default 0,
  created_at text,
  updated_at text
) strict

create index client_by_name on client (organisation_id, name_fold, tie)

create table project (
  id integer primary key autoincrement,
  organisation_id integer not null references organisation (id),
  tie integer not null,
  client_id integer references client (id),
  status text not null default 'incomplete',
  name text not null default '',
  code text not null default '',
  name_fold text not null default '',
  code_fold text not null default '',
  search text not null default '',
  description text not null default '',
  currency text,
  increment integer not null default 15,
  budget integer,
  budget_type text,
  start_date text,
  end_date text,
  type text not null default 'client',
  rate integer not null default 0,
  deleted integer not null default 0,
  created_at text,
  updated_at text
) strict

create index project_by_name on project (organisation_id, name_fold, tie)

create index project_by_code on project (organisation_id, code_fold, tie)

create index project_by_client on project (client_id)

create table task (
  id integer primary key autoincrement,
  organisation_id integer not null references organisation (id),
  tie integer not null,
  name text not null default '',
  name_fold text not null default '',
  search text not null default '',
  deleted integer not null default 0,
  created_at text,
  updated_at text
) strict

create index task_by_name on task (organisation_id, name_fold, tie)

create table charge (
  id integer primary key autoincrement,
  organisation_id integer not null references organisation (id),
  tie integer not null,
  name text not null default '',
  name_fold text not null default '',
  search text not null default '',
  charge integer not null default 0,
  unit text not null default '',
  currency text,
  deleted integer not null default 0,
  created_at text,
  updated_at text
) strict

create index charge_by_name on charge (organisation_id, name_fold, tie)

create table time_entry (
  id integer primary key autoincrement,
  organisation_id integer not null references organisation (id),
  tie integer not null,
  user_id integer references "user" (id),
  project_id integer references project (id),
  task_id integer references task (id),
  date text not null,
  start integer not null,
  total integer not null,
  quantity integer not null,
  increment integer not null,
  rate integer not null default 0,
  currency text,
  notes text,
  search text not null default '',
  created_at text,
  updated_at text
) strict

create index time_entry_by_date on time_entry (organisation_id, date, start, tie, total)

create index time_entry_by_date_tie on time_entry (organisation_id, date, tie)

create index time_entry_by_start on time_entry (organisation_id, start, tie)

create index time_entry_by_project on time_entry (project_id, date, start, tie)

create index time_entry_by_task on time_entry (task_id, date, start, tie)

create index time_entry_by_user on time_entry (user_id, date, start, tie)

create table expense (
  id integer primary key autoincrement,
  organisation_id integer not null references organisation (id),
  tie integer not null,
  user_id integer references "user" (id),
  project_id integer references project (id),
  charge_id integer references charge (id),
  date text not null,
  name text not null default '',
  name_fold text not null default '',
  search text not null default '',
  quantity integer not null default 1,
  notes text,
  chargeable integer not null default 1,
  total_charge integer not null default 0,
  unit_charge integer not null default 0,
  unit text,
  total_cost integer not null default 0,
  tax text not null default 'none',
  tax_rate text not null default '0',
  currency text,
  original_total_charge integer not null default 0,
  original_unit_charge integer not null default 0,
  original_currency text,
  exchange_rate text not null default '1',
  created_at text,
  updated_at text
) strict

create index expense_by_date on expense (organisation_id, date, tie)

create index expense_by_name on expense (organisation_id, name_fold, tie)

create index expense_by_update on expense (organisation_id, updated_at, tie)

create index expense_by_project on expense (project_id)

create index expense_by_charge on expense (charge_id)

create index expense_by_user on expense (user_id)

create table category (
  id integer primary key autoincrement,
  organisation_id integer not null references organisation (id),
  tie integer not null,
  name text not null,
  name_fold text not null,
  search text not null default '',
  deleted_at text,
  created_at text,
  updated_at text
) strict

create index category_by_name on category (organisation_id, name_fold, tie)

create table category_task (
  organisation_id integer not null references organisation (id),
  category_id integer not null references category (id) on delete cascade,
  task_id integer not null references task (id),
  primary key (category_id, task_id)
) strict, without rowid

create index category_task_by_task on category_task (task_id)

create table category_charge (
  organisation_id integer not null references organisation (id),
  category_id integer not null references category (id) on delete cascade,
  charge_id integer not null references charge (id),
  primary key (category_id, charge_id)
) strict, without rowid

create index category_charge_by_charge on category_charge (charge_id)

create table webhook (
  id integer primary key autoincrement,
  organisation_id integer not null references organisation (id),
  tie integer not null,
  uri text not null,
  events text not null,
  created_at text,
  updated_at text
) strict

create index webhook_by_tie on webhook (organisation_id, tie)

create table rate (
  id integer primary key autoincrement,
  organisation_id integer not null references organisation (id),
  from_currency text not null,
  to_currency text not null,
  value text not null,
  created_at text,
  updated_at text,
  unique (organisation_id, from_currency, to_currency)
) strict
`,
    ),
}
