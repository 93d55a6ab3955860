/** Records that exist more than once on the service, and whether a card reports them. */
import { quarantineLength } from '#core/sync/decide/sync-timings.ts'
import type { Held } from '../service/held.ts'
import type { Kind } from './kinds.ts'
import { looking } from './looking.ts'
import { recordsOf, type Fail } from './records.ts'
import type { Witness } from './witness.ts'

/** Invariant 2: one record of the service for one here, or a card. */
export function checkNoTwins(witness: Witness, fail: Fail): void {
  const makers = new Map<string, Held[]>()
  for (const held of witness.organisation.ever) {
    if (!held.maker?.startsWith(`${witness.name}/`) || held.goneAt !== null) continue
    const group = makers.get(held.maker) ?? []
    makers.set(held.maker, [...group, held])
  }
  const owners = (kind: Kind) =>
    new Map([...recordsOf(witness, kind).values()].map(({ remote, local }) => [remote, local]))
  for (const [maker, all] of makers) {
    if (all.length < 2) continue
    const made = witness.madeBy(maker)
    if (!made) continue
    const { kind, local } = made
    const excused = all.some(
      (held) => held.disturbed || witness.lied.has(`${held.resource}/${held.id}`),
    )
    // A list may conceal one of two records by the same request while the other is looked for.
    const concealed =
      all.some((held) => held.bornAgain) && all.some((held) => witness.hidden.has(held.id))
    // The proxy's second copy of a create that was answered looks like a colleague's entry when it
    // comes later than answers are waited for: one of the limits in SYNC.md.
    const repeatedLate = all.filter((held) => held.bornAgain && held.bornLate > quarantineLength)
    // Where two equal records were wanted, one may replace the other, whose create failed.
    const forOthers = all.filter((held) => {
      const owner = owners(kind).get(held.id)
      if (owner === undefined || owner === local || !witness.wishes.of(kind, owner).made)
        return false
      return !makers.has(witness.makerOf(kind, owner))
    })
    // One that the service has again may have been created a second time since it was deleted.
    const own = all.filter(
      (held) => !held.restored && !repeatedLate.includes(held) && !forOthers.includes(held),
    )
    if (own.length < 2 || excused || concealed) continue
    // A record that the original created again by a request that was carried out twice: a copy
    // looks for it only when the person answers that they want it again.
    if (all.every(({ known }) => !known) && !isWantedAgain(witness, made)) continue
    // Only its answer closes a card that names the duplicates.
    const cards = looking(
      witness.sqlite(),
      `select detail from inbox where kind = 'twin' and (resolved_at is null
        or json_extract(detail, '$.adopted') is null
        or exists (select 1 from history where resource = 'inbox' and local_id = inbox.id))`,
    ).all() as { detail: string }[]
    if (cards.some(({ detail }) => all.some((held) => detail.includes(`${held.id}`)))) continue
    const ids = all.map(({ id, bornLate }) => `${id} (carried out after ${bornLate} ms)`)
    fail(2, `${kind} ${local} exists ${all.length} times on the service: ${ids.join(', ')}`)
  }
}

/**
 * Invariant 2, of two machines: what both knew as one record, and both sent again, is one record,
 * where the second one was wanted again after the first one was there, and without knowing of it.
 * @param witnesses of the machines of one organisation
 */
export function checkSentAgainOnce(witnesses: readonly Witness[], fail: Fail): void {
  const [{ organisation }] = witnesses as [Witness]
  const sent = organisation.ever.flatMap((held) => {
    const witness = witnesses.find(({ name }) => held.maker?.startsWith(`${name}/`))
    const made = held.goneAt === null ? witness?.madeBy(held.maker!) : null
    const again = made && witness!.sentAgain.of(made.kind, made.local)
    return again ? [{ held, again, witness: witness!, ...made }] : []
  })
  for (const first of sent) {
    for (const second of sent) {
      if (first.witness === second.witness || first.kind !== second.kind) continue
      const remotesOf = ({ witness, kind, local }: typeof first) =>
        witness.wishes.of(kind, local).remotes
      const isOne = [...remotesOf(first)].some((remote) => remotesOf(second).has(remote))
      const { at, knew } = second.again
      if (!isOne || first.held.bornAt >= at || knew.has(first.held.id)) continue
      if (JSON.stringify(first.held.versions) !== JSON.stringify(second.held.versions)) continue
      if (second.witness.hidden.has(first.held.id)) continue
      fail(2, `${first.held.id} was sent again on another machine as ${second.held.id}`)
    }
  }
}

/** False where a card about the deletion is open, or was answered with dropping the record. */
function isWantedAgain(witness: Witness, { kind, local }: { kind: Kind; local: number }): boolean {
  const unwanted = looking(
    witness.sqlite(),
    `select 1 from inbox where kind = 'gone' and resource = ? and local_id = ? and (
      resolved_at is null
      or exists (
        select 1 from history answer join history record using (change_id)
        where answer.resource = 'inbox' and answer.local_id = inbox.id
          and record.resource = inbox.resource and record.local_id = inbox.local_id
          and record.after is null
      )
    )`,
  )
  return unwanted.get(kind, local) === undefined
}
