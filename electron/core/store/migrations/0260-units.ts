/** One kind of card asks about any number whose unit has changed, not only about increments. */
import type { Migration } from './migration.ts'
import { runStatements } from './ddl.ts'

export const units: Migration = {
  name: '0260-units',
  group: 'client',
  up: (trx) =>
    runStatements(
      trx,
      `
update inbox set kind = 'unit' where kind = 'increment'

update history set
  before = json_set(before, '$.kind', 'unit'),
  after = json_set(after, '$.kind', 'unit')
where resource = 'inbox' and json_extract(after, '$.kind') = 'increment'
`,
    ),
}
