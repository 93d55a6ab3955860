/** An account's own data, without its records. The token is stored separately. */
import type { AccountSummary } from '#shared/ipc/call-results.ts'
import { z } from '#shared/resources/zod.ts'

export const accountRecord = z.object({
  /** Name of the account's folder. */
  account: z.string().regex(/^[a-z0-9-]+$/),
  kind: z.enum(['connected', 'local', 'demo']),
  name: z.string(),
  url: z.string().nullable(),
  header: z.string(),
  scheme: z.string(),
  zone: z.string(),
  /** The user that the token belongs to, where the service says so. */
  user: z.string().nullable(),
})
export type AccountRecord = z.output<typeof accountRecord>

export const toAccountSummary = ({ account, kind, name, url }: AccountRecord): AccountSummary => ({
  account,
  kind,
  name,
  url,
})
