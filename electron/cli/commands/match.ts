/** Matches local records with records of the service. */
import { fail, ok, type Result } from '#shared/errors.ts'
import type { ParseArgsOptionsConfig } from 'node:util'
import type { UnmatchedReference } from '#shared/ipc/call-results.ts'
import { withAccount, type CoreClient } from '../core-client.ts'
import type { CommandOutput, Command, CommandContext } from '../command.ts'
import { sanitizeForTerminal, renderTable } from '../terminal-table.ts'
import { resolveLocalId } from '../parse-values.ts'

const kinds = ['project', 'client', 'task', 'charge'] as const

export const matchCommand: Command = {
  help: `stint match                     list local names and suggested matches
stint match KIND ID TO          match with one on the service (an ID, or remote:ID)
stint match KIND ID --publish   create it on the service, if the service allows it

KIND is ${kinds.join('|')}. Entries that use it don’t sync until then.`,
  flags: { publish: { type: 'boolean' } } as const satisfies ParseArgsOptionsConfig,
  run: (context) =>
    withAccount(context, (client) =>
      context.words.length === 0 ? list(client, context) : settle(client, context),
    ),
}

async function list(client: CoreClient, { width }: CommandContext): Promise<Result<CommandOutput>> {
  const found = await client.call('matching.list')
  if (!found.ok) return found
  const text =
    found.value.length === 0
      ? 'Everything is matched'
      : renderTable(
          found.value,
          [
            { title: 'Kind', value: ({ kind }) => kind },
            { title: 'ID', value: ({ local }) => String(local), align: 'right' },
            { title: 'Name', value: ({ name }) => name, flexible: true },
            { title: 'Used', value: ({ uses }) => String(uses), align: 'right' },
            { title: 'Suggestion', value: suggestionText, flexible: true },
          ],
          width,
        )
  return ok({ json: found.value, text })
}

const suggestionText = ({ suggestion }: UnmatchedReference): string =>
  suggestion ? `${suggestion.local}  ${suggestion.name}` : ''

async function settle(
  client: CoreClient,
  { words, flags }: CommandContext,
): Promise<Result<CommandOutput>> {
  const [word, id, to, ...more] = words
  const kind = kinds.find((one) => one === word)
  const publish = flags['publish'] === true
  if (kind === undefined || id === undefined || more.length > 0 || (to === undefined) !== publish) {
    return fail('usage', 'Give a kind and two IDs: stint match project 3 remote:7')
  }
  const local = await resolveLocalId(client, kind, id)
  if (!local.ok) return local
  if (to === undefined) {
    const made = await client.call('matching.publish', { kind, local: local.value })
    return made.ok
      ? ok({ json: null, text: `Created on the service: ${kind} ${local.value}` })
      : made
  }
  const target = await resolveLocalId(client, kind, to)
  if (!target.ok) return target
  const matched = await client.call('matching.match', {
    kind,
    local: local.value,
    to: target.value,
  })
  return matched.ok
    ? ok({ json: null, text: sanitizeForTerminal(`Matched. \`stint undo\` reverts this`) })
    : matched
}
