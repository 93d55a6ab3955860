/**
 * Stint's own JSON: entries or expenses with the records that they reference, without the ids of
 * any database, so that what is imported elsewhere and exported again is the same file. Each record
 * is a line. Referenced records have a key, numbered in the order of their content.
 */
import { sql } from 'kysely'
import type { Db } from '../store/database/db.ts'
import type { DateRange } from '../store/resources/date-chunks.ts'
import { isInScope, readEntryScope, type EntryScope } from '../store/resources/entries-of-days.ts'
import { readClient, type ClientRow } from '../store/resources/clients.ts'
import { readCharge, type ChargeRow } from '../store/resources/charges.ts'
import type { ExpenseRow } from '../store/resources/expense-row.ts'
import { readProject, type ProjectRow } from '../store/resources/projects.ts'
import type { Segment } from '../store/resources/segments.ts'
import { readTask, type TaskRow } from '../store/resources/tasks.ts'
import type { TimeRow } from '../store/resources/time-row.ts'
import type { ExportExtent } from './export-pages.ts'

export const portableVersion = 1

type Content = Record<string, unknown>
/** A value for each field of a row, besides those that only this database knows or computes. */
type ContentOf<Row, Left extends keyof Row> = {
  readonly [Field in Exclude<keyof Row, 'id' | 'user' | Left>]: unknown
}
/** Keys by local id. */
type Keys = ReadonlyMap<number, number>

export interface PortableReferences {
  clients: Content[]
  projects: Content[]
  tasks: Content[]
  charges: Content[]
  projectKeys: Keys
  taskKeys: Keys
  chargeKeys: Keys
}

/** The records that the entries or expenses of an export reference. */
export async function readPortableReferences(
  db: Db,
  extent: ExportExtent,
  what: 'times' | 'expenses',
): Promise<PortableReferences> {
  const { organisation } = extent
  const entry = what === 'times' ? 'time_entry' : 'expense'
  const scope = await readEntryScope(db, entry, extent)
  const used = (named: 'project' | 'task' | 'charge') => readUsed(db, entry, scope, extent, named)
  const read = async <Row>(
    ids: readonly number[],
    one: (db: Db, organisation: number, id: number) => Promise<Row | undefined>,
  ): Promise<Row[]> => {
    const rows: Row[] = []
    for (const id of ids) rows.push((await one(db, organisation, id))!)
    return rows
  }
  const projects = await read(await used('project'), readProject)
  const clientIds = new Set(projects.flatMap(({ client }) => client?.id ?? []))
  const clients = keyed(await read([...clientIds], readClient), clientContent)
  const tasks = what === 'times' ? await read(await used('task'), readTask) : []
  const charges = what === 'expenses' ? await read(await used('charge'), readCharge) : []
  const ofProjects = keyed(projects, (row) => projectContent(row, clients.keys))
  const ofTasks = keyed(tasks, taskContent)
  const ofCharges = keyed(charges, chargeContent)
  return {
    clients: clients.contents,
    projects: ofProjects.contents,
    tasks: ofTasks.contents,
    charges: ofCharges.contents,
    projectKeys: ofProjects.keys,
    taskKeys: ofTasks.keys,
    chargeKeys: ofCharges.keys,
  }
}

/** Sorts rows by their content and numbers them; equal ones stay in the order of creation. */
function keyed<Row extends { id: number }>(
  rows: readonly Row[],
  contentOf: (row: Row) => Content,
): { contents: Content[]; keys: Keys } {
  const sorted = rows
    .map((row) => ({ id: row.id, text: JSON.stringify(contentOf(row)), content: contentOf(row) }))
    .toSorted((one, other) =>
      one.text === other.text ? one.id - other.id : one.text < other.text ? -1 : 1,
    )
  return {
    contents: sorted.map(({ content }, place) => ({ key: place + 1, ...content })),
    keys: new Map(sorted.map(({ id }, place) => [id, place + 1])),
  }
}

type Dated = 'created_at' | 'updated_at'

const taskContent = ({ name, deleted }: TaskRow): Content =>
  ({ name, deleted }) satisfies ContentOf<TaskRow, Dated>

const chargeContent = ({ name, charge, unit, currency, deleted }: ChargeRow): Content =>
  ({ name, charge, unit, currency, deleted }) satisfies ContentOf<ChargeRow, Dated>

function clientContent(row: ClientRow): Content {
  const { name, code, phone, fax, contact, address, postal, deleted } = row
  const { id: _ofThisDatabase, ...person } = contact ?? {}
  const own = contact && person
  const content = { name, code, phone, fax, contact: own, address, postal, deleted }
  return content satisfies ContentOf<ClientRow, Dated>
}

const projectContent = (row: ProjectRow, clients: Keys): Content =>
  ({
    name: row.name,
    code: row.code,
    client: row.client ? clients.get(row.client.id)! : null,
    type: row.type,
    status: row.status,
    description: row.description,
    currency: row.currency,
    increment: row.increment,
    rate: row.rate,
    budget: row.budget,
    budget_type: row.budget_type,
    start_date: row.start_date,
    end_date: row.end_date,
    deleted: row.deleted,
  }) satisfies ContentOf<ProjectRow, Dated>

/** @param own false for the entry of another person, whose name is then included */
export const toPortableTime = (
  row: TimeRow,
  { projectKeys, taskKeys }: PortableReferences,
  segments: readonly Segment[] | undefined,
  own: boolean,
): Content =>
  ({
    date: row.date,
    start: row.start,
    quantity: row.quantity,
    increment: row.increment,
    rate: row.rate,
    currency: row.currency,
    project: row.project && projectKeys.get(row.project.id)!,
    task: row.task && taskKeys.get(row.task.id)!,
    notes: row.notes,
    created_at: row.created_at,
    updated_at: row.updated_at,
    ...(segments ? { segments } : {}),
    ...(own ? {} : { user: row.user?.name ?? '' }),
  }) satisfies ContentOf<TimeRow, 'total'>

export const toPortableExpense = (
  row: ExpenseRow,
  { projectKeys, chargeKeys }: PortableReferences,
  own: boolean,
): Content =>
  ({
    date: row.date,
    name: row.name,
    quantity: row.quantity,
    unit: row.unit,
    unit_charge: row.unit_charge,
    original_unit_charge: row.original_unit_charge,
    original_currency: row.original_currency,
    exchange_rate: row.exchange_rate,
    chargeable: row.chargeable,
    total_cost: row.total_cost,
    tax: row.tax,
    tax_rate: row.tax_rate,
    currency: row.currency,
    project: row.project && projectKeys.get(row.project.id)!,
    charge: row.charge && chargeKeys.get(row.charge.id)!,
    notes: row.notes,
    created_at: row.created_at,
    updated_at: row.updated_at,
    ...(own ? {} : { user: row.user?.name ?? '' }),
  }) satisfies ContentOf<ExpenseRow, 'total_charge' | 'original_total_charge'>

/** Searches from the referenced record: each is found with its first entry. */
async function readUsed(
  db: Db,
  entry: 'time_entry' | 'expense',
  scope: EntryScope,
  days: DateRange,
  named: 'project' | 'task' | 'charge',
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select r.id from ${sql.table(named)} r
    where r.organisation_id = ${scope.organisation} and exists (
      select 1 from ${sql.table(entry)} e
      where ${sql.ref(`e.${named}_id`)} = r.id and ${isInScope(scope, days)}
    ) order by r.id`.execute(db)
  return rows.map(({ id }) => id)
}
