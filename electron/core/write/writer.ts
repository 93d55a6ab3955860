/**
 * What the rules of a write share. A rule checks what is sent and returns the columns that follow
 * from it; it writes nothing. The app applies them as a change of the person, the service as a
 * request.
 */
import type { FieldTexts } from '#shared/errors.ts'
import { nounOf } from '#shared/rules/record-nouns.ts'
import type { Db } from '../store/database/db.ts'
import { readCharge } from '../store/resources/charges.ts'
import { readClient } from '../store/resources/clients.ts'
import { readProject } from '../store/resources/projects.ts'
import { readTask } from '../store/resources/tasks.ts'

/** What differs between the app and the service, besides what their schemas let through. */
export interface WritePolicy {
  /** At a record that is missing, by its id, or that was deleted. */
  missing(noun: string, id: number): string
  deleted(noun: string): string
  /** At a field of an expense that its charge determines. */
  readonly fromCharge: string
  /**
   * At a charge without an exchange rate to the project's currency. Where this is absent, its price
   * counts as 0 until a rate is known.
   */
  noRate?(from: string, to: string): string
  /** Throws the problems, if there are any. */
  refuse(problems: FieldTexts): void
}

/** Who writes, and where the rules look up what is named. */
export interface Writer {
  readonly db: Db
  readonly organisation: number
  readonly policy: WritePolicy
}

const reads = { project: readProject, client: readClient, task: readTask, charge: readCharge }
type Kind = keyof typeof reads
type Row<K extends Kind> = NonNullable<Awaited<ReturnType<(typeof reads)[K]>>>

/**
 * Reads the record that is named, if one is. Adds a problem where the organization has none, or
 * where it was deleted.
 */
export async function findUsable<K extends Kind>(
  { db, organisation, policy }: Writer,
  kind: K,
  id: number | null | undefined,
  problems: FieldTexts,
): Promise<Row<K> | undefined> {
  if (id === undefined || id === null) return undefined
  const row = (await reads[kind](db, organisation, id)) as Row<K> | undefined
  if (row && !row.deleted) return row
  const noun = nounOf(kind)
  problems[`${kind}_id`] = [row ? policy.deleted(noun) : policy.missing(noun, id)]
  return undefined
}
