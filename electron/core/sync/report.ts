/** A cycle's end as its caller gets it. */
import { fail, ok, type Result } from '#shared/errors.ts'
import type { SyncReport } from '#shared/ipc/views.ts'
import type { Trouble } from './context.ts'
import type { Counts, Ended } from './cycle.ts'

/** What was done, or why nothing could be. Changes that were not sent stay here in either case. */
export function reportOf(
  ended: Ended,
  counts: Counts,
  unsent: { pending: number; inbox: number },
): Result<SyncReport> {
  switch (ended.is) {
    case 'done':
      return ok({ ...counts, ...unsent })
    case 'busy':
      return fail(
        'conflict',
        'Another Stint is syncing this account at the moment; try again in a minute',
      )
    case 'trouble':
      return failureOf(ended.trouble)
  }
}

function failureOf(trouble: Trouble): Result<never> {
  const kept = 'Your changes are kept here and sent later'
  switch (trouble.is) {
    case 'unreached':
      return fail('offline', `The service cannot be reached. ${kept}`)
    case 'signed-out':
      return fail(
        'unauthenticated',
        'The service does not take the access token any more. Connect again with a new one',
      )
    case 'retry':
      return fail('service', `The service asks to be left alone for a while. ${kept}`)
    case 'unknown':
      return trouble.lost
        ? fail('offline', `The service did not answer. ${kept}`)
        : fail('service', `Something answers at the address, but not as the service does. ${kept}`)
    case 'stopped':
      return fail('conflict', 'Sync was stopped before it was through')
  }
}
