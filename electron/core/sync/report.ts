/** A cycle's end as its caller gets it. */
import { fail, ok, type Result } from '#shared/errors.ts'
import type { SyncReport } from '#shared/ipc/views.ts'
import type { Trouble } from './context.ts'
import type { Counts, Ended } from './pass.ts'
import { whatIs } from './what.ts'

/** What was done, or why nothing could be. Changes that were not sent stay here in either case. */
export function reportOf(
  ended: Ended,
  { pushed, pulled, requests }: Counts,
  { pending, inbox }: { pending: number; inbox: number },
): Result<SyncReport> {
  switch (ended.is) {
    case 'done':
      return ok({ pushed, pulled, pending, inbox, requests })
    case 'busy':
      return fail(
        'conflict',
        'Another Stint is syncing this account at the moment; try again in a minute',
      )
    case 'problem':
      return fail('database', `${ended.why}. ${kept}`)
    case 'trouble':
      return failureOf(ended.trouble)
  }
}

const kept = 'Your changes are kept here and sent later'

function failureOf(trouble: Trouble): Result<never> {
  switch (whatIs(trouble)) {
    case 'offline':
      if (trouble.is === 'unreached' && trouble.proxy) {
        return fail(
          'offline',
          trouble.proxy === 'login'
            ? `${trouble.why}. They are set in Settings, under Network. ${kept}`
            : `${trouble.why}. Which proxy it is stands in Settings, under Network. ${kept}`,
        )
      }
      return trouble.is === 'unreached'
        ? fail('offline', `The service cannot be reached. ${kept}`)
        : fail('offline', `The service did not answer. ${kept}`)
    case 'portal':
      return fail(
        'offline',
        `A page of the network answers in place of the service: open a browser and sign in to the network. ${kept}`,
      )
    case 'signed-out':
      return fail(
        'unauthenticated',
        trouble.is === 'signed-out' && trouble.noToken
          ? `This account is signed out. Sign in again with an access token, in Settings or with \`stint connect\`. ${kept}`
          : 'The service does not take the access token any more. Connect again with a new one',
      )
    case 'busy':
      return fail('service', `The service asks to be left alone for a while. ${kept}`)
    case 'trouble':
      return fail('service', `The service says that it has trouble itself. ${kept}`)
    case 'unreadable':
      return fail('service', `What the service answers cannot be read. ${kept}`)
    case 'stopped':
      return fail('conflict', 'Sync was stopped before it was through')
  }
}
