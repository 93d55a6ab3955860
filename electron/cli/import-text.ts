/** Formats the preview or the outcome of an import as lines for people. */
import type {
  ImportAmount,
  ImportLine,
  ImportName,
  ImportOutcome,
  ImportPlan,
} from '#shared/ipc/transfer.ts'
import { formatDurationText } from '#shared/rules/duration-text.ts'
import { amountText } from './amount-flags.ts'
import { t, listText, translateCore, countText } from './language.ts'
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
    ...plan.rules.map((rule) => toSingleLine(translateCore(rule))),
    '',
    ...(plan.names.length > 0 ? [namesTable(plan.names, width), ''] : []),
    ...(plan.firstExpenses.length > 0 ? [expensesTable(plan, width), ''] : []),
    ...told('Imported although an earlier line is the same: {count}', plan.twice, plan.twiceCount),
    ...told('Skipped: {count}', plan.left, plan.leftCount),
    ...told('Couldn’t import: {count}', plan.bad, plan.badCount),
    ...(plan.here > 0 ? [t('Skipped, already here: {count}', { count: plan.here })] : []),
    ...(plan.imported > 0
      ? [t('Skipped, imported earlier: {count}', { count: plan.imported })]
      : []),
    ...(plan.drafts > 0
      ? [t('Drafts, missing a project or task: {count}', { count: plan.drafts })]
      : []),
    ...(plan.people.length > 0
      ? [t('People: {names}', { names: plan.people.map(toSingleLine).join(', ') })]
      : []),
    sumOf(plan, done),
  ].join('\n')
}

function sumOf(
  { times, expenses, amounts, minutes, seconds, from, to, people }: ImportPlan,
  done: ImportOutcome | null,
) {
  if (times + expenses === 0) return t('Nothing to import')
  const exact = formatDurationText(Math.round(seconds / 60))
  const what = listText(
    [
      ...(times > 0
        ? [
            t('{entries}, {duration} ({exact} in the file)', {
              entries: countText(times, 'entry', 'entries'),
              duration: formatDurationText(minutes),
              exact,
            }),
          ]
        : []),
      ...(expenses > 0
        ? [`${countText(expenses, 'expense', 'expenses')}, ${sumsText(amounts)}`]
        : []),
    ],
    '{one} and {other}',
  )
  const days =
    from === to
      ? t('on {date}', { date: from! })
      : t('from {from} to {to}', { from: from!, to: to! })
  if (done) {
    return t('Imported {what}, {days}. `stint undo {change}` reverts this', {
      what,
      days,
      change: done.change!,
    })
  }
  const text = t('Would import {what}, {days}', { what, days })
  return people.length > 0 ? t('{text}. Choose whose with --person', { text }) : text
}

const sumsText = (amounts: readonly ImportAmount[]): string =>
  amounts.map(({ amount, currency }) => amountText(amount, currency)).join(' + ')

/** The first expenses as they will be, and how many more there are. */
const expensesTable = ({ firstExpenses, expenses }: ImportPlan, width: number): string =>
  [
    renderTable(
      firstExpenses,
      [
        { title: t('Line'), value: ({ line }) => String(line), align: 'right' },
        { title: t('Date'), value: ({ date }) => date },
        { title: t('Expense'), value: ({ name }) => name, flexible: true },
        { title: t('Project'), value: ({ project }) => project ?? '', flexible: true },
        { title: t('Quantity'), value: ({ quantity }) => String(quantity), align: 'right' },
        {
          title: t('Amount'),
          value: ({ amount, currency }) => amountText(amount, currency),
          align: 'right',
        },
      ],
      width,
    ),
    ...(expenses > firstExpenses.length ? [moreText(expenses - firstExpenses.length)] : []),
  ].join('\n')

const moreText = (count: number): string =>
  count === 1 ? t('… and 1 more expense') : t('… and {count} more expenses', { count })

const namesTable = (names: readonly ImportName[], width: number): string =>
  renderTable(
    names,
    [
      {
        title: t('In the file'),
        value: ({ kind, name }) => `${t(kind)} ${name}`,
        flexible: true,
      },
      {
        title: t('In Stint'),
        value: ({ local, as, by }) =>
          local === null
            ? t('new')
            : t('{record}, same {by}', { record: `${local} ${as}`, by: t(by!) }),
        flexible: true,
      },
      { title: t('Lines'), value: ({ lines }) => String(lines), align: 'right' },
      {
        title: t('Hours in the file'),
        value: ({ seconds }) => hoursText(seconds / 60),
        align: 'right',
      },
      { title: t('In Stint'), value: ({ minutes }) => hoursText(minutes), align: 'right' },
    ],
    width,
  )

const hoursText = (minutes: number): string =>
  minutes === 0 ? '' : formatDurationText(Math.round(minutes))

type Listed =
  | 'Imported although an earlier line is the same: {count}'
  | 'Skipped: {count}'
  | 'Couldn’t import: {count}'

const lineText = (line: number, reason: string): string =>
  t('line {line}: {reason}', { line, reason })

const told = (title: Listed, lines: readonly ImportLine[], count: number): string[] =>
  count === 0
    ? []
    : [
        t(title, { count }),
        ...lines
          .slice(0, mostTold)
          .map(({ line, reason }) => `  ${lineText(line, toSingleLine(translateCore(reason)))}`),
        ...(count > mostTold ? [`  ${t('… and {count} more', { count: count - mostTold })}`] : []),
      ]
