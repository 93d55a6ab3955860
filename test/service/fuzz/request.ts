/** Requests for an endpoint of the document: its example, with parts of it made wrong. */
import fc from 'fast-check'
import type { DocumentedParameter } from '#service/openapi/document.ts'
import type { Endpoint } from '../contract.ts'
import { brokenBody, contentType, nastyJson, nastyText } from './nasty.ts'

export interface FuzzRequest {
  by: 'owner' | 'member'
  /** As it is sent. */
  path: string
  headers: Record<string, string>
  body: Buffer | undefined
}

/** The ids to try: those of the caller's own organisation, and of the other one. */
export interface Ids {
  here: readonly number[]
  there: readonly number[]
}

export function requestsFor({ path, operation }: Endpoint, ids: Ids): fc.Arbitrary<FuzzRequest> {
  const parameters = operation.parameters ?? []
  const of = (place: string) => parameters.filter((parameter) => parameter.in === place)
  return fc
    .record({
      by: fc.constantFrom<FuzzRequest['by']>('owner', 'owner', 'member'),
      path: pathOf(path, of('path')[0]?.example, ids),
      query: queryOf(of('query')),
      headers: headersOf(of('header')),
      body: bodyOf(operation.requestBody?.content['application/json']?.example, ids),
      type: contentType,
    })
    .map(({ by, path, query, headers, body, type }) =>
      readable({
        by,
        path: query === '' ? path : `${path}?${query}`,
        headers: { ...headers, ...(type !== undefined && body ? { 'Content-Type': type } : {}) },
        body,
      }),
    )
}

/** The document's own example, as an owner sends it: the base of all wrong ones. */
export function plainRequest({ path, operation }: Endpoint): FuzzRequest {
  const id = operation.parameters?.find((parameter) => parameter.in === 'path')?.example
  const example = operation.requestBody?.content['application/json']?.example
  return readable({
    by: 'owner',
    path: path.replace('{id}', String(id)),
    headers: example === undefined ? {} : { 'Content-Type': 'application/json' },
    body: example === undefined ? undefined : Buffer.from(JSON.stringify(example)),
  })
}

/** As a report shows it: the body as text. */
function readable(asked: FuzzRequest): FuzzRequest {
  const { by, path, headers, body } = asked
  const text = () => `${by} ${path} ${JSON.stringify(headers)} ${body?.toString() ?? ''}`
  return Object.assign(asked, { [fc.toStringMethod]: text })
}

const anyId = (ids: Ids): fc.Arbitrary<number> =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...ids.here) },
    { weight: 2, arbitrary: fc.constantFrom(...ids.there) },
  )

function pathOf(path: string, example: unknown, ids: Ids): fc.Arbitrary<string> {
  if (!path.includes('{id}')) return fc.constant(path)
  const strange = fc
    .oneof(nastyText, fc.constantFrom('0', '-1', '1.5', '01', '1e1', '%', '1%00', '9'.repeat(30)))
    // An empty segment is another address; so is one of a dot.
    .filter((text) => !/^\.*$/.test(text))
    .map(encoded)
  return fc
    .oneof(
      { weight: 3, arbitrary: fc.constant(String(example)) },
      { weight: 3, arbitrary: anyId(ids).map(String) },
      { weight: 1, arbitrary: strange },
    )
    .map((id) => path.replace('{id}', id))
}

function queryOf(parameters: readonly DocumentedParameter[]): fc.Arbitrary<string> {
  const one = (parameter: DocumentedParameter) =>
    fc
      .oneof(
        { weight: 3, arbitrary: fc.constant(undefined) },
        { weight: 3, arbitrary: likely(parameter) },
        { weight: 2, arbitrary: nastyText.map(encoded) },
      )
      .map((value) => (value === undefined ? undefined : `${parameter.name}=${value}`))
  const stray = fc.constantFrom(
    undefined,
    undefined,
    'unknown=1',
    '%',
    '%zz=%zz',
    'query=%ff%fe',
    'limit[]=1',
    'limit=5&limit=6',
    '__proto__=1',
    '=',
    '&&',
    'include=user,user,nobody',
  )
  return fc
    .tuple(...parameters.map(one), stray)
    .map((parts) => parts.filter((part) => part !== undefined).join('&'))
}

/** A valid value by the parameter's schema. */
function likely({ schema }: DocumentedParameter): fc.Arbitrary<string> {
  if (schema.enum) return fc.constantFrom(...schema.enum.map(String))
  if (schema.format === 'date') return fc.constantFrom('2026-04-14', '2026-01-31', '1999-12-31')
  if (schema.type === 'integer') {
    const { minimum = 1, maximum = 100 } = schema
    return fc.oneof(fc.integer({ min: minimum, max: maximum }), fc.constant(minimum)).map(String)
  }
  return fc.constantFrom('design', 'web%20site', 'a', 'gr%C3%B6%C3%9Fe', '%25', '0', '5-100')
}

function headersOf(
  parameters: readonly DocumentedParameter[],
): fc.Arbitrary<Record<string, string>> {
  // Requests that Node's own client refuses to send cannot be tried from here.
  const sendable = nastyText
    .map((text) => text.slice(0, addressLength))
    .filter((text) => /^[\x20-\x7e\x80-\xff]*$/.test(text))
  const value = fc.oneof(
    fc.constantFrom('*', '"x"', 'W/"x"', '"', 'key-1', 'key-2', '12', '7-900'),
    fc.uuid(),
    sendable,
  )
  const entries = parameters.map(({ name }) =>
    fc
      .option(value, { nil: undefined, freq: 2 })
      .map((one) => (one === undefined ? {} : { [name]: one })),
  )
  return fc.tuple(...entries).map((all) => Object.assign({}, ...all) as Record<string, string>)
}

function bodyOf(example: unknown, ids: Ids): fc.Arbitrary<Buffer | undefined> {
  if (example === undefined) return fc.constant(undefined)
  const fields = Object.entries(example as object).map(
    ([name, value]) => [name, JSON.stringify(value)] as const,
  )
  const change = fc.record({
    name: fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom(...fields.map(([name]) => name)) },
      {
        weight: 1,
        arbitrary: fc.constantFrom(
          '__proto__',
          'constructor',
          'id',
          'uid',
          'organisation_id',
          'user_id',
          'total',
          'rate',
          'deleted',
          'chargable',
          'charge_id',
          'project_id',
          'notes',
          'unit',
        ),
      },
    ),
    value: fc.oneof(
      { weight: 4, arbitrary: nastyJson },
      { weight: 2, arbitrary: anyId(ids).map(String) },
      { weight: 1, arbitrary: anyId(ids).map((id) => `[${id}]`) },
      { weight: 1, arbitrary: fc.constant(undefined) },
    ),
    /** Beside the field instead of in its place: then the name occurs twice. */
    twice: fc.integer({ min: 0, max: 7 }).map((chance) => chance === 0),
  })
  const changed = fc.array(change, { maxLength: 3 }).map((changes) => {
    let all: (readonly [string, string])[] = [...fields]
    for (const { name, value, twice } of changes) {
      if (!twice) all = all.filter(([known]) => known !== name)
      if (value !== undefined) all.push([name, value])
    }
    return Buffer.from(`{${all.map(([name, value]) => `${JSON.stringify(name)}:${value}`)}}`)
  })
  return fc.oneof({ weight: 6, arbitrary: changed }, { weight: 1, arbitrary: brokenBody })
}

/** More of it would be refused before the service sees it: 431. */
const addressLength = 300

/** Percent-encodes, also a lone surrogate. */
const encoded = (text: string): string =>
  [...Buffer.from(text.slice(0, addressLength))]
    .map((byte) => `%${byte.toString(16).padStart(2, '0')}`)
    .join('')
