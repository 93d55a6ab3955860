/** What is known of an account, beside what it holds. Its token is kept apart. */
import type { AccountSummary } from '#shared/ipc/views.ts'
import { z } from '#shared/resources/zod.ts'

export const accountRecord = z.object({
  /** Name of the folder. */
  account: z.string().regex(/^[a-z0-9-]+$/),
  kind: z.enum(['connected', 'local', 'demo']),
  name: z.string(),
  url: z.string().nullable(),
  header: z.string(),
  scheme: z.string(),
  zone: z.string(),
  /** Who the token belongs to, where the service says. */
  user: z.string().nullable(),
})
export type AccountRecord = z.output<typeof accountRecord>

export const summaryOf = ({ account, kind, name, url }: AccountRecord): AccountSummary => ({
  account,
  kind,
  name,
  url,
})
