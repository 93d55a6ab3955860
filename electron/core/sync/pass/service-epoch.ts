/**
 * Follows the epoch of the service (docs/API.md, Epochs). Another one than before means that the
 * service was set back: what it had accepted since is lost there, and must be neither expected nor
 * taken for deleted. Another service has another epoch, too, so the service is confirmed before the
 * epoch is stored.
 */
import type { ServiceEpoch } from '#shared/resources/service-info.ts'
import { readServiceInfo } from '../http/check-service.ts'
import type { ServiceClient } from '../http/service-client.ts'
import { toSyncFailure, type SyncFailure } from './sync-context.ts'
import type { SyncCheckpoint } from './sync-checkpoint.ts'

/**
 * Notes the epoch in the checkpoint, without storing it. After another one than before, everything
 * is due to be read again. Returns true then: the service has to be confirmed before that is stored.
 */
export function noteEpoch(
  memory: SyncCheckpoint,
  { epoch, epoch_from: from, epoch_since: since }: ServiceEpoch,
): boolean {
  const isSetBack = memory.epoch !== null && memory.epoch !== epoch
  memory.epoch = epoch
  if (!isSetBack) return false
  memory.lost = [...memory.lost, { from, since }]
  startOver(memory)
  return true
}

/** The feed cannot be continued: only whole lists, or a first copy, reveal every deletion. */
export function startOver(memory: SyncCheckpoint): void {
  memory.changesCursor = null
  for (const job of [
    'everything',
    'allExpenses',
    'allCategories',
    'eachCategory',
    'categories',
  ] as const) {
    memory.marks[job] = 0
  }
}

/** Asks the service for its epoch, because its feed cannot be continued. */
export async function readEpoch(
  client: ServiceClient,
  memory: SyncCheckpoint,
): Promise<SyncFailure | null> {
  const says = await readServiceInfo(client)
  if (says.is === 'answer') return toSyncFailure(says.answer)
  if (says.is === 'info' && says.epoch) noteEpoch(memory, says.epoch)
  return null
}
