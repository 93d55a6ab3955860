/** The sync status as a short text and a glyph, for the rail and for the sync page. */
import type { SyncStatus, UnsentCounts } from '#shared/ipc/call-results.ts'
import { idleSyncState } from '#shared/rules/idle-sync-state.ts'
import type { Glyph } from '../../ui/SyncGlyph.vue'
import { formatLength, formatNumber, formatTimeOfDay } from '../../ui/format.ts'
import type { Translate } from '../messages/index.ts'

export interface SyncStatusText {
  glyph: Glyph
  state: string
  detail: string
  /** True when the person has to act. */
  warn: boolean
}

/** Describes how far this computer's clock is off. */
export const clockOffsetText = (ahead: number, t: Translate): string =>
  t(ahead > 0 ? 'sync.clockAhead' : 'sync.clockBehind', {
    length: formatLength(Math.round(Math.abs(ahead) / 60_000)),
  })

const unsentCounts = ({ pending, held, drafts, inbox }: UnsentCounts, t: Translate): string[] =>
  [
    pending > 0 ? t('sync.pending', {}, pending) : '',
    held > 0 ? t('sync.toMatch', {}, held) : '',
    drafts > 0 ? t('sync.drafts', {}, drafts) : '',
    inbox > 0 ? t('sync.toDecide', {}, inbox) : '',
  ].filter(Boolean)

/**
 * Describes what the service does not have yet, and what waits for the person: `3 to send · 120
 * need matching · 127 drafts · 4 to review`; empty where there is nothing.
 */
export const formatUnsentCounts = (counts: UnsentCounts, t: Translate): string =>
  unsentCounts(counts, t).join(' · ')

/** The number of changes in the outbox as text; empty where there are none. */
function savedHere({ pending, held, drafts }: UnsentCounts, t: Translate): string {
  const count = pending + held + drafts
  return count > 0 ? t('sync.savedHere', {}, count) : ''
}

/** What waits for the person: a review first, then what needs matching, then drafts. */
function waiting(status: UnsentCounts, t: Translate): { state: string; detail: string } {
  if (status.inbox > 0) return { state: t('sync.waits'), detail: savedHere(status, t) }
  const [state = '', ...rest] = unsentCounts(status, t)
  return { state, detail: rest.join(' · ') }
}

function atRest(status: SyncStatus, zone: string, t: Translate): Omit<SyncStatusText, 'warn'> {
  switch (idleSyncState(status)) {
    case 'to-send':
      return { glyph: 'pending', state: t('sync.toSend'), detail: savedHere(status, t) }
    case 'unread':
      return { glyph: 'sending', state: t('sync.fetching'), detail: '' }
    case 'waits':
      return { glyph: 'pending', ...waiting(status, t) }
    case 'in-step':
      return {
        glyph: 'sent',
        state: t('sync.upToDate'),
        detail: formatTimeOfDay(status.lastSync!, zone),
      }
  }
}

export function syncStatusText(status: SyncStatus, zone: string, t: Translate): SyncStatusText {
  const saved = savedHere(status, t)
  const quiet = { warn: false }
  switch (status.phase.is) {
    case 'idle':
      return { ...quiet, ...atRest(status, zone, t) }
    case 'sending':
      return {
        ...quiet,
        glyph: 'sending',
        state: t('sync.sending'),
        detail: t('sync.doneOf', {
          done: formatNumber(status.phase.done),
          of: formatNumber(status.phase.of),
        }),
      }
    case 'fetching':
      return {
        ...quiet,
        glyph: 'sending',
        state: t('sync.fetching'),
        detail:
          status.phase.pages === null
            ? ''
            : t('sync.pageOf', { page: status.phase.page }, status.phase.pages),
      }
    case 'offline':
      if (status.phase.proxy) {
        const state = t(status.phase.proxy === 'login' ? 'sync.proxyLogin' : 'sync.proxyAway')
        return { glyph: 'offline', state, detail: saved, warn: true }
      }
      return { ...quiet, glyph: 'offline', state: t('sync.offline'), detail: saved }
    case 'portal':
      return { glyph: 'offline', state: t('sync.portal'), detail: saved, warn: true }
    case 'problem':
      return { glyph: 'conflict', state: t('sync.problem'), detail: saved, warn: true }
    case 'service':
      return { ...quiet, glyph: 'offline', state: t('sync.serviceAway'), detail: saved }
    case 'clock':
      return {
        glyph: 'conflict',
        state: t('sync.clock'),
        detail: clockOffsetText(status.phase.ahead, t),
        warn: true,
      }
    case 'paused':
      return { ...quiet, glyph: 'pending', state: t('sync.paused'), detail: saved }
    case 'signed-out':
      return {
        glyph: 'conflict',
        state: t(status.phase.movedTo === undefined ? 'sync.signIn' : 'sync.moved'),
        detail: saved,
        warn: true,
      }
    case 'local':
      return { ...quiet, glyph: 'local', state: t('sync.local'), detail: '' }
  }
}
