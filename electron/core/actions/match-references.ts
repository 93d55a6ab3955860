/**
 * Matches a local record to one of the service (docs/decisions/2026-11-21-matching.md): everything
 * that uses the local record uses the service's from then on, and entries that were held back for
 * it are sent.
 */
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { fail, failMissing, ok, unwrap, type Result } from '#shared/errors.ts'
import type { MatchSuggestion, UnmatchedReference } from '#shared/ipc/call-results.ts'
import { nameSimilarity } from '#shared/rules/name-similarity.ts'
import { differingFacts, factsOf, type ReferenceFacts } from '#shared/rules/reference-facts.ts'
import { fold } from '#shared/rules/search-text.ts'
import { firstLine } from '#shared/rules/entry-name.ts'
import { sentence } from '#shared/sentences/sentence.ts'
import type { Db } from '../store/database/db.ts'
import { countReferenceUses, noUses } from '../store/resources/reference-uses.ts'
import { readRemoteIds } from '../store/sync/sync-records.ts'
import { writeCategoryChange } from './category-writes.ts'
import { change, type ActionContext, type ChangeTransaction } from './change.ts'
import { updateExpenseInTransaction } from './expenses.ts'
import { readCategorySnapshot } from './category-history.ts'
import { updateReferenceInTransaction, readReferenceRow, type ReferenceKind } from './references.ts'
import { repointTimer } from './timer-row.ts'
import { repointFavorites } from '../store/account/recent-work.ts'
import { repointSavedReports } from '../store/account/saved-reports.ts'
import { updateTimesInTransaction } from './times.ts'

const kinds: readonly ReferenceKind[] = ['project', 'client', 'task', 'charge']

/** Names with a lower similarity are not suggested. */
const alikeEnough = 0.5

/**
 * Lists the records that only this computer has: clients before the projects that need them, the
 * most used first.
 */
export async function listUnmatched(db: Db, organisation: number): Promise<UnmatchedReference[]> {
  const lists = await Promise.all(kinds.map((kind) => unmatchedOf(db, organisation, kind)))
  const needs = (one: UnmatchedReference) => Number(one.kind !== 'client')
  return lists.flat().sort((one, other) => needs(one) - needs(other) || other.uses - one.uses)
}

interface Named extends ReferenceFacts {
  local: number
  name: string
  code: string
  remote: number | null
}

const onService = (kind: ReferenceKind) => sql<SqlBool>`exists (
  select 1 from sync_record r
  where r.resource = ${kind} and r.local_id = m.id and r.remote_id is not null
)`

async function unmatchedOf(
  db: Db,
  organisation: number,
  kind: ReferenceKind,
): Promise<UnmatchedReference[]> {
  const all = await namesOf(db, organisation, kind)
  const theirs = all.filter(({ remote }) => remote !== null)
  const uses = await countReferenceUses(db, kind, sql`not ${onService(kind)}`)
  return all
    .filter(({ remote }) => remote === null)
    .map(({ remote: _, ...mine }) => {
      const usedBy = uses.get(mine.local) ?? noUses
      const { entries, expenses, projects } = usedBy
      return {
        kind,
        ...mine,
        uses: entries + expenses + projects,
        usedBy,
        suggestion: suggest(mine, theirs),
      }
    })
}

/**
 * Suggests the service's record that is most likely meant: by its code, its name, or a similar
 * name, among those that agree with the local one in every fact. A match with another price or
 * currency would change what was billed.
 */
function suggest(mine: Omit<Named, 'remote'>, all: readonly Named[]): MatchSuggestion | null {
  const theirs = all.filter((one) => differingFacts(mine, one).length === 0)
  const by = (why: MatchSuggestion['why'], found: Named | undefined): MatchSuggestion | null => {
    if (!found) return null
    const { remote, ...facts } = found
    return { ...facts, id: remote!, why }
  }
  const same = (one: string, other: string) => one !== '' && fold(one) === fold(other)

  const byCode = theirs.find(({ code }) => same(mine.code, code))
  const byName = theirs.find(({ name }) => same(mine.name, name))
  const [nearest] = theirs
    .map((one) => ({ one, score: nameSimilarity(mine.name, one.name) }))
    .filter(({ score }) => score >= alikeEnough)
    .sort((one, other) => other.score - one.score)
  return by('code', byCode) ?? by('name', byName) ?? by('alike', nearest?.one)
}

/** The columns of each kind beyond the name. */
const columns: Record<ReferenceKind, RawBuilder<unknown>> = {
  project: sql`m.code, m.type, m.rate, m.currency, m.increment,
    (select name from client where id = m.client_id) as client`,
  client: sql`m.code`,
  task: sql`'' as code`,
  charge: sql`'' as code, m.charge, m.unit, m.currency`,
}

type NamedRow = Omit<Parameters<typeof factsOf>[0], 'client'> &
  Pick<Named, 'local' | 'name' | 'code' | 'remote'> & { client?: string | null }

/** Reads the records of a kind with what tells them apart. */
export async function namesOf(db: Db, organisation: number, kind: ReferenceKind): Promise<Named[]> {
  const { rows } = await sql<NamedRow>`
    select m.id as local, m.name, r.remote_id as remote, ${columns[kind]}
    from ${sql.table(kind)} m
    left join sync_record r on r.resource = ${kind} and r.local_id = m.id
    where m.organisation_id = ${organisation} and m.deleted = 0
    order by m.name_fold, m.tie`.execute(db)
  return rows.map(({ local, name, code, remote, client, ...row }) => ({
    local,
    name,
    code,
    remote,
    ...factsOf({ ...row, client: client ? { name: client } : null }),
  }))
}

/**
 * Matches a local record to one of the service. Fails with `not-found`, and with `conflict` where
 * the first is already on the service or the second is not.
 */
export async function matchReference(
  context: ActionContext,
  kind: ReferenceKind,
  local: number,
  to: number,
): Promise<Result<null>> {
  const names = await matchedNames(context, kind, local, to)
  if (!names.ok) return names
  const [name, other] = names.value.map(firstLine) as [string, string]
  const text = 'Matched {kind} “{name}” with “{other}” on the service'
  const summary = sentence(text, { kind, name, other })
  return change(context, { action: `${kind}s.match`, summary }, async (tx) => {
    await moveToMatch(tx, context, kind, local, to)
    return null
  })
}

/** Matches several, which the caller has checked, as one change. */
export function matchReferences(
  context: ActionContext,
  matches: readonly { kind: ReferenceKind; local: number; to: number }[],
): Promise<Result<null>> {
  const summary =
    matches.length === 1
      ? sentence('Matched 1 name with the service', {})
      : sentence('Matched {count} names with the service', { count: matches.length })
  return change(context, { action: 'references.match', summary }, async (tx) => {
    for (const { kind, local, to } of matches) await moveToMatch(tx, context, kind, local, to)
    return null
  })
}

/** Checks that the two can be matched, and returns their names. Fails like `matchReference`. */
export async function matchedNames(
  { db }: ActionContext,
  kind: ReferenceKind,
  local: number,
  to: number,
): Promise<Result<[mine: string, theirs: string]>> {
  const mine = await readReferenceRow(db, kind, local)
  const theirs = await readReferenceRow(db, kind, to)
  if (!mine || mine.deleted === 1) return failMissing(kind, local)
  if (!theirs || theirs.deleted === 1) return failMissing(kind, to)
  const ids = await readRemoteIds(db, kind, [local, to])
  if (ids.has(local)) return fail('conflict', 'This {kind} is already on the service', { kind })
  if (!ids.has(to)) return fail('conflict', 'Choose a {kind} that’s on the service', { kind })
  return ok([mine.name, theirs.name])
}

/** Makes everything that uses the local record use the service's, and deletes the local one. */
export async function moveToMatch(
  tx: ChangeTransaction,
  context: ActionContext,
  kind: ReferenceKind,
  local: number,
  to: number,
): Promise<void> {
  await movers[kind](tx, context, local, to)
  unwrap(await updateReferenceInTransaction(tx, kind, local, { deleted: true }))
}

type Move = (
  tx: ChangeTransaction,
  context: ActionContext,
  from: number,
  to: number,
) => Promise<void>

/** Builds edits without values to compare, because the person did not see these entries. */
const unseen = (locals: readonly number[]) => locals.map((local) => ({ local }))

const movers: Record<ReferenceKind, Move> = {
  async project(tx, context, from, to) {
    const entries = await usersOf(tx, 'time_entry', 'project_id', from)
    await updateTimesInTransaction(tx, unseen(entries), { project: to })
    for (const expense of await usersOf(tx, 'expense', 'project_id', from)) {
      await updateExpenseInTransaction(tx, context, { local: expense }, { project: to })
    }
    await repointTimer(tx, 'project_id', from, to)
    await repointFavorites(tx.trx, 'project', from, to)
    await repointSavedReports(tx.trx, 'project', from, to)
  },
  async client(tx, _, from, to) {
    for (const project of await usersOf(tx, 'project', 'client_id', from)) {
      unwrap(await updateReferenceInTransaction(tx, 'project', project, { client_id: to }))
    }
    await repointSavedReports(tx.trx, 'client', from, to)
  },
  async task(tx, _, from, to) {
    const entries = await usersOf(tx, 'time_entry', 'task_id', from)
    await updateTimesInTransaction(tx, unseen(entries), { task: to })
    await moveMember(tx, 'task', from, to)
    await repointTimer(tx, 'task_id', from, to)
    await repointFavorites(tx.trx, 'task', from, to)
    await repointSavedReports(tx.trx, 'task', from, to)
  },
  async charge(tx, context, from, to) {
    for (const expense of await usersOf(tx, 'expense', 'charge_id', from)) {
      await updateExpenseInTransaction(tx, context, { local: expense }, { charge: to })
    }
    await moveMember(tx, 'charge', from, to)
  },
}

/** Lists the records of a table that refer to one by this column. */
export async function usersOf(
  tx: ChangeTransaction,
  table: 'time_entry' | 'expense' | 'project',
  column: string,
  local: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from ${sql.table(table)} where ${sql.ref(column)} = ${local} order by id`.execute(
    tx.trx,
  )
  return rows.map(({ id }) => id)
}

/** Replaces the one by the other in each category. */
async function moveMember(
  tx: ChangeTransaction,
  kind: 'task' | 'charge',
  from: number,
  to: number,
): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select category_id as id from ${sql.table(`category_${kind}`)}
    where ${sql.ref(`${kind}_id`)} = ${from}`.execute(tx.trx)
  for (const { id } of rows) {
    const row = await readCategorySnapshot(tx.trx, id)
    if (!row) continue
    const members = kind === 'task' ? row.tasks : row.charges
    const moved = [...new Set(members.map((member) => (member === from ? to : member)))].sort(
      (one, other) => one - other,
    )
    await writeCategoryChange(tx, row, kind === 'task' ? { tasks: moved } : { charges: moved })
  }
}
