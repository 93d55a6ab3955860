/**
 * What a service reports about itself at `GET /api/v1` (DECISIONS.md, Beyond the specification).
 */
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
  /** Unknown names are dropped when read, not refused. */
  capabilities: z.array(z.string()),
})
export type ServiceInfo = z.output<typeof serviceInfo>
