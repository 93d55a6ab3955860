/** An import as it is shown to the person before anything is made. */
import type { ImportName, ImportPlan } from '#shared/ipc/transfer.ts'
import type { Source } from './found.ts'
import { inPieces } from './in-pieces.ts'
import type { Named } from './names.ts'
import type { Planned } from './planned.ts'
import type { ImportOptions, ImportSetting } from './setting.ts'
import { ownIncrement } from './words.ts'

export async function planOf(
  { context, workBegins }: ImportSetting,
  options: ImportOptions,
  source: Source,
  { times, expenses, count, bad, left, here, imported }: Planned,
): Promise<ImportPlan> {
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
  await inPieces(context, times, ({ isMade, date, project, task, seconds, minutes, hasStart }) => {
    if (!isMade) return
    addDay(date)
    addName(project)
    addName(task)
    sums.seconds += seconds
    sums.minutes += minutes
    if (!project || !task) sums.drafts += 1
    if (!hasStart) hasNoStart = true
  })
  await inPieces(context, expenses, ({ isMade, date, project, charge }) => {
    if (!isMade) return
    addDay(date)
    addName(project)
    addName(charge)
  })
  const told = (some: readonly { line: number; reason: string }[]) =>
    some.map(({ line, reason }) => ({ line, reason }))
  return {
    ...{ ...count, here, imported, ...days, ...sums },
    names: [...lines].map(nameOf),
    ...{ left: told(left.first), leftCount: left.count },
    ...{ bad: told(bad.first), badCount: bad.count },
    rules: [
      ...source.rules(),
      ...(options.from === 'stint' || count.times === 0 ? [] : [roundingRule(options)]),
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
