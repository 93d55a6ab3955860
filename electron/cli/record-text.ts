/** Formats records as lines for people. */
import type { Page } from '#shared/resources/page.ts'
import type { RecordState, TimeEntry } from '#shared/resources/time.ts'
import { formatDurationText, formatMinuteText } from '#shared/rules/duration-text.ts'
import { t, type Word } from './language.ts'
import { toSingleLine, renderTable } from './terminal-table.ts'

/** Texts for record states. */
const stateLabels: Readonly<Record<Exclude<RecordState, 'synced'>, Word>> = {
  pending: 'not synced',
  sending: 'sending',
  refused: 'rejected',
  conflict: 'conflict',
  held: 'needs matching',
  draft: 'draft',
}

/** States of a record that waits for a service. */
const waiting: readonly RecordState[] = ['pending', 'held', 'draft']

/** @param isLocal the account has no service, so that its records wait for nothing; here and below */
export const stateText = (state: RecordState, isLocal: boolean): string =>
  state === 'synced' || (isLocal && waiting.includes(state)) ? '' : t(stateLabels[state])

type Work = Pick<TimeEntry, 'project' | 'task' | 'notes'>

/** Describes the work, as far as it is known: `Web shop · Call · prices`. */
export const workSummaryText = ({ project, task, notes }: Work): string =>
  toSingleLine([project?.name, task?.name, notes].filter(Boolean).join(' · ')) ||
  t('no project yet')

export const timeEntryText = (entry: TimeEntry, isLocal: boolean): string => {
  const state = stateText(entry.state, isLocal)
  const when = `${entry.date} ${formatMinuteText(entry.start)}, ${formatDurationText(entry.total)}`
  const increments = `${entry.quantity} × ${entry.increment} min`
  const duration = formatDurationText(entry.worked)
  const worked = entry.worked === entry.total ? '' : `, ${t('{duration} worked', { duration })}`
  const lines = [`${entry.local}  ${when} (${increments}${worked})`, workSummaryText(entry)]
  if (entry.refusal) lines.push(t('Service: {text}', { text: toSingleLine(entry.refusal) }))
  else if (state !== '') lines.push(state)
  return lines.join('\n')
}

export const timeEntriesText = (page: Page<TimeEntry>, width: number, isLocal: boolean): string =>
  pagedTableText(page, t('No entries'), () =>
    renderTable(
      page.data,
      [
        { title: t('ID'), value: ({ local }) => String(local), align: 'right' },
        { title: t('Date'), value: ({ date }) => date },
        { title: t('Start'), value: ({ start }) => formatMinuteText(start) },
        { title: t('Hours'), value: ({ total }) => formatDurationText(total), align: 'right' },
        {
          title: t('Project'),
          value: ({ project }) => project?.code || project?.name || '',
          flexible: true,
        },
        { title: t('Task'), value: ({ task }) => task?.name ?? '', flexible: true },
        { title: t('Notes'), value: ({ notes }) => notes ?? '', flexible: true },
        { title: '', value: ({ state }) => stateText(state, isLocal) },
      ],
      width,
    ),
  )

/** Formats a page's table, with a last line about further pages. */
export function pagedTableText<Item>(page: Page<Item>, none: string, text: () => string): string {
  if (page.data.length === 0) return none
  const more =
    page.last_page > 1
      ? `\n${t('Page {page} of {pages}, {total} total', {
          page: page.current_page,
          pages: page.last_page,
          total: page.total,
        })}`
      : ''
  return text() + more
}
