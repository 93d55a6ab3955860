/**
 * Replaces `temporal-polyfill` in the window's bundle: exports the browser's own Temporal, and
 * loads the polyfill only where there is none. Modules that import it wait until it is loaded.
 */
import type { Temporal as Standard } from 'temporal-polyfill'

const own = (globalThis as { Temporal?: typeof Standard }).Temporal

export const Temporal: typeof Standard =
  own ?? (await import('temporal-polyfill/implementation')).Temporal
