/**
 * Ids of the local interface. A record has the service's id; one that the service does not have yet
 * has a provisional id, made from its local id, which never changes. The provisional id still finds
 * the record after it was sent (docs/API.md, The local API).
 */
import type { CoreCalls } from './core-calls.ts'

export type ApiResource =
  'time' | 'expense' | 'category' | 'webhook' | 'project' | 'client' | 'task' | 'charge' | 'user'

/** Also the number by which such records are sorted: after all of the service's. */
const firstProvisional = 2 ** 29

/** A record with its remote and its local id. */
export interface RecordIds {
  readonly id: number | null
  readonly local: number
}

export const toApiId = ({ id, local }: RecordIds): number => id ?? firstProvisional + local

/**
 * Returns the local id that an id of a request may mean, or undefined for an invalid one. The
 * service's ids take precedence, so a provisional one never hides a record of the service. Does not
 * check that the record exists.
 */
export async function toLocalId(
  calls: CoreCalls,
  resource: ApiResource,
  id: number | undefined,
): Promise<number | undefined> {
  if (id === undefined) return undefined
  const found = await calls.find('records.findByRemote', { resource, remote: id })
  if (found) return found.local
  return id > firstProvisional ? id - firstProvisional : undefined
}
