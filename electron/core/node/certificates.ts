/**
 * Who is believed about a service's identity: the authorities that come with Node, and, where
 * those do not know the service's, the ones of this machine and of its company.
 */
import { readFileSync } from 'node:fs'

export interface Authorities {
  /** For TLS: undefined while Node's own are enough. */
  current(): string[] | undefined
  /** A certificate was not believed. True when there are more authorities to ask now. */
  widen(): boolean
}

/** TLS's words for an issuer that nobody here knows. */
const unknownIssuer: ReadonlySet<string | undefined> = new Set([
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
])

export const isUnknownIssuer = (problem: unknown): boolean =>
  problem instanceof Error && unknownIssuer.has((problem as NodeJS.ErrnoException).code)

/**
 * The machine's store is read only when a certificate is not believed without it: that takes a
 * while on some systems, and most services need none of it.
 * @param extra a file of certificates (`NODE_EXTRA_CA_CERTS`), read here too since not every
 *   host's Node reads it
 */
export function machineAuthorities(extra: string | undefined): Authorities {
  let widened: string[] | undefined
  let asked = false
  return {
    current: () => widened,
    widen() {
      if (asked) return false
      asked = true
      const { getCACertificates, rootCertificates } = process.getBuiltinModule('node:tls')
      const named = certificatesIn(extra)
      // Older than the function: then only the file can add to Node's own.
      const system = getCACertificates?.('system') ?? []
      const known = getCACertificates?.('default') ?? rootCertificates
      widened = [...new Set([...known, ...system, ...named])]
      return true
    },
  }
}

function certificatesIn(file: string | undefined): string[] {
  if (file === undefined || file === '') return []
  try {
    const text = readFileSync(file, 'utf8')
    return text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []
  } catch {
    // Node itself only warns of a file that cannot be read.
    return []
  }
}
