/** Calls about the app itself and the accounts on this computer. */
import { z } from '../../resources/zod.ts'
import { accountSettings, machineSettings } from '../settings.ts'
import type { AccountSummary, AppState, ListedAccount, ServiceCheck } from '../call-results.ts'
import { call, noArguments, seenValues } from './call.ts'

const address = z.strictObject({
  /** Base URL of the service; may have a path. */
  url: z.string().min(1, 'Enter a URL').max(2000),
  token: z.string().min(1, 'Enter an access token').max(4000),
  /** Name of the header that carries the token. Default: `Authorization`. */
  header: z.string().max(200).optional(),
  /** Scheme in front of the token. Default: `Bearer`; may be empty. */
  scheme: z.string().max(200).optional(),
  /** Time zone in which the service writes its timestamps. Default: UTC. */
  zone: z.string().max(100).optional(),
})

const settings = z.strictObject({ ...machineSettings.shape, ...accountSettings.shape })

export const accountCalls = {
  'app.state': call<AppState>()(noArguments),

  /** Asks a service what it is and whose token this is; stores nothing. */
  'account.checkService': call<ServiceCheck>()(address),
  'account.connect': call<AccountSummary>()(address),
  /**
   * Replaces the token of the open account by a new one of the same person; unsent records stay.
   */
  'account.renewToken': call<AccountSummary>()(z.strictObject({ token: address.shape.token })),
  /** Gives the open account another address of the same host, to which its service has moved. */
  'account.move': call<AccountSummary>()(z.strictObject({ url: address.shape.url })),
  /** Connects the open local account, or the demo's, to a service. */
  'account.attach': call<AccountSummary>()(address),
  /** Deletes the account's stored token; its records stay on this computer. */
  'account.signOut': call<AccountSummary>()(z.strictObject({ account: z.string() })),
  /** Opens the local account, which has no service; creates it when absent. */
  'account.createLocal': call<AccountSummary>()(noArguments),
  /** Starts a service with a demo organisation on this computer and connects to it. */
  'account.createDemo': call<AccountSummary>()(noArguments),
  'account.list': call<ListedAccount[]>()(noArguments),
  'account.switch': call<AccountSummary>()(z.strictObject({ account: z.string() })),
  /**
   * Fails while another process has the account open, and where work would be lost without consent.
   */
  'account.remove': call<null>()(
    z.strictObject({
      account: z.string(),
      /** Consents to losing unsent records, and the running timer. */
      unsent: z.boolean().optional(),
    }),
  ),

  /**
   * Sets the named settings and leaves the others. `was` has the values that the caller read; if
   * one has changed since, the call fails with `stale`.
   */
  'settings.set': call<AppState>()(
    settings.partial().extend({ was: seenValues(settings).optional() }),
  ),
} as const
