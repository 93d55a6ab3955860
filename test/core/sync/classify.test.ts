import { describe, expect, it } from 'vitest'
import { classifyReply, type RequestInfo, type HttpExchange } from '#core/sync/decide/classify.ts'

const now = Date.UTC(2026, 10, 19, 14)
const post: RequestInfo = { method: 'POST', url: 'https://time.test/api/v1/times' }
const get: RequestInfo = { ...post, method: 'GET' }
const put: RequestInfo = { ...post, method: 'PUT' }
const remove: RequestInfo = { ...post, method: 'DELETE' }

const keyed: RequestInfo = { ...post, keyed: true }
const retryAfter = { 'retry-after': '1' }

const answer = (
  status: number,
  body: unknown = '',
  headers: Record<string, string> = {},
): HttpExchange => ({
  is: 'answer',
  status,
  headers,
  body: typeof body === 'string' ? body : JSON.stringify(body),
})

describe('the outcome of a request', () => {
  it.each<[string, RequestInfo, HttpExchange, string]>([
    ['201 with success', post, answer(201, { success: true, time: {} }), 'applied'],
    ['200 with success', put, answer(200, { success: true }), 'applied'],
    ['a write without success', post, answer(200, { success: false }), 'unknown'],
    ['a write with another body', post, answer(201, { id: 4 }), 'unknown'],
    ['a read', get, answer(200, { id: 4 }), 'applied'],
    ['a page of a network gate', get, answer(200, '<html>'), 'unknown'],
    ['the same for a write', post, answer(200, '<html>'), 'unknown'],
    ['a cut answer', post, answer(201, '{"success":true,"ti'), 'unknown'],
    ['a list where an object should be', get, answer(200, []), 'unknown'],
    ['204 without a body', remove, answer(204), 'unknown'],
    ['401 in JSON', post, answer(401, { message: 'Unauthenticated.' }), 'signed-out'],
    ['401 in HTML', get, answer(401, '<html>'), 'signed-out'],
    ['a redirect to its own login', get, answer(302, '', { location: '/login' }), 'signed-out'],
    ['a redirect to nowhere', get, answer(302), 'signed-out'],
    ['a redirect elsewhere', post, answer(302, '', { location: 'https://wifi.test/' }), 'retry'],
    ['429', post, answer(429, 'Slow down'), 'retry'],
    ['408', post, answer(408), 'unknown'],
    ['500', post, answer(500), 'unknown'],
    ['503', put, answer(503), 'unknown'],
    ['412 on a change', put, answer(412), 'stale'],
    ['412 on a deletion', remove, answer(412), 'stale'],
    ['404 on a change', put, answer(404), 'gone'],
    ['404 in HTML', get, answer(404, '<html>'), 'gone'],
    ['410', remove, answer(410), 'gone'],
    ['404 on a create', post, answer(404), 'refused'],
    ['403', put, answer(403), 'refused'],
    ['409', post, answer(409), 'refused'],
    ['422', post, answer(422), 'refused'],
    ['304 to a question without a condition', get, answer(304), 'unknown'],
    ['a network that wants a login', post, answer(511, '<html>'), 'retry'],
    ['a key whose first request still runs', keyed, answer(409, '', retryAfter), 'unknown'],
    ['a key that was used otherwise', keyed, answer(409), 'refused'],
    ['the same without a key', post, answer(409, '', retryAfter), 'refused'],
    ['no connection', post, { is: 'unreached', why: 'refused' }, 'unreached'],
    ['no answer', post, { is: 'lost', why: 'timeout' }, 'unknown'],
  ])('of %s', (_name, asked, exchange, is) => {
    expect(classifyReply(asked, exchange, now).is).toBe(is)
  })

  it('tells silence from an answer that proves nothing', () => {
    expect(classifyReply(post, { is: 'lost', why: '' }, now)).toMatchObject({ lost: true })
    expect(classifyReply(post, answer(500), now)).toMatchObject({ lost: false })
  })
})

describe('the cause', () => {
  it.each<[string, HttpExchange, string | undefined]>([
    ['a page of a network gate', answer(200, '<!doctype html><p>Welcome'), 'portal'],
    ['the same, named as such', answer(200, 'Hi', { 'content-type': 'text/html' }), 'portal'],
    ['a redirect elsewhere', answer(302, '', { location: 'http://wifi.test/' }), 'portal'],
    ['511', answer(511), 'portal'],
    ['429', answer(429), 'busy'],
    ['500 in HTML', answer(500, '<html>'), 'service'],
    ['503', answer(503), 'service'],
    ['a cut answer', answer(200, '{"da'), undefined],
    ['408', answer(408), undefined],
  ])('of %s is reported', (_name, exchange, cause) => {
    expect((classifyReply(get, exchange, now) as { cause?: string }).cause).toBe(cause)
  })
})

describe('an answer', () => {
  it('carries its entity tag and its date, where it has them', () => {
    const date = 'Thu, 19 Nov 2026 14:01:00 GMT'
    expect(classifyReply(get, answer(200, {}, { etag: 'W/"a"', date }), now)).toMatchObject({
      etag: 'W/"a"',
      date: now + 60_000,
    })
    expect(classifyReply(get, answer(200, {}, { date: 'today' }), now)).toMatchObject({
      etag: null,
      date: null,
    })
  })
})

describe('an answer in which lists are nested', () => {
  const nested = (levels: number) =>
    answer(200, `{"data":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`)

  it('is read up to 64 levels, and set aside from 65 without being parsed', () => {
    expect(classifyReply(get, nested(64), now).is).toBe('applied')
    expect(classifyReply(get, nested(65), now)).toMatchObject({
      is: 'unknown',
      why: 'Replied 200 with JSON nested deeper than 64 levels',
    })
  })

  it('counts as a web page where it is one', () => {
    const page = answer(200, `<script>${'{'.repeat(65)}`)
    expect(classifyReply(get, page, now)).toMatchObject({ is: 'unknown', cause: 'portal' })
  })
})

describe('the text of a refusal', () => {
  const refused = (body: unknown) => classifyReply(post, answer(422, body), now)

  it('is read from the nested form', () => {
    const body = { message: 'Not valid.', errors: { quantity: ['is too much', 'is odd'] } }
    expect(refused(body)).toMatchObject({
      message: 'Not valid.',
      fields: { quantity: ['is too much', 'is odd'] },
    })
  })

  it('is read from the flat form', () => {
    expect(refused({ quantity: ['is too much'] })).toMatchObject({
      message: 'is too much',
      fields: { quantity: ['is too much'] },
    })
  })

  it('is read where a field has a single text, and where there is only one for all', () => {
    expect(refused({ errors: { quantity: 'is too much' } })).toMatchObject({
      message: 'is too much',
      fields: { quantity: ['is too much'] },
    })
    expect(refused({ error: 'Not today' })).toMatchObject({ message: 'Not today', fields: {} })
  })

  it('is ignored when it is of any other type', () => {
    const body = { errors: { a: [1], b: {}, c: [], __proto__: ['x'] }, message: 7 }
    expect(refused(body)).toMatchObject({ message: 'The service rejected this (422)' })
    expect(refused(['quantity'])).toMatchObject({ fields: {} })
  })

  it('is cut when it is too long', () => {
    const many = Array.from({ length: 500 }, (_, field) => [`field${field}`, ['x'.repeat(9_000)]])
    const { message, fields } = refused({ errors: Object.fromEntries(many) }) as unknown as {
      message: string
      fields: Record<string, string[]>
    }
    expect(message).toHaveLength(1_000)
    expect(Object.keys(fields)).toHaveLength(50)
    expect(fields.field0).toEqual([message])
  })

  it('is our own when there is none', () => {
    expect(refused('<html>')).toMatchObject({
      message: 'The service rejected this (422)',
      fields: {},
    })
  })
})

describe('Retry-After', () => {
  const after = (value?: string) =>
    classifyReply(get, answer(429, '', value === undefined ? {} : { 'retry-after': value }), now)

  it('is seconds or a date, and may be absent', () => {
    expect(after('120')).toMatchObject({ after: 120_000 })
    expect(after('Thu, 19 Nov 2026 14:01:00 GMT')).toMatchObject({ after: 60_000 })
    expect(after('Thu, 19 Nov 2026 13:00:00 GMT')).toMatchObject({ after: 0 })
    expect(after('soon')).toMatchObject({ after: null })
    expect(after()).toMatchObject({ after: null })
  })

  it('is at most an hour', () => {
    expect(after('86400000')).toMatchObject({ after: 3_600_000 })
    expect(after('-5')).toMatchObject({ after: null })
  })

  it('that is a date is one of the service’s clock', () => {
    const headers = {
      'retry-after': 'Thu, 19 Nov 2026 15:00:30 GMT',
      date: 'Thu, 19 Nov 2026 15:00:00 GMT',
    }
    expect(classifyReply(get, answer(429, '', headers), now)).toMatchObject({ after: 30_000 })
    const far = { ...headers, 'retry-after': 'Thu, 19 Nov 2037 14:01:00 GMT' }
    expect(classifyReply(get, answer(429, '', far), now)).toMatchObject({ after: 3_600_000 })
  })

  it('that is a date never waits for long when only this machine’s clock can tell', () => {
    const day = 24 * 60 * 60_000
    const asked = answer(503, '', { 'retry-after': 'Thu, 19 Nov 2026 14:00:20 GMT' })
    expect(classifyReply(get, asked, now)).toMatchObject({ after: 20_000 })
    expect(classifyReply(get, asked, now - day)).toMatchObject({ after: 300_000 })
    expect(classifyReply(get, asked, now + day)).toMatchObject({ after: 0 })
  })
})
