/** Handlers of the calls on export and import. */
import type { transferCalls } from '#shared/ipc/calls/transfer.ts'
import { readAccountSettings } from '../store/account-settings.ts'
import { createExports } from '../transfer/export-sessions.ts'
import { createImports } from '../transfer/import-sessions.ts'
import type { Desk } from './handler-context.ts'
import type { HandlersOf } from './dispatch.ts'
import { mineOf, userOf } from './entry-ownership.ts'
import { rateMeaning } from './reports.ts'

export function transferHandlers({ inAccount, emit }: Desk): HandlersOf<typeof transferCalls> {
  const exports = createExports()
  const imports = createImports((number, done, of) =>
    emit({ event: 'import', import: number, done, of }),
  )
  return {
    'export.begin': ({ whose = 'mine', rate, ...query }) =>
      inAccount(async (open) => {
        const { context } = open
        return exports.begin(context, {
          ...query,
          user: await userOf(context.db, whose),
          mine: await mineOf(context.db),
          rate: await rateMeaning(open, rate),
        })
      }),
    'export.read': ({ export: number }) => inAccount(() => exports.read(number)),
    'export.end': ({ export: number }) => inAccount(() => exports.end(number)),

    'import.begin': (options) =>
      inAccount(async ({ context, sync }) => {
        const { everything } = await mineOf(context.db)
        const { workingHours, rounding } = await readAccountSettings(context.db, everything)
        const user = await userOf(context.db, 'mine')
        const workBegins = workingHours.from % 1440
        return imports.begin(
          { context, user, rounding, workBegins, isLocal: sync === null },
          options,
        )
      }),
    'import.feed': ({ import: number, text }) => inAccount(() => imports.feed(number, text)),
    'import.plan': ({ import: number }) => inAccount(() => imports.plan(number)),
    'import.apply': ({ import: number }) => inAccount(() => imports.apply(number)),
    'import.end': ({ import: number }) => Promise.resolve(imports.end(number)),
  }
}
