/** One transaction of sync: what it writes, harvests and tells. */
import type { Trx } from '../store/db.ts'
import { readFullRow, type FullRow } from '../store/full-rows.ts'
import { createHarvest, type Harvest } from '../store/harvest.ts'
import type { EntryResource } from '../store/tables.ts'

/** A row that sync changed, as history tells it. */
export interface Recorded {
  resource: EntryResource
  local: number
  before: FullRow | null
  after: FullRow | null
}

/** What commits together. */
export interface Work {
  readonly trx: Trx
  readonly now: number
  readonly organisation: number
  readonly harvest: Harvest
  /** Records that windows are to read again. */
  readonly touched: Record<EntryResource, Set<number>>
  /** Rows whose history is written with the transaction. */
  readonly history: Recorded[]
  /** Windows are to read the inbox again. */
  inboxChanged: boolean
}

/** A transaction's work before anything is done. @param taken what this pass harvested before */
export const beginWork = (
  trx: Trx,
  organisation: number,
  now: number,
  taken?: ReadonlyMap<string, number>,
): Work => ({
  trx,
  now,
  organisation,
  harvest: createHarvest(trx, organisation, taken),
  touched: { time: new Set(), expense: new Set(), category: new Set() },
  history: [],
  inboxChanged: false,
})

/** Writes down that a row changed. @param before undefined when there was none */
export async function recordRowChange(
  work: Work,
  resource: EntryResource,
  local: number,
  before: FullRow | undefined,
): Promise<void> {
  const after = (await readFullRow(work.trx, resource, local)) ?? null
  work.history.push({ resource, local, before: before ?? null, after })
}
