/** What a record's state looks like, is called, and asks for. */
import type { Glyph } from '../../ui/SyncGlyph.vue'

export interface StateWords {
  glyph: Glyph
  words: string
  pill?: { text: string; tone: 'plain' | 'warn' | 'danger' }
}
