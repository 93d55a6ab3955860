import { describe, expect, it } from 'vitest'
import { checkService, normalizeAddress } from '#core/sync/http/check-service.ts'
import type { HttpOutcome } from '#core/ports.ts'
import { testService } from '../../support/sync/service.ts'
import { virtualClock } from '../../support/virtual-clock.ts'

describe('an address as people type it', () => {
  it.each([
    ['time.example.com', 'https://time.example.com'],
    ['https://time.example.com/', 'https://time.example.com'],
    ['  https://time.example.com/api/v1/ ', 'https://time.example.com'],
    ['https://example.com/stint//', 'https://example.com/stint'],
    ['https://example.com/stint/api/v1?x=1#y', 'https://example.com/stint'],
    ['localhost:8080', 'http://localhost:8080'],
    ['127.0.0.1:8080/api/v1', 'http://127.0.0.1:8080'],
    ['[::1]:8080', 'http://[::1]:8080'],
    ['http://time.example.com', 'http://time.example.com'],
    ['https://localhost', 'https://localhost'],
  ])('%s becomes %s', (typed, address) => {
    expect(normalizeAddress(typed)).toEqual({ ok: true, value: address })
  })

  it.each(['', '   ', 'ftp://time.example.com', 'https://', 'not an address', 'file:///etc'])(
    '“%s” is refused as not being an address',
    (typed) => {
      expect(normalizeAddress(typed)).toMatchObject({
        ok: false,
        error: { code: 'validation', fields: { url: [expect.any(String)] } },
      })
    },
  )
})

describe('checking a service', () => {
  const clock = virtualClock()
  const address = { url: 'time.test', token: ' token ' }
  const check = (outcome: HttpOutcome, given: object = {}) =>
    checkService(() => Promise.resolve(outcome), clock, { ...address, ...given })
  const answer = (status: number, body = '', headers = {}): HttpOutcome => ({
    is: 'answer',
    status,
    headers,
    body,
  })

  it.each([
    ['http://time.example.com', false],
    ['http://93.184.215.14:8080', false],
    ['http://[2606:2800::1]', false],
    ['http://172.32.0.1', false],
    ['http://10.example.com', false],
    ['http://192.168.example.org', false],
    ['http://127.0.0.1.example.com', false],
    ['http://10.1.2.3', true],
    ['http://localhost:8080', true],
    ['http://[::1]:8080', true],
    ['http://192.168.1.20:8080', true],
    ['http://172.16.0.1', true],
    ['http://[fd00::1]', true],
    ['http://nas:8080', true],
    ['http://nas.local', true],
    ['https://time.example.com', true],
  ])('sends no token over http beyond the own network: %s', async (url, sent) => {
    const service = testService(clock)
    let requests = 0
    const http: typeof service.http = (request) => {
      requests += 1
      return service.http(request)
    }
    const checked = await checkService(http, clock, { ...address, url })
    expect(requests > 0).toBe(sent)
    if (!sent) {
      const url = [expect.stringContaining('https://')] as string[]
      expect(checked).toMatchObject({ ok: false, error: { code: 'validation', fields: { url } } })
    }
  })

  it('accepts a service with nothing but the specification', async () => {
    const service = testService(clock)
    expect(await checkService(service.http, clock, address)).toEqual({
      ok: true,
      value: { url: 'https://time.test', name: 'time.test', capabilities: [], user: null },
    })
  })

  it.each<[string, HttpOutcome, string, object]>([
    [
      'nothing',
      { is: 'unreached', why: 'Nothing responds at this address' },
      'offline',
      { url: ['Nothing responds at this address'] },
    ],
    ['silence', { is: 'lost', why: '' }, 'offline', { url: ['Nothing responds at this address'] }],
    ['401', answer(401), 'unauthenticated', { token: ['The service rejected this access token'] }],
    [
      'a redirect to a login page',
      answer(302, '', { location: '/login' }),
      'unauthenticated',
      { token: ['The service rejected this access token'] },
    ],
    [
      'a web page',
      answer(200, '<html>'),
      'service',
      { url: ['This address works, but it isn’t a time-tracking service'] },
    ],
    [
      'other JSON',
      answer(200, '{"hello":"world"}'),
      'service',
      { url: ['This address works, but it isn’t a time-tracking service'] },
    ],
    [
      '404 everywhere',
      answer(404),
      'service',
      { url: ['This address works, but it isn’t a time-tracking service'] },
    ],
  ])('says plainly what %s means', async (_name, outcome, code, fields) => {
    expect(await check(outcome)).toMatchObject({ ok: false, error: { code, fields } })
  })

  it.each([
    ['token', { token: '  ' }],
    ['token', { token: 'with\nline' }],
    ['header', { header: 'Not a header' }],
    ['scheme', { scheme: 'Bearer\n' + 'x' }],
    ['zone', { zone: 'Mars/Olympus' }],
  ])('names the field %s when it cannot be used', async (field, given) => {
    expect(await check(answer(500), given)).toMatchObject({
      ok: false,
      error: { code: 'validation', fields: { [field]: [expect.any(String)] } },
    })
  })

  it('sends the token as the service wants it', async () => {
    const seen: Record<string, string>[] = []
    await checkService(
      (request) => {
        seen.push(request.headers)
        return Promise.resolve(answer(401))
      },
      clock,
      { ...address, header: 'X-Api-Key', scheme: '' },
    )
    expect(seen[0]).toMatchObject({ 'X-Api-Key': 'token', Accept: 'application/json' })
  })
})
