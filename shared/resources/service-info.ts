/**
 * What a service reports about itself at `GET /api/v1` (docs/API.md, Beyond the specification).
 */
import { timestamp } from './fields.ts'
import { z } from './zod.ts'

export const capabilities = [
  'reference',
  'restore',
  'webhooks',
  'idempotency',
  'conditional',
  'changes',
  'user',
  'epoch',
  'uid',
] as const
export type Capability = (typeof capabilities)[number]

export const serviceInfo = z.object({
  name: z.string(),
  version: z.literal('v1'),
  /** Unknown names are dropped when read, not refused. */
  capabilities: z.array(z.string()),
})

/** Present with the capability `epoch` (docs/API.md, Epochs). */
export const serviceEpoch = z.object({
  /** Another one than before: the service was set back, and lacks what it had accepted since. */
  epoch: z.string().min(1).max(100),
  /** The last change that it still has from before the epoch, UTC. */
  epoch_from: timestamp,
  /** When the epoch began, UTC. */
  epoch_since: timestamp,
})
export type ServiceEpoch = z.output<typeof serviceEpoch>

/** What was created between these two moments was lost, timestamps in UTC. */
export interface LostSpan {
  /** The newest change that the service still has. */
  from: string
  /** When it began again. */
  since: string
}

export type ServiceInfo = z.output<typeof serviceInfo> & Partial<ServiceEpoch>
