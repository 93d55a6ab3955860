/** Finds whose work is in a range of days: a file for a client is about one client. */
import { sql } from 'kysely'
import { fail, ok, type Result } from '#shared/errors.ts'
import type { EntryFilter } from '#shared/rules/entry-filter.ts'
import type { ActionContext } from '../actions/change.ts'
import { chunkDateRange, type DateRange } from '../store/resources/date-chunks.ts'
import { entriesOf, entryQuery, readEntryScope } from '../store/resources/entries-of-days.ts'
import { readRowNames, type RowName } from './report-groups.ts'

type Table = 'time_entry' | 'expense'

interface Choice extends DateRange {
  /** Only records of this user of the store; absent: everyone's. */
  user: number | undefined
  filter: EntryFilter
}

/** This many are named where there are several. */
const mostNamed = 5

/** Returns the clients of what fits the filter, by name. */
export async function readClients(
  { db, clock, organisation }: ActionContext,
  tables: readonly Table[],
  { from, to, user, filter }: Choice,
): Promise<RowName[]> {
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
  return clients.toSorted((one, other) => (labelOf(one) < labelOf(other) ? -1 : 1))
}

const labelOf = ({ name, code }: RowName): string => name || code || '?'

/**
 * Returns the client of what fits the filter; null where nothing does. Fails with `conflict` where
 * there are several.
 */
export async function readOnlyClient(
  context: ActionContext,
  tables: readonly Table[],
  choice: Choice,
): Promise<Result<RowName | null>> {
  const clients = await readClients(context, tables, choice)
  if (clients.length < 2) return ok(clients[0] ?? null)
  const names = clients.map(labelOf)
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
