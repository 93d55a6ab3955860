/** Checks that nothing that the person committed is lost, at any moment. */
import { everIn, identityOf, type Held } from '../service/held.ts'
import { kindNames, kinds, type Groups } from './kinds.ts'
import { recordsOf, rowsOf, type Fail, type Standing } from './records.ts'
import { nameOf, type Wish } from './wishes.ts'
import type { Witness } from './witness.ts'

/** Invariant 1: nothing that the person committed is lost. */
export function checkNoLoss(witness: Witness, fail: Fail): void {
  const { organisation } = witness
  for (const kind of kindNames) {
    const records = recordsOf(witness, kind)
    const rows = rowsOf(witness, kind)
    for (const wish of witness.wishes.all()) {
      if (wish.kind !== kind) continue
      const record = records.get(wish.local)
      if (record?.card) continue
      if (wish.removed) checkRemovalKept(wish, record)
      else checkEditsKept(wish, record, rows.get(wish.local))
    }
  }

  function checkRemovalKept(wish: Wish, record: Standing | undefined): void {
    if (record?.deleted === 1 || record?.attempt === 1) return
    for (const held of heldOf(wish)) {
      if (organisation.lost.includes(held)) continue
      if (held.goneAt !== null || held.restored || witness.lied.has(`${held.resource}/${held.id}`))
        continue
      fail(1, `the removal of ${nameOf(wish.kind, wish.local)} (${held.id}) is forgotten`)
    }
  }

  function checkEditsKept(wish: Wish, record: Standing | undefined, row: Groups | undefined): void {
    const unsent = record === undefined ? false : record.dirty === 1 || record.attempt === 1
    for (const [group, value] of wish.groups) {
      const before = wish.before.get(group)!
      if (unsent && row && isCarriedOut(row[group]!, value, before)) continue
      // What a second half took from the first arrived with the first.
      const heldHalf = wish.inherited.has(group)
        ? heldOf(witness.wishes.of(wish.kind, wish.first!))
        : []
      const arrived = [...heldOf(wish), ...heldHalf].some(({ versions, lostVersions }) => {
        const all = [...versions, ...lostVersions].map(
          (version) => kinds[wish.kind].ofValues(version)[group]!,
        )
        return (
          all.some((there) => isCarriedOut(there, value, before)) ||
          cameOneByOne(all, value, before)
        )
      })
      if (arrived) continue
      const here = row ? `${row[group]} is here` : 'it is not here any more'
      fail(
        1,
        `${group} ${value} of ${nameOf(wish.kind, wish.local)} never reached the service; ${here}, ` +
          `${unsent ? 'unsent' : 'not marked as unsent'}, without a card`,
      )
    }
  }

  function heldOf(wish: Wish): Held[] {
    return everIn(organisation).filter((held) => wish.remotes.has(identityOf(held)))
  }
}

/**
 * True for the wished value, and for a set that has the added members and lacks the removed ones:
 * sets are merged member by member.
 */
export function isCarriedOut(there: string, wished: string, before: string): boolean {
  if (there === wished) return true
  if (!wished.startsWith('[') || !there.startsWith('[')) return false
  const [has, wants, was] = [there, wished, before].map((ids) => JSON.parse(ids) as number[])
  return (
    wants!.every((id) => was!.includes(id) || has!.includes(id)) &&
    was!.every((id) => wants!.includes(id) || !has!.includes(id))
  )
}

/**
 * True for a set that was changed while its create was under way, and whose members have all been
 * there, if not at the same time: a colleague may have removed the members of the create before the
 * rest arrived.
 */
function cameOneByOne(versions: readonly string[], wished: string, before: string): boolean {
  if (!wished.startsWith('[') || before !== '[]') return false
  const had = new Set(versions.flatMap((version) => JSON.parse(version) as number[]))
  return (JSON.parse(wished) as number[]).every((id) => had.has(id))
}
