/** Parses flags that name a range of days and whose records to include. */
import type { ParseArgsOptionsConfig } from 'node:util'
import { ok, type Result } from '#shared/errors.ts'
import { startOfWeek } from '#shared/rules/calendar.ts'
import type { CoreClient } from './core-client.ts'
import type { CommandContext } from './command.ts'
import { firstDayHere } from './local-defaults.ts'
import { readToday } from './today.ts'
import { dayFlag, textFlag } from './parse-values.ts'
import { rejectField } from './language.ts'

export const dateRangeFlags = {
  from: { type: 'string' },
  to: { type: 'string' },
  whose: { type: 'string' },
} as const satisfies ParseArgsOptionsConfig

export const dateRangeHelp = `
  --from DAY         first day (default: start of this week)
  --to DAY           last day, inclusive (default: today)
  --whose WHOSE      mine or everyone (default: mine)`

const owners = ['mine', 'everyone'] as const

export interface DateRangeFlags {
  from: string
  to: string
  whose?: (typeof owners)[number]
}

/** Reads the range; this week up to today where no day is given. */
export async function readDateRangeFlags(
  client: CoreClient,
  context: CommandContext,
): Promise<Result<DateRangeFlags>> {
  const day = readToday(context.clock)
  const firstDay = await firstDayHere(client, context)
  if (!firstDay.ok) return firstDay
  const from = await dayFlag(client, context, 'from')
  if (!from.ok) return from
  const to = await dayFlag(client, context, 'to')
  if (!to.ok) return to
  const whose = choiceFlag(context, 'whose', owners)
  if (!whose.ok) return whose
  return ok({
    from: from.value ?? startOfWeek(day, firstDay.value),
    to: to.value ?? day,
    ...(whose.value === undefined ? {} : { whose: whose.value }),
  })
}

/** Parses a flag that takes one of several words; undefined when it was not given. */
export function choiceFlag<Choice extends string>(
  context: CommandContext,
  name: string,
  choices: readonly Choice[],
): Result<Choice | undefined> {
  const text = textFlag(context, name)
  if (text === undefined) return ok(undefined)
  const choice = choices.find((one) => one === text)
  return choice === undefined
    ? rejectField(name, '{flag} needs one of {choices}', {
        flag: `--${name}`,
        choices: choices.join(', '),
      })
    : ok(choice)
}
