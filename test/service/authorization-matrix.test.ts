/**
 * Every route of the service with every kind of caller and, wherever it takes an id, the ids of
 * every kind of record. The roles decide the answer; what belongs to another organisation is
 * answered like what does not exist, and stays as it is.
 */
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Answer } from './fixture.ts'
import {
  isForeign,
  relations,
  permissionFor,
  statusFor,
  statusForField,
  statusForRecord,
  statusForUid,
  type Relation,
} from './authorization/expected.ts'
import {
  absentId,
  bodyFor,
  createWorld,
  createdId,
  fieldValue,
  roles,
  type Organisation,
  type Role,
  type World,
} from './authorization/organisations.ts'
import { readRoutes, rules, type IdField, type Route } from './authorization/routes.ts'
import { followChanges, type Follower } from './authorization/follow-changes.ts'
import { crossReferences, rowsOf } from './rows-of.ts'

/** Otherwise one kind of invalid token stands for all of them on routes of one record. */
const isExhaustive = inject('fuzzFactor') > 1

const routes = readRoutes()
const otherRole = (role: Role): Role => (role === 'owner' ? 'member' : 'owner')

it('has rules for every route, and knows the resource of every id', () => {
  expect(new Set(routes.map(({ resource }) => resource))).toEqual(new Set(Object.keys(rules)))
  for (const route of routes) {
    expect(permissionFor(route), route.name).toBeDefined()
    expect(route.path.replace(':id', ''), route.name).not.toMatch(/[:*]/)
  }
  const stored = routes.flatMap(({ method, hasId, resource }) =>
    method === 'POST' && !hasId ? [resource] : [],
  )
  const withRecords = new Set([...stored, 'users'])
  for (const { name, hasId, resource, fields } of routes) {
    if (hasId) expect(withRecords, name).toContain(resource)
    for (const field of fields)
      expect(withRecords, `${name} ${field.name}`).toContain(field.resource)
  }
})

describe.each([
  { callers: 'Here', others: 'There' },
  { callers: 'There', others: 'Here' },
] as const)('the people of $callers, with what $others has', ({ callers, others }) => {
  let world: World
  let own: Organisation
  let other: Organisation
  let follower: Follower
  let before: { rows: Record<string, unknown[]>; feed: string[]; cursor: string }
  /** Bodies that the other organisation sent with the name of the route as its key. */
  const keyed = new Map<string, object>()
  const played = new Map<string, number>()
  let shown = 0
  let totals = 0
  let wrong: string[] = []
  let nth = 0

  beforeAll(async () => {
    world = await createWorld(routes)
    own = world.organisations[callers]
    other = world.organisations[others]
    for (const route of routes) await sendKeyed(route)
    const feed = await feedOf(other)
    const { cursor } = JSON.parse(feed.at(-1)!) as { cursor: string }
    before = { rows: await rowsOf(world.fixture.store, other.id), feed, cursor }
    follower = await followChanges(world.fixture.url, other.tokens.member, cursor)
  })
  afterAll(async () => {
    follower.close()
    await world.close()
  })

  /** The other organisation's owner sends a request with an idempotency key. */
  async function sendKeyed(route: Route): Promise<void> {
    if (route.method !== 'POST') return
    const body = route.hasId ? {} : neutral(bodyFor(other, 'owner', route))
    keyed.set(route.name, body)
    const path = route.path.replace(':id', String(recordOf(other, 'owner', route.resource, 'own')))
    const answer = await world.request(other.tokens.owner, 'POST', path, body, keyOf(route))
    expect(answer.status, `${route.name} ${answer.text}`).toBe(route.hasId ? 200 : 201)
  }
  const keyOf = ({ name }: Route) => ({ 'Idempotency-Key': name.replaceAll(/\W/g, '-') })
  const neutral = (body: object) => ({
    ...body,
    ...(Object.hasOwn(body, 'name') && { name: `Shared ${(nth += 1)}` }),
    ...(Object.hasOwn(body, 'notes') && { notes: 'Shared' }),
    ...(Object.hasOwn(body, 'uri') && { uri: 'https://shared.example' }),
  })

  async function feedOf({ tokens }: Organisation): Promise<string[]> {
    const pages: string[] = []
    for (let parameters = ''; ;) {
      const path = `/api/v1/changes?limit=100&include=user${parameters}`
      const { text, body } = await world.request(tokens.owner, 'GET', path)
      pages.push(text)
      if (!body.has_more) return pages
      parameters = `&cursor=${body.cursor}`
    }
  }

  const recordOf = (of: Organisation, role: Role, resource: string, by: Relation): number =>
    by === 'absent' ? absentId : named(of, role, resource, by).id

  /** The record that a caller of an organisation sees so; of another one the same role's. */
  function named(of: Organisation, role: Role, resource: string, by: Exclude<Relation, 'absent'>) {
    const from = isForeign(by) ? (of === own ? other : own) : of
    const isDeleted = by === 'deleted' || by === 'foreign deleted'
    const records = (isDeleted ? from.deleted : from.live).get(resource)!
    return records[by === 'colleague' ? otherRole(role) : role]
  }

  /** What a caller receives, apart from what differs between any two requests. */
  function comparable(route: Route, { status, headers, text, body }: Answer, mask: string[]) {
    const rest = Object.fromEntries(headers)
    for (const name of ['date', 'x-request-id']) delete rest[name]
    if (status < 400) {
      delete rest['content-length']
      if (rest['etag'] !== undefined) rest['etag'] = 'a tag'
    }
    const created =
      status === 201 && route.method === 'POST' ? [String(createdId({ body } as Answer))] : []
    const plain = [...mask, ...created]
      .reduce((all, one) => all.replaceAll(one, '…'), text)
      .replaceAll(/("(?:from|secret)"):"[^"]+"/g, '$1')
      .replaceAll(new RegExp(`${own.marker} \\d+`, 'g'), own.marker)
    return { status, headers: rest, text: plain }
  }

  /** Sends a request and notes when its answer has a text of the other organisation. */
  async function ask(
    route: Route,
    token: string | null,
    sent: {
      id?: number
      query?: string
      body?: object | undefined
      headers?: object
      mask?: string[]
    },
  ): Promise<Answer> {
    played.set(route.name, (played.get(route.name) ?? 0) + 1)
    const path = route.path.replace(':id', String(sent.id)) + (sent.query ?? '')
    const headers = { ...sent.headers } as { [name: string]: string }
    const answer = await world.request(token, route.method, path, sent.body, headers)
    const all = JSON.stringify([...answer.headers]) + answer.text
    const text = (sent.mask ?? []).reduce((rest, one) => rest.replaceAll(one, ''), all)
    if (text.toLowerCase().includes(other.marker.toLowerCase())) {
      wrong.push(`${route.name} shows a text of ${others}: ${answer.text}`)
    }
    if (text.includes(own.marker)) shown += 1
    return answer
  }

  /** Checks the answers for the records of everyone, and compares the foreign with the absent. */
  async function tryAll(
    route: Route,
    role: Role,
    place: string,
    compared: readonly Relation[],
    expected: (by: Relation) => number,
    send: (by: Relation) => Promise<{ answer: Answer; mask?: string[] }>,
  ): Promise<void> {
    let absent: object | undefined
    for (const by of compared) {
      const { answer, mask = [] } = await send(by)
      const what = `${role}, ${place}, ${by}`
      if (answer.status !== expected(by)) {
        wrong.push(`${what}: ${answer.status} in place of ${expected(by)}: ${answer.text}`)
      }
      const received = comparable(route, answer, mask)
      if (by === 'absent') absent = received
      else if (isForeign(by) && JSON.stringify(received) !== JSON.stringify(absent)) {
        wrong.push(`${what}: ${JSON.stringify(received)} differs from ${JSON.stringify(absent)}`)
      }
    }
  }

  const bodyOf = (route: Route, role: Role): object | undefined =>
    route.example && bodyFor(own, role, route)
  const ownId = (route: Route, role: Role): { id?: number } =>
    route.hasId ? { id: recordOf(own, role, route.resource, 'own') } : {}

  it.each(routes)('$name', async (route) => {
    wrong = []
    await tryWithoutToken(route)
    if (permissionFor(route) !== 'everyone') {
      for (const role of roles) {
        await tryPath(route, role)
        for (const field of route.fields) await tryField(route, role, field)
        if (route.hasUid) await tryUid(route, role)
        if (['POST', 'PUT'].includes(route.method)) await tryUnknownFields(route, role)
        if (route.hasId) await tryTags(route, role)
        if (route.method === 'POST') await tryKeys(route, role)
        if (route.method === 'GET' && !route.hasId) {
          await tryParameters(route, role)
          await tryTotal(route, role)
        }
      }
    }
    expect(wrong).toEqual([])
  })

  async function tryWithoutToken(route: Route): Promise<void> {
    const invalid = [null, 'not a token', world.revoked]
    const isOpen = permissionFor(route) === 'everyone'
    for (const by of route.hasId ? relations : (['own'] as const)) {
      const id = route.hasId ? recordOf(own, 'member', route.resource, by) : 0
      for (const token of isExhaustive || !route.hasId ? invalid : [invalid[(nth += 1) % 3]!]) {
        const body = bodyOf(route, 'member')
        const { status, text } = await ask(route, token, { id, body })
        if (status !== (isOpen ? 200 : 401)) wrong.push(`${token}, ${by}: ${status} ${text}`)
        const isRefusal = route.method === 'HEAD' || text === '{"message":"Unauthenticated."}'
        if (!isOpen && !isRefusal) wrong.push(`${token}, ${by}: ${text}`)
      }
    }
  }

  async function tryPath(route: Route, role: Role): Promise<void> {
    const token = own.tokens[role]
    if (!route.hasId) {
      const { status, text } = await ask(route, token, { body: bodyOf(route, role) })
      if (status !== statusFor(route, role)) wrong.push(`${role}: ${status} ${text}`)
      return
    }
    const expected = (by: Relation) => statusForRecord(route, role, by)
    await tryAll(route, role, 'path', relations, expected, async (by) => {
      const id =
        ['DELETE', 'POST'].includes(route.method) && expected(by) === 200
          ? await newRecord(route, role, by)
          : recordOf(own, role, route.resource, by)
      return { answer: await ask(route, token, { id, body: bodyOf(route, role) }) }
    })
  }

  /** A record that may be deleted or restored. */
  async function newRecord({ resource }: Route, role: Role, by: Relation): Promise<number> {
    const holder = by === 'colleague' ? otherRole(role) : role
    const { id } = await world.create(own, holder, resource)
    if (by === 'deleted') {
      await world.request(own.tokens.owner, 'DELETE', `/api/v1/${resource}/${id}`)
    }
    return id
  }

  async function tryField(route: Route, role: Role, field: IdField): Promise<void> {
    const expected = (by: Relation) => statusForField(route, role, by)
    await tryAll(route, role, field.name, relations, expected, async (by) => {
      const body = {
        ...(route.method === 'POST' && bodyOf(route, role)),
        [field.name]: fieldValue(field, recordOf(own, role, field.resource, by)),
      }
      const answer = await ask(route, own.tokens[role], { ...ownId(route, role), body })
      const key = field.isList ? `${field.name}.0` : field.name
      if (answer.status === 422 && Object.keys(answer.body.errors).join() !== key) {
        wrong.push(`${role}, ${field.name}, ${by}: ${answer.text}`)
      }
      return { answer }
    })
  }

  async function tryUid(route: Route, role: Role): Promise<void> {
    const expected = (by: Relation) => statusForUid(route, role, by)
    await tryAll(route, role, 'uid', relations, expected, async (by) => {
      const uid =
        by === 'absent' ? `absent-${(nth += 1)}` : named(own, role, route.resource, by).uid!
      const body = { ...(route.method === 'POST' && bodyOf(route, role)), uid }
      const sent = { ...ownId(route, role), body, mask: [uid] }
      return { answer: await ask(route, own.tokens[role], sent), mask: [uid] }
    })
  }

  /** Fields that no body has: the ids of the record, its organisation and its user. */
  async function tryUnknownFields(route: Route, role: Role): Promise<void> {
    if (statusFor(route, role) >= 300 || !route.example) return
    const expected = () => statusFor(route, role)
    await tryAll(route, role, 'unknown fields', ['absent', 'foreign'], expected, async (by) => {
      const isAbsent = by === 'absent'
      const user = isAbsent ? absentId : other.people[role]
      const unknown = {
        id: recordOf(own, role, route.resource, by),
        organisation_id: isAbsent ? absentId : other.id,
        user_id: user,
        user: { id: user },
        deleted: false,
      }
      const body = { ...unknown, ...bodyOf(route, role) }
      return { answer: await ask(route, own.tokens[role], { ...ownId(route, role), body }) }
    })
  }

  /** Entity tags of the other organisation's record, with its id and with one's own. */
  async function tryTags(route: Route, role: Role): Promise<void> {
    const theirs = recordOf(own, role, route.resource, 'foreign')
    const path = `/api/v1/${route.resource}/${theirs}`
    const tag = (await world.request(other.tokens.owner, 'GET', path)).headers.get('etag')!
    const name = ['GET', 'HEAD'].includes(route.method) ? 'If-None-Match' : 'If-Match'
    const compared = ['absent', 'foreign', 'foreign deleted'] as const
    for (const value of [tag, '*']) {
      const headers = { [name]: value }
      const expected = (by: Relation) => statusForRecord(route, role, by)
      await tryAll(route, role, `${name}: ${value}`, compared, expected, async (by) => {
        const id = recordOf(own, role, route.resource, by)
        const body = bodyOf(route, role)
        return { answer: await ask(route, own.tokens[role], { id, body, headers }) }
      })
    }
    if (!route.path.endsWith(':id') || statusFor(route, role) !== 200) return
    const sent = { ...ownId(route, role), body: bodyOf(route, role), headers: { [name]: tag } }
    const { status } = await ask(route, own.tokens[role], sent)
    if (status !== (name === 'If-Match' ? 412 : 200))
      wrong.push(`${role}, a foreign tag: ${status}`)
  }

  /** The idempotency keys of the other organisation and of a colleague, with the same body. */
  async function tryKeys(route: Route, role: Role): Promise<void> {
    const headers = keyOf(route)
    const isReplayed = (answer: Answer) =>
      answer.status === 409 || answer.headers.has('Idempotency-Replayed')
    const theirs = { ...keyed.get(route.name) }
    const id = recordOf(own, 'owner', route.resource, 'foreign')
    const answer = await ask(route, own.tokens[role], { id, body: theirs, headers })
    const hasIds = route.fields.some(({ name }) => Object.hasOwn(theirs, name))
    const expected = route.hasId
      ? statusForRecord(route, role, 'foreign')
      : statusForField(route, role, hasIds ? 'foreign' : 'own')
    if (isReplayed(answer) || answer.status !== expected) {
      wrong.push(`${role}, a foreign key: ${answer.status} in place of ${expected}: ${answer.text}`)
    }
    const key = { 'Idempotency-Key': `colleague-${(nth += 1)}` }
    const sent = { ...ownId(route, role), body: bodyOf(route, role), headers: key }
    await ask(route, own.tokens[otherRole(role)], sent)
    if (isReplayed(await ask(route, own.tokens[role], sent)))
      wrong.push(`${role}: a colleague’s key`)
  }

  /** Filters that no list has, a search for a foreign text, and cursors of foreign changes. */
  /** A total that counts records which the list does not have would say that they exist. */
  async function tryTotal(route: Route, role: Role): Promise<void> {
    if (!route.parameters.includes('page')) return
    const ids = new Set<number>()
    for (let page = 1; ; page++) {
      const query = `?limit=100&page=${page}`
      const { body, text } = await ask(route, own.tokens[role], { query })
      for (const { id } of body.data) ids.add(id)
      if (page < body.last_page) continue
      if (ids.size !== body.total) wrong.push(`${role}: ${ids.size} records, not all of ${text}`)
      totals += 1
      return
    }
  }

  async function tryParameters(route: Route, role: Role): Promise<void> {
    const token = own.tokens[role]
    const compared = ['absent', 'foreign'] as const
    const filters = new Set(routes.flatMap(({ fields }) => fields))
    await tryAll(
      route,
      role,
      'filters',
      compared,
      () => 200,
      async (by) => {
        const isAbsent = by === 'absent'
        const values = new Map([
          ['organisation_id', isAbsent ? absentId : other.id],
          ['user_id', isAbsent ? absentId : other.people[role]],
        ])
        for (const { name, resource } of filters)
          values.set(name, recordOf(own, role, resource, by))
        const parameters = [...values].map(([name, value]) => `${name}=${value}`)
        const answer = await ask(route, token, { query: `?${parameters.join('&')}` })
        return { answer, mask: parameters }
      },
    )
    if (route.parameters.includes('query')) {
      await tryAll(
        route,
        role,
        'search',
        compared,
        () => 200,
        async (by) => {
          const query = by === 'absent' ? 'x'.repeat(other.marker.length) : other.marker
          const answer = await ask(route, token, { query: `?query=${query}`, mask: [query] })
          return { answer, mask: [query] }
        },
      )
    }
    if (!route.parameters.includes('cursor')) return
    const [epoch] = before.cursor.split('.')
    for (const cursor of [
      before.cursor,
      `${epoch}.0`,
      `${epoch}.0-${before.cursor.split('.')[1]}`,
    ]) {
      for (const sent of [
        { query: `?cursor=${cursor}` },
        { headers: { 'Last-Event-ID': cursor } },
      ]) {
        const { status, text } = await ask(route, token, sent)
        if (status !== 200 && status !== 410) wrong.push(`${role}, ${cursor}: ${status} ${text}`)
      }
    }
  }

  it('have played every route, and seen their own texts', () => {
    expect([...played.keys()].sort()).toEqual(routes.map(({ name }) => name).sort())
    for (const { name, hasId } of routes) {
      expect(played.get(name), name).toBeGreaterThanOrEqual(hasId ? 18 : 1)
    }
    expect(shown).toBeGreaterThan(100)
    expect(totals).toBeGreaterThan(10)
  })

  it('change no row and no change feed of the others, and refer to none of their records', async () => {
    const { rows, feed } = before
    expect(Object.values(rows).filter((all) => all.length > 0).length).toBeGreaterThan(15)
    expect(await rowsOf(world.fixture.store, other.id)).toEqual(rows)
    expect(await feedOf(other)).toEqual(feed)
    expect(await crossReferences(world.fixture.store)).toEqual([])
    for (const page of await feedOf(own)) expect(page).not.toContain(other.marker)
  })

  it('appear in no stream of the others', async () => {
    const { id } = await world.create(other, 'owner', 'tasks')
    await expect
      .poll(() => {
        world.fixture.clock.at += 250
        return follower.events()
      })
      .toEqual([`tasks ${id}`])
  })
})
