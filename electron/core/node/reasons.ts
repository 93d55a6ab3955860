/** Why a connection did not come about or broke off, in sentences that people can do something with. */
import type { ProxyTrouble } from '#shared/ipc/proxy.ts'
import { isUnknownIssuer } from './certificates.ts'

/** A proxy stands in the way; the request was not passed on. */
export class ProxyProblem extends Error {
  readonly trouble: ProxyTrouble

  constructor(trouble: ProxyTrouble, message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'ProxyProblem'
    this.trouble = trouble
  }
}

/** The proxy offers a sign-in that needs the system's own library: NTLM, or Negotiate (Kerberos). */
export class SystemSignIn extends ProxyProblem {}

/** What went wrong on the way to the proxy itself. */
export const proxyUnreached = (reason: unknown): ProxyProblem =>
  reason instanceof ProxyProblem
    ? reason
    : new ProxyProblem('away', proxyReason(firstOf(reason)), firstOf(reason))

/** Whether a certificate was not believed, the service's or a proxy's. */
export const wantsAuthorities = (reason: unknown): boolean =>
  isUnknownIssuer(reason) || (reason instanceof ProxyProblem && isUnknownIssuer(reason.cause))

/** Several addresses were tried: the list's own message is empty. */
const firstOf = (reason: unknown): unknown =>
  reason instanceof AggregateError ? firstOf(reason.errors[0]) : reason

const codeOf = (reason: unknown): string =>
  reason instanceof Error ? ((reason as NodeJS.ErrnoException).code ?? '') : ''

/** What was spoken to answered something else than was asked for. */
const speaksOtherwise = (code: string): boolean =>
  code === 'EPROTO' || code.startsWith('HPE_') || code.startsWith('ERR_SSL_')

/** Why a request to the service came to nothing. */
export function reasonOf(given: unknown): string {
  const reason = firstOf(given)
  if (!(reason instanceof Error)) return 'The connection could not be used'
  if (reason instanceof ProxyProblem) return reason.message
  if (isUnknownIssuer(reason)) {
    return 'Nobody on this machine vouches for the service’s certificate. If it is your company’s own, its authority has to be installed here'
  }
  const code = codeOf(reason)
  switch (code) {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'The name of the service was not found'
    case 'ECONNREFUSED':
      return 'Nothing answers at this address'
    case 'ECONNRESET':
    case 'EPIPE':
      return 'The connection was cut'
    case 'CERT_HAS_EXPIRED':
      return 'The service’s certificate has run out; it has to be renewed there'
    case 'CERT_NOT_YET_VALID':
      return 'The service’s certificate does not hold yet; look whether this machine’s clock is right'
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return 'The certificate at this address belongs to another name'
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return 'There is no way to the service from here'
    case 'ETIMEDOUT':
      return 'Nothing answers at this address'
  }
  if (speaksOtherwise(code)) return 'What answers at this address does not speak as a service does'
  return code === '' ? reason.message : `The connection could not be used (${code})`
}

function proxyReason(reason: unknown): string {
  if (isUnknownIssuer(reason)) {
    return 'Nobody on this machine vouches for the proxy’s certificate. If it is your company’s own, its authority has to be installed here'
  }
  const code = codeOf(reason)
  switch (code) {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'The name of the proxy was not found'
    case 'ECONNREFUSED':
    case 'ETIMEDOUT':
      return 'Nothing answers at the address of the proxy'
    case 'ECONNRESET':
    case 'EPIPE':
      return 'The proxy cut the connection'
    case 'CERT_HAS_EXPIRED':
      return 'The proxy’s certificate has run out; it has to be renewed there'
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return 'The proxy’s certificate belongs to another name'
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return 'There is no way to the proxy from here'
  }
  return speaksOtherwise(code)
    ? 'What answers at the address of the proxy does not speak as one does; look whether it is http or https'
    : 'The proxy cannot be used'
}
