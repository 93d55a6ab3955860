/**
 * The capabilities of this service beyond the specification (docs/API.md, Beyond the
 * specification).
 */
import { fail, ok, type Result } from '#shared/errors.ts'
import { capabilities as known, type Capability } from '#shared/resources/service-info.ts'

/**
 * Returns the capabilities of a service that is switched to `wanted`, in the order of the
 * catalogue. Fails with `usage` on an unknown name.
 */
export function resolveCapabilities(wanted: readonly string[]): Result<ReadonlySet<Capability>> {
  const unknown = wanted.filter((name) => !(known as readonly string[]).includes(name))
  if (unknown.length > 0) {
    return fail(
      'usage',
      `Unknown capability ${unknown.map((name) => `“${name}”`).join(', ')}. Use some of ${known.join(', ')}`,
      { capabilities: unknown },
    )
  }
  return ok(new Set(known.filter((name) => wanted.includes(name))))
}
