/**
 * What `temporal-polyfill` gives, for the bundle of the window: the browser's own Temporal, and the
 * polyfill only where there is none. Whatever imports it waits until it is there.
 */
import type { Temporal as Standard } from 'temporal-polyfill'

const own = (globalThis as { Temporal?: typeof Standard }).Temporal

export const Temporal: typeof Standard =
  own ?? (await import('temporal-polyfill/implementation')).Temporal
