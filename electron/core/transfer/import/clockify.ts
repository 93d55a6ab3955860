/**
 * Reads Clockify's detailed report as CSV. Dates are month/day/year unless a workspace says
 * otherwise, with a clock of 12 or 24 hours; breaks are rows of their own kind.
 */
import { importedNotes, toParsedProject, toParsedTask, timeFromRow } from './row-values.ts'
import type { TableLayout } from './table-reader.ts'

export const clockifyLayout: TableLayout = {
  program: 'Clockify',
  problem: (header) =>
    header.has('Start Date') && header.has('Duration (h)', 'Duration (decimal)', 'End Time')
      ? undefined
      : 'This isn’t a detailed Clockify report. It needs these columns: Start Date and Duration (h)',
  dates: (cells) => [cells('Start Date'), cells('End Date')],
  times: (cells) => [cells('Start Time'), cells('End Time')],
  numbers: (cells) => [cells('Duration (h)', 'Duration (decimal)')],
  people: (cells) => [cells('User'), cells('Email')].filter(Boolean),
  rules: (header) => [
    ...(header.has('Tags', 'Tag') ? ['Tags are skipped'] : []),
    ...(header.has('Type') ? ['Breaks are skipped'] : []),
    ...(header.beginning('Billable Rate')
      ? ['Amounts are skipped, because projects here have their own rates']
      : []),
  ],
  read: (context) => {
    const { cells, line } = context
    if (cells('Type').toLowerCase() === 'break') return { is: 'left', line, reason: 'is a break' }
    return timeFromRow(
      context,
      {
        date: cells('Start Date'),
        start: cells('Start Time'),
        endDate: cells('End Date'),
        end: cells('End Time'),
        length: cells('Duration (h)', 'Duration (decimal)'),
      },
      {
        project: toParsedProject(cells('Project'), cells('Client')),
        task: toParsedTask(cells('Task')),
        notes: importedNotes(cells('Description')),
      },
    )
  },
}
