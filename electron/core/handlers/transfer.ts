/** Handlers of the calls on export and import. */
import type { transferCalls } from '#shared/ipc/calls/transfer.ts'
import { filterForClient } from '#shared/rules/for-client.ts'
import { readOnlyClient } from '../reports/clients-in-range.ts'
import { readAccountSettings } from '../store/account/account-settings.ts'
import { createExportSessions, firstDay, lastDay } from '../transfer/export-sessions.ts'
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
    'export.begin': ({ whose = 'mine', rate, filter = [], forClient: view, ...query }) =>
      withOpenAccount(async (open) => {
        const { context } = open
        const user = await ownershipFilter(context.db, whose)
        const all = {
          ...query,
          filter,
          user,
          mine: await currentOwnershipRule(context.db),
          rate: await readRateMeaning(open, rate),
        }
        if (view === undefined) return exports.begin(context, all)
        const { what, from = firstDay, to = lastDay } = query
        const ofClient = filterForClient(filter)
        const tables = [what === 'times' ? 'time_entry' : 'expense'] as const
        const choice = { from, to, user, filter: ofClient }
        const client = await readOnlyClient(context, tables, choice)
        if (!client.ok) return client
        const reader = { view, name: client.value?.name ?? null }
        return exports.begin(context, { ...all, filter: ofClient, forClient: reader })
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
