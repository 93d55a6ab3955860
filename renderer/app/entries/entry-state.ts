/** A record's state as a glyph, its words, and the pill that says what is wanted. */
import type { AccountSummary } from '#shared/ipc/views.ts'
import type { TimeEntry } from '#shared/resources/time.ts'
import type { Say, Tell } from '../messages/index.ts'
import { refusedState } from './refused-state.ts'
import type { StateWords } from './state-words.ts'

export function entryState(
  entry: TimeEntry,
  kind: AccountSummary['kind'] | undefined,
  say: Say,
  tell: Tell,
  /** It was sent, and the answer was lost. */
  isChecking = false,
): StateWords {
  const here: StateWords = { glyph: 'local', words: say('state.local') }
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
      // What the service counts in increments stands as a length in the form.
      return refusedState(entry, say, (text) =>
        text === 'Quantity' ? say('entry.length') : tell(text),
      )
    case 'conflict':
      return {
        glyph: 'conflict',
        words: say('state.conflict'),
        pill: { text: say('state.conflictPill'), tone: 'warn' },
      }
    case 'held':
      // Without a service nothing is waited for.
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
