/** Finds the records that a change names, and collects what is wrong with its fields. */
import { fail, unwrap, type FieldTexts } from '#shared/errors.ts'
import { nounOf } from '#shared/rules/record-nouns.ts'
import type { Db } from '../store/database/db.ts'
import { readCharge } from '../store/resources/charges.ts'
import { readClient } from '../store/resources/clients.ts'
import { readProject } from '../store/resources/projects.ts'
import { readTask } from '../store/resources/tasks.ts'

const reads = { project: readProject, client: readClient, task: readTask, charge: readCharge }
type Kind = keyof typeof reads
type Row<K extends Kind> = NonNullable<Awaited<ReturnType<(typeof reads)[K]>>>

/**
 * Reads the record that is named, if one is. Adds a problem where the organization has none, or
 * where it was deleted.
 */
export async function findUsable<K extends Kind>(
  db: Db,
  organisation: number,
  kind: K,
  id: number | null | undefined,
  problems: FieldTexts,
): Promise<Row<K> | undefined> {
  if (id === undefined || id === null) return undefined
  const row = (await reads[kind](db, organisation, id)) as Row<K> | undefined
  if (row && !row.deleted) return row
  const text = row ? `This ${nounOf(kind)} was deleted` : `Can’t find ${nounOf(kind)} ${id}`
  problems[`${kind}_id`] = [`${text}. Choose another`]
  return undefined
}

/** Throws the problems, if there are any, so that the whole change is rolled back. */
export function refuseProblems(problems: FieldTexts): void {
  const [text] = Object.values(problems).flat()
  if (text !== undefined) unwrap(fail('validation', text, problems))
}
