/** Determines how a record can be changed: locally, on the service at once, or not at all. */
import type { Capability } from '#shared/resources/service-info.ts'

export type ReferenceAccess =
  | { is: 'here' }
  /** The change is made on the service, which decides for everyone. */
  | { is: 'service' }
  /** The service owns the record and does not allow changes from here, or is not reachable now. */
  | { is: 'read'; why: 'readOnly' | 'readOnlyOffline' }

/**
 * The service owns a record whose fields it has sent. One known only by its id, and one created
 * here, are local.
 */
export function referenceAccess(
  record: { id: number | null; updated_at: string | null },
  service: { capabilities: readonly Capability[]; away: boolean },
): ReferenceAccess {
  if (record.id === null || record.updated_at === null) return { is: 'here' }
  if (!service.capabilities.includes('reference')) return { is: 'read', why: 'readOnly' }
  return service.away ? { is: 'read', why: 'readOnlyOffline' } : { is: 'service' }
}
