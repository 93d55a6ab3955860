/** What the service lost when it was restored from its backup. */
import { everIn, identityOf, type Held } from '../service/held.ts'
import { kinds, type Groups } from './kinds.ts'
import { looking } from './looking.ts'
import { isCarriedOut } from './no-loss.ts'
import { rowsOf, type Fail } from './records.ts'
import { nameOf, type Wish } from './wishes.ts'
import type { Witness } from './witness.ts'

/** Invariant 21: what the person entered and the service lost is here, or a card asked about it. */
export function checkSetBack(witness: Witness, fail: Fail): void {
  const { organisation } = witness
  for (const wish of witness.wishes.all()) {
    if (wish.removed) continue
    const held = everIn(organisation).filter((one) => wish.remotes.has(identityOf(one)))
    const row = rowsOf(witness, wish.kind).get(wish.local)
    for (const [group, value] of wish.groups) {
      if (!isOnlyLost(wish, held, group, value) || isKept(wish, row, group, value)) continue
      if (held.some((one) => isChangedSince(witness, one))) continue
      fail(21, `${group} ${value} of ${nameOf(wish.kind, wish.local)} is lost with the service’s`)
    }
  }

  function isOnlyLost(wish: Wish, held: readonly Held[], group: string, value: string): boolean {
    const has = (versions: Held['versions']) =>
      versions.some((version) => {
        const there = kinds[wish.kind].ofValues(version)[group]!
        return isCarriedOut(there, value, wish.before.get(group)!)
      })
    const isLost = (one: Held) => organisation.lost.includes(one)
    return (
      held.some((one) => has(one.lostVersions) || (isLost(one) && has(one.versions))) &&
      !held.some((one) => !isLost(one) && has(one.versions))
    )
  }

  function isKept(wish: Wish, row: Groups | undefined, group: string, value: string): boolean {
    if (row && isCarriedOut(row[group]!, value, wish.before.get(group)!)) return true
    const asked = looking(
      witness.sqlite(),
      `select 1 from inbox where resource = ? and local_id = ? and kind in ('gone', 'conflict')
      union all select 1 from trash where resource = ? and local_id = ?
      union all select 1 from category where ? = 'category' and id = ?`,
    )
    const of = [wish.kind, wish.local]
    return asked.get(...of, ...of, ...of) !== undefined
  }
}

/** A later change there hides that an earlier one is lost: one of the limits in SYNC.md. */
const isChangedSince = ({ organisation }: Witness, held: Held): boolean =>
  !organisation.lost.includes(held) && held.versions.length > held.keptVersions
