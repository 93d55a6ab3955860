/** What a person did on several machines, and how often the service has it. */
import type { Held } from '../service/held.ts'
import { kindOfResource } from './kinds.ts'
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
    const uid = witness!.uids.of(made.kind, made.local)
    if (uid !== undefined) byUid.set(uid, [...(byUid.get(uid) ?? []), held])
  }
  for (const [uid, all] of byUid) {
    if (all.length > 1) fail(19, `${uid} is there ${all.length} times: ${all.map(({ id }) => id)}`)
  }
}
