/** Opens the parser for the file of each program. */
import type { ImportSource } from '#shared/ipc/transfer.ts'
import { anyTable } from './generic-table.ts'
import { clockify } from './clockify.ts'
import type { Machine, ReadingOptions, Source } from './parsed-lines.ts'
import { harvest } from './harvest.ts'
import { stint } from './stint-json.ts'
import { tableSource } from './table-reader.ts'
import { timewarrior, type Known } from './timewarrior.ts'
import { toggl } from './toggl.ts'

export function openSource(
  options: ReadingOptions & { from: ImportSource },
  machine: Machine,
  known: Known,
): Source {
  switch (options.from) {
    case 'stint':
      return stint()
    case 'toggl':
      return tableSource(toggl, options, machine)
    case 'clockify':
      return tableSource(clockify, options, machine)
    case 'harvest':
      return tableSource(harvest, options, machine)
    case 'csv':
      return tableSource(anyTable(options), options, machine)
    case 'timewarrior':
      return timewarrior(options, machine, known)
  }
}
