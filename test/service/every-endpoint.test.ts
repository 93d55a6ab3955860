/** Rules for every endpoint: tokens, errors, headers, limits. */
import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { serviceInfo } from '#shared/resources/service-info.ts'
import { unwrap } from '#shared/errors.ts'
import { updateUser } from '#core/store/resources/users.ts'
import { openAdministration } from '#service/index.ts'
import { addReference, api, startFixture, type Api, type Fixture } from './fixture.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await startFixture()
})
afterAll(() => fixture.close())

describe('“Every endpoint requires authorisation”', () => {
  const paths = [
    '/api/v1',
    '/api/v1/times',
    '/api/v1/times/1',
    '/api/v1/projects',
    '/api/v1/users/me',
    '/api/v1/nothing',
  ]
  it.each(paths)('%s answers 401 without a token', async (path) => {
    const answer = await fixture.nobody.get(path)
    expect(answer.status).toBe(401)
    expect(answer.body).toEqual({ message: 'Unauthenticated.' })
  })

  it.each(['Bearer', 'Bearer ', 'Bearer nothing', 'Basic eDp5', 'nothing', 'Bearer a b'])(
    'answers 401 to “Authorization: %s”',
    async (header) => {
      const answer = await fixture.nobody.send('GET', '/api/v1/times', {
        headers: { Authorization: header },
      })
      expect(answer.status).toBe(401)
    },
  )

  it('reads the scheme in any case', async () => {
    const answer = await fixture.nobody.send('GET', '/api/v1', {
      headers: { Authorization: `bearer ${fixture.owner.token}` },
    })
    expect(answer.status).toBe(200)
  })

  it('writes nothing without a token, and reads no body', async () => {
    const answer = await fixture.nobody.post('/api/v1/tasks', { name: 'X' })
    expect(answer.status).toBe(401)
    expect((await fixture.owner.get('/api/v1/tasks')).body.total).toBe(0)
  })

  it('refuses a token as soon as it is revoked, and a user as soon as they have left', async () => {
    const now = () => fixture.clock.at
    const administration = unwrap(await openAdministration(fixture.database, { now }))
    const { token } = unwrap(await administration.issueToken({ email: 'mino@example.org' }))
    const second = api(fixture.url, token)
    expect((await second.get('/api/v1')).status).toBe(200)
    unwrap(await administration.revokeToken(token))
    expect((await second.get('/api/v1')).status).toBe(401)
    expect(await administration.revokeToken(token)).toMatchObject({ ok: false })
    await administration.close()

    const { id } = (await fixture.member.get('/api/v1/users/me')).body
    await fixture.store.db.transaction().execute((trx) => updateUser(trx, id, { current: false }))
    expect((await fixture.member.get('/api/v1')).status).toBe(401)
  })

  it('refuses all tokens of a person whose computer was lost, without knowing them', async () => {
    const now = () => fixture.clock.at
    const administration = unwrap(await openAdministration(fixture.database, { now }))
    const email = 'lost@example.org'
    unwrap(await administration.addUser({ organisation: 'Here', name: 'Lou', email }))
    const lost = [
      unwrap(await administration.issueToken({ email })),
      unwrap(await administration.issueToken({ email })),
    ].map(({ token }) => api(fixture.url, token))
    const statuses = async (all: Api[]) =>
      Promise.all(all.map(async (by) => (await by.get('/api/v1')).status))
    expect(await statuses(lost)).toEqual([200, 200])
    expect(await administration.revokeTokensOf({ email })).toEqual({
      ok: true,
      value: { revoked: 2 },
    })
    expect(await statuses(lost)).toEqual([401, 401])
    const { token } = unwrap(await administration.issueToken({ email }))
    expect(await statuses([api(fixture.url, token), fixture.owner])).toEqual([200, 200])
    const unknown = { email: 'nobody@example.org' }
    expect(await administration.revokeTokensOf(unknown)).toMatchObject({
      error: { code: 'not-found' },
    })
    await administration.close()
  })

  it('keeps no token in the database and none in the log', async () => {
    const rows = await fixture.store.db.selectFrom('token').selectAll().execute()
    const kept = JSON.stringify(rows)
    for (const { token } of [fixture.owner, fixture.member, fixture.stranger]) {
      expect(kept).not.toContain(token)
      expect(fixture.logged.join('\n')).not.toContain(token)
    }
    expect(rows[0]!.hash).toMatch(/^[0-9a-f]{64}$/)
  })
})

describe('GET /api/v1', () => {
  it('names the organisation, the version and what is switched on', async () => {
    const { status, body } = await fixture.owner.get('/api/v1')
    expect(status).toBe(200)
    expect(serviceInfo.strict().parse(body)).toEqual({
      name: 'Here',
      version: 'v1',
      capabilities: ['reference', 'user'],
    })
  })

  it('with everything switched off only the specification remains', async () => {
    const bare = await startFixture({ capabilities: [] })
    expect((await bare.owner.get('/api/v1')).body.capabilities).toEqual([])
    for (const path of ['projects', 'clients', 'tasks', 'charges', 'rates', 'users', 'users/me']) {
      expect((await bare.owner.get(`/api/v1/${path}`)).status).toBe(404)
    }
    expect((await bare.owner.get('/api/v1/times?include=user')).status).toBe(200)
    await bare.close()
  })

  it('without `user`, include=user is ignored like any unknown parameter', async () => {
    const plain = await startFixture({ capabilities: ['reference'] })
    const { web, design } = await addReference(plain.owner)
    const time = { project_id: web, task_id: design, date: '2026-04-14', start: 1, quantity: 1 }
    await plain.owner.post('/api/v1/times', time)
    const answer = await plain.owner.get('/api/v1/times?include=user')
    expect(answer.body.data).toHaveLength(1)
    expect(answer.body.data[0]).not.toHaveProperty('user')
    await plain.close()
  })
})

describe('errors', () => {
  it('answers 404 as JSON where there is no endpoint', async () => {
    for (const path of ['/', '/api', '/api/v1/nothing', '/api/v1/times/1/more', '/api/v2/times']) {
      const answer = await fixture.owner.get(path)
      expect(answer.status, path).toBe(404)
      expect(answer.body, path).toEqual({ message: expect.any(String) })
    }
  })

  it.each([
    ['PATCH', '/api/v1/times', 'GET, HEAD, POST'],
    ['DELETE', '/api/v1/times', 'GET, HEAD, POST'],
    ['POST', '/api/v1/times/1', 'GET, HEAD, PUT, DELETE'],
    ['OPTIONS', '/api/v1/times', 'GET, HEAD, POST'],
    ['POST', '/api/v1', 'GET, HEAD'],
    ['PUT', '/api/v1/users/me', 'GET, HEAD'],
    ['PATCH', '/api/v1/projects/1', 'GET, HEAD, PUT, DELETE'],
  ])('answers 405 to %s %s and names the allowed methods', async (method, path, allow) => {
    const answer = await fixture.owner.send(method, path)
    expect(answer.status).toBe(405)
    expect(answer.headers.get('allow')).toBe(allow)
    expect(answer.body).toEqual({ message: expect.any(String) })
  })

  it.each([
    ['nothing', ''],
    ['half an object', '{"name":'],
    ['a list', '[]'],
    ['a string', '"name"'],
    ['null', 'null'],
    ['a form', 'name=X'],
    ['bytes that are not UTF-8', new Uint8Array([0x7b, 0xff, 0x7d])],
    ['a nest a hundred thousand deep', '['.repeat(100_000)],
    ['a closed one', `{"name":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
  ])('answers 422 to a body that is %s', async (_what, body) => {
    const answer = await fixture.owner.send('POST', '/api/v1/tasks', { body })
    expect(answer.status).toBe(422)
    expect(typeof answer.body.message).toBe('string')
  })

  it.each(['9007199254740993', '1.00000000000000000001', '1e400', '0.1e1000000000'])(
    'never changes the invalid number %s into a valid one',
    async (number) => {
      const answer = await fixture.owner.send('POST', '/api/v1/charges', {
        body: `{"name":"X","currency":"EUR","charge":${number}}`,
      })
      expect(answer.status).toBe(422)
      expect(Object.keys(answer.body.errors)).toEqual(['charge'])
    },
  )

  it('uses the last of two equal keys', async () => {
    const answer = await fixture.owner.send('POST', '/api/v1/tasks', {
      body: '{"name":"First","name":"Last","__proto__":{"name":"None"}}',
    })
    expect(answer.body.task.name).toBe('Last')
  })

  it('answers 413 to a body over 256 KiB, whether or not its length is declared', async () => {
    const body = JSON.stringify({ name: 'x'.repeat(256 * 1024) })
    expect((await fixture.owner.send('POST', '/api/v1/tasks', { body })).status).toBe(413)
    const stream = new Blob([body]).stream()
    const streamed = await fixture.owner.send('POST', '/api/v1/tasks', {
      body: stream,
      duplex: 'half',
    } as RequestInit)
    expect(streamed.status).toBe(413)
    expect(streamed.body).toEqual({ message: expect.any(String) })
  })

  it('answers 500 without detail, logs the cause, and keeps running', async () => {
    const broken = await startFixture()
    const { web, design } = await addReference(broken.owner)
    const time = { project_id: web, task_id: design, date: '2026-04-14', start: 1, quantity: 1 }
    await broken.owner.post('/api/v1/times', time)
    await broken.store.db.updateTable('time_entry').set({ currency: null }).execute()
    const answer = await broken.owner.get('/api/v1/times')
    expect(answer.status).toBe(500)
    expect(Object.keys(answer.body)).toEqual(['message'])
    expect(answer.text).not.toMatch(/currency|stack|sqlite/i)
    expect(broken.logged.join()).toContain('currency of a time is missing')
    expect(broken.logged.join()).not.toContain(broken.owner.token)
    expect((await broken.owner.get('/api/v1/tasks')).status).toBe(200)
    await broken.close()
  })

  it('answers 400 to a malformed HTTP request', async () => {
    const status = await new Promise((resolve, reject) => {
      request(fixture.url, { path: '/api/v1', headers: { Host: 'not a host' } }, (response) => {
        response.resume()
        resolve(response.statusCode)
      })
        .on('error', reject)
        .end()
    })
    expect(status).toBe(400)
  })
})

describe('headers', () => {
  it.each(['/api/v1', '/api/v1/nothing', '/nothing'])(
    'of %s prevent caching, framing and sniffing',
    async (path) => {
      const { headers } = await fixture.owner.get(path)
      expect(headers.get('cache-control')).toBe('no-store')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('x-frame-options')).toBe('DENY')
      expect(headers.get('content-security-policy')).toContain("default-src 'none'")
      expect(headers.get('content-type')).toContain('application/json')
    },
  )

  it('allow no other origin', async () => {
    const answer = await fixture.owner.send('GET', '/api/v1', {
      headers: { Origin: 'https://elsewhere.example' },
    })
    const names = [...answer.headers.keys()].filter((name) => name.startsWith('access-control'))
    expect(names).toEqual([])
  })

  it('a HEAD request has them without a body', async () => {
    const answer = await fixture.owner.send('HEAD', '/api/v1/times')
    expect(answer.status).toBe(200)
    expect(answer.text).toBe('')
  })
})

describe('the base address', () => {
  it('is used in envelopes, path included', async () => {
    const behind = await startFixture({ baseUrl: 'https://studio.example/stint/' })
    const { web, design } = await addReference(behind.owner)
    for (const start of [1, 2]) {
      const time = { project_id: web, task_id: design, date: '2026-04-14', start, quantity: 1 }
      await behind.owner.post('/api/v1/times', time)
    }
    const answer = await behind.owner.get('/api/v1/times?limit=1')
    expect(answer.body).toMatchObject({
      path: 'https://studio.example/stint/api/v1/times',
      next_page_url: 'https://studio.example/stint/api/v1/times?limit=1&page=2',
    })
    expect(answer.headers.get('strict-transport-security')).toContain('max-age=')
    await behind.close()
  })
})
