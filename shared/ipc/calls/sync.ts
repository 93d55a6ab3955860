/** Calls about the sync with the account's service. */
import { civilDate, integer } from '../../resources/fields.ts'
import { z } from '../../resources/zod.ts'
import type { Outbox, SyncPass, SyncReport, SyncStatus } from '../call-results.ts'
import { call, noArguments } from './call.ts'

export const syncCalls = {
  'sync.status': call<SyncStatus>()(noArguments),
  /** Runs one full pass now. */
  'sync.now': call<SyncReport>()(z.strictObject({ wait: z.boolean().optional() })),
  /** Pauses automatic sending and fetching until it is resumed, also across restarts. */
  'sync.pause': call<SyncStatus>()(noArguments),
  'sync.resume': call<SyncStatus>()(noArguments),
  /** Lists the last passes, newest first. */
  'sync.log': call<SyncPass[]>()(z.strictObject({ limit: integer(1, 200).optional() })),
  /** Lists what the service does not have yet, newest first. */
  'sync.outbox': call<Outbox>()(z.strictObject({ limit: integer(1, 200).optional() })),
  /**
   * Returns the state of sync as a text to pass on, without tokens and without anything people
   * wrote.
   */
  'sync.supportReport': call<{ text: string }>()(noArguments),
  /** Sets the days that a window shows, so that sync keeps them fresh; null when it shows none. */
  'sync.watchDates': call<null>()(z.strictObject({ from: civilDate, to: civilDate }).nullable()),
} as const
