/** Checks an account once everything is quiet. */
import { kindNames, kinds, type Groups, type Kind } from './kinds.ts'
import { looking } from './looking.ts'
import { isDraft, recordsOf, rowsOf, type Fail, type Standing } from './records.ts'
import { elsewhereId, identityOf } from '../service/held.ts'
import { nameOf } from './wishes.ts'
import type { Witness } from './witness.ts'

/**
 * True while nothing that is known here is there, which another service would show, too: Sync asks
 * whether everything was deleted, or other records have the ids of at least three. Until that
 * changes, nothing is sent or received.
 */
export function isAskedAboutAll(witness: Witness): boolean {
  const known = kindNames.flatMap((kind) => {
    const alive = witness.organisation.held.get(kinds[kind].resource)!
    return [...recordsOf(witness, kind).values()].flatMap(({ remote, base }) => {
      const held = alive.get(remote ?? 0)
      return base ? [{ kind, base, held }] : []
    })
  })
  const shown = known.flatMap(({ kind, base, held }) => (held ? [{ kind, base, held }] : []))
  if (shown.some(({ base, held }) => identityOf(held) === identityIn(base))) return false
  const question = `select 1 from inbox where kind = 'removals' and resolved_at is null`
  if (looking(witness.sqlite(), question).get() !== undefined) return true
  const contents = new Set(known.map(({ kind, base }) => contentOf(kind, kinds[kind].ofWire(base))))
  const others = shown.filter(
    ({ kind, held }) => !contents.has(contentOf(kind, kinds[kind].ofValues(held.values))),
  )
  return shown.length >= 3 && others.length * 2 >= shown.length
}

const contentOf = (kind: Kind, groups: Groups | undefined): string =>
  `${kind} ${JSON.stringify(groups)}`

const identityIn = (base: string): string => {
  const { id, created_at } = JSON.parse(base) as { id: number; created_at: string }
  return `${id} ${created_at}`
}

/** Invariant 11: nothing was received from an organization to which the address led for a while. */
export function checkNoStrangers(witness: Witness, fail: Fail): void {
  const least = (elsewhereId - 1) * 1_000
  const strangers = looking(
    witness.sqlite(),
    `select resource || ' ' || remote_id from sync_record
    where resource in ('project', 'task', 'charge') and remote_id > ?`,
  )
  const [first] = strangers.pluck().all(least) as string[]
  if (first !== undefined) fail(11, `${first} is another organization’s`)
}

/**
 * Invariant 7: once all is quiet, both sides are the same, except for records in the inbox.
 * @param fed whether the service has a feed of changes, so that lists are read once a week
 */
export function checkConvergence(witness: Witness, fed: boolean, fail: Fail): void {
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
        fail(7, `${name} is here, but not there (${record.remote})`)
        continue
      }
      const there = kinds[kind].ofValues(held.values)
      const base = record.base ? kinds[kind].ofWire(record.base) : undefined
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
      if (kind === 'category' && isArchived(record, alive, fed, witness)) continue
      fail(7, `${nameOf(kind, record.local)} was removed here and is not settled`)
    }
    for (const held of alive.values()) {
      if (linked.has(held.id) || witness.lied.has(`${held.resource}/${held.id}`)) continue
      fail(7, `${kind} ${held.id} is there, but not here`)
    }
  }
}

/**
 * True when a category is in the archives on both sides, as far as can be known here: it can be
 * restored, so the two stay linked. The service's word alone counts for its deletion. Where that
 * word is untrue the category still exists there, and comes back when a list shows it, which a feed
 * delays.
 */
function isArchived(
  { remote, base, attempt, dirty, deleted }: Standing,
  alive: ReadonlyMap<number, unknown>,
  fed: boolean,
  { lied }: Witness,
): boolean {
  if (attempt) return false
  if (!alive.has(remote ?? 0)) return true
  const acknowledged = base !== null && (JSON.parse(base) as { deleted?: true }).deleted === true
  return fed && acknowledged && !dirty && !deleted && lied.has(`categories/${remote}`)
}

/** Invariant 10: everything that can be sent has been sent, although something else cannot. */
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

/** A card says that the service refused a record: it must have refused it. */
export function checkRefusals(witness: Witness, fail: Fail): void {
  const cards = looking(
    witness.sqlite(),
    `select resource, local_id, detail from inbox where kind in ('refused', 'archived')`,
  ).all() as { resource: string; local_id: number; detail: string }[]
  for (const { resource, local_id, detail } of cards) {
    // Not refused, but folded into another record by the service.
    if ((JSON.parse(detail) as { status: number }).status === 200) continue
    const name = nameOf(resource, local_id)
    if (!witness.refused.has(name))
      fail(7, `a card says that ${name} was refused, which it was not`)
  }
}

/**
 * Invariant 9: everything that the service has is here after background reading alone, without
 * reading all lists again.
 */
export function checkKeptUp(witness: Witness, fail: Fail): void {
  for (const kind of ['time', 'expense'] as const) {
    const records = [...recordsOf(witness, kind).values()]
    const rows = rowsOf(witness, kind)
    const known = new Map(records.map((record) => [record.remote, record]))
    for (const held of witness.organisation.held.get(kinds[kind].resource)!.values()) {
      if (witness.lied.has(`${held.resource}/${held.id}`) || witness.hidden.has(held.id)) continue
      const record = known.get(held.id)
      const row = record && rows.get(record.local)
      if (record && (record.card || record.deleted || record.attempt || record.dirty)) continue
      if (isToBeCreatedAgain(witness, kind, held.id)) continue
      const there = kinds[kind].ofValues(held.values)
      const same = row && Object.keys(there).every((group) => row[group] === there[group])
      if (!same) fail(9, `${kind} ${held.id} as it is there was passed by`)
    }
  }
}

/** True when the record was deleted here, and is wanted again: it waits to be sent. */
const isToBeCreatedAgain = (witness: Witness, kind: Kind, remote: number): boolean =>
  looking(
    witness.sqlite(),
    `select 1 from retired_remote r join sync_record s using (resource, local_id)
    where r.resource = ? and r.remote_id = ? and s.remote_id is null`,
  ).get(kind, remote) !== undefined

/** True when a record of the service is stored here. */
export const isHere = (witness: Witness, kind: Kind, remote: number): boolean =>
  [...recordsOf(witness, kind).values()].some((record) => record.remote === remote)

/** No card is left open. */
export function checkNoCards(witness: Witness, fail: Fail): void {
  const cards = looking(
    witness.sqlite(),
    `select kind, resource, local_id from inbox where resolved_at is null`,
  ).all() as { kind: string; resource: string; local_id: number }[]
  for (const { kind, resource, local_id } of cards) {
    fail(7, `the card ${kind} of ${nameOf(resource, local_id)} comes back whatever is answered`)
  }
}

/** The content as a person would describe it, for comparing two moments. */
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
