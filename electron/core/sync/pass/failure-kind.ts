/** Why a pass failed, as a kind that the user interface can describe. */
import type { SyncFailure } from './sync-context.ts'

export type SyncFailureKind =
  'offline' | 'portal' | 'trouble' | 'busy' | 'unreadable' | 'signed-out' | 'stopped'

export function failureKindOf(failure: SyncFailure): SyncFailureKind {
  switch (failure.is) {
    case 'unreached':
      return 'offline'
    case 'retry':
      return failure.cause
    case 'unknown':
      if (failure.lost) return 'offline'
      if (failure.cause === 'portal') return 'portal'
      return failure.cause === 'service' ? 'trouble' : 'unreadable'
    case 'signed-out':
    case 'stopped':
      return failure.is
  }
}
