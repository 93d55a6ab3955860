/** The state of sync that the person reads never claims more than is true. */
import { countUnsent } from '#core/store/sync/record-states.ts'
import { idleSyncState } from '#shared/rules/idle-sync-state.ts'
import { lookingStore } from '../machine-store.ts'
import { kindNames, kinds, type Kind } from './kinds.ts'
import { looking } from './looking.ts'
import { isDraft, recordsOf, rowsOf, type Fail } from './records.ts'
import { nameOf } from './wishes.ts'
import type { Witness } from './witness.ts'

/**
 * A local record that the service never acknowledged in this state, found without the engine's own
 * marks.
 */
interface Unheard {
  name: string
  /** The person has to complete it. */
  draft: boolean
}

/** Invariant 14. */
export async function checkSentence(witness: Witness, fail: Fail): Promise<void> {
  const reported = await countUnsent(lookingStore(witness.database))
  const unheard = kindNames.flatMap((kind) => unheardOf(witness, kind))
  const drafts = unheard.filter(({ draft }) => draft).length
  const counts = JSON.stringify(reported)
  const least = unheard.map(({ name }) => name).join(', ')
  if (reported.pending + reported.held + reported.drafts < unheard.length) {
    fail(14, `${counts} are fewer than what the service does not have: ${least}`)
  }
  if (reported.drafts < drafts) fail(14, `${counts} leaves drafts out`)
  const asked = looking(
    witness.sqlite(),
    'select count(*) as n from inbox where resolved_at is null',
  ).get() as { n: number }
  if (reported.inbox !== asked.n) fail(14, `${counts}, and ${asked.n} cards are open`)
  const twice = looking(
    witness.sqlite(),
    `select kind, resource, local_id from inbox where resolved_at is null and kind != 'bad-record'
    group by kind, resource, local_id having count(*) > 1`,
  ).all() as { kind: string; resource: string; local_id: number }[]
  for (const { kind, resource, local_id } of twice) {
    fail(14, `two cards ask the same of ${nameOf(resource, local_id)}: ${kind}`)
  }
  const standing = idleSyncState({ ...reported, lastSync: 0 })
  if (standing === 'in-step' && unheard.length + asked.n > 0) {
    fail(14, `everything is said to be there: ${least}`)
  }
}

/** Records with a card are left out: they are counted as cards. */
function unheardOf(witness: Witness, kind: Kind): Unheard[] {
  const records = recordsOf(witness, kind)
  const unheard: Unheard[] = []
  for (const [local, row] of rowsOf(witness, kind)) {
    const record = records.get(local)
    if (record?.card || record?.parked) continue
    const base = record?.base ? kinds[kind].ofWire(record.base) : undefined
    const isThere =
      typeof record?.remote === 'number' &&
      !record.attempt &&
      Object.entries(row).every(([group, value]) => base?.[group] === value)
    if (!isThere)
      unheard.push({ name: nameOf(kind, local), draft: isDraft(row) && !record?.attempt })
    records.delete(local)
  }
  // Deleted here, and the service still has it, or may have it.
  for (const [local, record] of records) {
    if (record.card || record.parked) continue
    if (record.attempt || record.deleted) unheard.push({ name: nameOf(kind, local), draft: false })
  }
  return unheard
}
