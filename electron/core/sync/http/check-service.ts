/** Asks a service for its name and whether it accepts the token, without storing anything. */
import { failField, failFields, ok, type Failure, type Result } from '#shared/errors.ts'
import type { ServiceCheck } from '#shared/ipc/call-results.ts'
import { wirePage } from '#shared/resources/page.ts'
import {
  capabilities,
  serviceEpoch,
  serviceInfo,
  type Capability,
  type ServiceEpoch,
} from '#shared/resources/service-info.ts'
import { userWire } from '#shared/resources/user.ts'
import { isZone } from '#shared/rules/calendar.ts'
import { withoutTrailing } from '#shared/rules/search-text.ts'
import type { Clock, Http } from '../../ports.ts'
import {
  createServiceClient,
  type ClientReply,
  type ServiceClient,
  type ServiceClientOptions,
} from './service-client.ts'

export interface ServiceAddress {
  /** As the person types it. */
  url: string
  token: string
  /** `Authorization` unless given. */
  header?: string | undefined
  /** `Bearer` unless given; may be empty. */
  scheme?: string | undefined
  /** UTC unless given. */
  zone?: string | undefined
}

/**
 * Checks that the address is a service and that it accepts the token. Fails with `validation` where
 * the input cannot be an address, `offline`, `unauthenticated`, `forbidden` or `service`. The
 * failure names the field `url`, `token`, `header`, `scheme` or `zone`, and also `proxy` where a
 * proxy is the cause.
 */
export async function checkService(
  http: Http,
  clock: Clock,
  address: ServiceAddress,
): Promise<Result<ServiceCheck>> {
  const url = normalizeAddress(address.url)
  if (!url.ok) return url
  if (!isKeptSecret(url.value)) {
    return failField(
      'url',
      'Use an address with https://. With http://, anyone on the network could read the access token',
    )
  }
  const token = address.token.trim()
  const header = address.header?.trim() || 'Authorization'
  const scheme = address.scheme?.trim() ?? 'Bearer'
  if (token === '') return failField('token', 'Enter an access token')
  if (!isHeaderValue(token)) {
    return failField('token', 'Contains a character access tokens don’t have. Copy the token again')
  }
  if (!isHeaderName(header)) return failField('header', 'Enter a header name')
  if (!isHeaderValue(scheme))
    return failField('scheme', 'Contains a character that isn’t allowed in a scheme')
  if (address.zone !== undefined && !isZone(address.zone)) {
    return failField('zone', 'Enter a time zone, like America/New_York')
  }

  const connection = { url: url.value, header, scheme }
  const client = createOneOffClient(http, clock, connection, token)
  const info = await readServiceInfo(client)
  if (info.is === 'answer' && cannotGoOn(info.answer)) return refuse(info.answer)
  const page = await client.get('/times', { limit: 1 })
  if (page.is !== 'applied') return refuse(page)
  if (!wirePage.safeParse(page.body).success) return notAService()

  const details = info.is === 'info' ? info : { name: null, capabilities: [] as Capability[] }
  return ok({
    url: connection.url,
    name: details.name ?? new URL(connection.url).host,
    capabilities: details.capabilities,
    user: details.capabilities.includes('reference') ? await readUser(client) : null,
  })
}

/** A client for one-off requests outside of sync: never stopped, not counted. */
export const createOneOffClient = (
  http: Http,
  clock: Clock,
  connection: ServiceClientOptions['connection'],
  token: string,
): ServiceClient =>
  createServiceClient({
    http,
    clock,
    connection,
    token,
    signal: new AbortController().signal,
    counted: () => {},
  })

export type ServiceInfoOutcome =
  | { is: 'info'; name: string; capabilities: Capability[]; epoch: ServiceEpoch | null }
  /** It follows the specification and gives no information about itself. */
  | { is: 'bare' }
  /** No service was reached, or it gave no usable reply; also where it rejects the token. */
  | { is: 'answer'; answer: Exclude<ClientReply, { is: 'applied' | 'gone' | 'refused' | 'stale' }> }

/**
 * Reads the service's information about itself. A service without this endpoint may reply anything,
 * so a reply is only returned as such where it may mean that the service cannot be used now.
 */
export async function readServiceInfo(client: ServiceClient): Promise<ServiceInfoOutcome> {
  const answer = await client.get('')
  if (answer.is === 'applied') {
    const info = serviceInfo.safeParse(answer.body)
    if (!info.success) return { is: 'bare' }
    const has = capabilities.filter((name) => info.data.capabilities.includes(name))
    const epoch = has.includes('epoch') ? serviceEpoch.safeParse(answer.body) : null
    return {
      is: 'info',
      name: info.data.name,
      capabilities: has,
      epoch: epoch?.success ? epoch.data : null,
    }
  }
  return answer.is === 'gone' || answer.is === 'refused' || answer.is === 'stale'
    ? { is: 'bare' }
    : { is: 'answer', answer }
}

const cannotGoOn = (answer: ClientReply): boolean =>
  answer.is === 'unreached' ||
  answer.is === 'stopped' ||
  answer.is === 'retry' ||
  (answer.is === 'unknown' && answer.lost)

async function readUser(client: ServiceClient): Promise<string | null> {
  const answer = await client.get('/users/me')
  const user = answer.is === 'applied' ? userWire.safeParse(answer.body) : undefined
  return user?.success ? (user.data.name ?? null) : null
}

function refuse(answer: Exclude<ClientReply, { is: 'applied' }>): Result<never> {
  switch (answer.is) {
    case 'unreached':
      return failFields('offline', answer.why, {
        url: [answer.why],
        ...(answer.proxy ? { proxy: [answer.why] } : {}),
      })
    case 'stopped':
      return onField('offline', 'url', 'Nothing responds at this address')
    case 'signed-out':
      if (answer.moved) {
        return onField('service', 'url', `The service has moved to ${answer.moved.url}`)
      }
      return onField('unauthenticated', 'token', 'The service rejected this access token')
    case 'refused':
      return answer.status === 403
        ? onField('forbidden', 'token', 'This access token isn’t allowed to read time entries')
        : notAService()
    case 'unknown':
      return answer.lost
        ? onField('offline', 'url', 'Nothing responds at this address')
        : notAService()
    case 'retry':
      return answer.after === null
        ? notAService()
        : onField('service', 'url', 'Too many requests. Try again in a minute')
    case 'gone':
    case 'stale':
      return notAService()
  }
}

const notAService = (): Result<never> =>
  onField('service', 'url', 'This address works, but it isn’t a time-tracking service')

const onField = (code: Failure['code'], field: 'url' | 'token', text: string): Result<never> =>
  failFields(code, text, { [field]: [text] })

/**
 * Normalizes a typed address: adds a scheme (http on this computer, https elsewhere), and removes a
 * trailing slash and the version, which every path contains.
 */
export function normalizeAddress(typed: string): Result<string> {
  const text = typed.trim()
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`)
  if (!url || url.hostname === '' || !/^https?:$/.test(url.protocol)) {
    return failField('url', 'Enter a URL, like https://time.example.com')
  }
  if (!text.includes('://') && isThisMachine(url.hostname)) url.protocol = 'http:'
  const path = withoutTrailing(withoutTrailing(url.pathname, '/').replace(/\/api\/v1$/, ''), '/')
  return ok(`${url.protocol}//${url.host}${path}`)
}

/**
 * Recognizes an IPv4 address in the form in which `URL` writes all of them. A host name may begin
 * like one.
 */
const isFourNumbers = (host: string): boolean => /^\d+(?:\.\d+){3}$/.test(host)

const isThisMachine = (host: string): boolean =>
  host === 'localhost' ||
  host.endsWith('.localhost') ||
  host === '[::1]' ||
  (isFourNumbers(host) && host.startsWith('127.'))

/**
 * Returns true when the token cannot be read outside of the local network on its way to this
 * address.
 */
function isKeptSecret(address: string): boolean {
  const { protocol, hostname } = new URL(address)
  return protocol === 'https:' || isNearby(hostname)
}

/**
 * Recognizes a computer of the same network, as far as the address shows: these often have no
 * certificate.
 */
const isNearby = (host: string): boolean =>
  isThisMachine(host) ||
  (isFourNumbers(host) && /^(?:10|192\.168|172\.(?:1[6-9]|2\d|3[01])|169\.254)\./.test(host)) ||
  /^\[f[cd]/.test(host) ||
  /^[^.:]+$|\.(?:local|lan|internal|home\.arpa)$/.test(host)

const isHeaderName = (text: string): boolean => /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(text)
const isHeaderValue = (text: string): boolean => /^[\x20-\x7e]*$/.test(text)
