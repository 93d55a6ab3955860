/**
 * Queries for an organisation's exchange rates (docs/API.md, Expenses): decimal text, never a
 * float.
 */
import type { Selectable } from 'kysely'
import type { PageSlice } from '#shared/resources/page.ts'
import type { RateListQuery } from '#shared/resources/rate.ts'
import { unknownRate } from '#shared/rules/unit-price.ts'
import type { Db, Trx } from '../database/db.ts'
import { orderByColumns, resolvePaging } from '../lists/list-query.ts'
import type { RateTable } from '../tables/index.ts'

export type RateRow = Omit<Selectable<RateTable>, 'organisation_id'>

const columns = ['id', 'from_currency', 'to_currency', 'value', 'created_at', 'updated_at'] as const

/** Lists one page of an organisation's rates, by currencies unless a sort key is given. */
export async function listRates(
  db: Db,
  organisation: number,
  query: RateListQuery,
): Promise<PageSlice<RateRow>> {
  const { page, limit, offset } = resolvePaging(query)
  const ascending = query.sortAsc ?? true
  const { total } = await db
    .selectFrom('rate')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('organisation_id', '=', organisation)
    .executeTakeFirstOrThrow()
  const data = await db
    .selectFrom('rate')
    .select(columns)
    .where('organisation_id', '=', organisation)
    .orderBy(
      orderByColumns(
        query.sortKey === 'updated_at' ? ['updated_at', 'id'] : ['from_currency', 'to_currency'],
        ascending,
      ),
    )
    .limit(limit)
    .offset(offset)
    .execute()
  return { data, page, limit, total: Number(total) }
}

export async function readRate(
  db: Db,
  organisation: number,
  id: number,
): Promise<RateRow | undefined> {
  return db
    .selectFrom('rate')
    .select(columns)
    .where('organisation_id', '=', organisation)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Inserts or replaces the rate of a pair of currencies. Returns its id. */
export async function setRate(
  trx: Trx,
  rate: { organisation_id: number; from: string; to: string; value: string; at: string },
): Promise<number> {
  const { id } = await trx
    .insertInto('rate')
    .values({
      organisation_id: rate.organisation_id,
      from_currency: rate.from,
      to_currency: rate.to,
      value: rate.value,
      created_at: rate.at,
      updated_at: rate.at,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['organisation_id', 'from_currency', 'to_currency'])
        .doUpdateSet({ value: rate.value, updated_at: rate.at }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export interface RateValues {
  from: string
  to: string
  /** Decimal text. */
  value: string
  created_at?: string | null | undefined
  updated_at?: string | null | undefined
}

/** Replaces all rates of an organisation; unchanged ones are not written. */
export async function replaceRates(
  trx: Trx,
  organisation_id: number,
  rates: readonly RateValues[],
): Promise<void> {
  const pair = (from: string, to: string) => `${from} ${to}`
  const wanted = new Map(rates.map((rate) => [pair(rate.from, rate.to), rate]))
  const current = await trx
    .selectFrom('rate')
    .select(columns)
    .where('organisation_id', '=', organisation_id)
    .execute()
  for (const row of current) {
    const key = pair(row.from_currency, row.to_currency)
    const rate = wanted.get(key)
    if (rate?.value === row.value && (rate.updated_at ?? null) === row.updated_at) {
      wanted.delete(key)
    } else {
      await deleteRate(trx, row.id)
    }
  }
  for (const { from, to, value, created_at = null, updated_at = null } of wanted.values()) {
    await trx
      .insertInto('rate')
      .values({
        organisation_id,
        from_currency: from,
        to_currency: to,
        value,
        created_at,
        updated_at,
      })
      .execute()
  }
}

export async function deleteRate(trx: Trx, id: number): Promise<void> {
  await trx.deleteFrom('rate').where('id', '=', id).execute()
}

/**
 * Reads the rate: units of `to` for one unit of `from`, decimal text; undefined where the
 * organisation has none.
 */
export async function readExchangeRate(
  db: Db,
  organisation: number,
  from: string,
  to: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('rate')
    .select('value')
    .where('organisation_id', '=', organisation)
    .where('from_currency', '=', from)
    .where('to_currency', '=', to)
    .executeTakeFirst()
  return row?.value
}

/**
 * Reads the rate of the newest expense that was converted from `from` to `to`, decimal text. Rates
 * of 1 are left out: such an expense may date from when its project was in the same currency.
 */
export async function readNewestExpenseRate(
  db: Db,
  organisation: number,
  from: string,
  to: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('expense')
    .innerJoin('project', 'project.id', 'expense.project_id')
    .select('expense.exchange_rate')
    .where('expense.organisation_id', '=', organisation)
    .where('expense.original_currency', '=', from)
    .where('project.currency', '=', to)
    .where('expense.exchange_rate', 'not in', [unknownRate, '1'])
    .orderBy('expense.date', 'desc')
    .orderBy('expense.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.exchange_rate
}
