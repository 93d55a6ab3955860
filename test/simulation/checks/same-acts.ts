/** What a person did on several machines, and how often the service has it. */
import type { Held } from '../service/held.ts'
import { kindOfResource, kinds, type Kind } from './kinds.ts'
import { looking } from './looking.ts'
import type { Witness } from './witness.ts'

interface Made {
  held: Held
  witness: Witness
  kind: Kind
  local: number
  uid: string
}

/**
 * Invariant 19: on a service that knows uids, there is one record of what has one uid. Invariant 20:
 * elsewhere someone was asked about equal ones of two machines, and about other hours in one cell.
 * @param witnesses of the machines of one organisation
 */
export function checkSameActs(
  witnesses: readonly Witness[],
  hasUids: boolean,
  fail: (invariant: number, what: string) => void,
): void {
  for (const [uid, all] of madeByUid(witnesses)) {
    const ids = all.map(({ held }) => held.id).join(',')
    if (!hasUids) checkAsked(all, () => fail(20, `nobody was asked about ${uid}: ${ids}`))
    // Of one record that is there twice, another invariant decides.
    else if (new Set(all.map(({ held }) => held.maker)).size > 1) {
      fail(19, `${uid} is there ${all.length} times: ${ids}`)
    }
  }
}

function madeByUid(witnesses: readonly Witness[]): Map<string, Made[]> {
  const [{ organisation }] = witnesses as [Witness]
  const byUid = new Map<string, Made[]>()
  for (const held of organisation.ever) {
    const witness = witnesses.find(({ name }) => held.maker?.startsWith(`${name}/`))
    const made = held.goneAt === null ? witness?.madeBy(held.maker!) : null
    if (!made || made.kind !== kindOfResource(held.resource)) continue
    const uid = witness!.uids.of(made.kind, made.local)
    if (uid === undefined) continue
    byUid.set(uid, [...(byUid.get(uid) ?? []), { ...made, held, witness: witness!, uid }])
  }
  return byUid
}

/** What was changed since is no longer what the act created. */
function checkAsked(all: readonly Made[], fail: () => void): void {
  const [first, ...others] = all
  for (const other of others) {
    if (other.witness === first!.witness) continue
    if (!isEqual(first!, other) && !areOtherHours(first!, other)) continue
    if (!isAsked(first!, other) && !isAsked(other, first!)) fail()
  }
}

const isEqual = (one: Made, other: Made): boolean => {
  const [mine, theirs] = [one, other].map(({ held, kind }) => kinds[kind].ofValues(held.values))
  return JSON.stringify(mine) === JSON.stringify(theirs)
}

/** What one uid names is in the same cell, unless it was changed before or after it was sent. */
const areOtherHours = (one: Made, other: Made): boolean =>
  one.uid.startsWith('cell:') &&
  [one, other].every(({ held }) => held.versions.length === 1) &&
  cellFields.every((field) => one.held.values[field] === other.held.values[field]) &&
  one.held.values.quantity !== other.held.values.quantity

const cellFields = ['date', 'project_id', 'task_id']

/**
 * True when a card of the machine that made `own`, answered or not, named both. Where its create was
 * searched for, the other one may be among what was found.
 */
function isAsked({ witness, kind, local }: Made, { held }: Made): boolean {
  const repeated = `
    select 1 from inbox i, json_each(i.detail, '$.pairs') p join sync_record r
    on r.resource = i.resource and r.local_id = json_extract(p.value, '$.other')
    where i.kind in ('repeated', 'cell') and i.resource = ? and r.remote_id = ?
    and json_extract(p.value, '$.local') = ?`
  const found = `
    select 1 from inbox i, json_each(i.detail, '$.others') o
    where i.kind = 'twin' and i.resource = ? and o.value = ? and i.local_id = ?`
  return [repeated, found].some(
    (text) => looking(witness.sqlite(), text).get(kind, held.id, local) !== undefined,
  )
}
