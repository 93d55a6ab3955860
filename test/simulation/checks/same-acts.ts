/** What a person did on several machines, and how often the service has it. */
import type { Held } from '../service/held.ts'
import { kindOfResource } from './kinds.ts'
import { looking } from './looking.ts'
import type { Witness } from './witness.ts'

/**
 * Invariant 19: on a service that knows uids, there is one record of what has one uid.
 * @param witnesses of the machines of one organisation
 */
export function checkSameActs(
  witnesses: readonly Witness[],
  fail: (invariant: number, what: string) => void,
): void {
  const [{ organisation }] = witnesses as [Witness]
  const byUid = new Map<string, Held[]>()
  for (const held of organisation.ever) {
    const witness = witnesses.find(({ name }) => held.maker?.startsWith(`${name}/`))
    const made = held.goneAt === null ? witness?.madeBy(held.maker!) : null
    if (!made || made.kind !== kindOfResource(held.resource)) continue
    const uid = uidOf(witness!, made.kind, made.local)
    if (uid !== undefined) byUid.set(uid, [...(byUid.get(uid) ?? []), held])
  }
  for (const [uid, all] of byUid) {
    if (all.length > 1) fail(19, `${uid} is there ${all.length} times: ${all.map(({ id }) => id)}`)
  }
}

const uidOf = (witness: Witness, kind: string, local: number): string | undefined =>
  (
    looking(witness.sqlite(), 'select uid from entry_uid where resource = ? and local_id = ?').get(
      kind,
      local,
    ) as { uid: string } | undefined
  )?.uid
