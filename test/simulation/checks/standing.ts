/** What has to hold of an account at any moment, and what has to hold once everything is quiet. */
import { looking } from './looking.ts'
import type { Held } from '../service/held.ts'
import { kindNames, kinds, type Groups, type Kind, type Row } from './kinds.ts'
import { nameOf, remoteIn, type Wish } from './wishes.ts'
import type { Witness } from './witness.ts'

type Fail = (invariant: number, what: string) => void

interface Standing {
  local: number
  remote: number | null
  base: string | null
  dirty: number
  deleted: number
  parked: string | null
  attempt: number
  card: number
}

const recordsOf = (witness: Witness, kind: Kind): Map<number, Standing> => {
  const rows = looking(
    witness.sqlite(),
    `select r.local_id as local, r.remote_id as remote, r.base, r.dirty, r.deleted, r.parked,
      exists (select 1 from attempt a where a.resource = r.resource and a.local_id = r.local_id) as attempt,
      exists (select 1 from inbox i where i.resource = r.resource and i.local_id = r.local_id
        and i.resolved_at is null) as card
      from sync_record r where r.resource = ?`,
  ).all(kind) as Standing[]
  return new Map(rows.map((row) => [row.local, row]))
}

function rowsOf(witness: Witness, kind: Kind): Map<number, Groups> {
  const remote = remoteIn(witness.sqlite())
  const rows = looking(witness.sqlite(), kinds[kind].select).all() as Row[]
  return new Map(rows.map((row) => [row.id as number, kinds[kind].ofRow(row, remote)]))
}

/** Waits for the person: it has no project or no task. */
const isDraft = ({ work, project }: Groups): boolean =>
  work?.includes('null') === true || project === 'null'

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
      if (held.goneAt !== null || witness.lied.has(`${held.resource}/${held.id}`)) continue
      fail(1, `the removal of ${nameOf(wish.kind, wish.local)} (${held.id}) is forgotten`)
    }
  }

  function checkEditsKept(wish: Wish, record: Standing | undefined, row: Groups | undefined): void {
    const unsent = record === undefined ? false : record.dirty === 1 || record.attempt === 1
    for (const [group, value] of wish.groups) {
      const before = wish.before.get(group)!
      if (unsent && row && isCarriedOut(row[group]!, value, before)) continue
      const arrived = heldOf(wish).some(({ versions }) =>
        versions.some((version) =>
          isCarriedOut(kinds[wish.kind].ofValues(version)[group]!, value, before),
        ),
      )
      if (arrived) continue
      const here = row ? `${row[group]} stands here` : 'it is not here any more'
      fail(
        1,
        `${group} ${value} of ${nameOf(wish.kind, wish.local)} never reached the service; ${here}, ` +
          `${unsent ? 'unsent' : 'not marked as unsent'}, without a card`,
      )
    }
  }

  function heldOf(wish: Wish): Held[] {
    return organisation.ever.filter((held) => wish.remotes.has(held.id))
  }
}

/**
 * True for the value that was wished, and for a set that has what was put in and has not what was
 * taken out: sets are brought together member by member.
 */
function isCarriedOut(there: string, wished: string, before: string): boolean {
  if (there === wished) return true
  if (!wished.startsWith('[') || !there.startsWith('[')) return false
  const [has, wants, was] = [there, wished, before].map((ids) => JSON.parse(ids) as number[])
  return (
    wants!.every((id) => was!.includes(id) || has!.includes(id)) &&
    was!.every((id) => wants!.includes(id) || !has!.includes(id))
  )
}

/** Invariant 7: once all is quiet, here and there are the same, outside of the inbox. */
export function checkConvergence(witness: Witness, fail: Fail): void {
  for (const kind of kindNames) {
    const alive = witness.organisation.held.get(kinds[kind].resource)!
    const records = recordsOf(witness, kind)
    const rows = rowsOf(witness, kind)
    const linked = new Map([...records.values()].map((one) => [one.remote, one]))

    for (const [local, row] of rows) {
      const record = records.get(local)
      if (record?.parked && !record.card) {
        fail(7, `${nameOf(kind, local)} waits for the person, who has no card of it`)
      }
      if (record?.card) continue
      if (isDraft(row)) continue
      const name = nameOf(kind, local)
      if (!record || record.remote === null) {
        fail(7, `${name} was never sent`)
        continue
      }
      const held = alive.get(record.remote)
      if (!held) {
        fail(7, `${name} stands here, but not there (${record.remote})`)
        continue
      }
      const there = kinds[kind].ofValues(held.values)
      const base = record.base ? kinds[kind].ofWire(JSON.parse(record.base)) : undefined
      for (const [group, value] of Object.entries(there)) {
        if (row[group] !== value) fail(7, `${group} of ${name}: ${row[group]} here, ${value} there`)
        if (base?.[group] !== value) {
          fail(7, `${group} of ${name}: ${base?.[group]} acknowledged, ${value} there`)
        }
      }
      if (record.dirty || record.attempt) fail(7, `${name} is still unsent`)
    }
    for (const record of records.values()) {
      if (rows.has(record.local) || record.card) continue
      // Archived on both sides: it can be brought back, so the two stay paired.
      if (kind === 'category' && !record.attempt && !alive.has(record.remote ?? 0)) continue
      fail(7, `${nameOf(kind, record.local)} was removed here and is not settled`)
    }
    for (const held of alive.values()) {
      if (linked.has(held.id) || witness.lied.has(`${held.resource}/${held.id}`)) continue
      fail(7, `${kind} ${held.id} stands there, but not here`)
    }
  }
}

/** Invariant 10: whatever can be sent has been, although something else cannot. */
export function checkNothingHeldUp(witness: Witness, fail: Fail): void {
  for (const kind of kindNames) {
    const records = recordsOf(witness, kind)
    for (const [local, row] of rowsOf(witness, kind)) {
      const record = records.get(local)
      if (!record || record.card || record.parked || record.attempt || record.dirty === 0) continue
      if (isDraft(row) || row.notes === '"poison"') continue
      fail(10, `${nameOf(kind, local)} is held up by another record that cannot be sent`)
    }
  }
}

/** Invariant 2: one record of the service for one here, or a card. */
export function checkNoTwins(witness: Witness, fail: Fail): void {
  const makers = new Map<string, Held[]>()
  for (const held of witness.organisation.ever) {
    if (!held.maker?.startsWith(`${witness.name}/`) || held.goneAt !== null) continue
    const group = makers.get(held.maker) ?? []
    makers.set(held.maker, [...group, held])
  }
  for (const [maker, all] of makers) {
    const [kind, local] = maker.slice(witness.name.length + 1).split(' ') as [Kind, string]
    const excused = all.some(
      (held) => held.disturbed || witness.lied.has(`${held.resource}/${held.id}`),
    )
    if (all.length < 2 || excused) continue
    const cards = looking(
      witness.sqlite(),
      `select detail from inbox where resource = ? and local_id = ? and kind = 'twin'`,
    ).all(kind, Number(local)) as { detail: string }[]
    const others = looking(
      witness.sqlite(),
      `select detail from inbox where kind = 'twin'`,
    ).all() as { detail: string }[]
    const told = [...cards, ...others].some(({ detail }) =>
      all.some((held) => detail.includes(`${held.id}`)),
    )
    if (told) continue
    const ids = all.map(({ id, bornLate }) => `${id} (carried out after ${bornLate} ms)`)
    fail(2, `${kind} ${local} stands ${all.length} times on the service: ${ids.join(', ')}`)
  }
}

/** A card says that the service refused a record: it must have done so. */
export function checkRefusals(witness: Witness, fail: Fail): void {
  const cards = looking(
    witness.sqlite(),
    `select resource, local_id from inbox where kind in ('refused', 'archived')`,
  ).all() as { resource: string; local_id: number }[]
  for (const { resource, local_id } of cards) {
    const name = nameOf(resource, local_id)
    if (!witness.refused.has(name))
      fail(7, `a card says that ${name} was refused, which it was not`)
  }
}

/**
 * Invariant 9: what the service has stands here by what is read by itself, without reading
 * everything once more.
 */
export function checkKeptUp(witness: Witness, fail: Fail): void {
  for (const kind of ['time', 'expense'] as const) {
    const records = [...recordsOf(witness, kind).values()]
    const rows = rowsOf(witness, kind)
    const known = new Map(records.map((record) => [record.remote, record]))
    for (const held of witness.organisation.held.get(kinds[kind].resource)!.values()) {
      if (witness.lied.has(`${held.resource}/${held.id}`)) continue
      const record = known.get(held.id)
      const row = record && rows.get(record.local)
      if (record && (record.card || record.deleted || record.attempt || record.dirty)) continue
      const there = kinds[kind].ofValues(held.values)
      const same = row && Object.keys(there).every((group) => row[group] === there[group])
      if (!same) fail(9, `${kind} ${held.id} as it stands there was passed by`)
    }
  }
}

/** What a person would say that stands here, for comparing two moments. */
export function digestOf(witness: Witness): string {
  return JSON.stringify(
    kindNames.map((kind) => [
      [...rowsOf(witness, kind)],
      [...recordsOf(witness, kind).values()].map(({ local, remote, dirty, parked }) => [
        local,
        remote,
        dirty,
        parked,
      ]),
    ]),
  )
}
