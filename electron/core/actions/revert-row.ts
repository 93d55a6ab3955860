/** Reverts one row of a change, as far as it is still as the change left it. */
import {
  changeOf,
  hasSameFields,
  isSameValue,
  mergeMembers,
  sidesOf,
  type Sides,
} from '#shared/rules/three-way.ts'
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
  const { after } = row
  if (!current || !after) return !current && !after
  return hasSameFields(current, after, ['date', 'start', 'quantity'])
}

type Fields = Record<string, unknown>

/**
 * Returns the existing row with each group as it was before the change; undefined when no group can
 * be restored. Undo is my change of what the change left; what was changed since is theirs.
 */
function withFormer(
  kept: HistoryCodec<SnapshotRow>,
  current: SnapshotRow,
  change: { before: SnapshotRow; after: SnapshotRow },
): SnapshotRow | undefined {
  const { before, after } = change
  const sides = { base: after, mine: before, theirs: current } as unknown as Sides<Fields>
  const next: Fields = { ...sides.theirs }
  for (const group of kept.groups as readonly (readonly [string, ...string[]])[]) {
    const [leading] = group
    const touched = group.filter((field) => !isSameValue(sides.mine[field], sides.base[field]))
    if (touched.length === 0) continue
    // If the leading field was changed, it alone decides, because the others follow from it.
    const fields = touched.includes(leading) ? [leading] : [leading, ...touched]
    if ((kept.lists as readonly string[] | undefined)?.includes(leading)) {
      next[leading] = formerMembers(sidesOf(sides, leading) as Sides<Member[] | undefined>)
    } else if (changeOf({ fields }, sides) === 'mine') {
      for (const field of touched) next[field] = sides.mine[field]
    }
  }
  if (hasSameFields(next, current, Object.keys(next))) return undefined
  const row = next as unknown as SnapshotRow
  return kept.adjustPartialRevert?.(row, current, change) ?? row
}

/** Adds the members that the change removed, and removes those that it added. */
function formerMembers({ base, mine, theirs }: Sides<Member[] | undefined>): Member[] {
  // Rows of older versions lack some lists.
  const lists = { base: base ?? [], mine: mine ?? [], theirs: theirs ?? [] }
  return mergeMembers(lists).toSorted((one, other) => placeOf(one) - placeOf(other))
}

/** An id, or an interval of time. */
type Member = number | { from: number }
const placeOf = (member: Member): number => (typeof member === 'number' ? member : member.from)
