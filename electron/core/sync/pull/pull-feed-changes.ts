/**
 * Pulls the feed of changes (capability `changes`) in order: records in their present form, and
 * tombstones, which are proof enough for a removal. The feed reports each change once, so a
 * tombstone that cannot be applied yet is stored with its record (settle-tombstones.ts).
 */
import type { ChangeWire } from '#shared/resources/feed-change.ts'
import { chargeWire } from '#shared/resources/charge.ts'
import { clientWire } from '#shared/resources/client.ts'
import { projectWire } from '#shared/resources/project.ts'
import { taskWire } from '#shared/resources/task.ts'
import type { CreatedRecord } from '../../store/sync/record-identity.ts'
import { findLocalId, type EntryResource } from '../../store/sync/sync-records.ts'
import {
  closeReadableCards,
  raiseUnreadableCard,
  type UnreadableRecord,
} from '../../store/inbox/unreadable-records.ts'
import {
  commitPulled,
  toSyncFailure,
  type SyncContext,
  type SyncFailure,
  type SyncTransaction,
} from '../pass/sync-context.ts'
import { confirmRecords } from '../apply/confirm-records.ts'
import { receiveReturned } from '../apply/returned-records.ts'
import { readFeedPages, type FeedPage } from '../http/read-feed.ts'
import { syncAdapters } from '../records/sync-adapters.ts'
import { toUnreadableItem } from '../http/list-pages.ts'
import { describeSchemaProblem } from '../http/schema-problem.ts'
import {
  applyPulledRecord,
  readOpenSends,
  applyFeedTombstone,
  type OpenSends,
} from '../apply/apply-pulled.ts'
import { listParameters, type PullOptions } from './pull-window.ts'

export type PulledChanges =
  /** `whole`: everything was applied; otherwise a create with an unknown outcome is in the way. */
  | { is: 'pulled'; whole: boolean }
  /** The cursor cannot be continued: everything must be read. */
  | { is: 'start-over' }

export interface PullChangesOptions extends PullOptions {
  /** Stores the cursor, in the transaction that applies its page. */
  keep(tx: SyncTransaction, cursor: string): Promise<void>
  /** Called for each record that the feed showed to exist. */
  shown(resource: EntryResource, remote: number): void
}

/**
 * Applies all changes after a cursor; null: from the beginning, which is every record. When a
 * change was held back because it may be the result of a create with an unknown outcome, the stored
 * cursor stays before it, so that it is read again once the outcome is known. Later changes are
 * applied nevertheless.
 */
export async function pullChanges(
  context: SyncContext,
  cursor: string | null,
  options: PullChangesOptions,
): Promise<PulledChanges | SyncFailure> {
  let whole = true
  for await (const page of readFeedPages(context.client, cursor, listParameters(context))) {
    if (page.is === 'start-over') return page
    if (page.is !== 'changes') return toSyncFailure(page)
    whole = await applyChanges(context, page, options, whole)
    const failure = await options.between()
    if (failure) return failure
  }
  return { is: 'pulled', whole }
}

/**
 * Applies one page of changes.
 * @param before whether nothing was held back so far
 * @returns the same, including this page
 */
async function applyChanges(
  context: SyncContext,
  page: FeedPage,
  options: PullChangesOptions,
  before: boolean,
): Promise<boolean> {
  if (page.changes.length + page.bad.length === 0 && !page.more) return before
  const isPrepared = await prepareChanges(context, page)
  return commitPulled(context, async (tx) => {
    const reading: Reading = {
      sendings: {
        time: await readOpenSends(tx, syncAdapters.time),
        expense: await readOpenSends(tx, syncAdapters.expense),
        category: await readOpenSends(tx, syncAdapters.category),
      },
      readable: { time: new Set(), expense: new Set(), category: new Set() },
      quiet: options.first,
    }
    let whole = before && isPrepared
    await context.applyBatcher.each(page.changes, async (piece) => {
      for (const change of piece) {
        if (!(await applyChange(context, tx, change, reading))) whole = false
        if (isEntry(change.resource) && change.action !== 'deleted') {
          options.shown(entries[change.resource], change.id)
        }
      }
    })
    for (const { resource, ...bad } of page.bad) {
      const entryResource = resource !== null && isEntry(resource) ? entries[resource] : 'time'
      await leaveAside(tx, entryResource, bad)
    }
    for (const resource of Object.values(entries)) {
      const closed = await closeReadableCards(tx.trx, resource, reading.readable[resource], tx.now)
      if (closed) tx.inboxChanged = true
    }
    if (whole) await options.keep(tx, page.cursor)
    return whole
  })
}

/**
 * Prepares the application of a page; returns false when something of it has to be looked at again.
 * Throws a `conflict` when these are changes of other records than are known here.
 */
async function prepareChanges(context: SyncContext, { changes }: FeedPage): Promise<boolean> {
  let isWhole = true
  for (const adapter of Object.values(syncAdapters)) {
    const shown = changes
      .filter(({ resource }) => isEntry(resource) && entries[resource] === adapter.resource)
      .flatMap(({ id, record }) => ({
        id,
        created_at: (record as { created_at?: unknown } | null)?.created_at,
      }))
      .filter((one): one is CreatedRecord => typeof one.created_at === 'string')
    if (shown.length === 0) continue
    await confirmRecords(context, adapter, shown)
    if (!(await receiveReturned(context, adapter, shown))) isWhole = false
  }
  return isWhole
}

const entries = { times: 'time', expenses: 'expense', categories: 'category' } as const
const references = {
  projects: 'project',
  clients: 'client',
  tasks: 'task',
  charges: 'charge',
} as const

const isEntry = (resource: string): resource is keyof typeof entries =>
  Object.hasOwn(entries, resource)

/** The context in which the changes of a page are applied. */
interface Reading {
  sendings: Record<EntryResource, OpenSends>
  /** The service's ids of the records in the page that are readable, or deleted. */
  readable: Record<EntryResource, Set<number>>
  quiet: boolean
}

async function applyChange(
  context: SyncContext,
  tx: SyncTransaction,
  change: ChangeWire,
  { sendings, readable, quiet }: Reading,
): Promise<boolean> {
  if (!isEntry(change.resource)) {
    await applyReference(tx, change)
    return true
  }
  const resource = entries[change.resource]
  const adapter = syncAdapters[resource]
  if (change.action === 'deleted') {
    const local = await findLocalId(tx.trx, resource, change.id)
    readable[resource].add(change.id)
    if (local !== undefined) {
      await applyFeedTombstone(context, tx, adapter, local)
      return true
    }
    // A repeated create gets the reply of the first one, even if the record was deleted since.
    return !sendings[resource].unknown.some(({ idempotencyKey }) => idempotencyKey !== null)
  }
  const read = adapter.schema.safeParse(change.record)
  if (!read.success || read.data.id !== change.id) {
    const why = read.success ? 'id: doesn’t match the change' : describeSchemaProblem(read.error)
    await leaveAside(tx, resource, { ...toUnreadableItem(change.record, why), remote: change.id })
    return true
  }
  readable[resource].add(change.id)
  return applyPulledRecord(context, tx, adapter, read.data, sendings[resource], quiet)
}

async function applyReference(tx: SyncTransaction, { resource, id, action, record }: ChangeWire) {
  const which = references[resource as keyof typeof references]
  if (action === 'deleted') {
    const local = await findLocalId(tx.trx, which, id)
    if (local === undefined) return
    await tx.trx.updateTable(which).set({ deleted: 1 }).where('id', '=', local).execute()
    tx.references.changed[which].add(local)
    return
  }
  // An unreadable reference is skipped: the next mention, or the list, contains it again.
  switch (which) {
    case 'project': {
      const read = projectWire.safeParse(record)
      if (read.success) await tx.references.project(read.data)
      return
    }
    case 'client': {
      const read = clientWire.safeParse(record)
      if (read.success) await tx.references.client(read.data)
      return
    }
    case 'task': {
      const read = taskWire.safeParse(record)
      if (read.success) await tx.references.task(read.data)
      return
    }
    case 'charge': {
      const read = chargeWire.safeParse(record)
      if (read.success) await tx.references.charge(read.data)
      return
    }
  }
}

async function leaveAside(
  tx: SyncTransaction,
  resource: EntryResource,
  bad: UnreadableRecord,
): Promise<void> {
  if (await raiseUnreadableCard(tx.trx, resource, bad, tx.now)) tx.inboxChanged = true
}
