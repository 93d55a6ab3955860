import type { Result } from '#shared/errors.ts'
import type { Client } from './client.ts'
import type { Answer, Context } from './command.ts'

/** What one verb of a group (`times list`) does with the core. */
export type Action = (client: Client, context: Context) => Promise<Result<Answer>>

/** The action of a verb; undefined for a word that is none. */
export const actionNamed = (
  verbs: Readonly<Record<string, Action>>,
  verb: string | undefined,
): Action | undefined =>
  verb !== undefined && Object.hasOwn(verbs, verb) ? verbs[verb] : undefined
