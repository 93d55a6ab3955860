/** Decides what an import will create from each line; writes nothing. */
import {
  countIncrements,
  maximumEntryMinutes,
  type RoundingRule,
} from '#shared/rules/increments.ts'
import type {
  UnreadableLine,
  ParsedLine,
  ParsedExpense,
  ParsedTime,
  PricedExpense,
  SkippedLine,
  PortableTime,
} from './parsed-lines.ts'
import {
  currencyOfResolved,
  type ResolvedReference,
  type ReferenceResolver,
} from './resolve-references.ts'
import { describeTextProblem } from './text-problem.ts'

export interface TimeIntent {
  is: 'time'
  project: ResolvedReference | null
  task: ResolvedReference | null
  start: number
  quantity: number
  increment: number
  /** The values that are taken over unchanged. */
  kept: PortableTime | undefined
  found: ParsedTime
}

export interface ExpenseIntent {
  is: 'expense'
  project: ResolvedReference | null
  charge: ResolvedReference | null
  /** Neither the file nor an existing project says the currency. */
  isCurrencyAssumed: boolean
  found: PricedExpense
}

export type ImportIntent = TimeIntent | ExpenseIntent | UnreadableLine | SkippedLine

export interface ImportIntentOptions {
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
export function* toImportIntents(
  lines: Iterable<ParsedLine>,
  names: ReferenceResolver,
  options: ImportIntentOptions,
): Iterable<ImportIntent> {
  const ends = new Map<string, number>()
  for (const found of lines) {
    if (found.is === 'bad' || found.is === 'left') yield found
    else {
      const reason = describeTextProblem(found)
      if (reason !== undefined) yield { is: 'bad', line: found.line, reason }
      else if (found.is === 'time') yield timeIntent(found, names, options, ends)
      else yield expenseIntent(found, names, options)
    }
  }
}

/** @param ends where the last entry without a start ended, by day */
function timeIntent(
  found: ParsedTime,
  names: ReferenceResolver,
  options: ImportIntentOptions,
  ends: Map<string, number>,
): TimeIntent | UnreadableLine {
  const project = names.project(found.project)
  const task = names.task(found.task)
  const { line, date, seconds, as } = found
  const kept = as && (options.keepsIncrements || project?.isNew) ? as : undefined
  const increment = kept?.increment ?? project?.increment ?? options.increment
  const quantity = kept?.quantity ?? countIncrements(seconds, increment, options.rounding)
  const minutes = quantity * increment
  if (minutes > maximumEntryMinutes) {
    const reason = `is longer than ${maximumEntryMinutes / 60} hours. Split it in the source`
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
  found: ParsedExpense,
  names: ReferenceResolver,
  { currency: usual }: ImportIntentOptions,
): ExpenseIntent | UnreadableLine {
  const { line, currency, as } = found
  const project = names.project(found.project)
  const counts = project && currencyOfResolved(project, currency ?? usual)
  if (!as && currency !== null && counts !== null && counts !== currency) {
    const reason = `is in ${currency}, but the project uses ${counts}`
    return { is: 'bad', line, reason }
  }
  const own = currency ?? counts ?? usual
  const price = found.priceIn(own)
  if (typeof price === 'string') return { is: 'bad', line, reason: price }
  const priced = { ...found, ...price, currency: own }
  const isCurrencyAssumed = currency === null && !as && (project?.isNew ?? true)
  return {
    is: 'expense',
    project,
    charge: names.charge(found.charge),
    isCurrencyAssumed,
    found: priced,
  }
}
