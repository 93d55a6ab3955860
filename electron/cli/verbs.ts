/** Runs groups of commands (`stint times …`): the first word is the verb. */
import type { Result } from '#shared/errors.ts'
import { withAccount, type CoreClient } from './core-client.ts'
import type { CommandOutput, CommandContext } from './command.ts'
import { reject } from './language.ts'

/** What one verb of a group (`times list`) does with the core. */
export type VerbHandler = (
  client: CoreClient,
  context: CommandContext,
) => Promise<Result<CommandOutput>>

type Verbs = Readonly<Record<string, VerbHandler>>

/** Returns the action of a verb; undefined for an unknown word. */
export const verbHandler = (verbs: Verbs, verb: string | undefined): VerbHandler | undefined =>
  verb !== undefined && Object.hasOwn(verbs, verb) ? verbs[verb] : undefined

/**
 * Runs the verb of a group, with the words after it. Fails with `usage`, which names the verbs, for
 * any other word.
 * @param open opens the core for it
 */
export function runVerb(
  group: string,
  verbs: Verbs,
  context: CommandContext,
  open: typeof withAccount = withAccount,
): Promise<Result<CommandOutput>> {
  const [verb, ...words] = context.words
  const action = verbHandler(verbs, verb)
  if (action !== undefined) return open(context, (client) => action(client, { ...context, words }))
  const [first, ...others] = Object.keys(verbs)
  const last = others.pop()
  const choices = [`\`stint ${group} ${first}\``, ...others].join(', ')
  return Promise.resolve(
    others.length > 0
      ? reject('usage', 'Choose one: {choices}, or {last}', { choices, last: last! })
      : reject('usage', 'Choose one: {choices} or {last}', { choices, last: last! }),
  )
}
