/**
 * Plans the import of a whole file. It stores little for each line, so that a hundred thousand of
 * them take some megabytes; their content is parsed again when they are written.
 */
import type { ActionContext } from '../../actions/change.ts'
import type { BadLine, LeftLine } from './parsed-lines.ts'
import { inPieces } from './for-each-batch.ts'
import type { ExpenseIntent, Intent, TimeIntent } from './import-intents.ts'
import { keyOfExpense, keyOfTime } from './match-keys.ts'
import type { Named } from './resolve-references.ts'
import { createPrints, type Print } from './line-fingerprint.ts'
import { knownPrints, noneWanted, standingKeys, want } from './existing-records.ts'

interface Line {
  print: number
  /** The key by which an equal record in the store is found; null where there can be none. */
  key: number | null
  /** False for one that is in the store already, or that an earlier import created. */
  isMade: boolean
  date: string
  project: Named | null
  /** The earlier line of the file that is identical to this one; null for most. */
  repeats: number | null
}

export interface TimeLine extends Line {
  task: Named | null
  /** As in the file. */
  seconds: number
  minutes: number
  hasStart: boolean
  /** Begins on its day and ends on the next. */
  crossesMidnight: boolean
}

export interface ExpenseLine extends Line {
  charge: Named | null
}

/** Lines that are not imported: the first ones in full, and the number of all. */
export interface Aside<Kind> {
  first: Kind[]
  count: number
}

export interface Planned {
  /** Everything that could be created, in the order of the file. */
  times: TimeLine[]
  expenses: ExpenseLine[]
  /** How much of it is created. */
  count: { times: number; expenses: number }
  bad: Aside<BadLine>
  left: Aside<LeftLine>
  /** Left out because they are in the store, or because an earlier import created them. */
  here: number
  imported: number
}

export interface PlanOptions {
  /** Also what an earlier import created. */
  again: boolean
  /** The user whose entries are searched for equal ones; absent: everyone's. */
  user: number | undefined
}

/** Lines that are parsed before yielding to the event loop. */
export const linesAtOnce = 100
/** This many lines are listed individually; the rest is only counted. */
export const mostTold = 1_000

/** Plans an import. When the signal aborts it, it returns what it has so far. */
export async function planned(
  context: ActionContext,
  intents: Iterable<Intent>,
  options: PlanOptions,
  signal: AbortSignal,
): Promise<Planned> {
  const plan: Planned = {
    ...{ times: [], expenses: [], count: { times: 0, expenses: 0 }, here: 0, imported: 0 },
    bad: { first: [], count: 0 },
    left: { first: [], count: 0 },
  }
  const print = createPrints()
  const dates = new Map<string, string>()
  /**
   * Returns one shared string per day: a parsed date is a slice of a larger string and would keep
   * that in memory.
   */
  const dateOf = (date: string): string => {
    const known = dates.get(date)
    if (known === undefined) dates.set(date, date)
    return known ?? date
  }
  let read = 0
  for (const intent of intents) {
    switch (intent.is) {
      case 'bad':
        putAside(plan.bad, intent)
        break
      case 'left':
        putAside(plan.left, intent)
        break
      case 'time':
        plan.times.push(timeLine(intent, print(intent.found), dateOf(intent.found.date)))
        break
      case 'expense':
        plan.expenses.push(expenseLine(intent, print(intent.found), dateOf(intent.found.date)))
    }
    if (++read % linesAtOnce === 0) {
      await context.clock.sleep(0)
      if (signal.aborted) return plan
    }
  }
  await leaveOut(context, plan, options)
  return plan
}

function putAside<Kind>(aside: Aside<Kind>, line: Kind): void {
  aside.count += 1
  if (aside.first.length < mostTold) aside.first.push(line)
}

const kept = ({ found }: TimeIntent | ExpenseIntent, { print, isRepeated }: Print) => ({
  print,
  repeats: isRepeated ? found.line : null,
})

const timeLine = (intent: TimeIntent, print: Print, date: string): TimeLine => ({
  ...{ ...kept(intent, print), key: timeKey(intent), isMade: true, date },
  ...{ project: intent.project, task: intent.task },
  seconds: intent.found.seconds,
  minutes: intent.quantity * intent.increment,
  hasStart: intent.found.start !== null,
  crossesMidnight: intent.start + intent.quantity * intent.increment > 1440,
})

const expenseLine = (intent: ExpenseIntent, print: Print, date: string): ExpenseLine => ({
  ...{ ...kept(intent, print), key: expenseKey(intent), isMade: true, date },
  ...{ project: intent.project, charge: intent.charge },
})

/** Marks lines that are in the store, or that an earlier import created. */
async function leaveOut(
  context: ActionContext,
  plan: Planned,
  { again, user }: PlanOptions,
): Promise<void> {
  const { times, expenses } = plan
  const prints = again ? new Set<number>() : await knownPrints(context, [times, expenses])
  const wanted = { time: noneWanted(), expense: noneWanted() }
  await inPieces(context, times, ({ date, key }) => want(wanted.time, date, key))
  await inPieces(context, expenses, ({ date, key }) => want(wanted.expense, date, key))
  const standing = await standingKeys(context, user, wanted)
  const isMissing = ({ print, key }: Line): boolean => {
    if (prints.has(print)) {
      plan.imported += 1
      return false
    }
    const equal = key === null ? 0 : (standing.get(key) ?? 0)
    if (equal === 0) return true
    standing.set(key!, equal - 1)
    plan.here += 1
    return false
  }
  for (const [lines, kind] of [
    [times, 'times'],
    [expenses, 'expenses'],
  ] as const) {
    await inPieces<Line>(context, lines, (line) => {
      line.isMade = isMissing(line)
      if (line.isMade) plan.count[kind] += 1
    })
  }
}

/**
 * Null for an entry that names a record that does not exist: then there is no equal entry either.
 */
function timeKey({ project, task, start, quantity, increment, found }: TimeIntent): number | null {
  if (project?.isNew || task?.isNew) return null
  return keyOfTime({
    ...{ project_id: project?.local ?? null, task_id: task?.local ?? null },
    ...{ date: found.date, start, total: quantity * increment, notes: found.notes },
  })
}

function expenseKey({ project, found }: ExpenseIntent): number | null {
  if (project?.isNew) return null
  const { date, name, quantity, unit_charge, notes } = found
  const project_id = project?.local ?? null
  return keyOfExpense({ project_id, date, name, quantity, unit_charge, notes })
}
