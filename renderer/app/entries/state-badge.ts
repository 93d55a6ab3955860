/** The state badge of a record: its glyph, label, and an optional pill. */
import type { Glyph } from '../../ui/SyncGlyph.vue'

export interface StateBadge {
  glyph: Glyph
  words: string
  pill?: { text: string; tone: 'plain' | 'warn' | 'danger' }
}
