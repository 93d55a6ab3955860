/** Calls on reports. */
import { ok } from '#shared/errors.ts'
import type { reportCalls } from '#shared/ipc/calls/reports.ts'
import type { CallArguments } from '#shared/ipc/contract.ts'
import { makeReport } from '../reports/report.ts'
import type { RateMeaning } from '../reports/time-sums.ts'
import { readMemory } from '../sync/memory.ts'
import type { Desk, OpenAccount } from './desk.ts'
import type { HandlersOf } from './dispatch.ts'
import { userOf } from './mine.ts'

export const reportHandlers = ({ inAccount }: Desk): HandlersOf<typeof reportCalls> => ({
  'reports.show': ({ whose = 'mine', rate, ...query }) =>
    inAccount(async (open) =>
      ok(
        await makeReport(open.context, {
          ...{ ...query, whose },
          user: await userOf(open.context.db, whose),
          rate: await rateMeaning(open, rate),
        }),
      ),
    ),
})

/**
 * What a rate is for: on this machine and on a service that shows its projects' rates an hour;
 * otherwise only the person can say (DECISIONS.md, Times).
 */
export async function rateMeaning(
  { context, sync }: OpenAccount,
  given: CallArguments<'reports.show'>['rate'],
): Promise<RateMeaning> {
  if (given !== undefined) return given
  if (sync === null) return 'hour'
  return (await readMemory(context.db)).capabilities.includes('reference') ? 'hour' : null
}
