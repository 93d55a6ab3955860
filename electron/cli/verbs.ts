/** Runs groups of commands (`stint times …`): the first word is the verb. */
import { fail, type Result } from '#shared/errors.ts'
import { withAccount, type Client } from './core-client.ts'
import type { Answer, Context } from './command.ts'

/** What one verb of a group (`times list`) does with the core. */
export type Action = (client: Client, context: Context) => Promise<Result<Answer>>

type Verbs = Readonly<Record<string, Action>>

/** Returns the action of a verb; undefined for an unknown word. */
export const actionNamed = (verbs: Verbs, verb: string | undefined): Action | undefined =>
  verb !== undefined && Object.hasOwn(verbs, verb) ? verbs[verb] : undefined

/**
 * Runs the verb of a group, with the words after it. Fails with `usage`, which names the verbs, for
 * any other word.
 * @param open opens the core for it
 */
export function runVerb(
  group: string,
  verbs: Verbs,
  context: Context,
  open: typeof withAccount = withAccount,
): Promise<Result<Answer>> {
  const [verb, ...words] = context.words
  const action = actionNamed(verbs, verb)
  if (action !== undefined) return open(context, (client) => action(client, { ...context, words }))
  const [first, ...others] = Object.keys(verbs)
  const last = others.pop()
  const more = others.length > 0 ? `, ${others.join(', ')},` : ''
  return Promise.resolve(fail('usage', `Choose one: \`stint ${group} ${first}\`${more} or ${last}`))
}
