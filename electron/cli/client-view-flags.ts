/** Parses the flags that say who a file or a report is for. */
import type { ParseArgsOptionsConfig } from 'node:util'
import { ok, type Result } from '#shared/errors.ts'
import type { ClientView } from '#shared/rules/for-client.ts'
import type { CommandContext } from './command.ts'
import { choiceFlag } from './date-range-flags.ts'
import { reject } from './language.ts'

export const clientViewFlags = {
  for: { type: 'string' },
  'show-values': { type: 'boolean' },
  'show-people': { type: 'boolean' },
} as const satisfies ParseArgsOptionsConfig

export const clientViewHelp = `
  --for WHOM         internal or client (default: internal). A client never sees costs, tax on
                     them, or non-billable work; each client gets a file of their own
  --show-values      for a client: rates, and values of entries
  --show-people      for a client: who did the work`

/** Reads who it is for; nothing where it is not for a client. */
export function readClientViewFlags(context: CommandContext): Result<{ forClient?: ClientView }> {
  const whom = choiceFlag(context, 'for', ['internal', 'client'])
  if (!whom.ok) return whom
  const values = context.flags['show-values'] === true
  const people = context.flags['show-people'] === true
  if (whom.value === 'client') return ok({ forClient: { values, people } })
  if (values || people)
    return reject('usage', 'Use --show-values and --show-people with --for client')
  return ok({})
}
