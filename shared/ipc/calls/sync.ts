/** The sync with the account's service. */
import { civilDate } from '../../resources/fields.ts'
import { z } from '../../resources/zod.ts'
import type { SyncReport, SyncStatus } from '../views.ts'
import { call, nothing } from './call.ts'

export const syncCalls = {
  'sync.status': call<SyncStatus>()(nothing),
  /** One full cycle now. */
  'sync.now': call<SyncReport>()(z.strictObject({ wait: z.boolean().optional() })),
  /** The days a window shows, so that sync keeps them fresh; null when it shows none. */
  'sync.watch': call<null>()(z.strictObject({ from: civilDate, to: civilDate }).nullable()),
} as const
