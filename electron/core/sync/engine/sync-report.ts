/** Converts the end of a pass into the result for its caller. */
import { fail, ok, type Result } from '#shared/errors.ts'
import type { SyncReport } from '#shared/ipc/call-results.ts'
import type { SyncFailure } from '../pass/sync-context.ts'
import type { PassCounts, PassResult } from '../pass/pass-result.ts'
import { failureKindOf } from '../pass/failure-kind.ts'

/** Returns what was done, or why nothing could be. Unsent changes stay here in either case. */
export function toSyncReport(
  ended: PassResult,
  { pushed, pulled, requests }: PassCounts,
  { pending, inbox }: { pending: number; inbox: number },
): Result<SyncReport> {
  switch (ended.is) {
    case 'done':
      return ok({ pushed, pulled, pending, inbox, requests })
    case 'problem':
      return fail('database', `${ended.why}. ${reassurance}`)
    case 'failed':
      return failureOf(ended.failure)
  }
}

const reassurance = 'Your changes are saved here and will sync later'

function failureOf(failure: SyncFailure): Result<never> {
  switch (failureKindOf(failure)) {
    case 'offline':
      if (failure.is === 'unreached' && failure.proxy) {
        return fail(
          'offline',
          failure.proxy === 'login'
            ? `${failure.why}. Set them in Settings under Network. ${reassurance}`
            : `${failure.why}. Check the proxy in Settings under Network. ${reassurance}`,
        )
      }
      return failure.is === 'unreached'
        ? fail('offline', `Can’t reach the service. ${reassurance}`)
        : fail('offline', `The service didn’t respond. ${reassurance}`)
    case 'portal':
      return fail(
        'offline',
        `This network needs you to sign in. Open a browser and sign in. ${reassurance}`,
      )
    case 'signed-out':
      if (failure.is === 'signed-out' && failure.moved) {
        const { url } = failure.moved
        return fail(
          'unauthenticated',
          `The service has moved to ${url}. Agree in Settings or with \`stint account move ${url}\`. ${reassurance}`,
        )
      }
      return fail(
        'unauthenticated',
        failure.is === 'signed-out' && failure.noToken
          ? `This account is signed out. Sign in again in Settings or with \`stint connect\`. ${reassurance}`
          : 'The service no longer accepts the access token. Connect again with a new one',
      )
    case 'busy':
      return fail('service', `The service is busy. ${reassurance}`)
    case 'trouble':
      return fail('service', `The service is having problems. ${reassurance}`)
    case 'unreadable':
      return fail('service', `Stint can’t read the service’s reply. ${reassurance}`)
    case 'stopped':
      return fail('conflict', 'Sync was stopped before it finished')
  }
}
