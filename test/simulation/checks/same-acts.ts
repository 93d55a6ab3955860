/** What a person did on several machines, and how often the service has it. */
import type { Held } from '../service/held.ts'
import type { Act } from './acts.ts'
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
 * Invariant 19: on a service that knows uids, there is one record of what has one uid, and of what
 * the person did on two machines, each before it knew of the other, unless they deleted it once;
 * and no two acts share one.
 * Invariant 20: someone was asked about equal ones of two machines, and about other hours in one
 * cell, where the service knows one of them by no uid.
 * @param witnesses of the machines of one organisation
 */
export function checkSameActs(
  witnesses: readonly Witness[],
  hasUids: boolean,
  fail: (invariant: number, what: string) => void,
): void {
  checkActsApart(witnesses, fail)
  if (hasUids) checkActsTogether(witnesses, fail)
  for (const [uid, all] of madeByUid(witnesses)) {
    const ids = all.map(({ held }) => held.id).join(',')
    checkAsked(all, () => fail(20, `nobody was asked about ${uid}: ${ids}`))
    // Of one record that is there twice, another invariant decides.
    const named = all.filter(isNamed)
    if (new Set(named.map(({ held }) => held.maker)).size > 1) {
      fail(19, `${uid} is there ${named.length} times: ${ids}`)
    }
  }
}

type Fail = Parameters<typeof checkSameActs>[2]

/** The act that created a record of the service, as the person knows it. */
function actBehind(witnesses: readonly Witness[], held: Held): Act | undefined {
  const witness = witnesses.find(({ name }) => held.maker?.startsWith(`${name}/`))
  const made = witness?.madeBy(held.maker!)
  return made?.kind === 'time' ? witness!.acts.of(made.local) : undefined
}

function checkActsApart(witnesses: readonly Witness[], fail: Fail): void {
  for (const { act, held } of witnesses.flatMap(({ acts }) => acts.taken)) {
    const other = actBehind(witnesses, held)
    if (other && other.name !== act.name)
      fail(19, `${held.id} is both ${other.name} and ${act.name}`)
  }
}

/** What was sent before the service said who the person is has no uid there. */
function checkActsTogether(witnesses: readonly Witness[], fail: Fail): void {
  const [{ organisation }] = witnesses as [Witness]
  const first = new Map<string, { act: Act; held: Held }>()
  const deleted = new Set<string>()
  for (const held of organisation.ever) {
    const act = held.goneAt === null ? undefined : actBehind(witnesses, held)
    if (act) deleted.add(act.name)
  }
  for (const held of organisation.held.get('times')!.values()) {
    const act = held.uid === undefined ? undefined : actBehind(witnesses, held)
    // What is wanted again after it was deleted becomes a new record, beside what came since.
    if (!act?.isFirst || deleted.has(act.name)) continue
    const other = first.get(act.name)
    if (!other) first.set(act.name, { act, held })
    else if (other.held.maker !== held.maker && !knew(other, held) && !knew({ act }, other.held)) {
      fail(19, `${act.name} is there twice: ${other.held.id},${held.id}`)
    }
  }
}

const knew = ({ act }: { act: Act }, held: Held): boolean => act.knew.has(held.id)

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

/** What was sent before the service said that it knows uids, or who the person is, has none there. */
const isNamed = ({ held }: Made): boolean => held.uid !== undefined

/** What was changed since is no longer what the act created. */
function checkAsked(all: readonly Made[], fail: () => void): void {
  const [first, ...others] = all
  for (const other of others) {
    if (other.witness === first!.witness || (isNamed(first!) && isNamed(other))) continue
    if (!isEqual(first!, other) && !areOtherHours(first!, other)) continue
    if (!isAsked(first!, other) && !isAsked(other, first!)) fail()
  }
}

/**
 * True if both are equal, and were when they were created. What was changed before it was sent, and
 * changed back after, is not looked for (SYNC.md, Limits).
 */
const isEqual = (one: Made, other: Made): boolean =>
  isSame(one, other, ({ held }) => held.versions[0]!) &&
  isSame(one, other, ({ held }) => held.values)

function isSame(one: Made, other: Made, valuesOf: (made: Made) => Held['values']): boolean {
  const [values, otherValues] = [one, other].map((made) =>
    kinds[made.kind].ofValues(valuesOf(made)),
  )
  return JSON.stringify(values) === JSON.stringify(otherValues)
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
