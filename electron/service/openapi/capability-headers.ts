/** Headers that capabilities add to requests and responses. */
import type { Capability } from '#shared/resources/service-info.ts'
import { z } from '#shared/resources/zod.ts'
import type { ResponseHeader, Operation, OperationParameter } from './operation.ts'
import { acceptsIfMatch, returnsEntityTag } from './error-responses.ts'

const idempotencyKey: OperationParameter = {
  in: 'header',
  name: 'Idempotency-Key',
  schema: z.string().regex(/^[\x21-\x7e]{1,255}$/),
  description:
    'Makes the request safe to repeat, for example after its response was lost: for 24 hours, the same key and body return the first response again.',
}

const ifMatch: OperationParameter = {
  in: 'header',
  name: 'If-Match',
  schema: z.string(),
  description: 'The `ETag` of the version to change.',
}

const ifNoneMatch: OperationParameter = {
  in: 'header',
  name: 'If-None-Match',
  schema: z.string(),
  description: 'The `ETag` of the version that the caller has. Returns 304 if it’s still current.',
}

const replayed: ResponseHeader = {
  name: 'Idempotency-Replayed',
  description: '`true` if this is a repeat of the first response.',
}

const etag: ResponseHeader = { name: 'ETag', description: 'Identifies this version of the record.' }

export function capabilityHeaders(
  operation: Operation,
  capabilities: ReadonlySet<Capability>,
): { taken: readonly OperationParameter[]; answered: readonly ResponseHeader[] } {
  const repeats = !operation.open && operation.method === 'post' && capabilities.has('idempotency')
  const tagged = returnsEntityTag(operation, capabilities)
  // A store or update returns the new version, and its tag.
  const names =
    capabilities.has('conditional') && (operation.method === 'post' || operation.method === 'put')
  return {
    taken: [
      ...(repeats ? [idempotencyKey] : []),
      ...(acceptsIfMatch(operation, capabilities) ? [ifMatch] : []),
      ...(tagged ? [ifNoneMatch] : []),
    ],
    answered: [...(tagged || names ? [etag] : []), ...(repeats ? [replayed] : [])],
  }
}
