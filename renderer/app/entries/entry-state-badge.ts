import type { AccountSummary } from '#shared/ipc/call-results.ts'
import type { TimeEntry } from '#shared/resources/time.ts'
import type { Translate, TranslateCore } from '../messages/index.ts'
import { recordStateBadge } from './record-state-badge.ts'
import type { StateBadge } from './state-badge.ts'

/** @param isChecking true when the entry was sent and the reply was lost */
export const entryStateBadge = (
  entry: TimeEntry,
  kind: AccountSummary['kind'] | undefined,
  t: Translate,
  translateCore: TranslateCore,
  isChecking = false,
): StateBadge =>
  recordStateBadge(entry, {
    kind,
    t,
    isChecking,
    // The form shows the service's `Quantity` as a length.
    translateCore: (text) => (text === 'Quantity' ? t('entry.length') : translateCore(text)),
    held: { words: t('state.held'), pill: t('state.heldPill') },
    draft: {
      words: t('state.draft'),
      pill: t(entry.project ? 'state.needsTask' : 'state.needsProject'),
    },
  })
