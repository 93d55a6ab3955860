/** Calls on the sync. */
import { fail, ok } from '#shared/errors.ts'
import type { syncCalls } from '#shared/ipc/calls/sync.ts'
import type { Desk } from './desk.ts'
import type { HandlersOf } from './dispatch.ts'

export const syncHandlers = ({ inAccount }: Desk): HandlersOf<typeof syncCalls> => ({
  'sync.status': () =>
    inAccount(async ({ sync }) =>
      ok(
        sync
          ? await sync.status()
          : { phase: { is: 'local' }, pending: 0, inbox: 0, lastSync: null },
      ),
    ),
  'sync.now': ({ wait }) =>
    inAccount(async ({ sync }) =>
      sync
        ? sync.cycle({ wait: wait ?? false })
        : fail('conflict', 'This account stays on this machine; there is no service to sync with'),
    ),
  'sync.watch': (range) =>
    inAccount(async ({ sync }) => {
      sync?.watch(range)
      return ok(null)
    }),
})
