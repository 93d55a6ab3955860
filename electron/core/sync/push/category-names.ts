/**
 * The names of categories, which are unique on the service: a name that another category has there,
 * but no longer here, is free once the other's new name has been sent. Categories that exchange
 * their names each wait for another; one of them gets a temporary name.
 */
import { sql } from 'kysely'
import type { CategoryWire } from '#shared/resources/category.ts'
import type { CategoryVersion } from '#shared/resources/category-version.ts'
import { fold } from '#shared/rules/search-text.ts'
import { readSyncState, type RecordSyncState } from '../../store/sync/record-sync-state.ts'
import { syncAdapters } from '../records/sync-adapters.ts'
import type { SyncContext, SyncTransaction } from '../pass/sync-context.ts'

export type NameAvailability =
  | { is: 'free' }
  /** `local` is to be sent first. */
  | { is: 'taken'; local: number }
  /** `name` is to be sent first, in place of the category's own one. */
  | { is: 'exchanged'; name: string }

/** A category whose new name is not on the service yet. */
interface Renaming {
  local: number
  from: string
  to: string
}

/**
 * Finds out whether a record's name can be sent. Categories that wait for the person keep their
 * names, so the service decides about those.
 */
export async function checkName(
  { random }: Pick<SyncContext, 'random'>,
  tx: SyncTransaction,
  { resource, local, version, base }: RecordSyncState,
): Promise<NameAvailability> {
  if (resource !== 'category' || version === null) return { is: 'free' }
  const name = fold((version as CategoryVersion).name)
  const there = base as CategoryWire | null
  if (there && fold(there.name) === name) return { is: 'free' }
  const renamings = await readRenamings(tx)
  const holderOf = (foldedName: string) => renamings.find(({ from }) => from === foldedName)
  const holder = holderOf(name)
  if (!holder || !(await isSendable(tx, holder))) return { is: 'free' }
  const chain = new Set([holder])
  for (let next = holderOf(holder.to); next && !chain.has(next); next = holderOf(next.to)) {
    if (next.local !== local) chain.add(next)
    else return { is: 'exchanged', name: `${there!.name} (renaming ${random.token(3)})` }
  }
  return { is: 'taken', local: holder.local }
}

async function readRenamings({ trx }: SyncTransaction): Promise<Renaming[]> {
  const rows = await trx
    .selectFrom('sync_record as r')
    .innerJoin('category as c', 'c.id', 'r.local_id')
    .select(['r.local_id as local', 'c.name as to', sql<string>`r.base ->> '$.name'`.as('from')])
    .where('r.resource', '=', 'category')
    .where('r.remote_id', 'is not', null)
    .where('r.base', 'is not', null)
    .where('r.dirty', '=', 1)
    .where('r.deleted', '=', 0)
    .where('r.parked', 'is', null)
    .execute()
  return rows
    .map(({ local, from, to }) => ({ local, from: fold(from), to: fold(to) }))
    .filter(({ from, to }) => from !== to)
}

async function isSendable(tx: SyncTransaction, { local }: Renaming): Promise<boolean> {
  const version = (await readSyncState(tx.trx, 'category', local))?.version
  return !!version && syncAdapters.category.isSendable(version)
}
