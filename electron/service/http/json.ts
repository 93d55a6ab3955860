/** JSON as requests bring it: read whole, and never with a number that JavaScript bends. */
import { bodyLimit } from 'hono/body-limit'
import type { Context, MiddlewareHandler } from 'hono'
import { tooLarge, unreadable } from './problem.ts'

/** A body may have 1 MiB (DECISIONS.md, For every endpoint). */
const maximumBodyBytes = 1024 * 1024

export const limitBody: MiddlewareHandler = bodyLimit({
  maxSize: maximumBodyBytes,
  onError: () => {
    throw tooLarge()
  },
})

/** The request's body, which is to be one JSON object. Throws a 422 otherwise. */
export async function readObject(context: Context): Promise<Record<string, unknown>> {
  const value = parse(await context.req.arrayBuffer())
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw unreadable('The body needs to be a JSON object.')
  }
  return value as Record<string, unknown>
}

function parse(bytes: ArrayBuffer): unknown {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return JSON.parse(text, exactNumbers as (key: string, value: unknown) => unknown)
  } catch {
    // Not UTF-8, not JSON, or nested deeper than the reader goes.
    throw unreadable('The body needs to be JSON.')
  }
}

/** A number that would lose digits becomes NaN, which no field takes: the field is named. */
function exactNumbers(_key: string, value: unknown, context: { source?: string }): unknown {
  if (typeof value !== 'number' || context.source === undefined) return value
  return isExact(context.source, value) ? value : Number.NaN
}

/** True when a number written as `source` is read back from `value` digit for digit. */
function isExact(source: string, value: number): boolean {
  if (!Number.isFinite(value)) return false
  const written = digits(source)
  const kept = digits(String(value))
  return written.digits === kept.digits && written.exponent === kept.exponent
}

/** A decimal as its significant digits and a power of ten, so that 1.50 and 15e-1 are equal. */
function digits(decimal: string): { digits: string; exponent: number } {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(decimal) ?? []
  const all = (whole + fraction).replace(/^0+/, '')
  const significant = all.replace(/0+$/, '')
  if (significant === '') return { digits: '0', exponent: 0 }
  return {
    digits: sign + significant,
    exponent: Number(exponent) - fraction.length + all.length - significant.length,
  }
}
