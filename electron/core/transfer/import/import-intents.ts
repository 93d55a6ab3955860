/** Decides what an import will create from each line; writes nothing. */
import {
  countIncrements,
  maximumEntryMinutes,
  type RoundingRule,
} from '#shared/rules/increments.ts'
import type {
  BadLine,
  Found,
  FoundExpense,
  FoundTime,
  LeftLine,
  PortableTime,
} from './parsed-lines.ts'
import { currencyOf, type Named, type Names } from './resolve-references.ts'
import { textProblem } from './text-problem.ts'

export interface TimeIntent {
  is: 'time'
  project: Named | null
  task: Named | null
  start: number
  quantity: number
  increment: number
  /** The values that are taken over unchanged. */
  kept: PortableTime | undefined
  found: FoundTime
}

export interface ExpenseIntent {
  is: 'expense'
  project: Named | null
  charge: Named | null
  found: FoundExpense
}

export type Intent = TimeIntent | ExpenseIntent | BadLine | LeftLine

export interface IntentOptions {
  rounding: RoundingRule
  /** Minutes of an increment of an entry without a project. */
  increment: number
  /** Currency of created projects when the file does not say. */
  currency: string
  /** Minute of the day from which entries without a start follow each other. */
  start: number
  /** True where no service decides about increments: those of Stint's own file are kept. */
  keepsIncrements: boolean
}

/** Yields intents on demand, in the order of the file; for one file always the same ones. */
export function* intentsOf(
  lines: Iterable<Found>,
  names: Names,
  options: IntentOptions,
): Iterable<Intent> {
  const ends = new Map<string, number>()
  for (const found of lines) {
    if (found.is === 'bad' || found.is === 'left') yield found
    else {
      const reason = textProblem(found)
      if (reason !== undefined) yield { is: 'bad', line: found.line, reason }
      else if (found.is === 'time') yield timeIntent(found, names, options, ends)
      else yield expenseIntent(found, names, options)
    }
  }
}

/** @param ends where the last entry without a start ended, by day */
function timeIntent(
  found: FoundTime,
  names: Names,
  options: IntentOptions,
  ends: Map<string, number>,
): TimeIntent | BadLine {
  const project = names.project(found.project)
  const task = names.task(found.task)
  const { line, date, seconds, as } = found
  const kept = as && (options.keepsIncrements || project?.isNew) ? as : undefined
  const increment = kept?.increment ?? project?.increment ?? options.increment
  const quantity = kept?.quantity ?? countIncrements(seconds, increment, options.rounding)
  const minutes = quantity * increment
  if (minutes > maximumEntryMinutes) {
    const reason = `duration: is over ${maximumEntryMinutes / 60} hours. Split it in the source`
    return { is: 'bad', line, reason }
  }
  let { start } = found
  if (start === null) {
    start = Math.min(ends.get(date) ?? options.start, 1439)
    ends.set(date, start + minutes)
  }
  return { is: 'time', project, task, start, quantity, increment, kept, found }
}

function expenseIntent(
  found: FoundExpense,
  names: Names,
  { currency: usual }: IntentOptions,
): ExpenseIntent | BadLine {
  const { line, currency, as } = found
  const project = names.project(found.project)
  const counts = project && currencyOf(project, currency ?? usual)
  if (!as && currency !== null && counts !== null && counts !== currency) {
    const reason = `currency: is ${currency}, but the project uses ${counts}`
    return { is: 'bad', line, reason }
  }
  return { is: 'expense', project, charge: names.charge(found.charge), found }
}
