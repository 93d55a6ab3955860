/**
 * Plans the import of a whole file. It stores little for each line, so that a hundred thousand of
 * them take some megabytes; their content is parsed again when they are written.
 */
import type { ActionContext } from '../../actions/change.ts'
import type { UnreadableLine, SkippedLine } from './parsed-lines.ts'
import { forEachBatch } from './for-each-batch.ts'
import type { ExpenseIntent, ImportIntent, TimeIntent } from './import-intents.ts'
import { expenseMatchKey, timeMatchKey } from './match-keys.ts'
import type { ResolvedReference } from './resolve-references.ts'
import { createFingerprinter, type Print } from './line-fingerprint.ts'
import {
  findImportedFingerprints,
  emptyKeyQuery,
  countExistingKeys,
  addToKeyQuery,
} from './existing-records.ts'

interface Line {
  fingerprint: number
  /** The key by which an equal record in the store is found; null where there can be none. */
  key: number | null
  /** False for one that is in the store already, or that an earlier import created. */
  isCreated: boolean
  date: string
  project: ResolvedReference | null
  /** The earlier line of the file that is identical to this one; null for most. */
  repeats: number | null
}

export interface PlannedTime extends Line {
  task: ResolvedReference | null
  /** As in the file. */
  seconds: number
  minutes: number
  hasStart: boolean
  /** Begins on its day and ends on the next. */
  crossesMidnight: boolean
}

export interface PlannedExpense extends Line {
  charge: ResolvedReference | null
  /** Of all units, in the smallest unit of the currency. */
  amount: number
  currency: string
  isCurrencyAssumed: boolean
}

/** Lines that are not imported: the first ones in full, and the number of all. */
export interface SkippedLines<Kind> {
  first: Kind[]
  count: number
}

export interface PlannedImport {
  /** Everything that could be created, in the order of the file. */
  times: PlannedTime[]
  expenses: PlannedExpense[]
  /** How much of it is created. */
  count: { times: number; expenses: number }
  unreadable: SkippedLines<UnreadableLine>
  skipped: SkippedLines<SkippedLine>
  /** Left out because they are in the store, or because an earlier import created them. */
  existing: number
  imported: number
}

export interface PlanImportOptions {
  /** Also what an earlier import created. */
  again: boolean
  /** The user whose entries are searched for equal ones; absent: everyone's. */
  user: number | undefined
}

/** Lines that are parsed before yielding to the event loop. */
export const linesPerBatch = 100
/** This many lines are listed individually; the rest is only counted. */
export const maximumListedLines = 1_000

/** Plans an import. When the signal aborts it, it returns what it has so far. */
export async function planImport(
  context: ActionContext,
  intents: Iterable<ImportIntent>,
  options: PlanImportOptions,
  signal: AbortSignal,
): Promise<PlannedImport> {
  const plan: PlannedImport = {
    times: [],
    expenses: [],
    count: { times: 0, expenses: 0 },
    existing: 0,
    imported: 0,
    unreadable: { first: [], count: 0 },
    skipped: { first: [], count: 0 },
  }
  const print = createFingerprinter()
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
        putAside(plan.unreadable, intent)
        break
      case 'left':
        putAside(plan.skipped, intent)
        break
      case 'time':
        plan.times.push(timeLine(intent, print(intent.found), dateOf(intent.found.date)))
        break
      case 'expense':
        plan.expenses.push(expenseLine(intent, print(intent.found), dateOf(intent.found.date)))
    }
    if (++read % linesPerBatch === 0) {
      await context.clock.sleep(0)
      if (signal.aborted) return plan
    }
  }
  await leaveOut(context, plan, options)
  return plan
}

function putAside<Kind>(aside: SkippedLines<Kind>, line: Kind): void {
  aside.count += 1
  if (aside.first.length < maximumListedLines) aside.first.push(line)
}

const kept = ({ found }: TimeIntent | ExpenseIntent, { print, isRepeated }: Print) => ({
  fingerprint: print,
  repeats: isRepeated ? found.line : null,
})

const timeLine = (intent: TimeIntent, print: Print, date: string): PlannedTime => ({
  ...kept(intent, print),
  key: timeKey(intent),
  isCreated: true,
  date,
  project: intent.project,
  task: intent.task,
  seconds: intent.found.seconds,
  minutes: intent.quantity * intent.increment,
  hasStart: intent.found.start !== null,
  crossesMidnight: intent.start + intent.quantity * intent.increment > 1440,
})

const expenseLine = (intent: ExpenseIntent, print: Print, date: string): PlannedExpense => ({
  ...kept(intent, print),
  key: expenseKey(intent),
  isCreated: true,
  date,
  project: intent.project,
  charge: intent.charge,
  amount: intent.found.quantity * intent.found.unit_charge,
  currency: intent.found.currency,
  isCurrencyAssumed: intent.isCurrencyAssumed,
})

/** Marks lines that are in the store, or that an earlier import created. */
async function leaveOut(
  context: ActionContext,
  plan: PlannedImport,
  { again, user }: PlanImportOptions,
): Promise<void> {
  const { times, expenses } = plan
  const prints = again
    ? new Set<number>()
    : await findImportedFingerprints(context, [times, expenses])
  const wanted = { time: emptyKeyQuery(), expense: emptyKeyQuery() }
  await forEachBatch(context, times, ({ date, key }) => addToKeyQuery(wanted.time, date, key))
  await forEachBatch(context, expenses, ({ date, key }) => addToKeyQuery(wanted.expense, date, key))
  const standing = await countExistingKeys(context, user, wanted)
  const isMissing = ({ fingerprint: print, key }: Line): boolean => {
    if (prints.has(print)) {
      plan.imported += 1
      return false
    }
    const equal = key === null ? 0 : (standing.get(key) ?? 0)
    if (equal === 0) return true
    standing.set(key!, equal - 1)
    plan.existing += 1
    return false
  }
  for (const [lines, kind] of [
    [times, 'times'],
    [expenses, 'expenses'],
  ] as const) {
    await forEachBatch<Line>(context, lines, (line) => {
      line.isCreated = isMissing(line)
      if (line.isCreated) plan.count[kind] += 1
    })
  }
}

/**
 * Null for an entry that names a record that does not exist: then there is no equal entry either.
 */
function timeKey({ project, task, start, quantity, increment, found }: TimeIntent): number | null {
  if (project?.isNew || task?.isNew) return null
  return timeMatchKey({
    project_id: project?.local ?? null,
    task_id: task?.local ?? null,
    date: found.date,
    start,
    total: quantity * increment,
    notes: found.notes,
  })
}

function expenseKey({ project, found }: ExpenseIntent): number | null {
  if (project?.isNew) return null
  const { date, name, quantity, unit_charge, notes } = found
  const project_id = project?.local ?? null
  return expenseMatchKey({ project_id, date, name, quantity, unit_charge, notes })
}
