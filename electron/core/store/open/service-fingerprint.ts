/** Reads the newest remote ids of each resource, by which a service is recognized. */
import { sql } from 'kysely'
import type { Db } from '../database/db.ts'

const resources = ['time', 'expense', 'category', 'project', 'client', 'task', 'charge'] as const

/** Remote ids, highest first. */
export type NewestRemoteIds = Readonly<Record<(typeof resources)[number], readonly number[]>>

/** The evidence about a service in a database. */
export interface ServiceFingerprint {
  newest: NewestRemoteIds
  /** True when nothing was ever recorded in the database. */
  isEmpty: boolean
}

/** SQL: the newest ids of a resource; parameters are its name and the limit. */
export const newestIdsSql = `select remote_id from sync_record
  where resource = ? and remote_id is not null order by remote_id desc limit ?`

/** SQL: 1 where anything was recorded. */
export const hasEntriesSql = `select exists (select 1 from time_entry)
  or exists (select 1 from expense) or exists (select 1 from category)
  or exists (select 1 from timer) as recorded`

/** @param idsOf returns the highest ids of a resource */
export function collectNewestRemoteIds(idsOf: (resource: string) => number[]): NewestRemoteIds {
  const newest = resources.map((resource) => [resource, idsOf(resource)] as const)
  return Object.fromEntries(newest) as Record<(typeof resources)[number], number[]>
}

/** @param limit number of ids for each resource */
export async function readServiceFingerprint(db: Db, limit: number): Promise<ServiceFingerprint> {
  const ids = new Map<string, number[]>()
  for (const resource of resources) {
    const rows = await db
      .selectFrom('sync_record')
      .select('remote_id')
      .where('resource', '=', resource)
      .where('remote_id', 'is not', null)
      .orderBy('remote_id', 'desc')
      .limit(limit)
      .execute()
    ids.set(
      resource,
      rows.flatMap((row) => row.remote_id ?? []),
    )
  }
  const { rows } = await sql<{ recorded: number }>`${sql.raw(hasEntriesSql)}`.execute(db)
  return {
    newest: collectNewestRemoteIds((resource) => ids.get(resource)!),
    isEmpty: rows[0]!.recorded === 0,
  }
}
