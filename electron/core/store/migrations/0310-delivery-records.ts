/**
 * Finds the waiting deliveries about a record by an index, so that its deletion can take its texts
 * out of them.
 */
import type { Migration } from './migration.ts'
import { runStatements } from './ddl.ts'

export const deliveryRecords: Migration = {
  name: '0310-delivery-records',
  group: 'service',
  up: (trx) =>
    runStatements(
      trx,
      `
alter table webhook_delivery add column record_id integer

create index webhook_delivery_by_record on webhook_delivery (organisation_id, record_id)
  where state = 'pending'
`,
    ),
}
