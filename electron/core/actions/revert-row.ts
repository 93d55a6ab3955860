/** Reverts one row of a change, as far as it is still as the change left it. */
import { isForgotten, type RecordedRow } from '../store/history/change-history.ts'
import type { ChangeTransaction } from './change.ts'
import type { SnapshotRow, HistoryCodec } from './history-codec.ts'
import { historyCodecFor } from './history-codecs.ts'
import { isLiveRow, writeSnapshot, removeSnapshot } from './snapshot-writes.ts'

export type RevertOutcome =
  /** `again`: the service no longer had the record and gets it as a new one. */
  | { is: 'done'; again: boolean }
  /** A later version exists, and stays; or the record was deleted forever. */
  | { is: 'left' }

const left: RevertOutcome = { is: 'left' }

type Fields = Record<string, unknown>

export async function revertRow(tx: ChangeTransaction, row: RecordedRow): Promise<RevertOutcome> {
  if (isForgotten(row)) return left
  const { resource } = row
  const before = row.before as SnapshotRow | null
  const after = row.after as SnapshotRow | null
  const kept = historyCodecFor(resource)
  const current = await kept.read(tx.trx, row.local)
  const isSame = (other: SnapshotRow) => !current || (kept.isSameSubject?.(current, other) ?? true)

  if (!before) {
    if (!current || !isLiveRow(resource, current) || !isSame(after!)) return left
    await removeSnapshot(tx, resource, current)
    return { is: 'done', again: false }
  }
  if (!after) {
    if (current && isSame(before)) return left
    return { is: 'done', ...(await writeSnapshot(tx, resource, before, current)) }
  }
  if (!current || !isSame(after)) return left
  // A record that was archived later stays archived; one that this change archived is restored.
  if (isLiveRow(resource, after) && !isLiveRow(resource, current)) return left
  const next = withFormer(kept, current, { before, after })
  if (!next) return left
  return { is: 'done', ...(await writeSnapshot(tx, resource, next, current)) }
}

/** True where date, start and quantity of a row are still as the change left them. */
export async function isIntervalUnchanged(
  tx: ChangeTransaction,
  row: RecordedRow,
): Promise<boolean> {
  const current = await historyCodecFor(row.resource).read(tx.trx, row.local)
  const [now, after] = [current, row.after] as [Fields | undefined, Fields | null]
  if (!now || !after) return !now && !after
  return ['date', 'start', 'quantity'].every((field) => equal(now[field], after[field]))
}

/**
 * Returns the existing row with each group as it was before the change; undefined when no group can
 * be restored.
 */
function withFormer(
  kept: HistoryCodec<SnapshotRow>,
  current: SnapshotRow,
  change: { before: SnapshotRow; after: SnapshotRow },
): SnapshotRow | undefined {
  const [now, before, after] = [current, change.before, change.after] as unknown as [
    Fields,
    Fields,
    Fields,
  ]
  const next: Fields = { ...now }
  let changed = false
  for (const group of kept.groups as readonly (readonly string[])[]) {
    const touched = group.filter((field) => !equal(before[field], after[field]))
    const [leading] = group as readonly [string, ...string[]]
    if (touched.length === 0) continue
    if (Array.isArray(after[leading])) {
      const members = withFormerMembers(now[leading], before[leading], after[leading])
      next[leading] = members.length === 0 ? before[leading] : members
    } else if (stillAsLeft(now, after, leading, touched)) {
      for (const field of touched) next[field] = before[field]
    }
    changed ||= touched.some((field) => !equal(next[field], now[field]))
  }
  if (!changed) return undefined
  const row = next as unknown as SnapshotRow
  return kept.adjustPartialRevert?.(row, current, change) ?? row
}

/** If the leading field was changed, it alone decides, because the others follow from it. */
function stillAsLeft(
  now: Fields,
  after: Fields,
  leading: string,
  touched: readonly string[],
): boolean {
  const deciding = touched.includes(leading) ? [leading] : [leading, ...touched]
  return deciding.every((field) => equal(now[field], after[field]))
}

/** Adds the members that the change removed, and removes those that it added. */
function withFormerMembers(now: unknown, before: unknown, after: unknown): Member[] {
  const [standing, former, latter] = [now, before ?? [], after] as [Member[], Member[], Member[]]
  const isIn = (members: Member[], one: Member) => members.some((other) => equal(one, other))
  const kept = standing.filter((one) => isIn(former, one) || !isIn(latter, one))
  const missing = former.filter((one) => !isIn(latter, one) && !isIn(kept, one))
  return [...kept, ...missing].toSorted((one, other) => placeOf(one) - placeOf(other))
}

/** An id, or an interval of time. */
type Member = number | { from: number } | { started_at: number }
function placeOf(member: Member): number {
  if (typeof member === 'number') return member
  return 'from' in member ? member.from : member.started_at
}

const equal = (one: unknown, other: unknown): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other)
