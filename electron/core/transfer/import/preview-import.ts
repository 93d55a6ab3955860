/** Builds the preview of an import, before anything is written. */
import { FailureError, type Failure } from '#shared/errors.ts'
import type {
  ImportAmount,
  ImportedExpense,
  ImportLine,
  ImportName,
  ImportPlan,
} from '#shared/ipc/transfer.ts'
import type { RoundingRule } from '#shared/rules/increments.ts'
import { safeSum } from '#shared/rules/money.ts'
import type { ImportReader } from './parsed-lines.ts'
import { forEachBatch } from './for-each-batch.ts'
import type { ResolvedReference } from './resolve-references.ts'
import type { ImportIntent } from './import-intents.ts'
import {
  maximumListedLines,
  type PlannedExpense,
  type PlannedImport,
  type PlannedTime,
} from './plan-import.ts'
import type { ImportOptions, ImportContext } from './import-context.ts'
import { createdProjectIncrement } from './import-summary.ts'

const beyondNumbers: Failure = {
  code: 'validation',
  message: 'The amounts add up to more than Stint can show exactly. Split the file',
}

/** This many expenses are shown as they will be. */
const mostFirstLines = 5

export async function previewImport(
  { context, rounding, workBegins }: ImportContext,
  options: ImportOptions,
  source: ImportReader,
  {
    times,
    expenses,
    count,
    unreadable: bad,
    skipped: left,
    existing: here,
    imported,
  }: PlannedImport,
  intents: Iterable<ImportIntent>,
): Promise<ImportPlan> {
  const amounts = new Map<string, ImportAmount>()
  let assumedCurrency: string | undefined
  const sums = { seconds: 0, minutes: 0, drafts: 0 }
  const days: { from: string | null; to: string | null } = { from: null, to: null }
  const sumsByName = new Map<ResolvedReference, NameSums>()
  const twice: ImportLine[] = []
  let twiceCount = 0
  let hasNoStart = false
  let hasNight = false
  const addDay = (date: string) => {
    if (days.from === null || date < days.from) days.from = date
    if (days.to === null || date > days.to) days.to = date
  }
  const addName = (named: ResolvedReference | null, entry?: PlannedTime) => {
    if (!named) return
    addName(named.client, entry)
    const { lines, seconds, minutes } = sumsByName.get(named) ?? noSums
    sumsByName.set(named, {
      lines: lines + 1,
      seconds: seconds + (entry?.seconds ?? 0),
      minutes: minutes + (entry?.minutes ?? 0),
    })
  }
  const addRepeated = (line: number | null) => {
    if (line === null) return
    twiceCount += 1
    if (twice.length < maximumListedLines)
      twice.push({ line, reason: 'is the same as an earlier line' })
  }
  await forEachBatch(context, times, (entry) => {
    const {
      isCreated: isMade,
      date,
      project,
      task,
      seconds,
      minutes,
      hasStart,
      crossesMidnight,
    } = entry
    if (!isMade) return
    addDay(date)
    addName(project, entry)
    addName(task, entry)
    addRepeated(entry.repeats)
    sums.seconds += seconds
    sums.minutes += minutes
    if (!project || !task) sums.drafts += 1
    if (!hasStart) hasNoStart = true
    if (crossesMidnight) hasNight = true
  })
  await forEachBatch(context, expenses, (expense) => {
    if (!expense.isCreated) return
    addDay(expense.date)
    addName(expense.project)
    addName(expense.charge)
    addRepeated(expense.repeats)
    const { currency, amount } = expense
    const sum = amounts.get(currency) ?? { currency, amount: 0, count: 0 }
    const inAll = safeSum(sum.amount, amount)
    if (inAll === undefined) throw new FailureError(beyondNumbers)
    amounts.set(currency, { currency, amount: inAll, count: sum.count + 1 })
    if (expense.isCurrencyAssumed) assumedCurrency = currency
  })
  const told = (some: readonly { line: number; reason: string }[]) =>
    some.map(({ line, reason }) => ({ line, reason }))
  return {
    ...count,
    here,
    imported,
    ...days,
    ...sums,
    amounts: [...amounts.values()],
    firstExpenses: count.expenses === 0 ? [] : firstOf(expenses, intents),
    names: [...sumsByName].map(nameOf),
    twice,
    twiceCount,
    left: told(left.first),
    leftCount: left.count,
    bad: told(bad.first),
    badCount: bad.count,
    rules: [
      ...source.rules(),
      ...(options.from === 'stint' || count.times === 0
        ? []
        : [roundingRule(options.rounding ?? rounding, options.increment)]),
      ...(assumedCurrency === undefined
        ? []
        : [`Amounts without a currency are in ${assumedCurrency}`]),
      ...(hasNight ? [nightRule] : []),
      ...(hasNoStart ? [startRule(options.start ?? workBegins)] : []),
    ],
    columns: source.columns(),
    people: options.person === undefined ? source.people() : [],
  }
}

/** The first expenses that are created, as they will be. */
function firstOf(
  expenses: readonly PlannedExpense[],
  intents: Iterable<ImportIntent>,
): ImportedExpense[] {
  const first: ImportedExpense[] = []
  let place = 0
  for (const intent of intents) {
    if (intent.is !== 'expense') continue
    const { isCreated, amount } = expenses[place++]!
    if (!isCreated) continue
    const { line, date, name, quantity, currency } = intent.found
    const project = intent.project?.as ?? null
    first.push({ line, date, name, project, quantity, amount, currency })
    if (first.length === mostFirstLines) break
  }
  return first
}

type NameSums = Pick<ImportName, 'lines' | 'seconds' | 'minutes'>
const noSums: NameSums = { lines: 0, seconds: 0, minutes: 0 }

const nameOf = ([{ kind, name, code, local, as, by }, sums]: [
  ResolvedReference,
  NameSums,
]): ImportName => ({
  kind,
  name: name || code,
  local,
  as,
  by,
  ...sums,
})

const roundingWords = {
  nearest: 'rounded to the nearest',
  up: 'rounded up',
  down: 'rounded down',
}

const nightRule = 'Entries that cross midnight stay one entry, on the day they start'

const roundingRule = (rounding: RoundingRule, increment = createdProjectIncrement): string =>
  `Durations are ${roundingWords[rounding]} to their project’s increment. New projects use ${increment}-minute increments`

const startRule = (start: number): string => {
  const two = (value: number) => String(value).padStart(2, '0')
  return `Entries without a time are placed back to back from ${two(Math.floor(start / 60))}:${two(start % 60)}`
}
