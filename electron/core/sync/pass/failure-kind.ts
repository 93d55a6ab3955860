/** Why a pass failed, as a kind that the user interface can describe. */
import type { SyncFailure } from './sync-context.ts'

export type SyncFailureKind =
  'offline' | 'portal' | 'trouble' | 'busy' | 'unreadable' | 'signed-out' | 'stopped'

export function failureKindOf(trouble: SyncFailure): SyncFailureKind {
  switch (trouble.is) {
    case 'unreached':
      return 'offline'
    case 'retry':
      return trouble.cause
    case 'unknown':
      if (trouble.lost) return 'offline'
      if (trouble.cause === 'portal') return 'portal'
      return trouble.cause === 'service' ? 'trouble' : 'unreadable'
    case 'signed-out':
    case 'stopped':
      return trouble.is
  }
}
