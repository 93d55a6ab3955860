/**
 * Projects, clients, tasks and charges that only this machine knows, and saying which of the
 * service's they are. Entries that use them are held until then.
 */
import { id } from '../../resources/fields.ts'
import { z } from '../../resources/zod.ts'
import type { Unmatched } from '../views.ts'
import { call, nothing } from './call.ts'

const kind = z.enum(['project', 'client', 'task', 'charge'])

export const matchingCalls = {
  /** Those that entries wait for first, with a suggestion each where the service has one like it. */
  'matching.list': call<Unmatched[]>()(nothing),
  /** It is `to` of the service: what uses it here uses that from now on. One change, undoable. */
  'matching.match': call<null>()(z.strictObject({ kind, local: id, to: id })),
  /** It becomes a new record of the service, at once, where the service has the capability. */
  'matching.publish': call<null>()(z.strictObject({ kind, local: id })),
} as const
