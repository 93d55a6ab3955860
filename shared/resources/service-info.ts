/** What a service says of itself at `GET /api/v1` (DECISIONS.md, Beyond the specification). */
import { z } from './zod.ts'

export const capabilities = [
  'reference',
  'restore',
  'webhooks',
  'idempotency',
  'conditional',
  'changes',
  'user',
] as const
export type Capability = (typeof capabilities)[number]

export const serviceInfo = z.object({
  name: z.string(),
  version: z.literal('v1'),
  /** Names that we do not know are kept out when read, not refused. */
  capabilities: z.array(z.string()),
})
export type ServiceInfo = z.output<typeof serviceInfo>
