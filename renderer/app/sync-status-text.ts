/** The sync status as a short text and a glyph, for the rail and for the sync page. */
import type { SyncStatus, UnsentCounts } from '#shared/ipc/call-results.ts'
import { idleSyncState } from '#shared/rules/idle-sync-state.ts'
import type { Glyph } from '../ui/SyncGlyph.vue'
import { formatLength, formatTimeOfDay } from '../ui/format.ts'
import type { Translate } from './messages/index.ts'

export interface SyncStatusText {
  glyph: Glyph
  state: string
  detail: string
  /** True when the person has to act. */
  warn: boolean
}

/** Describes how far this computer's clock is off. */
export const clockOffsetText = (ahead: number, say: Translate): string =>
  say(ahead > 0 ? 'sync.clockAhead' : 'sync.clockBehind', {
    length: formatLength(Math.round(Math.abs(ahead) / 60_000)),
  })

/**
 * Describes what the service does not have yet, and what waits for the person: `3 to send · 120
 * need matching · 127 drafts · 4 to review`; empty where there is nothing.
 */
export const formatUnsentCounts = (
  { pending, held, drafts, inbox }: UnsentCounts,
  say: Translate,
): string =>
  [
    pending > 0 ? say('sync.pending', {}, pending) : '',
    held > 0 ? say('sync.toMatch', {}, held) : '',
    drafts > 0 ? say('sync.drafts', {}, drafts) : '',
    inbox > 0 ? say('sync.toDecide', {}, inbox) : '',
  ]
    .filter(Boolean)
    .join(' · ')

/** The number of changes in the outbox as text; empty where there are none. */
function savedHere({ pending, held, drafts }: UnsentCounts, say: Translate): string {
  const count = pending + held + drafts
  return count > 0 ? say('sync.savedHere', {}, count) : ''
}

function atRest(status: SyncStatus, zone: string, say: Translate): Omit<SyncStatusText, 'warn'> {
  switch (idleSyncState(status)) {
    case 'to-send':
      return { glyph: 'pending', state: say('sync.toSend'), detail: savedHere(status, say) }
    case 'unread':
      return { glyph: 'sending', state: say('sync.fetching'), detail: '' }
    case 'waits':
      return { glyph: 'pending', state: say('sync.waits'), detail: savedHere(status, say) }
    case 'in-step':
      return {
        glyph: 'sent',
        state: say('sync.upToDate'),
        detail: formatTimeOfDay(status.lastSync!, zone),
      }
  }
}

export function syncStatusText(status: SyncStatus, zone: string, say: Translate): SyncStatusText {
  const saved = savedHere(status, say)
  const quiet = { warn: false }
  switch (status.phase.is) {
    case 'idle':
      return { ...quiet, ...atRest(status, zone, say) }
    case 'sending':
      return {
        ...quiet,
        glyph: 'sending',
        state: say('sync.sending'),
        detail: say('sync.doneOf', { done: status.phase.done, of: status.phase.of }),
      }
    case 'fetching':
      return {
        ...quiet,
        glyph: 'sending',
        state: say('sync.fetching'),
        detail:
          status.phase.pages === null
            ? ''
            : say('sync.pageOf', { page: status.phase.page }, status.phase.pages),
      }
    case 'offline':
      if (status.phase.proxy) {
        const state = say(status.phase.proxy === 'login' ? 'sync.proxyLogin' : 'sync.proxyAway')
        return { glyph: 'offline', state, detail: saved, warn: true }
      }
      return { ...quiet, glyph: 'offline', state: say('sync.offline'), detail: saved }
    case 'portal':
      return { glyph: 'offline', state: say('sync.portal'), detail: saved, warn: true }
    case 'problem':
      return { glyph: 'conflict', state: say('sync.problem'), detail: saved, warn: true }
    case 'service':
      return { ...quiet, glyph: 'offline', state: say('sync.serviceAway'), detail: saved }
    case 'clock':
      return {
        glyph: 'conflict',
        state: say('sync.clock'),
        detail: clockOffsetText(status.phase.ahead, say),
        warn: true,
      }
    case 'paused':
      return { ...quiet, glyph: 'pending', state: say('sync.paused'), detail: saved }
    case 'signed-out':
      return {
        glyph: 'conflict',
        state: say('sync.signIn'),
        detail: saved,
        warn: true,
      }
    case 'local':
      return { ...quiet, glyph: 'local', state: say('sync.local'), detail: '' }
  }
}
