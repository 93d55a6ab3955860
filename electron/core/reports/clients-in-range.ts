/** Finds whose work is in a range of days: a file for a client is about one client. */
import { sql } from 'kysely'
import { fail, ok, type Result } from '#shared/errors.ts'
import type { Report } from '#shared/ipc/reports.ts'
import type { EntryFilter } from '#shared/rules/entry-filter.ts'
import type { ActionContext } from '../actions/change.ts'
import { chunkDateRange, type DateRange } from '../store/resources/date-chunks.ts'
import { entriesOf, entryQuery, readEntryScope } from '../store/resources/entries-of-days.ts'
import { readRowNames } from './report-groups.ts'

type Table = 'time_entry' | 'expense'

interface Choice extends DateRange {
  /** Only records of this user of the store; absent: everyone's. */
  user: number | undefined
  filter: EntryFilter
}

/** This many are named where there are several. */
const mostNamed = 5

/**
 * Returns the client of what fits the filter; null where nothing does. Fails with `conflict` where
 * there are several.
 */
export async function readOnlyClient(
  { db, clock, organisation }: ActionContext,
  tables: readonly Table[],
  { from, to, user, filter }: Choice,
): Promise<Result<NonNullable<Report['client']> | null>> {
  const turn = () => clock.sleep(0)
  const found = new Set<number | null>()
  for (const table of tables) {
    const scope = await readEntryScope(db, table, { organisation, user, filter }, turn)
    for (const days of await chunkDateRange(db, organisation, table, { from, to })) {
      for (const { client } of await clientsOf(db, scope, days, table)) found.add(client)
      await turn()
    }
  }
  const named = await readRowNames(db, organisation, 'client', [...found])
  const clients = [...found].map(named)
  if (clients.length < 2) return ok(clients[0] ?? null)
  const names = clients.map(({ name, code }) => name || code || '?').toSorted()
  const rest = names.length > mostNamed ? ['…'] : []
  const list = [...names.slice(0, mostNamed), ...rest].join(', ')
  return fail(
    'conflict',
    `${clients.length} clients are in this report. Make one file for each: ${list}`,
  )
}

const clientsOf = entryQuery<{ client: number | null }, Table>(
  (scope, days, table) => sql`
    select distinct (select p.client_id from project p where p.id = e.project_id) as client
    ${entriesOf(table, scope, days)}`,
)
