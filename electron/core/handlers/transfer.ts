/** Handlers of the calls on export and import. */
import type { transferCalls } from '#shared/ipc/calls/transfer.ts'
import { readAccountSettings } from '../store/account/account-settings.ts'
import { createExportSessions } from '../transfer/export-sessions.ts'
import { createImportSessions } from '../transfer/import-sessions.ts'
import type { HandlerContext } from './handler-context.ts'
import type { HandlersOf } from './dispatch.ts'
import { currentOwnershipRule, ownershipFilter } from './entry-ownership.ts'
import { readRateMeaning } from './reports.ts'

export function transferHandlers({
  withOpenAccount,
  emit,
}: HandlerContext): HandlersOf<typeof transferCalls> {
  const exports = createExportSessions()
  const imports = createImportSessions((number, done, of) =>
    emit({ event: 'import', import: number, done, of }),
  )
  return {
    'export.begin': ({ whose = 'mine', rate, ...query }) =>
      withOpenAccount(async (open) => {
        const { context } = open
        return exports.begin(context, {
          ...query,
          user: await ownershipFilter(context.db, whose),
          mine: await currentOwnershipRule(context.db),
          rate: await readRateMeaning(open, rate),
        })
      }),
    'export.read': ({ export: number }) => withOpenAccount(() => exports.read(number)),
    'export.end': ({ export: number }) => withOpenAccount(() => exports.end(number)),

    'import.begin': (options) =>
      withOpenAccount(async ({ context, sync }) => {
        const { everything } = await currentOwnershipRule(context.db)
        const { workingHours, rounding } = await readAccountSettings(context.db, everything)
        const user = await ownershipFilter(context.db, 'mine')
        const workBegins = workingHours.from % 1440
        return imports.begin(
          { context, user, rounding, workBegins, isLocal: sync === null },
          options,
        )
      }),
    'import.append': ({ import: number, text }) =>
      withOpenAccount(() => imports.feed(number, text)),
    'import.preview': ({ import: number }) => withOpenAccount(() => imports.plan(number)),
    'import.apply': ({ import: number }) => withOpenAccount(() => imports.apply(number)),
    'import.end': ({ import: number }) => Promise.resolve(imports.end(number)),
  }
}
