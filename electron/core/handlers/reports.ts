/** Handlers of the calls on reports. */
import { failField, ok, type Result } from '#shared/errors.ts'
import type { reportCalls } from '#shared/ipc/calls/reports.ts'
import type { CallArguments } from '#shared/ipc/contract.ts'
import type { Report } from '#shared/ipc/reports.ts'
import type { EntryFilter } from '#shared/rules/entry-filter.ts'
import { filterForClient, forClient } from '#shared/rules/for-client.ts'
import { readOnlyClient } from '../reports/clients-in-range.ts'
import { readTimeSeries } from '../reports/time-series.ts'
import { readRowEntries } from '../reports/row-entries.ts'
import { makeReport } from '../reports/make-report.ts'
import type { RateMeaning } from '../reports/time-facts.ts'
import { deleteSavedReport, readSavedReports } from '../store/account/saved-reports.ts'
import { readAccountSettings } from '../store/account/account-settings.ts'
import { readSyncCheckpoint } from '../sync/pass/sync-checkpoint.ts'
import type { HandlerContext, OpenAccount } from './handler-context.ts'
import type { HandlersOf } from './dispatch.ts'
import { saveReport, sortSavedReports } from './saved-reports.ts'
import { toTimeEntries } from './time-entities.ts'
import { ownershipFilter } from './entry-ownership.ts'

export const reportHandlers = ({
  withOpenAccount,
}: HandlerContext): HandlersOf<typeof reportCalls> => ({
  'reports.show': (query) => withOpenAccount((open) => showReport(open, query)),
  'reports.timeSeries': ({ whose = 'mine', ...query }) =>
    withOpenAccount(async ({ context }) => {
      const user = await ownershipFilter(context.db, whose)
      return ok({ ...(await readTimeSeries(context, { ...query, user })), whose })
    }),
  'reports.entries': ({ whose = 'mine', ...query }) =>
    withOpenAccount(async ({ context }) => {
      const user = await ownershipFilter(context.db, whose)
      const rows = await readRowEntries(context, { ...query, user })
      return ok(await toTimeEntries(context.db, rows))
    }),
  'reports.listSaved': () =>
    withOpenAccount(async ({ context }) =>
      ok(sortSavedReports(await readSavedReports(context.db))),
    ),
  'reports.save': (report) => withOpenAccount(({ context }) => saveReport(context, report)),
  'reports.deleteSaved': (report) =>
    withOpenAccount(async ({ context }) => {
      await context.db.transaction().execute((trx) => deleteSavedReport(trx, report.id))
      context.changed('savedReport', [report.id])
      return ok(null)
    }),
})

export async function showReport(
  open: OpenAccount,
  { whose = 'mine', rate, forClient: view, filter = [], ...query }: CallArguments<'reports.show'>,
): Promise<Result<Report>> {
  const { context } = open
  const { from, to, by, then } = query
  if (view?.people === false && [by, then].includes('person')) {
    return failField('by', 'Show people’s names, or group by something else')
  }
  // Read before the sums are made, so that they are never older than it says.
  const asOf = (await open.sync?.sumsAsOf({ from, to })) ?? null
  const said = await rateWord(open, rate)
  const user = await ownershipFilter(context.db, whose)
  const make = async (filter: EntryFilter): Promise<Report> => {
    const report = await makeReport(context, {
      ...query,
      filter,
      whose,
      user,
      rate: said?.means ?? null,
    })
    return { ...report, rate: said, asOf }
  }
  if (view === undefined) return ok(await make(filter))
  const ofClient = filterForClient(filter)
  const choice = { from, to, user, filter: ofClient }
  const client = await readOnlyClient(context, ['time_entry', 'expense'], choice)
  if (!client.ok) return client
  const report = { ...(await make(ofClient)), client: client.value }
  return ok(forClient({ report }, view).report)
}

type RequestedRate = CallArguments<'reports.show'>['rate']

/**
 * Determines what a rate is for: an hour on this computer and on a service that shows its projects'
 * rates; otherwise only the person can say, for one report or for good (docs/API.md, Times).
 */
async function rateWord(
  { context, sync }: OpenAccount,
  rate: RequestedRate,
): Promise<Report['rate']> {
  if (rate !== undefined) return { means: rate, said: 'person' }
  const byService = { means: 'hour', said: 'service' } as const
  if (sync === null) return byService
  if ((await readSyncCheckpoint(context.db)).capabilities.includes('reference')) return byService
  const { rateMeaning: means } = await readAccountSettings(context.db, true)
  return means && { means, said: 'person' }
}

export const readRateMeaning = async (
  open: OpenAccount,
  rate: RequestedRate,
): Promise<RateMeaning> => (await rateWord(open, rate))?.means ?? null
