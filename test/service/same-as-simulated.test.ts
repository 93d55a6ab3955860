/**
 * The service of the simulation and this one are the same to a client: the requests of simulated
 * worlds, in their order and at their time, get the same answers, field by field. What the
 * specification leaves open, and the model decides on its own, is removed from both (`openIn`).
 */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { HttpRequest } from '#core/ports.ts'
import type { Capability } from '#shared/resources/service-info.ts'
import { chance } from '../simulation/chance.ts'
import { playSeed } from '../simulation/seeds.ts'
import { resources, type Resource } from '../simulation/service/held.ts'
import { makeModel, type Model } from '../simulation/service/model.ts'
import { plainProfile } from '../simulation/service/profile.ts'
import { makeTemplates } from '../simulation/template.ts'
import { startFixture, store, type Fixture } from './fixture.ts'

/** A request to the service of a world, or an edit in a browser. */
interface Asked {
  /** Epoch milliseconds. */
  at: number
  method: HttpRequest['method']
  resource: Resource
  /** The world's id of the record; null for a list or a create. */
  id: number | null
  query: string
  body: Record<string, unknown> | null
  key: string | null
  /** Only if the record is unchanged since it was seen. */
  ifSeen: boolean
  /** The world's id of the record it made there. */
  made: number | null
}

/** How many, from 1. */
const worlds = 10
/** Feeds and streams have cursors that only their own service can read. */
const more: readonly Capability[] = ['conditional', 'idempotency', 'restore', 'uid', 'user']
/** Names no record, on either side. */
const nobody = 999_999

it.each([
  ['as the specification has it', []],
  ['with what it has beyond', more],
])(`answers the requests of ${worlds} worlds as in the simulation, %s`, async (_, capabilities) => {
  const templates = await makeTemplates()
  let compared = 0
  for (let seed = 1; seed <= worlds; seed++) {
    const asked = await recorded(seed, templates)
    compared += await replay(seed, asked, capabilities)
  }
  expect(compared).toBeGreaterThan(worlds * 20)
})

const uid = fc.constantFrom(undefined, 'a', 'b', '!~', '', 'two words', 7, null)
/** Creates a record, or changes or deletes one that an earlier request made. */
const named = fc.record({
  method: fc.constantFrom('POST' as const, 'POST' as const, 'PUT' as const, 'DELETE' as const),
  resource: fc.constantFrom(...resources),
  uid,
  of: fc.nat(7),
})

it('answers requests with uids as in the simulation', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(named, { minLength: 60, maxLength: 60 }), async (requests) => {
      const asked = requests.map(({ method, resource, uid, of }, place): Asked => {
        const made = method === 'POST' ? place + 1 : null
        const earlier = requests.flatMap((request, nth) =>
          nth < place && request.method === 'POST' && request.resource === resource ? nth + 1 : [],
        )
        return {
          ...{ at: 0, method, resource, query: '', ...plainly, made },
          id: made === null ? (earlier.at(-1 - of) ?? nobody) : null,
          body: method === 'DELETE' ? null : { ...bodyOf(resource, place), uid },
        }
      })
      await replay(0, asked, more)
    }),
    { numRuns: 4, endOnFailure: true },
  )
})

function bodyOf(resource: Resource, place: number): Record<string, unknown> {
  const entry = { project_id: 1, date: '2026-11-19' }
  switch (resource) {
    case 'times':
      return { ...entry, task_id: 1, start: place, quantity: 1 }
    case 'expenses':
      return { ...entry, name: `Lunch ${place}`, unit_charge: 1_200, chargeable: true }
    case 'categories':
      return { name: `Category ${place}` }
  }
}

/** The requests of a world that reached the service with the first organisation's token. */
async function recorded(
  seed: number,
  templates: Awaited<ReturnType<typeof makeTemplates>>,
): Promise<Asked[]> {
  const asked: Asked[] = []
  await playSeed(seed, templates, null, false, (model) => listen(model, asked))
  return asked
}

function listen(model: Model, asked: Asked[]): void {
  const organisation = model.organisations[0]!
  const { handle, add, change, remove } = model
  const clock = () => model.now() - model.profile.clockOff
  const note = (one: Omit<Asked, 'at' | 'made'>, run: () => void) => {
    const before = organisation.ever.length
    const entry: Asked = { ...one, at: clock(), made: null }
    asked.push(entry)
    run()
    entry.made = organisation.ever[before]?.id ?? null
  }
  model.handle = (request, sender) => {
    const { pathname, search } = new URL(request.url)
    const [resource, id, rest] = pathname.replace('/api/v1/', '').split('/')
    const known = resources.find((one) => one === resource)
    const token = (request.headers.Authorization ?? '').includes('token-1')
    let answer: ReturnType<typeof handle> | undefined
    const run = () => void (answer = handle(request, sender))
    if (!known || rest !== undefined || !token || (id !== undefined && !/^\d+$/.test(id))) run()
    else {
      const body = request.body ? (JSON.parse(request.body) as Record<string, unknown>) : null
      const { method } = request
      note(
        {
          method,
          resource: known,
          id: id ? Number(id) : null,
          query: search,
          body,
          key: request.headers['Idempotency-Key'] ?? null,
          ifSeen: request.headers['If-Match'] !== undefined,
        },
        run,
      )
    }
    return answer!
  }
  model.add = (to, resource, values) => {
    let made: ReturnType<typeof add>
    const run = () => void (made = add(to, resource, values))
    if (to !== organisation) run()
    else note({ method: 'POST', resource, id: null, query: '', body: values, ...plainly }, run)
    return made
  }
  model.change = (held, set) => {
    const run = () => change(held, set)
    const body = 'notes' in set ? { ...set, notes: set.notes ?? '' } : set
    if (held.organisation !== 1) run()
    else
      note(
        { method: 'PUT', resource: held.resource, id: held.id, query: '', body, ...plainly },
        run,
      )
  }
  model.remove = (held) => {
    const run = () => remove(held)
    if (held.organisation !== 1) run()
    else
      note(
        {
          method: 'DELETE',
          resource: held.resource,
          id: held.id,
          query: '',
          body: null,
          ...plainly,
        },
        run,
      )
  }
}

const plainly = { key: null, ifSeen: false }

interface Said {
  status: number
  body: unknown
  tag?: string | null
}

/** One of the two, with its ids for those of the world. */
interface Side {
  ids: Map<string, number>
  /** The last entity tag of each path. */
  tags: Map<string, string>
  ask(one: Asked, path: string, headers: Record<string, string>): Promise<Said>
}

/** Sends the same to both; returns how many answers were compared. */
async function replay(
  seed: number,
  asked: readonly Asked[],
  capabilities: readonly Capability[],
): Promise<number> {
  const fixture = await startFixture({ capabilities: ['reference', ...capabilities] })
  try {
    await addStudio(fixture)
    const sides = [realSide(fixture), modelSide(capabilities)]
    let now = fixture.clock.at
    for (const [place, one] of asked.entries()) {
      // At least a second passes, so that dates tell the order.
      now = Math.max(now + 1_000, one.at)
      fixture.clock.at = now
      modelNow = now
      const [real, model] = await Promise.all(sides.map((side) => said(side, one, place)))
      const { method, resource, id, query, body } = one
      const what = `seed ${seed}, request ${place}: ${method} /${resource}/${id ?? ''}${query} ${JSON.stringify(body)}`
      expect(real, what).toEqual(model)
    }
    return asked.length
  } finally {
    await fixture.close()
  }
}

let modelNow = 0

async function said(side: Side, one: Asked, place: number): Promise<Said> {
  const key = (id: number) => `${one.resource} ${id}`
  const id = one.id === null ? null : (side.ids.get(key(one.id)) ?? nobody)
  const path = `/${one.resource}${id === null ? '' : `/${id}`}`
  const headers: Record<string, string> = {}
  if (one.key !== null) headers['Idempotency-Key'] = one.key
  const seen = one.ifSeen ? side.tags.get(path) : undefined
  if (seen !== undefined) headers['If-Match'] = seen
  const { status, body, tag } = await side.ask(one, path, headers)
  if (tag) side.tags.set(path, tag)
  const made = status < 300 && one.method === 'POST' ? recordIn(body) : null
  // The world refused what is accepted here, or had it already: it gets a unique name then.
  if (made) side.ids.set(key(one.made ?? -place), made.id)
  const worldIds = new Map(
    [...side.ids].map(([name, here]) => [`${name.split(' ')[0]} ${here}`, name]),
  )
  return { status, body: comparable(body, one.resource, worldIds) }
}

const recordIn = (body: unknown): { id: number } | null => {
  const record = Object.values(body ?? {}).find((one) => typeof one === 'object')
  return (record as { id: number } | undefined) ?? null
}

/** The rest of an answer, with the world's ids and without what the specification leaves open. */
function comparable(body: unknown, resource: Resource, ids: ReadonlyMap<string, string>): unknown {
  const json = JSON.parse(JSON.stringify(body)) as Record<string, unknown> | null
  if (!json) return json
  if ('errors' in json || 'message' in json) {
    // Each service has its own messages; the fields they are about are the same.
    return { fields: Object.keys(json.errors ?? {}).toSorted() }
  }
  const rename = (record: Record<string, unknown>) =>
    open(resource, { ...record, id: ids.get(`${resource} ${record.id as number}`) ?? record.id })
  if (Array.isArray(json.data)) {
    const records = (json.data as Record<string, unknown>[]).map(rename)
    // Ties have no fixed order.
    const data = records.toSorted((one, other) => `${one.id}`.localeCompare(`${other.id}`))
    const { path: _path, next_page_url, prev_page_url, ...envelope } = json
    return { ...envelope, next: next_page_url !== null, prev: prev_page_url !== null, data }
  }
  if ('id' in json) return rename(json)
  return Object.fromEntries(
    Object.entries(json).map(([name, value]) => {
      if (typeof value !== 'object' || value === null) return [name, value]
      const record = value as Record<string, unknown>
      // The deletion of a time shows a person, as in the specification.
      return [name, 'email' in record ? Object.keys(record).toSorted() : rename(record)]
    }),
  )
}

/** Of records outside the three kinds only the identifying fields: the rest is made up. */
function open(resource: Resource, record: Record<string, unknown>): Record<string, unknown> {
  const { rate: _rate, ...kept } = record
  // A service may normalize line ends and composed letters.
  if (typeof kept.notes === 'string') {
    kept.notes = kept.notes.replace(/\r\n?/g, '\n').normalize('NFC')
  }
  for (const name of ['project', 'task', 'charge', 'user']) {
    const related = kept[name] as Record<string, unknown> | null | undefined
    if (related)
      kept[name] = name === 'user' ? { id: related.id } : { id: related.id, name: related.name }
  }
  return kept
}

function realSide({ owner }: Fixture): Side {
  const json = { 'Content-Type': 'application/json' }
  return {
    ids: new Map(),
    tags: new Map(),
    async ask({ method, query, body }, path, headers) {
      const answer = await owner.send(method, `/api/v1${path}${query}`, {
        headers: body ? { ...headers, ...json } : headers,
        ...(body ? { body: JSON.stringify(body) } : {}),
      })
      return { status: answer.status, body: answer.body, tag: answer.headers.get('etag') }
    },
  }
}

function modelSide(capabilities: readonly Capability[]): Side {
  const clock = { now: () => modelNow, elapsed: () => modelNow }
  const model = makeModel(
    { ...plainProfile, capabilities, emptyLastPage: 1, names: 'active' },
    chance('same'),
    clock,
  )
  model.restless = false
  return {
    ids: new Map(),
    tags: new Map(),
    ask({ method, query, body }, path, headers) {
      const request: HttpRequest = {
        method,
        url: `https://time.test/api/v1${path}${query}`,
        headers: { Authorization: 'Bearer token-1', ...headers },
        body: body ? JSON.stringify(body) : undefined,
        timeout: 1_000,
      }
      const answer = model.handle(request, { machine: null, maker: null, age: 0 })
      return Promise.resolve({
        status: answer.status,
        body: JSON.parse(answer.body) as unknown,
        tag: answer.headers.etag ?? null,
      })
    },
  }
}

/** The records of the model's first organisation, under the same ids. */
async function addStudio({ owner }: Fixture): Promise<void> {
  const { organisations } = makeModel(plainProfile, chance('same'), {
    now: () => 0,
    elapsed: () => 0,
  })
  const { projects, tasks, charges } = organisations[0]!
  const client = await store(owner, 'clients', {
    name: 'Fernwood',
    code: 'FRN',
    contact: { name: 'Ada', email: 'ada@time.test' },
  })
  for (const { name, code, increment, currency } of projects.values()) {
    await store(owner, 'projects', { name, code, client_id: client, currency, increment, rate: 0 })
  }
  for (const { name } of tasks.values()) await store(owner, 'tasks', { name })
  for (const { name, charge, unit } of charges.values()) {
    await store(owner, 'charges', { name, charge, unit, currency: 'EUR' })
  }
}
