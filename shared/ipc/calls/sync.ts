/** The sync with the account's service. */
import { civilDate, integer } from '../../resources/fields.ts'
import { z } from '../../resources/zod.ts'
import type { Outbox, SyncPass, SyncReport, SyncStatus } from '../views.ts'
import { call, nothing } from './call.ts'

export const syncCalls = {
  'sync.status': call<SyncStatus>()(nothing),
  /** One full cycle now. */
  'sync.now': call<SyncReport>()(z.strictObject({ wait: z.boolean().optional() })),
  /** Nothing is sent or fetched by itself until it is resumed, also after a restart. */
  'sync.pause': call<SyncStatus>()(nothing),
  'sync.resume': call<SyncStatus>()(nothing),
  /** What the last passes did, newest first. */
  'sync.log': call<SyncPass[]>()(z.strictObject({ limit: integer(1, 200).optional() })),
  /** What the service does not have yet, the newest first. */
  'sync.outbox': call<Outbox>()(z.strictObject({ limit: integer(1, 200).optional() })),
  /** How sync stands, as text to hand on: without tokens and without what people wrote. */
  'sync.report': call<{ text: string }>()(nothing),
  /** The days a window shows, so that sync keeps them fresh; null when it shows none. */
  'sync.watch': call<null>()(z.strictObject({ from: civilDate, to: civilDate }).nullable()),
} as const
