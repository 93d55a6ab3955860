/**
 * The certificate authorities that are trusted: those that come with Node and, where these do not
 * include a service's issuer, those of the operating system, to which companies add their own.
 */
import { readFileSync } from 'node:fs'

export interface CertificateAuthorities {
  /** The authorities for TLS; undefined while Node's own are enough. */
  current(): string[] | undefined
  /**
   * Called when a certificate was rejected. Returns true when there are more authorities to try.
   */
  widen(): boolean
}

/** TLS error codes for an unknown issuer. */
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
 * Reads the operating system's certificate store only when a certificate is rejected without it:
 * that takes a while on some systems, and most services do not need it.
 * @param extra a file of certificates (`NODE_EXTRA_CA_CERTS`), read here too since not every host's
 *   Node reads it
 */
export function createAuthorities(extra: string | undefined): CertificateAuthorities {
  let widened: string[] | undefined
  let asked = false
  return {
    current: () => widened,
    widen() {
      if (asked) return false
      asked = true
      const { getCACertificates, rootCertificates } = process.getBuiltinModule('node:tls')
      const named = certificatesIn(extra)
      // Older versions of Node lack the function: then only the file can add to Node's own.
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
    // Node itself only warns about a file that cannot be read.
    return []
  }
}
