/**
 * What an HTTP exchange means for the record it was about. Decided by status and shape, never by
 * text: services word things differently. Pure.
 */
import type { FieldTexts } from '#shared/errors.ts'

/** What the network made of the request (the shape of the Http port's outcome). */
export type Exchange =
  | { is: 'answer'; status: number; headers: Record<string, string>; body: string }
  | { is: 'unreached'; why: string }
  | { is: 'lost'; why: string }

export interface Asked {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  url: string
}

export type Reply =
  /** 2xx with a JSON object; for a write, one that says `success: true`. */
  | { is: 'applied'; body: Record<string, unknown> }
  /** No such record, or no longer. */
  | { is: 'gone' }
  /** The record changed meanwhile: read it and merge. */
  | { is: 'stale' }
  /** The service read the request and does not take it. */
  | { is: 'refused'; status: number; message: string; fields: FieldTexts }
  /** Not carried out: another token is wanted. */
  | { is: 'signed-out' }
  /** Not carried out: not a byte of it left. */
  | { is: 'unreached'; why: string }
  /** Not carried out: to be asked again, not before `after` milliseconds when given. */
  | { is: 'retry'; why: string; after: number | null }
  /** May have been carried out, or not; `lost` when there was no answer at all. */
  | { is: 'unknown'; why: string; lost: boolean; after: number | null }

/** @param now epoch milliseconds, for a `Retry-After` that is a date */
export function classify(asked: Asked, exchange: Exchange, now: number): Reply {
  switch (exchange.is) {
    case 'unreached':
      return exchange
    case 'lost':
      return { is: 'unknown', why: exchange.why, lost: true, after: null }
    case 'answer':
      return classifyAnswer(asked, exchange, now)
  }
}

type Answer = Extract<Exchange, { is: 'answer' }>

function classifyAnswer(asked: Asked, answer: Answer, now: number): Reply {
  const { status } = answer
  const after = retryAfter(answer.headers, now)
  const unknown = (why: string): Reply => ({ is: 'unknown', why, lost: false, after })

  if (status >= 200 && status < 300) {
    const body = parseObject(answer.body)
    if (!body) return unknown(`Answered ${status} without a record`)
    if (asked.method !== 'GET' && body.success !== true) {
      return unknown(`Answered ${status} without success`)
    }
    return { is: 'applied', body }
  }
  if (status >= 300 && status < 400) {
    // To its own pages: a login. Elsewhere: a gate in front of the network.
    return sameHost(asked.url, answer.headers.location)
      ? { is: 'signed-out' }
      : { is: 'retry', why: `Sends to another address (${status})`, after }
  }
  if (status === 401) return { is: 'signed-out' }
  if (status === 429) return { is: 'retry', why: 'Asks for fewer requests', after }
  if (status === 408 || status < 200 || status >= 500) return unknown(`Answered ${status}`)
  if (asked.method !== 'POST' && (status === 404 || status === 410)) return { is: 'gone' }
  if (asked.method !== 'POST' && status === 412) return { is: 'stale' }
  return { is: 'refused', status, ...refusal(answer.body, status) }
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
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

/**
 * The service's words: `{message, errors: {field: [text]}}`, the flat `{field: [text]}`, or
 * `{error}`. Anything else leaves a plain sentence of ours.
 */
function refusal(text: string, status: number): { message: string; fields: FieldTexts } {
  const body = parseObject(text)
  const fields = fieldTexts(isObject(body?.errors) ? body.errors : (body ?? {}))
  const said = [body?.message, body?.error].find((word) => typeof word === 'string' && word !== '')
  const first = Object.values(fields)[0]?.[0]
  return {
    message: (said as string | undefined) ?? first ?? `The service does not take this (${status})`,
    fields,
  }
}

function fieldTexts(errors: Record<string, unknown>): FieldTexts {
  const fields: FieldTexts = {}
  for (const [field, texts] of Object.entries(errors)) {
    if (Array.isArray(texts) && texts.length > 0 && texts.every((one) => typeof one === 'string')) {
      fields[field] = texts
    }
  }
  return fields
}

/** `Retry-After` in milliseconds from now: seconds or an HTTP date; null when absent or unreadable. */
function retryAfter(headers: Record<string, string>, now: number): number | null {
  const value = headers['retry-after']?.trim()
  if (!value) return null
  if (/^\d+$/.test(value)) return Number(value) * 1_000
  const date = Date.parse(value)
  return Number.isNaN(date) ? null : Math.max(0, date - now)
}
