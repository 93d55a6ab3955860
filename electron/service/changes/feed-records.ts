/** Reads the records that changes are about, in the form of a store or update response. */
import type { Db } from '#core/store/database/db.ts'
import { readCategory } from '#core/store/resources/categories.ts'
import { readCharge } from '#core/store/resources/charges.ts'
import { readClient } from '#core/store/resources/clients.ts'
import { readExpense } from '#core/store/resources/expenses.ts'
import { readProject } from '#core/store/resources/projects.ts'
import type { FeedResource } from '#core/store/service/change-feed.ts'
import type { NamedResource } from '#core/store/service/record-uids.ts'
import { readTask } from '#core/store/resources/tasks.ts'
import { readTimes } from '#core/store/resources/times.ts'
import { toCategoryRecord } from '../records/category.ts'
import { toExpenseRecord } from '../records/expense.ts'
import {
  toChargeRecord,
  toClientRecord,
  toProjectReferenceRecord,
  toTaskRecord,
} from '../records/reference.ts'
import { createTimeRecordReader } from '../records/time.ts'
import type { Turn } from '../request-queue.ts'
import type { Service } from '../service-context.ts'
import { withUids } from '../uids.ts'

interface Place {
  resource: FeedResource
  record_id: number
  deleted_at: number | null
}

export interface FeedRecord {
  id: number
}

/** Records by `resource/id`; deleted ones are missing. */
export type FeedRecordReader = (
  changes: readonly Place[],
  turn: Turn,
) => Promise<Map<string, FeedRecord>>

/** Times that are read together. */
const atOnce = 25

const namedResources: readonly NamedResource[] = ['times', 'expenses', 'categories']

/**
 * Reads the records of one organisation.
 * @param withUser times and expenses with their user
 */
export const createFeedRecordReader =
  (service: Service, organisation: number, withUser: boolean): FeedRecordReader =>
  async (changes, turn) => {
    const { db } = service
    const found = new Map<string, FeedRecord>()
    const standing = changes.filter(({ deleted_at }) => deleted_at === null)
    // By far the most are times, so those are read together.
    const times = standing.filter(({ resource }) => resource === 'times')
    const toRecord = createTimeRecordReader(db, organisation, withUser)
    for (let from = 0; from < times.length; from += atOnce) {
      const ids = times.slice(from, from + atOnce).map(({ record_id }) => record_id)
      for (const row of await readTimes(db, organisation, ids)) {
        found.set(`times/${row.id}`, await toRecord(row))
      }
      await turn.yield()
    }
    for (const { resource, record_id } of standing) {
      if (resource === 'times') continue
      const record = await read(db, organisation, resource, record_id, withUser)
      if (record) found.set(`${resource}/${record_id}`, record)
      await turn.yield()
    }
    for (const resource of namedResources) {
      const records = standing.flatMap((change) =>
        change.resource === resource ? (found.get(`${resource}/${change.record_id}`) ?? []) : [],
      )
      for (const record of await withUids(service, db, organisation, resource, records)) {
        found.set(`${resource}/${record.id}`, record)
      }
    }
    return found
  }

async function read(
  db: Db,
  organisation: number,
  resource: Exclude<FeedResource, 'times'>,
  id: number,
  withUser: boolean,
): Promise<FeedRecord | undefined> {
  switch (resource) {
    case 'projects':
      return mapped(await readProject(db, organisation, id), toProjectReferenceRecord)
    case 'clients':
      return mapped(await readClient(db, organisation, id), toClientRecord)
    case 'tasks':
      return mapped(await readTask(db, organisation, id), toTaskRecord)
    case 'charges':
      return mapped(await readCharge(db, organisation, id), toChargeRecord)
    case 'expenses':
      return mapped(await readExpense(db, organisation, id), (row) =>
        toExpenseRecord(row, withUser),
      )
    case 'categories': {
      const row = await readCategory(db, organisation, id)
      return row?.deleted_at === null ? toCategoryRecord(row) : undefined
    }
  }
}

const mapped = <Row>(
  row: Row | undefined,
  toRecord: (row: Row) => FeedRecord,
): FeedRecord | undefined => row && toRecord(row)
