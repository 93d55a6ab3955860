/** Finds the projects, tasks and charges that a request names, and reports problems with them. */
import type { FieldTexts } from '#shared/errors.ts'
import { nounOf, unusable } from '#shared/rules/record-nouns.ts'
import { memberProblems } from '#shared/rules/category-members.ts'
import type { CoreCalls } from './core-calls.ts'
import { toLocalId } from './api-ids.ts'

const show = {
  project: (calls: CoreCalls, local: number) => calls.find('projects.show', { local }),
  task: (calls: CoreCalls, local: number) => calls.find('tasks.show', { local }),
  charge: (calls: CoreCalls, local: number) => calls.find('charges.show', { local }),
}
type Kind = keyof typeof show
type Shown = { [Name in Kind]: NonNullable<Awaited<ReturnType<(typeof show)[Name]>>> }

/** Returns the record that an id of a request means; undefined when there is none. */
async function used<Name extends Kind>(
  calls: CoreCalls,
  kind: Name,
  id: number,
): Promise<Shown[Name] | undefined> {
  const local = await toLocalId(calls, kind, id)
  return local === undefined
    ? undefined
    : ((await show[kind](calls, local)) as Shown[Name] | undefined)
}

/**
 * Returns the record that an entry should use. A missing or deleted one is reported in `problems`.
 * @param kept the one that it uses already, which may be deleted by now
 */
export async function findUsable<Name extends Kind>(
  calls: CoreCalls,
  kind: Name,
  id: number | null | undefined,
  problems: FieldTexts,
  kept: { readonly local: number } | null = null,
): Promise<Shown[Name] | undefined> {
  if (id === undefined || id === null) return undefined
  const record = await used(calls, kind, id)
  if (record && (!record.deleted || record.local === kept?.local)) return record
  problems[`${kind}_id`] = [unusable(nounOf(kind), record !== undefined)]
  return undefined
}

/**
 * Returns the members of a category by their local ids; undefined when none were sent. Those that
 * cannot be members are reported in `problems` by their position, such as `tasks.2`.
 * @param kept local ids of the current members, deleted or not
 */
export async function resolveMembers(
  calls: CoreCalls,
  kind: 'task' | 'charge',
  ids: readonly number[] | undefined,
  problems: FieldTexts,
  kept: readonly number[] = [],
): Promise<number[] | undefined> {
  if (ids === undefined) return undefined
  const found = new Map<number, { local: number; deleted: boolean }>()
  for (const id of new Set(ids)) {
    const record = await used(calls, kind, id)
    if (record) found.set(id, record)
  }
  const standing = [...found].filter(([, { local }]) => kept.includes(local)).map(([id]) => id)
  Object.assign(problems, memberProblems(kind, ids, found, standing))
  return ids.flatMap((id) => found.get(id)?.local ?? [])
}
