/** An import as it is shown to the person before anything is made. */
import type { ImportName, ImportPlan } from '#shared/ipc/transfer.ts'
import type { Source } from './found.ts'
import { inPieces } from './in-pieces.ts'
import type { Intent } from './intent.ts'
import type { Named } from './names.ts'
import type { ImportOptions, ImportSetting } from './setting.ts'
import { ownIncrement } from './words.ts'

/** So many lines are told one by one. */
const mostTold = 1_000

export async function planOf(
  { context, workBegins }: ImportSetting,
  options: ImportOptions,
  source: Source,
  intent: Intent,
): Promise<ImportPlan> {
  const { times, expenses, bad, left, here, imported } = intent
  const sums = { seconds: 0, minutes: 0, drafts: 0 }
  const days: { from: string | null; to: string | null } = { from: null, to: null }
  const lines = new Map<Named, number>()
  let hasNoStart = false
  const addDay = (date: string) => {
    if (days.from === null || date < days.from) days.from = date
    if (days.to === null || date > days.to) days.to = date
  }
  const addName = (named: Named | null) => {
    if (!named) return
    addName(named.client)
    lines.set(named, (lines.get(named) ?? 0) + 1)
  }
  await inPieces(context, times, ({ date, project, task, seconds, quantity, increment, found }) => {
    addDay(date)
    addName(project)
    addName(task)
    sums.seconds += seconds
    sums.minutes += quantity * increment
    if (!project || !task) sums.drafts += 1
    if (found.start === null) hasNoStart = true
  })
  await inPieces(context, expenses, ({ project, charge, found }) => {
    addDay(found.date)
    addName(project)
    addName(charge)
  })
  const told = (some: readonly { line: number; reason: string }[]) =>
    some.slice(0, mostTold).map(({ line, reason }) => ({ line, reason }))
  return {
    ...{ times: times.length, expenses: expenses.length, here, imported, ...days, ...sums },
    names: [...lines].map(nameOf),
    ...{ left: told(left), leftCount: left.length, bad: told(bad), badCount: bad.length },
    rules: [
      ...source.rules(),
      ...(options.from === 'stint' || times.length === 0 ? [] : [roundingRule(options)]),
      ...(hasNoStart ? [startRule(options.start ?? workBegins)] : []),
    ],
    columns: source.columns(),
    people: options.person === undefined ? source.people() : [],
  }
}

const nameOf = ([{ kind, name, code, local, as, by }, lines]: [Named, number]): ImportName => ({
  ...{ kind, name: name || code, local, as, by, lines },
})

const roundingWords = {
  nearest: 'rounded to the nearest',
  up: 'rounded up',
  down: 'rounded down',
}

const roundingRule = ({ rounding = 'nearest', increment = ownIncrement }: ImportOptions): string =>
  `Lengths become whole increments of their project, ${roundingWords[rounding]}; projects that are made count in increments of ${increment} min`

const startRule = (start: number): string => {
  const two = (value: number) => String(value).padStart(2, '0')
  return `Entries without a time of day follow each other from ${two(Math.floor(start / 60))}:${two(start % 60)}`
}
