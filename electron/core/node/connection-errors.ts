/** Explains why a connection failed or broke off, in sentences on which people can act. */
import type { ProxyFailure } from '#shared/ipc/proxy.ts'
import { isUnknownIssuer } from './certificates.ts'

/** The proxy prevented a request, which was not forwarded. */
export class ProxyProblem extends Error {
  readonly trouble: ProxyFailure

  constructor(trouble: ProxyFailure, message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'ProxyProblem'
    this.trouble = trouble
  }
}

/** The proxy requires a sign-in with the system's own library: NTLM, or Negotiate (Kerberos). */
export class SystemSignIn extends ProxyProblem {}

/** The error for a failed connection to the proxy itself. */
export const toProxyProblem = (reason: unknown): ProxyProblem =>
  reason instanceof ProxyProblem
    ? reason
    : new ProxyProblem('away', proxyReason(firstOf(reason)), firstOf(reason))

/**
 * Whether a certificate was rejected, the service's or a proxy's, because its issuer is unknown.
 */
export const isUntrustedCertificate = (reason: unknown): boolean =>
  isUnknownIssuer(reason) || (reason instanceof ProxyProblem && isUnknownIssuer(reason.cause))

/** When several addresses were tried, the aggregate error's own message is empty. */
const firstOf = (reason: unknown): unknown =>
  reason instanceof AggregateError ? firstOf(reason.errors[0]) : reason

const codeOf = (reason: unknown): string =>
  reason instanceof Error ? ((reason as NodeJS.ErrnoException).code ?? '') : ''

/** The other side does not speak the expected protocol. */
const speaksOtherwise = (code: string): boolean =>
  code === 'EPROTO' || code.startsWith('HPE_') || code.startsWith('ERR_SSL_')

/** Stint presents no client certificate, neither through Node nor through Chromium. */
export const clientCertificateWanted =
  'The service requires a client certificate, which Stint doesn’t support'

/** OpenSSL's code for the alert that TLS 1.3 has for it; before, it was a general failure. */
const certificateRequired = 'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED'

/**
 * Whether the other side ended its handshake for want of a client certificate, so that it has read
 * nothing of a request. TLS 1.3 reports this only after the client's own handshake has succeeded
 * (RFC 8446, 4.4.2.4).
 */
export const isClientCertificateWanted = (reason: unknown): boolean =>
  codeOf(reason) === certificateRequired

/** Explains why a request to the service failed. */
export function connectionErrorMessage(error: unknown): string {
  const reason = firstOf(error)
  if (!(reason instanceof Error)) return 'Couldn’t connect'
  if (reason instanceof ProxyProblem) return reason.message
  if (isUnknownIssuer(reason)) {
    return 'This computer doesn’t trust the service’s certificate. If your company issued it, install its root certificate here'
  }
  const code = codeOf(reason)
  switch (code) {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'Couldn’t find the service. Check the URL'
    case 'ECONNREFUSED':
      return 'Nothing responds at this address'
    case 'ECONNRESET':
    case 'EPIPE':
      return 'The connection was lost'
    case 'CERT_HAS_EXPIRED':
      return 'The service’s certificate has expired. Ask whoever runs the service to renew it'
    case 'CERT_NOT_YET_VALID':
      return 'The service’s certificate isn’t valid yet. Check this computer’s clock'
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return 'The certificate is for a different address'
    case certificateRequired:
      return clientCertificateWanted
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return 'The service isn’t reachable from this network'
    case 'ETIMEDOUT':
      return 'Nothing responds at this address'
  }
  if (speaksOtherwise(code)) return 'The server at this address isn’t a Stint service'
  return code === '' ? reason.message : `Couldn’t connect (${code})`
}

function proxyReason(reason: unknown): string {
  if (isUnknownIssuer(reason)) {
    return 'This computer doesn’t trust the proxy’s certificate. If your company issued it, install its root certificate here'
  }
  const code = codeOf(reason)
  switch (code) {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'Couldn’t find the proxy. Check its address'
    case 'ECONNREFUSED':
    case 'ETIMEDOUT':
      return 'Nothing responds at the proxy’s address'
    case 'ECONNRESET':
    case 'EPIPE':
      return 'The proxy closed the connection'
    case 'CERT_HAS_EXPIRED':
      return 'The proxy’s certificate has expired. Ask whoever runs the proxy to renew it'
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return 'The proxy’s certificate is for a different address'
    case certificateRequired:
      return 'The proxy requires a client certificate, which Stint doesn’t support'
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return 'The proxy isn’t reachable from this network'
  }
  return speaksOtherwise(code)
    ? 'The server at the proxy’s address isn’t a proxy. Check whether it uses http or https'
    : 'Can’t use the proxy'
}
