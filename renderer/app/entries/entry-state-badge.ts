/** The state badge of an entry: glyph, label, and a pill where the person has to act. */
import type { AccountSummary } from '#shared/ipc/call-results.ts'
import type { TimeEntry } from '#shared/resources/time.ts'
import type { Translate, TranslateCore } from '../messages/index.ts'
import { refusedStateBadge } from './refused-state-badge.ts'
import type { StateBadge } from './state-badge.ts'

export function entryStateBadge(
  entry: TimeEntry,
  kind: AccountSummary['kind'] | undefined,
  say: Translate,
  tell: TranslateCore,
  /** True when the entry was sent and the reply was lost. */
  isChecking = false,
): StateBadge {
  const here: StateBadge = { glyph: 'local', words: say('state.local') }
  switch (entry.state) {
    case 'synced':
      return { glyph: 'sent', words: say('state.sent') }
    case 'pending':
      return kind === 'local' ? here : { glyph: 'pending', words: say('state.pending') }
    case 'sending':
      return isChecking
        ? { glyph: 'checking', words: say('state.checking') }
        : { glyph: 'sending', words: say('state.sending') }
    case 'refused':
      // The form shows the service's `Quantity` as a length.
      return refusedStateBadge(entry, say, (text) =>
        text === 'Quantity' ? say('entry.length') : tell(text),
      )
    case 'conflict':
      return {
        glyph: 'conflict',
        words: say('state.conflict'),
        pill: { text: say('state.conflictPill'), tone: 'warn' },
      }
    case 'held':
      // Without a service the entry waits for nothing.
      if (kind === 'local') return here
      return {
        glyph: 'local',
        words: say('state.held'),
        pill: { text: say('state.heldPill'), tone: 'plain' },
      }
    case 'draft':
      return {
        glyph: 'local',
        words: say('state.draft'),
        pill: {
          text: say(entry.project ? 'state.needsTask' : 'state.needsProject'),
          tone: 'plain',
        },
      }
  }
}
