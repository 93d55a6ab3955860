/** Reads a few known records of each resource, by which a service is recognized. */
import { sql } from 'kysely'
import type { Db } from '../database/db.ts'
import { readSetting } from './settings.ts'
import { dateTrustKey, type DateTrust } from '../sync/record-identity.ts'

const recorded = ['time', 'expense', 'category'] as const
const reference = ['project', 'client', 'task', 'charge'] as const
const resources = [...recorded, ...reference]

export interface KnownRecord {
  id: number
  /** Null where the service has not told it. */
  created_at: string | null
}

/** Records of the service, highest id first. */
export type KnownRecords = Readonly<Record<(typeof resources)[number], readonly KnownRecord[]>>

/** The evidence about a service in a database. */
export interface ServiceFingerprint {
  known: KnownRecords
  /** True when nothing was ever recorded in the database. */
  isEmpty: boolean
  /** What the dates of the records prove. */
  trust: DateTrust
}

/** SQL: 1 where anything was recorded. */
export const hasEntriesSql = `select exists (select 1 from time_entry)
  or exists (select 1 from expense) or exists (select 1 from category)
  or exists (select 1 from timer) as recorded`

/**
 * SQL: the newest records of a resource, and the oldest: a service that was restored from a backup
 * may have given the ids of the newest to others since.
 */
function knownSql(resource: (typeof resources)[number], limit: number): string {
  const isRecorded = recorded.some((one) => one === resource)
  const created = isRecorded ? `json_extract(r.base, '$.created_at')` : 't.created_at'
  const all = `select r.remote_id as id, ${created} as created_at from sync_record r
    ${isRecorded ? '' : `join ${resource} t on t.id = r.local_id`}
    where r.resource = '${resource}' and r.remote_id is not null order by r.remote_id`
  return `select * from (${all} desc limit ${limit}) union select * from (${all} limit 1)
    order by id desc`
}

/** @param read returns the rows of a query */
export function collectKnownRecords(
  limit: number,
  read: (query: string) => KnownRecord[],
): KnownRecords {
  const known = resources.map((resource) => [resource, read(knownSql(resource, limit))] as const)
  return Object.fromEntries(known) as Record<(typeof resources)[number], KnownRecord[]>
}

/** @param limit number of the newest records of each resource */
export async function readServiceFingerprint(db: Db, limit: number): Promise<ServiceFingerprint> {
  const known: Partial<Record<(typeof resources)[number], KnownRecord[]>> = {}
  for (const resource of resources) {
    const { rows } = await sql.raw<KnownRecord>(knownSql(resource, limit)).execute(db)
    known[resource] = rows
  }
  const { rows } = await sql<{ recorded: number }>`${sql.raw(hasEntriesSql)}`.execute(db)
  return {
    known: known as KnownRecords,
    isEmpty: rows[0]!.recorded === 0,
    trust: await readSetting<DateTrust>(db, dateTrustKey, 'exact'),
  }
}
