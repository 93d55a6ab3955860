/** Reads JSON of requests: as a whole, and never with a number that JavaScript would change. */
import { bodyLimit } from 'hono/body-limit'
import type { Context, MiddlewareHandler } from 'hono'
import { endOfString, isNestedTooDeep, maximumNesting } from '#shared/rules/parse-json.ts'
import { withoutTrailing } from '#shared/rules/search-text.ts'
import type { Turn } from '../request-queue.ts'
import { hungUp, HttpProblem, bodyTooLarge, unreadableBody } from './problem.ts'

/**
 * Four times what the longest note and the longest lists take (docs/API.md, Every endpoint).
 */
const maximumBodyBytes = 256 * 1024

const limitedAsItComes = bodyLimit({
  maxSize: maximumBodyBytes,
  onError: () => {
    throw bodyTooLarge()
  },
})

/**
 * Reads the whole body, so that later readers have it at once. Throws a 413 when it is too large,
 * and a 400 when the caller disconnected before its end.
 */
export async function readBody(context: Context): Promise<void> {
  const read = async () => void (await context.req.arrayBuffer())
  const told = context.req.header('Content-Length')
  if (Number(told) > maximumBodyBytes) throw bodyTooLarge()
  try {
    // `bodyLimit` reads the body as a web stream, which rules out the server's fast way to read it.
    await (told === undefined ? limitedAsItComes(context, read) : read())
  } catch (cause) {
    throw cause instanceof HttpProblem ? cause : hungUp()
  }
}

/** For routes behind which no other step has read the body. */
export const withBody: MiddlewareHandler = async (context, next) => {
  await readBody(context)
  await next()
}

/**
 * Returns the request's body, which has to be one JSON object. Throws a 422 otherwise. Yields to
 * others between the steps of parsing a large one.
 */
export async function readJsonObject(context: Context): Promise<Record<string, unknown>> {
  // The local interface serves one person and has no queue.
  const turn = context.get('turn') as Turn | undefined
  const json = decoded(await context.req.arrayBuffer())
  if (isNestedTooDeep(json)) {
    throw unreadableBody(`The body is nested deeper than ${maximumNesting} levels.`)
  }
  const exact = withoutBentNumbers(json)
  await turn?.yield()
  const value = parsed(exact)
  await turn?.yield()
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw unreadableBody('The body needs to be a JSON object.')
  }
  return value as Record<string, unknown>
}

function decoded(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw unreadableBody('The body needs to be JSON.')
  }
}

function parsed(json: string): unknown {
  try {
    // eslint-disable-next-line no-restricted-syntax -- its nesting is checked above
    return JSON.parse(json)
  } catch {
    throw unreadableBody('The body needs to be JSON.')
  }
}

/**
 * Maximum of values, and of names of fields, in one body: a category's two longest lists have
 * 10,000 ids each.
 */
const most = { values: 25_000, names: 1_000, longNumbers: 100 }

/** Beyond the range of numbers, so no field accepts it and the refusal names the field. */
const refused = '1e999'

/**
 * Replaces each number that would lose digits by `refused`. A reviver, which receives the source
 * text of each number, takes ten times as long. Throws a 422 when there is more than any request
 * needs: parsing 256 KiB of nothing but names and numbers blocks every caller.
 * @param json any text; what is no JSON stays invalid
 */
function withoutBentNumbers(json: string): string {
  let kept = ''
  let from = 0
  const count = { values: 0, names: 0, longNumbers: 0 }
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at)
    if (code === quote) {
      at = endOfString(json, at)
    } else if (code === comma || code === bracket || code === brace) {
      if ((count.values += 1) > most.values) throw tooMany('values', most.values)
    } else if (code === colon) {
      if ((count.names += 1) > most.names) throw tooMany('fields', most.names)
    } else if (code === minus || isDigit(code)) {
      const begin = at
      let mayBend = false
      for (let next = json.charCodeAt(at + 1); isOfNumber(next); next = json.charCodeAt(at + 1)) {
        at += 1
        mayBend ||= next === smallE || next === capitalE
      }
      // A number of up to 15 digits without an exponent always keeps its digits.
      if (!mayBend && at - begin < 15) continue
      if ((count.longNumbers += 1) > most.longNumbers) {
        throw tooMany('numbers of more than 15 digits or with an exponent', most.longNumbers)
      }
      const written = json.slice(begin, at + 1)
      if (isNumber.test(written) && !isExact(written, Number(written))) {
        kept += json.slice(from, begin) + refused
        from = at + 1
      }
    }
  }
  return from === 0 ? json : kept + json.slice(from)
}

const [quote, comma, colon, bracket, brace] = [0x22, 0x2c, 0x3a, 0x5b, 0x7b]
const [minus, plus, point, capitalE, smallE] = [0x2d, 0x2b, 0x2e, 0x45, 0x65]

const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39

/** False beyond the end of the text, where the code is NaN. */
const isOfNumber = (code: number): boolean =>
  isDigit(code) ||
  code === point ||
  code === smallE ||
  code === capitalE ||
  code === plus ||
  code === minus

const tooMany = (what: string, most: number): HttpProblem =>
  unreadableBody(
    `The body has more than ${most.toLocaleString('en')} ${what}. Send less at a time.`,
  )

const isNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/

/** True when a number written as `source` keeps every digit in `value`. */
function isExact(source: string, value: number): boolean {
  const shortest = String(value)
  if (source === shortest) return true
  if (!Number.isFinite(value)) return false
  const written = digits(source)
  const kept = digits(shortest)
  return written.digits === kept.digits && written.exponent === kept.exponent
}

/**
 * Splits a decimal into significant digits and a power of ten, so that 1.50 and 15e-1 are equal.
 */
function digits(decimal: string): { digits: string; exponent: number } {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(decimal) ?? []
  const all = (whole + fraction).replace(/^0+/, '')
  const significant = withoutTrailing(all, '0')
  if (significant === '') return { digits: '0', exponent: 0 }
  return {
    digits: sign + significant,
    exponent: Number(exponent) - fraction.length + all.length - significant.length,
  }
}
