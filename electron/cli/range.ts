/** Flags that name some days and whose records of them are meant. */
import type { ParseArgsOptionsConfig } from 'node:util'
import { failField, ok, type Result } from '#shared/errors.ts'
import { addDays, weekday } from '#shared/rules/calendar.ts'
import type { Context } from './command.ts'
import { today } from './today.ts'
import { textFlag } from './values.ts'

export const rangeFlags = {
  from: { type: 'string' },
  to: { type: 'string' },
  whose: { type: 'string' },
} as const satisfies ParseArgsOptionsConfig

export const rangeHelp = `
  --from YYYY-MM-DD  the first day; this week's Monday unless given
  --to YYYY-MM-DD    the last day, counted in; today unless given
  --whose WHOSE      mine or everyone; mine unless given`

const owners = ['mine', 'everyone'] as const

export interface Range {
  from: string
  to: string
  whose?: (typeof owners)[number]
}

/** This week up to today where no day is given. */
export function rangeInput(context: Context): Result<Range> {
  const day = today(context.clock)
  const to = textFlag(context, 'to') ?? day
  const from = textFlag(context, 'from') ?? addDays(day, 1 - weekday(day))
  const whose = choiceFlag(context, 'whose', owners)
  if (!whose.ok) return whose
  return ok({ from, to, ...(whose.value === undefined ? {} : { whose: whose.value }) })
}

/** A flag that takes one of some words; undefined when it was not given. */
export function choiceFlag<Choice extends string>(
  context: Context,
  name: string,
  choices: readonly Choice[],
): Result<Choice | undefined> {
  const text = textFlag(context, name)
  if (text === undefined) return ok(undefined)
  const choice = choices.find((one) => one === text)
  return choice === undefined
    ? failField(name, `--${name} needs one of ${choices.join(', ')}`)
    : ok(choice)
}
