/** Handlers of the calls on the sync. */
import { fail, ok, type Result } from '#shared/errors.ts'
import type { syncCalls } from '#shared/ipc/calls/sync.ts'
import type { SyncStatus } from '#shared/ipc/call-results.ts'
import type { SyncEngine } from '../sync/engine/engine.ts'
import type { ProgramInfo } from '../sync/engine/support-report.ts'
import type { HandlerContext } from './handler-context.ts'
import type { HandlersOf } from './dispatch.ts'
import { readOutbox } from './outbox.ts'

const noService = () =>
  fail('conflict', 'This account is on this computer only, so there’s no service to sync with')

/** The status of an account without a service. */
const local: SyncStatus = {
  phase: { is: 'local' },
  sending: null,
  fetching: null,
  pending: 0,
  held: 0,
  drafts: 0,
  inbox: 0,
  lastSync: null,
  lastComplete: null,
}

/**
 * @param program what the report names as its source
 * @param afterwards runs after a sync that the person requested
 */
export function syncHandlers(
  handlerContext: HandlerContext,
  program: ProgramInfo,
  afterwards: () => Promise<void>,
): HandlersOf<typeof syncCalls> {
  const { withOpenAccount } = handlerContext

  const withService = <Value>(run: (sync: SyncEngine) => Promise<Result<Value>>) =>
    withOpenAccount(async ({ sync }) => (sync ? run(sync) : noService()))

  return {
    'sync.status': () =>
      withOpenAccount(async ({ sync }) => ok(sync ? await sync.status() : local)),
    'sync.now': ({ wait }) =>
      withService(async (sync) => {
        const done = await sync.syncOnce({ wait: wait ?? false })
        await afterwards()
        return done
      }),
    'sync.pause': () => withService(async (sync) => ok(await sync.pause())),
    'sync.resume': () => withService(async (sync) => ok(await sync.resume())),
    'sync.log': ({ limit }) =>
      withOpenAccount(async ({ sync }) => ok(sync ? await sync.log(limit ?? 50) : [])),
    // Without a service nothing waits to be sent.
    'sync.outbox': ({ limit }) =>
      withOpenAccount(async ({ sync, context }) =>
        ok(sync ? await readOutbox(context.db, limit ?? 50) : { items: [], total: 0 }),
      ),
    'sync.supportReport': () =>
      withService(async (sync) => ok({ text: await sync.report(program) })),
    'sync.watchDates': (range) =>
      withOpenAccount(async ({ sync }) => {
        sync?.watch(range)
        return ok(null)
      }),
  }
}
