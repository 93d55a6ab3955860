/** How requests leave this machine. */
import { z } from '../../resources/zod.ts'
import type { NetworkState, WayTried } from '../proxy.ts'
import type { AppState } from '../views.ts'
import { call, nothing } from './call.ts'

export const networkCalls = {
  'network.state': call<NetworkState>()(
    z.strictObject({
      /** A service as a person types it, in place of the open account's. */
      url: z.string().max(2000).optional(),
    }),
  ),
  /**
   * Holds for the next request. Refused as `settings.set` refuses it, the fields by their own
   * names. Name and password in the address are taken out of it.
   */
  'network.setProxy': call<AppState>()(
    z.strictObject({
      way: z.enum(['system', 'none', 'named']),
      /** As a person types it; what is absent stays as it is. */
      address: z.string().max(2000, 'Use 2000 characters or fewer').optional(),
      /** Hosts that are reached without it, with spaces or commas between them. */
      except: z.string().max(8000, 'Use 8000 characters or fewer').optional(),
      user: z.string().max(200, 'Use 200 characters or fewer').optional(),
      /**
       * Kept where tokens are, for this address and name alone; null forgets it. Absent, the one
       * that is kept stays as long as it is theirs.
       */
      password: z.string().max(1000, 'Use 1000 characters or fewer').nullable().optional(),
    }),
  ),
  /** Asks the service of the open account, by the way that is set. */
  'network.try': call<WayTried>()(nothing),
} as const
