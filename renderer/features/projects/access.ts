/** Who changes a record: this machine, the service at once, or nobody from here. */
import type { Capability } from '#shared/resources/service-info.ts'

export type Access =
  | { is: 'here' }
  /** The service is asked, and answers for everybody. */
  | { is: 'service' }
  /** The service keeps it, and does not let it be changed from here; or cannot be asked now. */
  | { is: 'read'; why: 'readOnly' | 'readOnlyOffline' }

/**
 * A record whose fields the service has told is the service's; one known by its id alone, and one
 * made here, are this machine's (DECISIONS.md, Records that only the service changes).
 */
export function accessTo(
  record: { id: number | null; updated_at: string | null },
  service: { capabilities: readonly Capability[]; away: boolean },
): Access {
  if (record.id === null || record.updated_at === null) return { is: 'here' }
  if (!service.capabilities.includes('reference')) return { is: 'read', why: 'readOnly' }
  return service.away ? { is: 'read', why: 'readOnlyOffline' } : { is: 'service' }
}
