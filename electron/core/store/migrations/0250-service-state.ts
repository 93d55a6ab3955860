/**
 * One row about the service's database as a whole: its epoch (epoch.ts), which a backup does not
 * keep.
 */
import type { Migration } from './migration.ts'
import { runStatements } from './ddl.ts'

export const serviceState: Migration = {
  name: '0250-service-state',
  group: 'service',
  up: (trx) =>
    runStatements(
      trx,
      `
create table service_state (
  id integer primary key check (id = 1),
  epoch text,
  epoch_from text,
  epoch_since text
) strict

insert into service_state (id) values (1)
`,
    ),
}
