import { expect, it } from 'vitest'
import { readEnvironment } from '#service/index.ts'
import { unwrap } from '#shared/errors.ts'
import { capabilities } from '#shared/resources/service-info.ts'

it('returns no options where nothing is set, and ignores other names', () => {
  expect(unwrap(readEnvironment({ PATH: '/bin', STINT_HOME: '/x' }))).toEqual({})
  expect(unwrap(readEnvironment({ STINT_SERVICE_PORT: '', STINT_SERVICE_HOST: ' ' }))).toEqual({})
})

it('reads every setting', () => {
  const env = {
    STINT_SERVICE_DATABASE: 'postgres://stint@db/stint',
    STINT_SERVICE_PORT: '8080',
    STINT_SERVICE_HOST: '0.0.0.0',
    STINT_SERVICE_BASE_URL: 'https://stint.example.org',
    STINT_SERVICE_CAPABILITIES: 'user, reference',
    STINT_SERVICE_RATE_LIMIT: '600',
    STINT_SERVICE_ALLOW_PRIVATE_WEBHOOKS: 'true',
  }
  expect(unwrap(readEnvironment(env))).toEqual({
    database: 'postgres://stint@db/stint',
    port: 8080,
    host: '0.0.0.0',
    baseUrl: 'https://stint.example.org',
    capabilities: ['reference', 'user'],
    rateLimit: 600,
    allowPrivateWebhooks: true,
  })
})

it('accepts all and none of the capabilities', () => {
  const read = (text: string) => unwrap(readEnvironment({ STINT_SERVICE_CAPABILITIES: text }))
  expect(read('none').capabilities).toEqual([])
  expect(read('all').capabilities).toEqual(capabilities)
})

it.each([
  ['STINT_SERVICE_PORT', '80 80'],
  ['STINT_SERVICE_PORT', '70000'],
  ['STINT_SERVICE_PORT', '-1'],
  ['STINT_SERVICE_RATE_LIMIT', '0'],
  ['STINT_SERVICE_RATE_LIMIT', '10/s'],
  ['STINT_SERVICE_CAPABILITIES', 'reference,teleport'],
  ['STINT_SERVICE_CAPABILITIES', 'none,user'],
  ['STINT_SERVICE_ALLOW_PRIVATE_WEBHOOKS', 'maybe'],
  ['STINT_SERVICE_DATABSE', 'typo.db'],
])('says in plain words what is wrong with %s=%s', (name, value) => {
  const read = readEnvironment({ [name]: value })
  expect(read).toMatchObject({ ok: false, error: { code: 'validation' } })
  if (!read.ok) expect(read.error.message).toContain(name)
})
