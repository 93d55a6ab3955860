/**
 * Calls that match local projects, clients, tasks and charges with the service's. Entries that use
 * unmatched ones are held until then.
 */
import { id } from '../../resources/fields.ts'
import { z } from '../../resources/zod.ts'
import type {
  MatchEffect,
  MatchedReferences,
  PublishedReferences,
  UnmatchedReference,
} from '../call-results.ts'
import { call, noArguments } from './call.ts'

const kind = z.enum(['project', 'client', 'task', 'charge'])

export const matchingCalls = {
  /**
   * Lists the unmatched records, those that entries wait for first, each with a suggestion where
   * the service has a similar one that agrees in price, unit, currency, client and increment.
   */
  'matching.list': call<UnmatchedReference[]>()(noArguments),
  /**
   * Matches the local record with `to`, the service's: what uses the one uses the other from now
   * on. One change, undoable.
   */
  'matching.match': call<null>()(z.strictObject({ kind, local: id, to: id })),
  /**
   * Matches several as one change. Leaves each whose match would change what is logged: the person
   * decides about it alone.
   */
  'matching.matchAll': call<MatchedReferences>()(
    z.strictObject({
      records: z
        .array(z.strictObject({ kind, local: id, to: id }))
        .min(1)
        .max(5000),
    }),
  ),
  /** Tells what a match would change; changes nothing. */
  'matching.preview': call<MatchEffect>()(z.strictObject({ kind, local: id, to: id })),
  /** Creates the record on the service at once, where the service has the capability. */
  'matching.publish': call<null>()(z.strictObject({ kind, local: id })),
  /**
   * Creates several, clients before their projects. What the service does not take is left as it
   * was; the call fails only where none was created.
   */
  'matching.publishAll': call<PublishedReferences>()(
    z.strictObject({
      records: z
        .array(z.strictObject({ kind, local: id }))
        .min(1)
        .max(5000),
    }),
  ),
} as const
