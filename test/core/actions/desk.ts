/** What tests of expenses and categories work with: charges and rates beside projects and tasks. */
import { insertCharge } from '#core/store/resources/charges.ts'
import { setRate } from '#core/store/resources/exchange-rates.ts'
import { linkRemoteId } from '#core/store/sync/sync-records.ts'
import type { SyncedResource } from '#core/store/tables/index.ts'
import type { Result } from '#shared/errors.ts'
import { testContext, type TestContext } from '../../support/store.ts'

export interface ExpenseDesk extends TestContext {
  /** 104 NZD cents a km. */
  mileage: number
  /** 4500 EUR cents. */
  photo: number
  /** 1250 USD cents; there is no rate from USD to anything. */
  domain: number
  /** Ids of the service for records of this store. */
  link(resource: SyncedResource, local: number, remote: number): Promise<void>
  syncRecord(
    resource: SyncedResource,
    local: number,
  ): Promise<{ dirty: number; deleted: number; held_until: number | null } | undefined>
}

export async function expenseDesk(): Promise<ExpenseDesk> {
  const context = await testContext()
  const { db, organisation: organisation_id } = context
  const [mileage, photo, domain] = await db.transaction().execute(async (trx) => {
    await setRate(trx, { organisation_id, from: 'EUR', to: 'NZD', value: '1.85', at: '' })
    return [
      await insertCharge(trx, {
        ...{ organisation_id, name: 'Mileage', charge: 104, unit: 'km', currency: 'NZD' },
      }),
      await insertCharge(trx, {
        ...{ organisation_id, name: 'Stock photo', charge: 4_505, unit: '', currency: 'EUR' },
      }),
      await insertCharge(trx, {
        ...{ organisation_id, name: 'Domain', charge: 1_250, unit: 'year', currency: 'USD' },
      }),
    ]
  })
  return {
    ...context,
    mileage: mileage,
    photo: photo,
    domain: domain,
    link: (resource, local, remote) =>
      db.transaction().execute((trx) => linkRemoteId(trx, resource, local, remote)),
    syncRecord: (resource, local) =>
      db
        .selectFrom('sync_record')
        .select(['dirty', 'deleted', 'held_until'])
        .where('resource', '=', resource)
        .where('local_id', '=', local)
        .executeTakeFirst(),
  }
}

/** The fields that a failure names, or undefined where there is none. */
export const fieldsOf = (result: Result<unknown>): string[] | undefined =>
  result.ok ? undefined : Object.keys(result.error.fields ?? {})
