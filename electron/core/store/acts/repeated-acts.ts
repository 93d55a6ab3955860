/**
 * Records that an act created here, and equal ones that came from another computer: perhaps the same
 * act was done there, too (SYNC.md, One act on two computers).
 */
import { sql } from 'kysely'
import { settleCells } from './cell-hours.ts'
import type { Db, Trx } from '../database/db.ts'
import { holdUnsent, releaseHeld } from './held-acts.ts'
import { noRecord, raiseCard, resolveCards, type RepeatedPair } from '../inbox/inbox.ts'
import { maybeSamePersonSql } from './same-person.ts'
import { isSameVersion, localVersions } from '../sync/local-versions.ts'
import { prepared } from '../database/prepared-query.ts'
import { modelTable } from '../sync/sync-records.ts'
import type { EntryResource } from '../tables/index.ts'

/** A record that an act created. */
interface ActLine {
  local: number
  act: string
  /** The change that created it. */
  change: number
}

/**
 * Finds, for records that were received, those that acts created here and that are equal, each with
 * another one. Of what was copied or imported at once, at least half must be there again: a single
 * equal entry may well be another person's. No pair is found that a card has named before.
 * @param received local ids
 */
export async function findRepeatedActs(
  trx: Trx,
  resource: EntryResource,
  received: readonly number[],
): Promise<RepeatedPair[]> {
  const [any] = await anyAct(trx, { resource })
  if (!any) return []
  const changes = await changesLike(trx, { resource, locals: JSON.stringify(received) }, resource)
  if (changes.length === 0) return []
  const ids = JSON.stringify(changes.map(({ change }) => change))
  const lines = await linesOf(trx, { resource, changes: ids })
  const asked = await readAskedPairs(trx, resource)
  const pairs = await pairUp(trx, resource, lines, asked)
  const isPaired = new Set([...asked, ...pairs].map(({ local }) => local))
  const enough = [...Map.groupBy(lines, groupOf).values()].filter(
    (group) => group.filter(({ local }) => isPaired.has(local)).length * 2 >= group.length,
  )
  const asks = new Set(enough.flat().map(({ local }) => local))
  return pairs.filter(({ local }) => asks.has(local))
}

/** What was copied or imported at once counts together; halves and hours in cells do not. */
const groupOf = ({ act, change, local }: ActLine): string =>
  /^(copy|import):/.test(act) ? `${change}` : `of ${local}`

/** Finds another record for each, and never the same one twice. */
async function pairUp(
  trx: Trx,
  resource: EntryResource,
  lines: readonly ActLine[],
  asked: readonly RepeatedPair[],
): Promise<RepeatedPair[]> {
  const locals = JSON.stringify(lines.map(({ local }) => local))
  const alike = await recordsLike(trx, { resource, locals }, resource)
  const versions = await localVersions(
    trx,
    resource,
    alike.flatMap(({ local, other }) => [local, other]),
  )
  const taken = new Set(asked.flatMap(({ local, other }) => [local, other]))
  return alike.filter(({ local, other }) => {
    if (taken.has(local) || taken.has(other)) return false
    if (!isSameVersion(resource, versions.get(local)!, versions.get(other)!)) return false
    taken.add(local).add(other)
    return true
  })
}

/** Asks about these pairs, too. What is unsent of them waits for the answer. */
export async function askAboutRepeatedActs(
  trx: Trx,
  resource: EntryResource,
  pairs: readonly RepeatedPair[],
  now: number,
): Promise<void> {
  const open = (await openCards(trx, {})).find((card) => card.resource === resource)
  const detail = { pairs: [...(open ? pairsOf(open) : []), ...pairs] }
  await raiseCard(trx, resource, noRecord, { kind: 'repeated', detail }, now)
  await holdUnsent(trx, resource, pairs)
}

/**
 * Takes the pairs of which one record is gone, or is another one now, off the open cards, and closes
 * those that ask about nothing any more; likewise those about cells. Returns true when there were
 * any.
 * @param changed returns the local ids of the records that were changed
 */
export async function settleRepeatedActs(
  trx: Trx,
  changed: (resource: EntryResource) => ReadonlySet<number> | undefined,
  now: number,
): Promise<boolean> {
  let settled = await settleCells(trx, changed('time'), now)
  for (const card of await openCards(trx, {})) {
    const { resource } = card
    const pairs = pairsOf(card)
    // A card may have thousands of pairs, and most changes have nothing to do with them.
    const touched = pairs.filter(({ local, other }) =>
      [local, other].some((id) => changed(resource)?.has(id)),
    )
    const equal = new Set(await readRepeated(trx, resource, touched))
    const over = new Set(touched.filter((pair) => !equal.has(pair)))
    if (over.size === 0) continue
    settled = true
    await releaseHeld(trx, resource, [...over])
    const still = pairs.filter((pair) => !over.has(pair))
    if (still.length === 0) await resolveCards(trx, resource, noRecord, now, 'repeated')
    else {
      const detail = { pairs: still }
      await raiseCard(trx, resource, noRecord, { kind: 'repeated', detail }, now)
    }
  }
  return settled
}

/** Returns the pairs whose records are both here, and still equal. */
export async function readRepeated(
  db: Db,
  resource: EntryResource,
  pairs: readonly RepeatedPair[],
): Promise<RepeatedPair[]> {
  const locals = pairs.flatMap(({ local, other }) => [local, other])
  const versions = await localVersions(db, resource, locals)
  return pairs.filter(({ local, other }) => {
    const [own, theirs] = [versions.get(local), versions.get(other)]
    return own && theirs && isSameVersion(resource, own, theirs)
  })
}

const pairsOf = ({ detail }: { detail: string }): RepeatedPair[] =>
  (JSON.parse(detail) as { pairs: RepeatedPair[] }).pairs

/** Reads all pairs that a card has named, answered or not. */
async function readAskedPairs(db: Db, resource: EntryResource): Promise<RepeatedPair[]> {
  const cards = await db
    .selectFrom('inbox')
    .select('detail')
    .where('resource', '=', resource)
    .where('kind', '=', 'repeated')
    .execute()
  return cards.flatMap(pairsOf)
}

const openCards = prepared(
  () => sql<{ resource: EntryResource; detail: string }>`
    select resource, detail from inbox where kind = 'repeated' and resolved_at is null`,
)

interface Locals {
  resource: EntryResource
  /** A JSON array. */
  locals: string
}

const anyAct = prepared((db, values: { resource: EntryResource }) =>
  db.selectFrom('entry_uid').select('uid').where('resource', '=', values.resource).limit(1),
)

/** Records `b` that may be equal to `a`, with the columns that indexes or both tables have. */
const alikeSql = (resource: EntryResource) => sql`
  ${sql.table(modelTable(resource))} a join ${sql.table(modelTable(resource))} b
  on b.project_id = a.project_id and b.date = a.date and b.quantity = a.quantity and b.id <> a.id`

/** The changes that created records like these. */
const changesLike = prepared(
  (_, values: Locals, resource: EntryResource) => sql<{ change: number }>`
    select distinct (
      select min(h.change_id) from history h
      where h.resource = ${values.resource} and h.local_id = b.id and h.before is null
    ) as change
    from json_each(${values.locals}) l cross join ${alikeSql(resource)}
    join entry_uid u on u.resource = ${values.resource} and u.local_id = b.id
    where a.id = l.value`,
)

const linesOf = prepared(
  (_, values: { resource: EntryResource; changes: string }) => sql<ActLine>`
    select distinct h.local_id as local, h.change_id as change, u.uid as act
    from json_each(${values.changes}) c join history h
    on h.change_id = c.value and h.resource = ${values.resource} and h.before is null
    join entry_uid u on u.resource = h.resource and u.local_id = h.local_id
    join sync_record r on r.resource = h.resource and r.local_id = h.local_id and r.deleted = 0`,
)

/** Pairs that may be equal; the other one was received, and never changed here. */
const recordsLike = prepared(
  (_, values: Locals, resource: EntryResource) => sql<RepeatedPair>`
    select a.id as local, b.id as other
    from json_each(${values.locals}) l cross join ${alikeSql(resource)}
    join sync_record r on r.resource = ${values.resource} and r.local_id = b.id
    where a.id = l.value and ${maybeSamePersonSql}
    and r.remote_id is not null and r.sequence = 0 and r.deleted = 0
    order by a.id, r.remote_id`,
)
