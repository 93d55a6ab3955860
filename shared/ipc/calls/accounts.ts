/** The app itself and the accounts of this machine. */
import { z } from '../../resources/zod.ts'
import { accountSettings, machineSettings } from '../settings.ts'
import type { AccountSummary, AppState, ListedAccount, ServiceCheck } from '../views.ts'
import { call, nothing, seenValues } from './call.ts'

const address = z.strictObject({
  /** Where the service stands; may have a path. */
  url: z.string().min(1, 'Enter a URL').max(2000),
  token: z.string().min(1, 'Enter an access token').max(4000),
  /** Name of the header that carries the token; `Authorization` unless given. */
  header: z.string().max(200).optional(),
  /** Word before the token; `Bearer` unless given; may be empty. */
  scheme: z.string().max(200).optional(),
  /** Zone in which the service writes its timestamps; UTC unless given. */
  zone: z.string().max(100).optional(),
})

const settings = z.strictObject({ ...machineSettings.shape, ...accountSettings.shape })

export const accountCalls = {
  'app.state': call<AppState>()(nothing),

  /** Asks a service who it is, without keeping anything. */
  'account.check': call<ServiceCheck>()(address),
  'account.connect': call<AccountSummary>()(address),
  /** A new token of the same person for the open account; what is unsent stays. */
  'account.renew': call<AccountSummary>()(z.strictObject({ token: address.shape.token })),
  /** Turns the open account of this machine, or the demo's, into one connected to a service. */
  'account.attach': call<AccountSummary>()(address),
  /** Forgets the account's token; what it holds stays on this machine. */
  'account.signOut': call<AccountSummary>()(z.strictObject({ account: z.string() })),
  /** Works on this machine only. */
  'account.local': call<AccountSummary>()(nothing),
  /** Starts a service with a demo organisation on this machine and connects to it. */
  'account.demo': call<AccountSummary>()(nothing),
  'account.list': call<ListedAccount[]>()(nothing),
  'account.use': call<AccountSummary>()(z.strictObject({ account: z.string() })),
  /** Refused while another process has it open, and where work would be lost that nobody named. */
  'account.remove': call<null>()(
    z.strictObject({
      account: z.string(),
      /** Loses what was not sent yet too, and the running timer. */
      unsent: z.boolean().optional(),
    }),
  ),

  /**
   * Changes what is named and leaves the rest. `was` has the values that were seen: where others
   * are there by then, the call fails with `stale`.
   */
  'settings.set': call<AppState>()(
    settings.partial().extend({ was: seenValues(settings).optional() }),
  ),
} as const
