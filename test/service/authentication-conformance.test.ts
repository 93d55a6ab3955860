/** The Authentication and Errors sections of the specification, for each endpoint that it has. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { updateUser } from '#core/store/resources/users.ts'
import { unwrap } from '#shared/errors.ts'
import { openAdministration } from '#service/index.ts'
import { endpoints } from './endpoints.ts'
import { addReference, api, startFixture, type Api, type Fixture } from './fixture.ts'

let fixture: Fixture

beforeAll(async () => {
  fixture = await startFixture({ capabilities: ['reference'] })
  const { owner } = fixture
  const { web, design } = await addReference(owner)
  const day = { project_id: web, date: '2026-04-14' }
  await owner.post('/api/v1/times', { ...day, task_id: design, start: 1, quantity: 1 })
  await owner.post('/api/v1/expenses', { ...day, name: 'X', unit_charge: 1, chargeable: true })
  await owner.post('/api/v1/categories', { name: 'X' })
})
afterAll(() => fixture.close())

const everything = async (): Promise<unknown> => {
  const paths = ['times', 'expenses', 'categories', 'webhooks', 'projects', 'tasks']
  return Promise.all(
    paths.map(async (path) => (await fixture.owner.get(`/api/v1/${path}?limit=100`)).body),
  )
}

const call = (by: Api, method: string, path: string, headers: Record<string, string> = {}) =>
  by.send(method, path, {
    headers,
    ...(method === 'POST' || method === 'PUT' ? { body: '{"name":"Changed"}' } : {}),
  })

describe('“Every endpoint above requires authorisation”', () => {
  it.each(endpoints)(
    '%s %s answers 401 without a token, and changes nothing',
    async (method, path) => {
      const before = await everything()
      const answer = await call(fixture.nobody, method, path)
      expect(answer.status).toBe(401)
      expect(answer.body).toEqual({ message: 'Unauthenticated.' })
      expect(await everything()).toEqual(before)
    },
  )

  it.each(endpoints)('%s %s answers 401 to an unknown token', async (method, path) => {
    const token = fixture.owner.token.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))
    const answer = await call(fixture.nobody, method, path, { Authorization: `Bearer ${token}` })
    expect(answer.status).toBe(401)
    expect(answer.headers.get('www-authenticate')).toBe('Bearer')
  })

  it.each(endpoints)('%s %s takes no token from the address', async (method, path) => {
    const { token } = fixture.owner
    for (const name of ['token', 'access_token', 'api_token', 'Authorization']) {
      const answer = await call(fixture.nobody, method, `${path}?${name}=${token}`)
      expect(answer.status).toBe(401)
    }
  })

  it('refuses someone who has left, and a revoked token, at every endpoint', async () => {
    const now = () => fixture.clock.at
    const administration = unwrap(await openAdministration(fixture.database, { now }))
    const { token } = unwrap(await administration.issueToken({ email: 'olga@example.org' }))
    unwrap(await administration.revokeToken(token))
    await administration.close()
    const { id } = (await fixture.member.get('/api/v1/users/me')).body
    await fixture.store.db.transaction().execute((trx) => updateUser(trx, id, { current: false }))
    for (const [method, path] of endpoints) {
      expect((await call(api(fixture.url, token), method, path)).status, path).toBe(401)
      expect((await call(fixture.member, method, path)).status, path).toBe(401)
    }
    await fixture.store.db.transaction().execute((trx) => updateUser(trx, id, { current: true }))
  })
})

describe('“Callers see the records of the organisation that the authenticated caller may access”', () => {
  it.each(endpoints.filter(([, path]) => path.endsWith('/1')))(
    '%s %s of another organisation answers as if it were not there',
    async (method, path) => {
      const before = await everything()
      const answer = await call(fixture.stranger, method, path)
      const missing = await call(fixture.stranger, method, path.replace(/1$/, '987654'))
      expect(answer.status).toBe(404)
      expect(answer.body).toEqual({ message: expect.any(String) })
      expect(answer.body).toEqual(missing.body)
      expect(await everything()).toEqual(before)
    },
  )

  it.each(endpoints.filter(([method, path]) => method === 'GET' && !path.endsWith('/1')))(
    '%s %s shows nothing of another organisation',
    async (_method, path) => {
      expect((await fixture.stranger.get(path)).body).toMatchObject({ data: [], total: 0 })
    },
  )
})

describe('“Error response format”', () => {
  it('of failed validation: 422, message, and errors by field', async () => {
    for (const path of ['times', 'expenses', 'categories']) {
      const answer = await fixture.owner.post(`/api/v1/${path}`, {})
      expect(answer.status).toBe(422)
      expect(Object.keys(answer.body)).toEqual(['message', 'errors'])
      for (const texts of Object.values(answer.body.errors)) expect(texts).toEqual(['Required'])
    }
  })

  it.each(endpoints.filter(([method]) => method === 'POST' || method === 'PUT'))(
    'of %s %s with a body that is no JSON object: 422',
    async (method, path) => {
      for (const body of ['', '[]', 'null', '{"name":', 'name=X']) {
        const answer = await fixture.owner.send(method, path, { body })
        expect(answer.status).toBe(422)
        expect(answer.body).toEqual({ message: expect.any(String) })
      }
    },
  )

  it.each(endpoints)(
    'of a method that %s %s does not have: 405 with Allow',
    async (_method, path) => {
      const answer = await fixture.owner.send('PATCH', path)
      expect(answer.status).toBe(405)
      const allowed = endpoints.filter((one) => one[1] === path).map(([method]) => method)
      const named = answer.headers.get('allow')!.split(', ')
      expect(named.filter((method) => method !== 'HEAD').sort()).toEqual(allowed.sort())
      expect(answer.body).toEqual({ message: expect.any(String) })
    },
  )
})
