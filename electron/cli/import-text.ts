/** Formats the preview or the outcome of an import as lines for people. */
import type {
  ImportAmount,
  ImportLine,
  ImportName,
  ImportOutcome,
  ImportPlan,
} from '#shared/ipc/transfer.ts'
import { countWithNoun } from '#shared/rules/count-text.ts'
import { formatDurationText } from '#shared/rules/duration-text.ts'
import { amountText } from './amount-flags.ts'
import { toSingleLine, renderTable } from './terminal-table.ts'

/** Maximum number of lines that are listed individually. */
const mostTold = 20

/** @param done null for a preview */
export function importPlanText(
  plan: ImportPlan,
  done: ImportOutcome | null,
  width: number,
): string {
  return [
    ...plan.rules.map(toSingleLine),
    '',
    ...(plan.names.length > 0 ? [namesTable(plan.names, width), ''] : []),
    ...(plan.firstExpenses.length > 0 ? [expensesTable(plan, width), ''] : []),
    ...told('Imported although an earlier line is the same', plan.twice, plan.twiceCount),
    ...told('Skipped', plan.left, plan.leftCount),
    ...told('Couldn’t import', plan.bad, plan.badCount),
    ...(plan.here > 0 ? [`Skipped, already here: ${plan.here}`] : []),
    ...(plan.imported > 0 ? [`Skipped, imported earlier: ${plan.imported}`] : []),
    ...(plan.drafts > 0 ? [`Drafts, missing a project or task: ${plan.drafts}`] : []),
    ...(plan.people.length > 0 ? [`People: ${plan.people.map(toSingleLine).join(', ')}`] : []),
    sumOf(plan, done),
  ].join('\n')
}

function sumOf(
  { times, expenses, amounts, minutes, seconds, from, to, people }: ImportPlan,
  done: ImportOutcome | null,
) {
  if (times + expenses === 0) return 'Nothing to import'
  const exact = formatDurationText(Math.round(seconds / 60))
  const counts = [
    ...(times > 0
      ? [
          `${countWithNoun(times, 'entry', 'entries')}, ${formatDurationText(minutes)} (${exact} in the file)`,
        ]
      : []),
    ...(expenses > 0 ? [`${countWithNoun(expenses, 'expense')}, ${sumsText(amounts)}`] : []),
  ].join(' and ')
  const days = from === to ? `on ${from}` : `from ${from} to ${to}`
  if (done) return `Imported ${counts}, ${days}. \`stint undo ${done.change}\` reverts this`
  const needs = people.length > 0 ? '. Choose whose with --person' : ''
  return `Would import ${counts}, ${days}${needs}`
}

const sumsText = (amounts: readonly ImportAmount[]): string =>
  amounts.map(({ amount, currency }) => amountText(amount, currency)).join(' + ')

/** The first expenses as they will be, and how many more there are. */
const expensesTable = ({ firstExpenses, expenses }: ImportPlan, width: number): string =>
  [
    renderTable(
      firstExpenses,
      [
        { title: 'Line', value: ({ line }) => String(line), align: 'right' },
        { title: 'Date', value: ({ date }) => date },
        { title: 'Expense', value: ({ name }) => name, flexible: true },
        { title: 'Project', value: ({ project }) => project ?? '', flexible: true },
        { title: 'Quantity', value: ({ quantity }) => String(quantity), align: 'right' },
        {
          title: 'Amount',
          value: ({ amount, currency }) => amountText(amount, currency),
          align: 'right',
        },
      ],
      width,
    ),
    ...(expenses > firstExpenses.length
      ? [`… and ${countWithNoun(expenses - firstExpenses.length, 'more expense')}`]
      : []),
  ].join('\n')

const namesTable = (names: readonly ImportName[], width: number): string =>
  renderTable(
    names,
    [
      { title: 'In the file', value: ({ kind, name }) => `${kind} ${name}`, flexible: true },
      {
        title: 'In Stint',
        value: ({ local, as, by }) => (local === null ? 'new' : `${local} ${as}, same ${by}`),
        flexible: true,
      },
      { title: 'Lines', value: ({ lines }) => String(lines), align: 'right' },
      {
        title: 'Hours in the file',
        value: ({ seconds }) => hoursText(seconds / 60),
        align: 'right',
      },
      { title: 'In Stint', value: ({ minutes }) => hoursText(minutes), align: 'right' },
    ],
    width,
  )

const hoursText = (minutes: number): string =>
  minutes === 0 ? '' : formatDurationText(Math.round(minutes))

const told = (title: string, lines: readonly ImportLine[], count: number): string[] =>
  count === 0
    ? []
    : [
        `${title}: ${count}`,
        ...lines
          .slice(0, mostTold)
          .map(({ line, reason }) => `  line ${line}: ${toSingleLine(reason)}`),
        ...(count > mostTold ? [`  … and ${count - mostTold} more`] : []),
      ]
