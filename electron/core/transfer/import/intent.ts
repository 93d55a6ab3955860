/** What an import is going to make, line by line; nothing is written here. */
import {
  countIncrements,
  maximumEntryMinutes,
  type RoundingRule,
} from '#shared/rules/increments.ts'
import type { ActionContext } from '../../actions/change.ts'
import type { BadLine, Found, FoundExpense, FoundTime, LeftLine, PortableTime } from './found.ts'
import { inPieces } from './in-pieces.ts'
import { currencyOf, type Named, type Names } from './names.ts'
import { createPrints } from './print.ts'
import { keyOfExpense, keyOfTime } from './keys.ts'
import { textProblem } from './text-problem.ts'
import { knownPrints, noneWanted, standingKeys, want } from './standing.ts'

export interface TimeIntent {
  line: number
  print: number
  project: Named | null
  task: Named | null
  date: string
  start: number
  /** Of the file. */
  seconds: number
  quantity: number
  increment: number
  /** What stays as it was where it came from. */
  kept: PortableTime | undefined
  found: FoundTime
}

export interface ExpenseIntent {
  line: number
  print: number
  project: Named | null
  charge: Named | null
  found: FoundExpense
}

export interface Intent {
  times: TimeIntent[]
  expenses: ExpenseIntent[]
  bad: BadLine[]
  left: LeftLine[]
  /** Left out because they stand here, or because an earlier import brought them. */
  here: number
  imported: number
}

export interface IntentOptions {
  rounding: RoundingRule
  /** Minutes of an increment of an entry that has no project. */
  increment: number
  /** Minute of the day at which entries without a start begin to follow each other. */
  start: number
  again: boolean
  /** True where no service decides increments: those of Stint's own file stay as they were. */
  keepsIncrements: boolean
  /** Whose entries are looked through for equal ones; absent: everyone's. */
  user: number | undefined
}

/** Lines that are read between two turns of everyone else. */
const atOnce = 250

export async function intend(
  context: ActionContext,
  lines: Iterable<Found>,
  names: Names,
  options: IntentOptions,
  signal: AbortSignal,
): Promise<Intent> {
  const intent: Intent = { times: [], expenses: [], bad: [], left: [], here: 0, imported: 0 }
  const print = createPrints()
  const ends = new Map<string, number>()
  let read = 0
  for (const found of lines) {
    if (found.is === 'bad') intent.bad.push(found)
    else if (found.is === 'left') intent.left.push(found)
    else if (textProblem(found) !== undefined) {
      intent.bad.push({ is: 'bad', line: found.line, reason: textProblem(found)! })
    } else if (found.is === 'time') {
      const time = timeIntent(found, print(found), names, options, ends)
      if ('reason' in time) intent.bad.push(time)
      else intent.times.push(time)
    } else {
      const expense = expenseIntent(found, print(found), names)
      if ('reason' in expense) intent.bad.push(expense)
      else intent.expenses.push(expense)
    }
    if (++read % atOnce === 0) {
      await context.clock.sleep(0)
      if (signal.aborted) return intent
    }
  }
  await leaveOut(context, intent, options)
  return intent
}

/** @param ends where the last entry without a start ended, by day */
function timeIntent(
  found: FoundTime,
  print: number,
  names: Names,
  options: IntentOptions,
  ends: Map<string, number>,
): TimeIntent | BadLine {
  const project = names.project(found.project)
  const task = names.task(found.task)
  const { line, date, seconds, as } = found
  const kept = as && (options.keepsIncrements || project?.local === null) ? as : undefined
  const increment = kept?.increment ?? project?.increment ?? options.increment
  const quantity = kept?.quantity ?? countIncrements(seconds, increment, options.rounding)
  const minutes = quantity * increment
  if (minutes > maximumEntryMinutes) {
    const reason = `length: is more than ${maximumEntryMinutes / 60} hours; split it where it comes from`
    return { is: 'bad', line, reason }
  }
  let { start } = found
  if (start === null) {
    start = Math.min(ends.get(date) ?? options.start, 1439)
    ends.set(date, start + minutes)
  }
  return { line, print, project, task, date, start, seconds, quantity, increment, kept, found }
}

function expenseIntent(found: FoundExpense, print: number, names: Names): ExpenseIntent | BadLine {
  const { line, currency, as } = found
  const project = names.project(found.project)
  const counts = project && currencyOf(project, currency)
  if (!as && currency !== null && counts !== null && counts !== currency) {
    const reason = `currency: is in ${currency}, but its project counts in ${counts}`
    return { is: 'bad', line, reason }
  }
  return { line, print, project, charge: names.charge(found.charge), found }
}

/** Takes out what stands here or was brought before. */
async function leaveOut(
  context: ActionContext,
  intent: Intent,
  { again, user }: IntentOptions,
): Promise<void> {
  const { times, expenses } = intent
  const prints = again ? new Set<number>() : await knownPrints(context, [times, expenses])
  const wanted = { time: noneWanted(), expense: noneWanted() }
  await inPieces(context, times, (one) => want(wanted.time, one.date, timeKey(one)))
  await inPieces(context, expenses, (one) => want(wanted.expense, one.found.date, expenseKey(one)))
  const standing = await standingKeys(context, user, wanted)
  const isMissing = (print: number, key: string | null) => {
    if (prints.has(print)) {
      intent.imported += 1
      return false
    }
    const equal = key === null ? 0 : (standing.get(key) ?? 0)
    if (equal === 0) return true
    standing.set(key!, equal - 1)
    intent.here += 1
    return false
  }
  intent.times = []
  await inPieces(context, times, (one) => {
    if (isMissing(one.print, timeKey(one))) intent.times.push(one)
  })
  intent.expenses = []
  await inPieces(context, expenses, (one) => {
    if (isMissing(one.print, expenseKey(one))) intent.expenses.push(one)
  })
}

/** Null for one that names what is not here: then it is not here either. */
function timeKey({ project, task, date, start, quantity, increment, found }: TimeIntent) {
  if (project?.local === null || task?.local === null) return null
  return keyOfTime({
    ...{ project_id: project?.local ?? null, task_id: task?.local ?? null },
    ...{ date, start, total: quantity * increment, notes: found.notes },
  })
}

function expenseKey({ project, found }: ExpenseIntent) {
  if (project?.local === null) return null
  const { date, name, quantity, unit_charge, notes } = found
  const project_id = project?.local ?? null
  return keyOfExpense({ project_id, date, name, quantity, unit_charge, notes })
}
