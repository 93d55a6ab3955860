/** Reads the sync state that rows show, and counts unsent records. */
import { sql, type RawBuilder } from 'kysely'
import type { UnsentCounts } from '#shared/ipc/call-results.ts'
import type { RecordState } from '#shared/resources/time.ts'
import type { Db } from '../database/db.ts'
import { prepared } from '../database/prepared-query.ts'
import type { EntryResource } from '../tables/index.ts'

/** The sync state of a row. */
export interface RecordStateSummary {
  remote: number | null
  state: RecordState
  /** The service's message, when it refused the record. */
  refusal: string | null
  /** The refused fields, by the API's names; empty where the whole record was refused. */
  refused: string[]
  /** True until the service has acknowledged this version: computed values are provisional. */
  provisional: boolean
}

interface RecordStateRow {
  id: number
  incomplete: number
  remote_id: number | null
  dirty: number | null
  /** For a category: archived here, not sent to the service yet. */
  deleted: number | null
  parked: string | null
  attempted: number
  unmatched: number
  refusal: string | null
}

/** The table of a resource, and the conditions under which its rows cannot be sent. */
interface Source {
  table: string
  /**
   * SQL: row `t` lacks values that every service requires; it waits for the person to complete it.
   */
  incomplete: RawBuilder<unknown>
  /** SQL: row `t` refers to a record that exists only on this computer. */
  unmatched: RawBuilder<unknown>
}

const lacks = (resource: string, column: string) => sql`not exists (
  select 1 from sync_record p where p.resource = ${sql.lit(resource)}
  and p.local_id = ${sql.ref(column)} and p.remote_id is not null)`

const holdsUnmatched = (resource: 'task' | 'charge') => sql`exists (
  select 1 from ${sql.table(`category_${resource}`)} m
  left join sync_record p on p.resource = ${sql.lit(resource)}
  and p.local_id = ${sql.ref(`m.${resource}_id`)}
  where m.category_id = t.id and p.remote_id is null)`

const sources: { readonly [R in EntryResource]: Source } = {
  time: {
    table: 'time_entry',
    incomplete: sql`t.project_id is null or t.task_id is null`,
    unmatched: sql`${lacks('project', 't.project_id')} or ${lacks('task', 't.task_id')}`,
  },
  expense: {
    table: 'expense',
    incomplete: sql`t.project_id is null`,
    unmatched: sql`${lacks('project', 't.project_id')}
      or (t.charge_id is not null and ${lacks('charge', 't.charge_id')})`,
  },
  category: {
    table: 'category',
    incomplete: sql`0`,
    unmatched: sql`${holdsUnmatched('task')} or ${holdsUnmatched('charge')}`,
  },
}

/** Reads the sync state of records by local id; missing ones are left out. */
export async function readRecordStates(
  db: Db,
  resource: EntryResource,
  locals: readonly number[],
): Promise<Map<number, RecordStateSummary>> {
  if (locals.length === 0) return new Map()
  const rows =
    locals.length === 1
      ? await stateOfOne(db, { local: locals[0]! }, resource)
      : await statesOfSome(db, { locals: JSON.stringify(locals) }, resource)
  return new Map(rows.map((row) => [row.id, stateOf(row)]))
}

/** Returns true when the service rejected a record, or a question about it is open. */
export async function waitsForAnswer(
  db: Db,
  resource: EntryResource,
  local: number,
): Promise<boolean> {
  const state = (await readRecordStates(db, resource, [local])).get(local)?.state
  return state === 'refused' || state === 'conflict'
}

const stateOfOne = prepared((_, values: { local: number }, resource: EntryResource) =>
  statesWhere(resource, sql`t.id = ${values.local}`),
)

const statesOfSome = prepared((_, values: { locals: string }, resource: EntryResource) =>
  statesWhere(resource, sql`t.id in (select value from json_each(${values.locals}))`),
)

function statesWhere(resource: EntryResource, condition: RawBuilder<unknown>) {
  const { table, incomplete, unmatched } = sources[resource]
  const name = sql.lit(resource)
  return sql<RecordStateRow>`
    select
      t.id,
      (${incomplete}) as incomplete,
      r.remote_id, r.dirty, r.deleted, r.parked,
      exists (
        select 1 from attempt a where a.resource = ${name} and a.local_id = t.id
      ) as attempted,
      (${unmatched}) as unmatched,
      (
        select detail from inbox i
        where i.resource = ${name} and i.local_id = t.id and i.resolved_at is null
        order by i.kind = 'refused' desc, i.id desc limit 1
      ) as refusal
    from ${sql.table(table)} t
    left join sync_record r on r.resource = ${name} and r.local_id = t.id
    where ${condition}`
}

function stateOf(row: RecordStateRow): RecordStateSummary {
  const archived = row.deleted === 1
  const unsent = row.dirty !== 0 || archived
  const state: RecordState = row.incomplete
    ? 'draft'
    : row.parked === 'refused'
      ? 'refused'
      : row.parked !== null
        ? 'conflict'
        : row.attempted
          ? 'sending'
          : !unsent
            ? 'synced'
            : row.unmatched && !archived
              ? 'held'
              : 'pending'
  const refusal = state === 'refused' && row.refusal ? refusalIn(row.refusal) : unrefused
  return { remote: row.remote_id, state, ...refusal, provisional: unsent }
}

const unrefused = { refusal: null, refused: [] }

/** Returns the service's messages about the fields, or else the one about the record. */
function refusalIn(card: string): Pick<RecordStateSummary, 'refusal' | 'refused'> {
  const { message, fields } = JSON.parse(card) as {
    message?: string
    fields?: Record<string, string[]>
  }
  const texts = Object.values(fields ?? {}).flat()
  const refusal = texts.length > 0 ? texts.join(' ') : (message ?? null)
  return { refusal, refused: Object.keys(fields ?? {}) }
}

/** Counts the unsent records of an account by what they wait for. */
export async function countUnsent(db: Db): Promise<UnsentCounts> {
  const [row] = await countedUnsent(db, {})
  return row!
}

const countedUnsent = prepared(() => {
  const each = (Object.keys(sources) as EntryResource[]).map(waitingOf)
  return sql<UnsentCounts>`
    select count(*) filter (where waits = 'service') as pending,
      count(*) filter (where waits = 'match') as held,
      count(*) filter (where waits = 'person') as drafts,
      (select count(*) from inbox where resolved_at is null) as inbox
    from (${sql.join(each, sql` union all `)})`
})

// Without the index hint SQLite scans all records, with their bases, instead of the few unsent
// ones.
function waitingOf(resource: EntryResource): RawBuilder<unknown> {
  const { table, incomplete, unmatched } = sources[resource]
  const name = sql.lit(resource)
  return sql`
    select case
      when r.parked is not null then 'inbox'
      when r.deleted = 1 or a.id is not null then 'service'
      when ${incomplete} then 'person'
      when ${unmatched} then 'match'
      else 'service' end as waits
    from (
      select local_id from sync_record indexed by sync_record_unsent
      where resource = ${name} and (dirty = 1 or deleted = 1)
      union select local_id from attempt where resource = ${name}
    ) u
    cross join sync_record r on r.resource = ${name} and r.local_id = u.local_id
    left join attempt a on a.resource = ${name} and a.local_id = u.local_id
    left join ${sql.table(table)} t on t.id = u.local_id
    where t.id is not null or r.deleted = 1 or a.id is not null`
}

/** SQL for an unsent record `r`: true when it only waits for the service. */
export const isSendableSql = (resource: EntryResource, row: string): RawBuilder<unknown> => {
  const { table, incomplete, unmatched } = sources[resource]
  return sql`exists (
    select 1 from ${sql.table(table)} t where t.id = ${sql.ref(row)}
    and not (${incomplete}) and not (${unmatched}))`
}
