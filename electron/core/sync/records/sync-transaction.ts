/**
 * One sync transaction: the rows it changes, the references it upserts and the events it emits
 * after the commit.
 */
import type { Sentence } from '#shared/sentences/sentence.ts'
import type { Trx } from '../../store/database/db.ts'
import { readFullRow, type FullRow } from '../../store/resources/full-rows.ts'
import {
  createReferenceUpserter,
  type ReferenceUpserter,
  type UpserterOptions,
} from '../../store/sync/upsert-references.ts'
import type { DateTrust } from '../../store/sync/record-identity.ts'
import type { EntryResource } from '../../store/tables/index.ts'

/** A changed row, before and after, for the history. */
export interface RecordedRowChange {
  resource: EntryResource
  local: number
  before: FullRow | null
  after: FullRow | null
  /** What it is called in the history, in place of what is said of any change. */
  summary?: Sentence
}

/** Everything that commits together. */
export interface SyncTransaction {
  readonly trx: Trx
  readonly now: number
  readonly organisation: number
  /** How records are told from others with the same id. */
  readonly dates: DateTrust
  readonly references: ReferenceUpserter
  /** Records that windows must read again. */
  readonly changedLocals: Record<EntryResource, Set<number>>
  /** Rows whose history is written with the transaction. */
  readonly history: RecordedRowChange[]
  /** True when windows must read the inbox again. */
  inboxChanged: boolean
}

/**
 * Creates an empty sync transaction.
 * @param options how records are told from others, and references upserted
 */
export const createSyncTransaction = (
  trx: Trx,
  organisation: number,
  now: number,
  { dates = 'exact', ...references }: { dates?: DateTrust } & UpserterOptions = {},
): SyncTransaction => ({
  trx,
  now,
  organisation,
  dates,
  references: createReferenceUpserter(trx, organisation, references),
  changedLocals: { time: new Set(), expense: new Set(), category: new Set() },
  history: [],
  inboxChanged: false,
})

/**
 * Adds a change of a row to the history.
 * @param before undefined when there was none
 */
export async function recordRowChange(
  tx: SyncTransaction,
  resource: EntryResource,
  local: number,
  before: FullRow | undefined,
): Promise<void> {
  const after = (await readFullRow(tx.trx, resource, local)) ?? null
  tx.history.push({ resource, local, before: before ?? null, after })
}
