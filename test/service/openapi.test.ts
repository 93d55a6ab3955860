/** The reference: complete, true, and the same for programs and people. */
import { format, resolveConfig } from 'prettier'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openStore } from '#core/store/open/open-store.ts'
import { createServiceApp } from '#service/app.ts'
import { startService, type RunningService } from '#service/index.ts'
import type { Service } from '#service/service-context.ts'
import { operationsOf, type RequestExample } from '#service/openapi/operation.ts'
import { serviceEndpoints } from '#service/routes/index.ts'
import { unwrap } from '#shared/errors.ts'
import { capabilities, type Capability } from '#shared/resources/service-info.ts'
import { readContract, type Contract } from './contract.ts'
import { api, type Api } from './fixture.ts'

const silent = { info() {}, warn() {} }
/** Wednesday, 15 April 2026, in the morning; the demo is the same every time. */
const clock = { now: () => Date.UTC(2026, 3, 15, 9, 30), zone: () => 'UTC' }

const start = async (switchedOn: readonly string[]): Promise<RunningService> =>
  unwrap(
    await startService({
      database: ':memory:',
      port: 0,
      baseUrl: 'https://stint.example.org',
      capabilities: switchedOn,
      demo: true,
      log: silent,
      clock,
    }),
  )

let service: RunningService
let owner: Api
let contract: Contract

beforeAll(async () => {
  service = await start(capabilities)
  owner = api(service.url, service.token)
  contract = await readContract(service.url)
})
afterAll(() => service.close())

/** An example as the request that it describes. */
function requestOf(path: string, example: RequestExample): { address: string; init: RequestInit } {
  const filled = Object.entries(example.path ?? {}).reduce(
    (text, [name, value]) => text.replace(`{${name}}`, String(value)),
    path,
  )
  const query = new URLSearchParams(
    Object.entries(example.query ?? {}).map(([name, value]) => [name, String(value)]),
  )
  const address = query.size > 0 ? `${filled}?${query}` : filled
  return {
    address,
    init:
      example.body === undefined
        ? {}
        : {
            headers: { 'Content-Type': 'application/json' },
            body: JSON.stringify(example.body),
          },
  }
}

describe('the OpenAPI document', () => {
  it('needs no token and shows no data', async () => {
    const answer = await api(service.url, null).get('/api/v1/openapi.json')
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({
      openapi: '3.1.0',
      servers: [{ url: 'https://stint.example.org' }],
    })
  })

  it('has every route that the service has, and no other', async () => {
    const has = new Set<Capability>(
      ((await owner.get('/api/v1')).body as { capabilities: Capability[] }).capabilities,
    )
    const store = unwrap(
      await openStore({ file: ':memory:', groups: ['model', 'service'], now: clock.now() }),
    )
    const app = createServiceApp({
      db: store.db,
      capabilities: has,
      baseUrl: null,
      log: silent,
      rateLimit: null,
    } as unknown as Service)
    await store.close()
    const routes = app.routes
      .filter(({ method }) => method !== 'ALL')
      .map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`)
      .filter((route) => !route.endsWith('/docs/style.css'))
    const documented = contract.endpoints.map(({ method, path }) => `${method} ${path}`)
    expect([...new Set(routes)].sort()).toEqual(documented.toSorted())
  })

  it('names the methods of an address as its 405 does', async () => {
    for (const [path, methods] of Object.entries(contract.document.paths)) {
      const answer = await owner.send('PATCH', path.replaceAll(/\{\w+\}/g, '1'))
      expect(answer.status, path).toBe(405)
      const allowed = answer.headers.get('allow')!.split(', ')
      const named = Object.keys(methods).map((method) => method.toUpperCase())
      expect(allowed.filter((method) => method !== 'HEAD').sort(), path).toEqual(named.sort())
    }
  })

  it('resolves every reference, and names each operation once', () => {
    const { document, endpoints } = contract
    const names = Object.keys(document.components.schemas)
    const references = /"\$ref":"#\/components\/schemas\/([^"]+)"/g
    for (const [, name] of JSON.stringify(document).matchAll(references)) {
      expect(names).toContain(name)
    }
    const ids = endpoints.map(({ operation }) => operation.operationId)
    expect(new Set(ids).size).toBe(ids.length)
    for (const { path, operation } of endpoints) {
      const inPath = (operation.parameters ?? []).filter((one) => one.in === 'path')
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      expect(inPath.map(({ name }) => name)).toEqual(named)
    }
  })

  it('describes every field of a request, unless its name says all', () => {
    const { schemas } = contract.document.components
    const plain = /^(id|name|code|phone|fax|email|mobile|description|status|project_id|task_id)$/
    for (const name of ['TimeCreate', 'ProjectCreate', 'ChargeCreate', 'RateCreate']) {
      for (const [field, schema] of Object.entries(schemas[name]?.properties ?? {})) {
        if (!plain.test(field)) expect(schema.description ?? field, name).not.toBe(field)
      }
    }
  })

  it('without capabilities has the specification’s sixteen endpoints and the service’s own', async () => {
    const bare = await start([])
    const { endpoints, document } = await readContract(bare.url)
    await bare.close()
    const ofResources = endpoints.filter(({ operation }) => operation.tags[0] !== 'Service')
    expect(ofResources.map(({ operation }) => operation.operationId).sort()).toEqual(
      [
        ...['times', 'expenses', 'categories'].flatMap((name) =>
          ['list', 'store', 'show', 'update', 'delete'].map((action) => `${name}.${action}`),
        ),
        'webhooks.list',
      ].sort(),
    )
    const text = JSON.stringify(document)
    for (const word of ['Idempotency-Key', 'If-Match', 'ETag', '"include"', '"user"', '"uid"']) {
      expect(text.includes(word), word).toBe(false)
    }
  })
})

describe('the examples', () => {
  it('are answered as documented, and with what the reference shows', async () => {
    const known = serviceEndpoints({ capabilities: new Set(capabilities) } as unknown as Service)
    const answers: Record<string, unknown> = {}
    for (const { id, method, path, example, answer } of operationsOf(known)) {
      const endpoint = contract.endpoints.find(({ operation }) => operation.operationId === id)
      if (!endpoint || example === null) continue
      const { address, init } = requestOf(path, example)
      const answered = await owner.send(method.toUpperCase(), address, init)
      expect(answered.status, `${id}: ${answered.text}`).toBe(answer.status)
      contract.check(endpoint, answered)
      const headers = Object.keys(endpoint.operation.responses[answer.status]!.headers ?? {})
      expect(answered.headers.has('ETag'), id).toBe(headers.includes('ETag'))
      if (answered.body !== null) answers[id] = withoutChance(answered.body)
    }
    const file = new URL('../../electron/service/openapi/example-answers.json', import.meta.url)
    const style = await resolveConfig(file)
    const { epoch } = (await owner.get('/api/v1')).body as { epoch: string }
    const withoutEpoch = JSON.stringify(answers).replaceAll(epoch, 'k3Vb9Qm2Xr7TzA5w')
    const text = await format(withoutEpoch, { ...style, parser: 'json' })
    await expect(text).toMatchFileSnapshot(file.pathname)
  })
})

/** What is different each time, as the reference shows it. */
function withoutChance(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (name, one: unknown) => (name === 'secret' ? 'shown once' : one)),
  )
}

describe('the page', () => {
  it('shows every endpoint, its parameters, fields and statuses, without a token', async () => {
    const { status, headers, text } = await api(service.url, null).get('/api/v1/docs')
    expect(status).toBe(200)
    expect(headers.get('content-type')).toMatch(/^text\/html/)
    const shows = (part: string) => expect(text.includes(part), part).toBe(true)
    for (const { path, operation } of contract.endpoints) {
      shows(`id="${operation.operationId}"`)
      shows(`<code>${path}</code>`)
      for (const parameter of operation.parameters ?? []) shows(`<code>${parameter.name}</code>`)
    }
    for (const name of Object.keys(contract.document.components.schemas)) {
      const isBody = /(Create|Update)$/.test(name)
      if (!isBody) shows(`id="shape-${name}"`)
    }
  })

  it('runs nothing and fetches nothing but its stylesheet, which is beside it', async () => {
    const page = await owner.get('/api/v1/docs')
    expect(page.headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    )
    expect(page.text).not.toMatch(/<script|style=|<img|src=/)
    expect([...page.text.matchAll(/<link [^>]*href="([^"]+)"/g)].map(([, href]) => href)).toEqual([
      'docs/style.css',
    ])
    const style = await owner.get('/api/v1/docs/style.css')
    expect(style.headers.get('content-type')).toMatch(/^text\/css/)
    expect(style.text).not.toContain('url(')
  })

  it('has no broken link', async () => {
    const { text } = await owner.get('/api/v1/docs')
    const anchors = new Set([...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))
    for (const [, target] of text.matchAll(/href="#([^"]+)"/g)) expect(anchors).toContain(target)
  })

  it('shows no unrendered template', async () => {
    const { text } = await owner.get('/api/v1/docs')
    for (const slip of ['undefined', '[object', 'NaN'])
      expect(text.includes(slip), slip).toBe(false)
  })
})
