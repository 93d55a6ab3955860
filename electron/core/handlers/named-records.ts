/** Finds what a person means by a name, a code, or a local id. */
import { sql } from 'kysely'
import type { CallArguments } from '#shared/ipc/contract.ts'
import type { NamedRecord, NamedRecords } from '#shared/ipc/call-results.ts'
import { nameSimilarity } from '#shared/rules/name-similarity.ts'
import { fold } from '#shared/rules/search-text.ts'
import type { ActionContext } from '../actions/change.ts'

type Argument = CallArguments<'records.findByName'>

/** At most this many similar names are suggested, and none that shares less. */
const mostSimilar = 3
const leastSimilarity = 0.1

/** A name that several records have is returned with all of them: the caller decides. */
export async function findByName(
  context: ActionContext,
  { kind, text }: Argument,
): Promise<NamedRecords> {
  const all = await recordsOf(context, kind)
  const wanted = fold(text.trim())
  const found = all.filter(
    ({ local, name, code }) =>
      String(local) === wanted || fold(name) === wanted || (code !== null && fold(code) === wanted),
  )
  if (found.length > 0) return { found, similar: [] }
  const similar = all
    .map(({ name }) => ({ name, similarity: nameSimilarity(name, text) }))
    .filter(({ similarity }) => similarity > leastSimilarity)
    .toSorted((one, other) => other.similarity - one.similarity)
  return { found, similar: [...new Set(similar.map(({ name }) => name))].slice(0, mostSimilar) }
}

async function recordsOf(
  { db, organisation }: ActionContext,
  kind: Argument['kind'],
): Promise<NamedRecord[]> {
  if (kind === 'status') {
    const { rows } = await sql<{ name: string }>`
      select distinct status as name from project where organisation_id = ${organisation}`.execute(
      db,
    )
    const byWord = new Map(rows.map(({ name }) => [fold(name), name]))
    return [...byWord.values()].map((name) => ({ local: null, name, code: null }))
  }
  const code = kind === 'client' || kind === 'project' ? sql`nullif(code, '')` : sql`null`
  // A filter knows no archived categories.
  const condition = kind === 'category' ? sql`and deleted_at is null` : sql``
  const { rows } = await sql<NamedRecord>`
    select id as local, name, ${code} as code from ${sql.table(kind === 'person' ? 'user' : kind)}
    where organisation_id = ${organisation} ${condition} order by name_fold, tie`.execute(db)
  return rows
}
