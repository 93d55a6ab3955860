/**
 * Ids of the local interface. A record has the service's id; one that the service does not have
 * yet has a provisional one, made of its id on this machine, which never changes. The provisional
 * id goes on finding the record after it was sent (DECISIONS.md, The local interface).
 */
import type { Calls } from './core-calls.ts'

export type Resource =
  'time' | 'expense' | 'category' | 'webhook' | 'project' | 'client' | 'task' | 'charge' | 'user'

/** The same number by which such a record is placed among others: after all of the service's. */
const firstProvisional = 2 ** 29

/** A record as the core names it. */
export interface Named {
  readonly id: number | null
  readonly local: number
}

export const apiId = ({ id, local }: Named): number => id ?? firstProvisional + local

/**
 * The id on this machine that an id of a request may mean, or undefined for what cannot be one.
 * The service's ids come first, so a provisional one never hides a record of the service. That
 * there is such a record is not said.
 */
export async function localId(
  calls: Calls,
  resource: Resource,
  id: number | undefined,
): Promise<number | undefined> {
  if (id === undefined) return undefined
  const found = await calls.find('records.find', { resource, remote: id })
  if (found) return found.local
  return id > firstProvisional ? id - firstProvisional : undefined
}
