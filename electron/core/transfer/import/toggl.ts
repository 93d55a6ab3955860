/**
 * Reads Toggl Track's detailed report as CSV. Its dates are ISO; the form of its lengths depends on
 * the person's profile.
 */
import { importedNotes, toParsedProject, toParsedTask, timeFromRow } from './row-values.ts'
import type { TableLayout } from './table-reader.ts'

export const togglLayout: TableLayout = {
  program: 'Toggl Track',
  problem: (header) =>
    header.has('Start date') && header.has('Duration', 'End time')
      ? undefined
      : 'This isn’t a detailed Toggl Track report. It needs these columns: Start date and Duration',
  dates: (cells) => [cells('Start date'), cells('End date', 'Stop date')],
  times: (cells) => [cells('Start time'), cells('End time', 'Stop time')],
  numbers: (cells) => [cells('Duration')],
  people: (cells) => [cells('User', 'Member'), cells('Email')].filter(Boolean),
  rules: (header) => [
    ...(header.has('Tags') ? ['Tags are skipped'] : []),
    ...(header.beginning('Amount')
      ? ['Amounts are skipped, because projects here have their own rates']
      : []),
  ],
  read: (context) => {
    const { cells } = context
    return timeFromRow(
      context,
      {
        date: cells('Start date'),
        start: cells('Start time'),
        endDate: cells('End date', 'Stop date'),
        end: cells('End time', 'Stop time'),
        length: cells('Duration'),
      },
      {
        project: toParsedProject(withoutDash(cells('Project')), withoutDash(cells('Client'))),
        task: toParsedTask(withoutDash(cells('Task'))),
        notes: importedNotes(cells('Description')),
      },
    )
  },
}

/** Some reports have a dash where there is no value. */
const withoutDash = (name: string): string => (name === '-' ? '' : name)
