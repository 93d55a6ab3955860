/** Calls about how requests leave this computer. */
import { z } from '../../resources/zod.ts'
import type { NetworkState, ConnectionTest } from '../proxy.ts'
import type { AppState } from '../call-results.ts'
import { call, noArguments } from './call.ts'

export const networkCalls = {
  'network.state': call<NetworkState>()(
    z.strictObject({
      /** A service URL as the person types it, in place of the open account's. */
      url: z.string().max(2000).optional(),
    }),
  ),
  /**
   * Takes effect with the next request. Fails as `settings.set` does, under these field names. A
   * name and password in the address are moved out of it.
   */
  'network.setProxy': call<AppState>()(
    z.strictObject({
      way: z.enum(['system', 'none', 'named']),
      /** As the person types it; an absent field stays unchanged. */
      address: z.string().max(2000, 'Use 2000 characters or fewer').optional(),
      /** Hosts that are reached without the proxy, separated by spaces or commas. */
      except: z.string().max(8000, 'Use 8000 characters or fewer').optional(),
      user: z.string().max(200, 'Use 200 characters or fewer').optional(),
      /**
       * Stored where tokens are, for this address and user name only; null deletes it. When absent,
       * the stored one is kept while address and user name are unchanged.
       */
      password: z.string().max(1000, 'Use 1000 characters or fewer').nullable().optional(),
    }),
  ),
  /** Sends a test request to the open account's service, the way that is set. */
  'network.testConnection': call<ConnectionTest>()(noArguments),
} as const
