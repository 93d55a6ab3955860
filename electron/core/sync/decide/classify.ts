/**
 * Classifies what an HTTP exchange means for the record it was about. Decides by status and shape,
 * never by text, because services word things differently. Pure.
 */
import type { FieldTexts } from '#shared/errors.ts'
import type { ProxyFailure } from '#shared/ipc/proxy.ts'
import { readMovedLocation, type ServiceLocation } from '#shared/rules/moved-service.ts'
import { isNestedTooDeep, maximumNesting, parseJson } from '#shared/rules/parse-json.ts'

/** The outcome of the request as the network reports it (the shape of the Http port's outcome). */
export type HttpExchange =
  | { is: 'answer'; status: number; headers: Record<string, string>; body: string }
  | { is: 'unreached'; why: string; proxy?: ProxyFailure }
  | { is: 'lost'; why: string }

export interface RequestInfo {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  url: string
  /** True when the request had an `Idempotency-Key`. */
  keyed?: boolean
}

export type ServiceReply =
  /**
   * 2xx with a JSON object; for a write, one that contains `success: true`. `etag` is unchanged;
   * `date` is the time of the service's clock, in epoch milliseconds.
   */
  | {
      is: 'applied'
      status: number
      body: Record<string, unknown>
      etag: string | null
      date: number | null
    }
  /** The record does not exist, or no longer does. */
  | { is: 'gone' }
  /** The record changed in the meantime: read it and merge. */
  | { is: 'stale' }
  /** The service read the request and rejects it. */
  | { is: 'refused'; status: number; message: string; fields: FieldTexts }
  /**
   * Not carried out: another token is needed. `noToken`: no token is stored here, so no request was
   * sent. `moved`: another address is needed, to which the service has moved.
   */
  | { is: 'signed-out'; noToken?: boolean; moved?: ServiceLocation }
  /** Not carried out: no byte of the request was sent; `proxy`: a proxy prevented it. */
  | { is: 'unreached'; why: string; proxy?: ProxyFailure }
  /**
   * Not carried out: send it again, not before `after` milliseconds when given. `busy`: the service
   * asks for fewer requests. `portal`: a captive portal of the network replied.
   */
  | { is: 'retry'; why: string; after: number | null; cause: 'busy' | 'portal' }
  /**
   * May or may not have been carried out; `lost` when there was no reply at all. `portal`: a web
   * page came in place of a reply. `service`: the service reports a problem of its own.
   */
  | {
      is: 'unknown'
      why: string
      lost: boolean
      after: number | null
      cause?: 'portal' | 'service'
    }

/**
 * Classifies one exchange.
 * @param now epoch milliseconds, for a `Retry-After` that is a date
 */
export function classifyReply(
  request: RequestInfo,
  exchange: HttpExchange,
  now: number,
): ServiceReply {
  switch (exchange.is) {
    case 'unreached':
      return exchange
    case 'lost':
      return { is: 'unknown', why: exchange.why, lost: true, after: null }
    case 'answer':
      return classifyAnswer(request, exchange, now)
  }
}

type Answer = Extract<HttpExchange, { is: 'answer' }>

function classifyAnswer(request: RequestInfo, answer: Answer, now: number): ServiceReply {
  const { status, headers } = answer
  const date = instantIn(headers.date)
  const after = retryAfter(headers['retry-after'], date, now)
  const unknown = (why: string, cause?: 'portal' | 'service'): ServiceReply => ({
    is: 'unknown',
    why,
    lost: false,
    after,
    ...(cause ? { cause } : {}),
  })

  if (status >= 200 && status < 300) {
    const body = parseObject(answer.body)
    if (!body) {
      if (isPage(answer)) return unknown(`Replied ${status} with a web page`, 'portal')
      return isNestedTooDeep(answer.body)
        ? unknown(`Replied ${status} with JSON nested deeper than ${maximumNesting} levels`)
        : unknown(`Replied ${status} without a record`)
    }
    if (request.method !== 'GET' && body.success !== true) {
      return unknown(`Replied ${status} without confirming`)
    }
    return { is: 'applied', status, body, etag: headers.etag ?? null, date }
  }
  // No conditional GET was sent, so this reply is of no use.
  if (status === 304) return unknown('Replied 304 without a record')
  if (status >= 300 && status < 400) {
    const isPermanent = status === 301 || status === 308
    const moved = isPermanent ? readMovedLocation(request.url, headers.location) : null
    if (moved) return { is: 'signed-out', moved }
    // Any other on the same host leads to a login, one to another host is from a captive portal.
    return sameHost(request.url, headers.location)
      ? { is: 'signed-out' }
      : { is: 'retry', why: `Redirected to another address (${status})`, after, cause: 'portal' }
  }
  // RFC 6585: the network requires a login before it lets requests through.
  if (status === 511) {
    return { is: 'retry', why: 'The network needs you to sign in', after, cause: 'portal' }
  }
  if (status === 401) return { is: 'signed-out' }
  if (status === 429) return { is: 'retry', why: 'Too many requests', after, cause: 'busy' }
  if (status >= 500) return unknown(`Replied ${status}`, 'service')
  if (status === 408 || status < 200) return unknown(`Replied ${status}`)
  if (request.keyed && status === 409 && after !== null) {
    return unknown('The first request with this key is still running')
  }
  if (request.method !== 'POST' && (status === 404 || status === 410)) return { is: 'gone' }
  if (request.method !== 'POST' && status === 412) return { is: 'stale' }
  return { is: 'refused', status, ...refusal(answer.body, status) }
}

/** Recognizes a web page, such as a captive portal's. */
const isPage = ({ headers, body }: Answer): boolean =>
  /html/i.test(headers['content-type'] ?? '') || /^\s*</.test(body.slice(0, 200))

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value = parseJson(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function sameHost(url: string, location: string | undefined): boolean {
  const from = URL.parse(url)
  const to = location === undefined ? null : URL.parse(location, url)
  return from !== null && (to === null || to.host === from.host)
}

/** Longest text of the service, in characters, that is stored and shown; the rest is cut. */
const longestText = 1_000
const mostFields = 50

/**
 * Reads the service's texts: `{message, errors: {field: [text]}}`, `{errors: {field: text}}`, the
 * flat `{field: [text]}`, or `{error}`. For anything else, returns a plain sentence of the app.
 */
function refusal(text: string, status: number): { message: string; fields: FieldTexts } {
  const body = parseObject(text)
  const fields = isObject(body?.errors) ? fieldTexts(body.errors, true) : fieldTexts(body, false)
  const message = [body?.message, body?.error].find(
    (text) => typeof text === 'string' && text !== '',
  )
  const first = Object.values(fields)[0]?.[0]
  return {
    message: short((message as string | undefined) ?? first ?? plain(status)),
    fields,
  }
}

const plain = (status: number): string => `The service rejected this (${status})`

/**
 * Reads the texts of each field.
 * @param single whether a bare string, not in a list, counts as a field's text too
 */
function fieldTexts(errors: Record<string, unknown> | undefined, single: boolean): FieldTexts {
  const entries = Object.entries(errors ?? {}).flatMap(([field, value]) => {
    const texts = single && typeof value === 'string' ? [value] : value
    return Array.isArray(texts) && texts.length > 0 && texts.every((one) => typeof one === 'string')
      ? [[short(field), texts.slice(0, mostFields).map(short)] as const]
      : []
  })
  return Object.fromEntries(entries.slice(0, mostFields))
}

const short = (text: string): string =>
  text.length > longestText ? `${text.slice(0, longestText - 1)}…` : text

/** The longest wait that a service can ask for, in milliseconds. */
const longestRetryAfter = 60 * 60 * 1_000
/**
 * The longest wait for a date that can only be compared with this computer's clock, in
 * milliseconds.
 */
const longestByOwnClock = 5 * 60 * 1_000

/**
 * Parses `Retry-After` to milliseconds: seconds, or an HTTP date; null when absent or unreadable.
 * @param date the time of the service's clock, which also wrote the date; null where the reply has
 *   none
 * @param now by this computer's clock, which may be wrong by days
 */
function retryAfter(value: string | undefined, date: number | null, now: number): number | null {
  const text = value?.trim()
  if (!text) return null
  const isSeconds = /^\d+(\.\d+)?$/.test(text)
  const wait = isSeconds ? Number(text) * 1_000 : (instantIn(text) ?? Number.NaN) - (date ?? now)
  const longest = isSeconds || date !== null ? longestRetryAfter : longestByOwnClock
  return Number.isNaN(wait) ? null : Math.min(longest, Math.max(0, wait))
}

/**
 * Parses an HTTP date, which begins with the name of a day, to epoch milliseconds; null when it is
 * none.
 */
export function instantIn(value: string | undefined): number | null {
  const instant = value && /^[a-z]{3}/i.test(value) ? Date.parse(value) : Number.NaN
  return Number.isNaN(instant) ? null : instant
}
