import type { AccountSummary } from '#shared/ipc/call-results.ts'
import type { TimeEntry } from '#shared/resources/time.ts'
import type { Translate, TranslateCore } from '../messages/index.ts'
import { recordStateBadge } from './record-state-badge.ts'
import type { StateBadge } from './state-badge.ts'

/** @param isChecking true when the entry was sent and the reply was lost */
export const entryStateBadge = (
  entry: TimeEntry,
  kind: AccountSummary['kind'] | undefined,
  say: Translate,
  tell: TranslateCore,
  isChecking = false,
): StateBadge =>
  recordStateBadge(entry, {
    ...{ kind, say, isChecking },
    // The form shows the service's `Quantity` as a length.
    tell: (text) => (text === 'Quantity' ? say('entry.length') : tell(text)),
    held: { words: say('state.held'), pill: say('state.heldPill') },
    draft: {
      words: say('state.draft'),
      pill: say(entry.project ? 'state.needsTask' : 'state.needsProject'),
    },
  })
