/** Tables of the service only: tokens, and constraints that a client cannot satisfy. */
import type { Migration } from './migration.ts'
import { runStatements } from './ddl.ts'

export const serviceMigration: Migration = {
  name: '0030-service',
  group: 'service',
  up: (trx) =>
    runStatements(
      trx,
      `
create table token (
  id integer primary key autoincrement,
  organisation_id integer not null references organisation (id),
  user_id integer not null references "user" (id),
  hash text not null unique,
  created_at text not null,
  revoked_at text
) strict

create unique index user_by_email on "user" (email)

create unique index category_name_taken on category (organisation_id, name_fold)
  where deleted_at is null
`,
    ),
}
