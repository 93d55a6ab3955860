import { describe, expect, it } from 'vitest'
import { readRateLimit } from '#core/sync/http/rate-limit-headers.ts'

const now = Date.parse('2026-11-19T14:00:00Z')
const read = (headers: Record<string, string>) => readRateLimit(headers, now)
const limit = { 'x-ratelimit-limit': '60', 'x-ratelimit-remaining': '59' }

describe('what headers tell of a limit', () => {
  it.each([
    [limit, { limit: 60, remaining: 59, reset: null }],
    [
      { 'ratelimit-limit': '100, 100;w=60', 'ratelimit-remaining': '0', 'ratelimit-reset': '12' },
      { limit: 100, remaining: 0, reset: 12_000 },
    ],
    [{}, null],
    [{ 'x-ratelimit-limit': '60' }, null],
    [{ 'x-ratelimit-remaining': '60' }, null],
    [{ ...limit, 'x-ratelimit-limit': '0' }, null],
    [{ ...limit, 'x-ratelimit-limit': '-1' }, null],
    [{ ...limit, 'x-ratelimit-remaining': 'many' }, null],
    [{ ...limit, 'x-ratelimit-remaining': '1e9' }, null],
    [{ ...limit, 'x-ratelimit-remaining': '9'.repeat(400) }, null],
  ])('%o', (headers, told) => {
    expect(read(headers)).toEqual(told)
  })

  it.each([
    ['30', 30_000],
    [`${now / 1_000 + 30}`, 30_000],
    [`${now + 30_000}`, 30_000],
    ['0', null],
    [`${now / 1_000 - 30}`, null],
    ['soon', null],
  ])('a reset of %s', (reset, milliseconds) => {
    expect(read({ ...limit, 'x-ratelimit-reset': reset })?.reset).toBe(milliseconds)
  })

  it('an instant is compared with the service’s clock where it is known', () => {
    const headers = {
      ...limit,
      'x-ratelimit-reset': `${now / 1_000 + 30}`,
      date: 'Thu, 19 Nov 2026 14:00:20 GMT',
    }
    expect(read(headers)?.reset).toBe(10_000)
  })
})
