/** Opens the parser for the file of each program. */
import type { ImportSource } from '#shared/ipc/transfer.ts'
import { genericTableLayout } from './generic-table.ts'
import { clockifyLayout } from './clockify.ts'
import type { ImportEnvironment, ImportReadOptions, ImportReader } from './parsed-lines.ts'
import { harvestLayout } from './harvest.ts'
import { createStintJsonReader } from './stint-json.ts'
import { createTableReader } from './table-reader.ts'
import { createTimewarriorReader, type KnownReferenceNames } from './timewarrior.ts'
import { togglLayout } from './toggl.ts'

export function openImportReader(
  options: ImportReadOptions & { from: ImportSource },
  machine: ImportEnvironment,
  known: KnownReferenceNames,
): ImportReader {
  switch (options.from) {
    case 'stint':
      return createStintJsonReader()
    case 'toggl':
      return createTableReader(togglLayout, options, machine)
    case 'clockify':
      return createTableReader(clockifyLayout, options, machine)
    case 'harvest':
      return createTableReader(harvestLayout, options, machine)
    case 'csv':
      return createTableReader(genericTableLayout(options), options, machine)
    case 'timewarrior':
      return createTimewarriorReader(options, machine, known)
  }
}
