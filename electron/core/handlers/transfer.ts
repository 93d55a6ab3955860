/** Handlers of the calls on export and import. */
import { ok } from '#shared/errors.ts'
import type { transferCalls } from '#shared/ipc/calls/transfer.ts'
import { filterForClient } from '#shared/rules/for-client.ts'
import { readClients, readOnlyClient } from '../reports/clients-in-range.ts'
import { readAccountSettings } from '../store/account/account-settings.ts'
import { createExportSessions, firstDay, lastDay } from '../transfer/export-sessions.ts'
import { createImportSessions } from '../transfer/import-sessions.ts'
import type { HandlerContext } from './handler-context.ts'
import type { HandlersOf } from './dispatch.ts'
import { currentOwnershipRule, ownershipFilter } from './entry-ownership.ts'
import { readRateMeaning, showReport } from './reports.ts'

/** What a file is about. */
const tablesOf = {
  times: ['time_entry'],
  expenses: ['expense'],
  report: ['time_entry', 'expense'],
} as const

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
        const choice = { from, to, user, filter: ofClient }
        const client = await readOnlyClient(context, tablesOf[what], choice)
        if (!client.ok) return client
        const reader = { view, name: client.value?.name ?? null }
        return exports.begin(context, { ...all, filter: ofClient, forClient: reader })
      }),
    'export.beginReport': ({ format, language, locale, ...query }) =>
      withOpenAccount(async (open) => {
        const report = await showReport(open, query)
        if (!report.ok) return report
        // A local account needs no project and no task.
        const known = open.sync === null ? { ...report.value, drafts: 0 } : report.value
        return exports.beginReport(open.context, known, { format, language, locale })
      }),
    'export.clients': ({ what, from = firstDay, to = lastDay, whose = 'mine', filter = [] }) =>
      withOpenAccount(async ({ context }) => {
        const user = await ownershipFilter(context.db, whose)
        const choice = { from, to, user, filter: filterForClient(filter) }
        return ok(await readClients(context, tablesOf[what], choice))
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
