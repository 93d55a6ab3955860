import type { FailureCode } from '#shared/errors.ts'

/**
 * Returns the exit code of a failure: 1 refused, 2 wrong usage, 3 the service cannot be reached or
 * replies unexpectedly (trying again later may help), 4 the database cannot be used.
 */
export function exitCodeOf(code: FailureCode): 1 | 2 | 3 | 4 {
  switch (code) {
    case 'validation':
    case 'not-found':
    case 'conflict':
    case 'stale':
    case 'nothing-to-undo':
    case 'no-account':
    case 'unauthenticated':
    case 'forbidden':
    case 'refused-sender':
    case 'internal':
      return 1
    case 'usage':
    case 'unknown-call':
      return 2
    case 'offline':
    case 'service':
      return 3
    case 'database':
      return 4
  }
}
