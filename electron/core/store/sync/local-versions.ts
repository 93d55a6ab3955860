/**
 * Reads local records as versions: with remote ids in place of local ones, so that they can be
 * compared with the service's records (shared/resources/*-version.ts).
 */
import { sql } from 'kysely'
import type { CategoryWire } from '#shared/resources/category.ts'
import {
  toCategoryVersion,
  categoryGroups,
  categoryVersionFromWire,
  type CategoryVersion,
} from '#shared/resources/category-version.ts'
import type { ExpenseWire } from '#shared/resources/expense.ts'
import {
  toExpenseVersion,
  expenseGroups,
  expenseVersionFromWire,
  unmatchedId,
  type ExpenseVersion,
} from '#shared/resources/expense-version.ts'
import type { TimeWire } from '#shared/resources/time.ts'
import {
  timeGroups,
  timeVersionFromWire,
  type TimeVersion,
} from '#shared/resources/time-version.ts'
import type { FieldGroup } from '#shared/rules/field-groups.ts'
import { normalizeNote } from '#shared/rules/search-text.ts'
import { hasSameFields } from '#shared/rules/three-way.ts'
import type { Db } from '../database/db.ts'
import { isAmong, prepared, type Ids } from '../database/prepared-query.ts'
import type { EntryResource } from '../tables/index.ts'

/** Records as the service returns them and as snapshots store them. */
export interface WireOf {
  time: TimeWire
  expense: ExpenseWire
  category: CategoryWire
}

export interface VersionOf {
  time: TimeVersion
  expense: ExpenseVersion
  category: CategoryVersion
}

const comparedIn = <Field extends string>(
  groups: readonly Pick<FieldGroup<Field>, 'fields'>[],
): readonly Field[] => groups.flatMap(({ fields }) => fields)

/**
 * The fields that a person decides, which are those that both sides compare. The increment is
 * decided by the service.
 */
export const comparedFields = {
  time: comparedIn(timeGroups),
  expense: comparedIn(expenseGroups),
  category: comparedIn(categoryGroups),
} satisfies { readonly [R in EntryResource]: readonly (keyof VersionOf[R])[] }

/** True when no compared field differs. */
export const isSameVersion = (resource: EntryResource, one: object, other: object): boolean =>
  hasSameFields(one, other, comparedFields[resource])

/** Extracts the version from a record of the service. */
export function versionFromWire<R extends EntryResource>(
  resource: R,
  wire: WireOf[R],
): VersionOf[R] {
  const of: { [Of in EntryResource]: (wire: WireOf[Of]) => VersionOf[Of] } = {
    time: timeVersionFromWire,
    expense: expenseVersionFromWire,
    category: categoryVersionFromWire,
  }
  return of[resource](wire)
}

/** Reads the local version; undefined when the record does not exist (a category: is archived). */
export async function readLocalVersion<R extends EntryResource>(
  db: Db,
  resource: R,
  local: number,
): Promise<VersionOf[R] | undefined> {
  const read: {
    [Of in EntryResource]: (db: Db, local: number) => Promise<VersionOf[Of] | undefined>
  } = { time: localTime, expense: localExpense, category: localCategory }
  return read[resource](db, local)
}

/** Reads local versions by local id; missing records are left out. */
export async function localVersions(
  db: Db,
  resource: EntryResource,
  locals: readonly number[],
): Promise<Map<number, object>> {
  const ids = JSON.stringify(locals)
  switch (resource) {
    case 'time': {
      const rows = await timesWithRemotes(db, { ids }, 'some')
      return new Map(rows.map((row) => [row.id, timeOf(row)]))
    }
    case 'expense': {
      const rows = await expensesWithRemotes(db, { ids }, 'some')
      return new Map(rows.map((row) => [row.id, expenseOf(row)]))
    }
    case 'category': {
      const versions = await Promise.all(locals.map((local) => localCategory(db, local)))
      return new Map(versions.flatMap((version, at) => (version ? [[locals[at]!, version]] : [])))
    }
  }
}

async function localTime(db: Db, local: number): Promise<TimeVersion | undefined> {
  const [row] = await timesWithRemotes(db, { ids: local }, 'one')
  return row && timeOf(row)
}

type Row<Query extends (...values: never[]) => Promise<object[]>> = Awaited<
  ReturnType<Query>
>[number]

const timeOf = ({ id: _id, ...row }: Row<typeof timesWithRemotes>): TimeVersion => ({
  ...row,
  notes: normalizeNote(row.notes),
})

const timesWithRemotes = prepared((db, values: Ids, shape: 'one' | 'some') =>
  db
    .selectFrom('time_entry as t')
    .leftJoin('sync_record as p', (join) =>
      join.onRef('p.local_id', '=', 't.project_id').on('p.resource', '=', 'project'),
    )
    .leftJoin('sync_record as k', (join) =>
      join.onRef('k.local_id', '=', 't.task_id').on('k.resource', '=', 'task'),
    )
    .select([
      't.id',
      'p.remote_id as project_id',
      'k.remote_id as task_id',
      't.date',
      't.start',
      't.quantity',
      't.notes',
      't.increment',
      't.rate',
      't.currency',
    ])
    .where(isAmong('t.id', values, shape)),
)

async function localExpense(db: Db, local: number): Promise<ExpenseVersion | undefined> {
  const [row] = await expensesWithRemotes(db, { ids: local }, 'one')
  return row && expenseOf(row)
}

const expenseOf = (row: Row<typeof expensesWithRemotes>): ExpenseVersion =>
  toExpenseVersion({
    ...row,
    charge_id: row.charge_local === null ? null : (row.charge_id ?? unmatchedId),
    chargeable: row.chargeable === 1,
  })

const expensesWithRemotes = prepared((db, values: Ids, shape: 'one' | 'some') =>
  db
    .selectFrom('expense as e')
    .leftJoin('sync_record as p', (join) =>
      join.onRef('p.local_id', '=', 'e.project_id').on('p.resource', '=', 'project'),
    )
    .leftJoin('sync_record as c', (join) =>
      join.onRef('c.local_id', '=', 'e.charge_id').on('c.resource', '=', 'charge'),
    )
    .leftJoin('project as own', 'own.id', 'e.project_id')
    .select([
      'e.id',
      'p.remote_id as project_id',
      'own.currency as project_currency',
      'c.remote_id as charge_id',
      'e.charge_id as charge_local',
      'e.name',
      'e.unit_charge',
      'e.unit',
      'e.date',
      'e.quantity',
      'e.total_cost',
      'e.tax',
      'e.tax_rate',
      'e.currency',
      'e.chargeable',
      'e.notes',
    ])
    .where(isAmong('e.id', values, shape)),
)

async function localCategory(db: Db, local: number): Promise<CategoryVersion | undefined> {
  const [row] = await activeName(db, { local })
  if (!row) return undefined
  const members = await membersWithRemotes(db, { local })
  const of = (resource: string) =>
    members.filter((one) => one.resource === resource).map((one) => one.remote ?? unmatchedId)
  return toCategoryVersion(row.name, of('task'), of('charge'))
}

const activeName = prepared((db, values: { local: number }) =>
  db
    .selectFrom('category')
    .select('name')
    .where('id', '=', values.local)
    .where('deleted_at', 'is', null),
)

const membersWithRemotes = prepared(
  (_, values: { local: number }) => sql<{ resource: string; remote: number | null }>`
    select 'task' as resource, r.remote_id as remote from category_task m
    left join sync_record r on r.resource = 'task' and r.local_id = m.task_id
    where m.category_id = ${values.local}
    union all
    select 'charge', r.remote_id from category_charge m
    left join sync_record r on r.resource = 'charge' and r.local_id = m.charge_id
    where m.category_id = ${values.local}`,
)
