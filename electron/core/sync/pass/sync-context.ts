/** Defines the context that the steps of a pass work with, and the only way in which they write. */
import { sql } from 'kysely'
import { FailureError } from '#shared/errors.ts'
import type { Capability, LostSpan } from '#shared/resources/service-info.ts'
import type { ChangedResource } from '#shared/ipc/contract.ts'
import type { SyncPhase, SyncStatus } from '#shared/ipc/call-results.ts'
import { requantify } from '#shared/rules/increments.ts'
import { countSubject } from '#shared/sentences/count-subject.ts'
import { sentence, type Sentence } from '#shared/sentences/sentence.ts'
import type { Clock, Http, Log, OpenStream, Random } from '../../ports.ts'
import { readRowsOfSync, recordChange, recordRow } from '../../store/history/change-history.ts'
import type { Db, Trx } from '../../store/database/db.ts'
import { refetchableTransaction } from '../../store/database/relaxed-durability.ts'
import type { FullCategoryRow, FullRow, FullTimeRow } from '../../store/resources/full-rows.ts'
import { findUnsentWithOtherIncrement } from '../../store/sync/mapped-records.ts'
import type { DateTrust } from '../../store/sync/record-identity.ts'
import { prepared } from '../../store/database/prepared-query.ts'
import { settleRepeatedActs } from '../../store/acts/repeated-acts.ts'
import { updateTime } from '../../store/resources/times.ts'
import type { ClientReply, ServiceClient, ServiceConnection } from '../http/service-client.ts'
import { recountSummary } from '../inbox/changed-unit.ts'
import { moveDeletedToTrash } from '../records/move-deleted-to-trash.ts'
import { syncAdapters } from '../records/sync-adapters.ts'
import type { RecentRemovals } from './recent-removals.ts'
import {
  createSyncTransaction,
  recordRowChange,
  type RecordedRowChange,
  type SyncTransaction,
} from '../records/sync-transaction.ts'

export { recordRowChange, type SyncTransaction } from '../records/sync-transaction.ts'
import type { Batcher } from './batcher.ts'

/** The ports that sync needs to the outside and to its account. */
export interface SyncPorts {
  db: Db
  clock: Clock
  random: Random
  http: Http
  /**
   * Opens long-lived replies. Without it, changes on the service are found by the next scheduled
   * pull.
   */
  openStream?: OpenStream | undefined
  log: Log
  connection: ServiceConnection
  /** The account's organisation in this store. */
  organisation: number
  onChange(resource: ChangedResource, locals: number[] | 'all'): void
  onStatus(status: SyncStatus): void
  /** Awaited before thousands of records may change at once; never rejects. */
  beforeLargePull?(): Promise<void>
  /**
   * Returns false when the remaining disk space is reserved for the person's own edits: nothing is
   * fetched then.
   */
  hasRoom?(): boolean
}

/** The context that the steps of one pass work with. */
export interface SyncContext {
  readonly beforeLarge?: SyncPorts['beforeLargePull']
  readonly hasRoom?: SyncPorts['hasRoom']
  readonly db: Db
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  readonly organisation: number
  readonly client: ServiceClient
  /** The capabilities of the service beyond the specification. */
  readonly capabilities: ReadonlySet<Capability>
  /** What the service lost when it was set back; may grow during a pass. */
  lost(): readonly LostSpan[]
  /** The person asked for this pass: deletions do not wait out their grace. */
  readonly onRequest: boolean
  /**
   * Path and id of each record that was written since the last list read began: pages of the list
   * may be older than that.
   */
  readonly recentlyWritten: Set<string>
  /** Their lists were read in this pass, or the service has none. */
  areReferencesCurrent: boolean
  /** References upserted and committed in this pass, with their local ids. */
  readonly upsertedReferences: Map<string, number>
  /**
   * How records are told from others with the same id; may change during a pass. `isSettled`: in
   * this pass, known records were requested to find out whether this is the known service.
   * `isConfirmed`: it has shown a known record in the last minutes.
   */
  readonly dates: {
    trust: DateTrust
    isSettled: boolean
    isConfirmed: () => boolean
    confirm: () => void
    doubt: () => void
    /** Why a pass of the last hour took the service for another one; null if none did. */
    elsewhere: () => string | null
    noteElsewhere: (why: string) => void
  }
  /** Records whose last request got no usable reply, in any pass of this process. */
  readonly stuck: Set<string>
  /**
   * Records that sync removed without asking in the last few minutes, in any pass of this process.
   */
  readonly recentRemovals: RecentRemovals
  /**
   * Splits the application of what was received into pieces, so that nothing else waits for long.
   */
  readonly applyBatcher: Batcher
  /** Groups several pieces into one commit. Queries of windows wait until it is done. */
  readonly commitBatcher: Batcher
  /** Counts of this pass. */
  readonly counts: { pushed: number; pulled: number }
  /** Milliseconds by which the service's clock is ahead of this computer's; null when unknown. */
  clockOffset(): number | null
  /**
   * Reports that the service created a record at `stamp` by its clock, with the times of the
   * request and of the reply by this computer's clock.
   */
  noteServiceTimestamp(stamp: string, sentAt: number, answeredAt: number): void
  /** Notifies windows, after the commit. */
  notifyChanged(resource: ChangedResource, locals: number[] | 'all'): void
  showPhase(phase: SyncPhase): Promise<void>
}

/** A reply that ends the pass. What was committed before it stays committed. */
export type SyncFailure = Extract<
  ClientReply,
  { is: 'stopped' | 'signed-out' | 'unreached' | 'retry' | 'unknown' }
>

/** Turns a reply that cannot be used where a list or a record was expected into a failure. */
export function toSyncFailure(answer: Exclude<ClientReply, { is: 'applied' }>): SyncFailure {
  switch (answer.is) {
    case 'gone':
    case 'stale':
      return {
        is: 'unknown',
        why: 'Replied as if it had no records',
        lost: false,
        after: null,
      }
    case 'refused':
      return { is: 'unknown', why: answer.message, lost: false, after: null }
    default:
      return answer
  }
}

/**
 * True when the rest of the pass can continue: the service replied, but not usably for this record.
 */
export const isRecordFailure = (failure: SyncFailure): boolean =>
  failure.is === 'unknown' && !failure.lost

/**
 * Runs one transaction. Every change to a record is written to the history as a change by sync,
 * with the rows before and after, and a removed row is put in the trash. Windows are notified after
 * the commit.
 */
export const commitSync = <T>(
  context: SyncContext,
  run: (tx: SyncTransaction) => Promise<T>,
): Promise<T> => commitIn(context, (body) => context.db.transaction().execute(body), run)

/** Throws the failure `database` when the disk is too full to store what is fetched. */
export function requireRoom({ hasRoom }: SyncContext): void {
  if (hasRoom?.() !== false) return
  const message = 'The disk is almost full, so nothing is downloaded. Free up some space'
  throw new FailureError({ code: 'database', message })
}

/**
 * Like `commitSync`, for transactions that only store what was fetched: needs free disk space, and
 * does not wait until the disk has written it.
 */
export async function commitPulled<T>(
  context: SyncContext,
  run: (tx: SyncTransaction) => Promise<T>,
): Promise<T> {
  requireRoom(context)
  return commitIn(
    context,
    (body) => refetchableTransaction(context.db, body),
    run,
    !context.areReferencesCurrent,
  )
}

async function commitIn<T>(
  context: SyncContext,
  transact: <U>(body: (trx: Trx) => Promise<U>) => Promise<U>,
  run: (tx: SyncTransaction) => Promise<T>,
  checksNames = false,
): Promise<T> {
  const { clock, organisation } = context
  const { value, tx } = await transact(async (trx) => {
    const tx = createSyncTransaction(trx, organisation, clock.now(), {
      dates: context.dates.trust,
      before: context.upsertedReferences,
      checksNames,
    })
    const value = await run(tx)
    await keepMinutes(tx)
    await resumeUnitWaits(tx)
    await writeHistory(tx)
    if (await settleRepeatedActs(trx, (resource) => tx.changedLocals[resource], tx.now)) {
      tx.inboxChanged = true
    }
    return { value, tx }
  })
  for (const [mention, local] of tx.references.upserted)
    context.upsertedReferences.set(mention, local)
  const touched = { ...tx.references.changed, ...tx.changedLocals }
  let any = tx.inboxChanged
  for (const [resource, locals] of Object.entries(touched)) {
    if (locals.size === 0) continue
    context.notifyChanged(resource as ChangedResource, [...locals])
    any = true
  }
  // A card may have been raised or closed for a changed record.
  if (any) context.notifyChanged('inbox', [])
  if (tx.history.length > 0) context.notifyChanged('history', [])
  if (tx.history.some(({ before, after }) => !before || !after)) context.notifyChanged('trash', [])
  return value
}

/**
 * Adjusts unsent entries to a project's increment that became known: they were counted in an
 * assumed one, and keep their minutes.
 */
async function keepMinutes(tx: SyncTransaction): Promise<void> {
  for (const project of tx.references.changed.project) {
    const { increment, rate, currency } = await tx.trx
      .selectFrom('project')
      .select(['increment', 'rate', 'currency'])
      .where('id', '=', project)
      .executeTakeFirstOrThrow()
    for (const row of await findUnsentWithOtherIncrement(tx.trx, project, increment)) {
      const quantity = requantify(await minutesBeforeRecounts(tx.trx, row), increment)
      await updateTime(tx.trx, row.id, { quantity, increment, rate, currency })
      await recordRowChange(tx, 'time', row.id, row)
      if (quantity * increment !== row.total) {
        const title = syncAdapters.time.title(row)
        tx.history.at(-1)!.summary = recountSummary(title, row, { quantity, increment })
      }
      tx.changedLocals.time.add(row.id)
    }
  }
}

/** The minutes that an entry had before sync counted it in other increments, which rounds up. */
async function minutesBeforeRecounts(trx: Trx, row: FullTimeRow): Promise<number> {
  let { total, quantity, increment } = row
  for (const recorded of await readRowsOfSync(trx, 'time', row.id)) {
    const before = recorded.before as FullTimeRow | null
    const after = recorded.after as FullTimeRow | null
    const isRecount =
      before &&
      after?.quantity === quantity &&
      after.increment === increment &&
      before.increment !== increment &&
      requantify(before.quantity * before.increment, increment) === quantity
    if (!isRecount) break
    ;({ quantity, increment } = before)
    total = quantity * increment
  }
  return total
}

/** Has amounts that wait looked at again, as the currency of their project may have changed. */
async function resumeUnitWaits(tx: SyncTransaction): Promise<void> {
  for (const project of tx.references.changed.project) await unitWaitsResumed(tx.trx, { project })
}

const unitWaitsResumed = prepared(
  (_, values: { project: number }) => sql`
    update sync_record set parked = null
    where resource = 'expense' and parked = 'unit'
    and local_id in (
      select i.local_id from inbox i join expense e on e.id = i.local_id
      where i.resource = 'expense' and i.kind = 'unit' and i.resolved_at is null
      and e.project_id = ${values.project})`,
)

async function writeHistory(tx: SyncTransaction): Promise<void> {
  const [summarized, others] = [true, false].map((hasSummary) =>
    tx.history.filter(({ summary }) => (summary !== undefined) === hasSummary),
  )
  for (const rows of [...summarized!.map((row) => [row]), others!]) await writeChange(tx, rows)
}

async function writeChange(tx: SyncTransaction, rows: readonly RecordedRowChange[]): Promise<void> {
  if (rows.length === 0) return
  const change = await recordChange(tx.trx, {
    at: tx.now,
    actor: 'sync',
    action: `${syncAdapters[rows[0]!.resource].path.slice(1)}.sync`,
    summary: rows[0]!.summary ?? summaryOf(rows),
  })
  for (const row of rows) {
    await recordRow(tx.trx, change, row)
    await moveDeletedToTrash(tx, row, { change, actor: 'sync' })
  }
}

function summaryOf(rows: readonly RecordedRowChange[]): Sentence {
  const [row] = rows
  if (!row || rows.length > 1) {
    const one = rows.every((other) => other.resource === row?.resource)
    const removed = rows.filter(({ after }) => !after).length
    const received = rows.length - removed
    const subject = countSubject(received || removed, row && one ? row.resource : 'record')
    if (removed === 0) return sentence('Received {subject} from the service', { subject })
    return received === 0
      ? sentence('Removed {subject} that are no longer on the service', { subject })
      : sentence('Received {subject} and removed {removed}, as on the service', {
          subject,
          removed,
        })
  }
  const adapter = syncAdapters[row.resource]
  const subject = adapter.title((row.after ?? row.before)!)
  if (!row.before) return sentence('Received {subject} from the service', { subject })
  if (!row.after) {
    return sentence('Removed {subject}, which is no longer on the service', { subject })
  }
  const archived = (category: FullRow) => (category as FullCategoryRow).deleted_at
  if (adapter.isArchivable && archived(row.before) !== archived(row.after)) {
    return archived(row.after)
      ? sentence('Archived {subject}, as on the service', { subject })
      : sentence('Received archived {subject} from the service', { subject })
  }
  return sentence('Updated {subject} from the service', { subject })
}
