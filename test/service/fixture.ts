/**
 * A service over a database, with two organisations: Here (an owner and a member) and There (an
 * owner of its own). Requests go over real HTTP; the clock stands still unless a test moves it.
 */
import type { Store } from '#core/store/open/open-store.ts'
import { openServiceDatabase } from '#service/open-service-database.ts'
import { openAdministration, startService, type ServiceOptions } from '#service/index.ts'
import { unwrap } from '#shared/errors.ts'
import { makeDatabase } from './database.ts'
import { settableClock, type SettableClock } from './settable-clock.ts'

export interface Answer {
  status: number
  headers: Headers
  text: string
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into answers freely
  body: any
}

export interface Api {
  token: string
  get(path: string): Promise<Answer>
  post(path: string, body: unknown): Promise<Answer>
  put(path: string, body: unknown): Promise<Answer>
  delete(path: string): Promise<Answer>
  send(method: string, path: string, init?: RequestInit): Promise<Answer>
}

/** @param token none is sent when null */
export function api(url: string, token: string | null): Api {
  const send = async (method: string, path: string, init: RequestInit = {}): Promise<Answer> => {
    const response = await fetch(url + path, {
      ...init,
      method,
      headers: {
        Accept: 'application/json',
        ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
        ...(init.headers as Record<string, string>),
      },
    })
    const text = await response.text()
    const json = response.headers.get('content-type')?.startsWith('application/json')
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: json && text !== '' ? JSON.parse(text) : null,
    }
  }
  const write = (method: string) => (path: string, body: unknown) =>
    send(method, path, {
      body: JSON.stringify(body),
      headers: { 'Content-Type': 'application/json' },
    })
  return {
    token: token ?? '',
    get: (path) => send('GET', path),
    post: write('POST'),
    put: write('PUT'),
    delete: (path) => send('DELETE', path),
    send,
  }
}

export interface Fixture {
  url: string
  clock: SettableClock
  owner: Api
  member: Api
  /** Owner of the other organisation. */
  stranger: Api
  nobody: Api
  /** Messages and fields of the log. */
  logged: string[]
  /** The same database, for what no request can do. */
  store: Store
  /** The database option that the service was given. */
  database: string
  /** Starts one more service on the same database; the caller closes it. */
  another(options?: FixtureOptions): Promise<Pick<Fixture, 'url' | 'owner' | 'member' | 'close'>>
  /** Stops the service only. */
  stop(): Promise<void>
  close(): Promise<void>
}

export type FixtureOptions = Partial<
  Pick<
    ServiceOptions,
    'capabilities' | 'baseUrl' | 'rateLimit' | 'allowPrivateWebhooks' | 'resolveHost'
  >
>

export async function startFixture(options: FixtureOptions = {}): Promise<Fixture> {
  const database = await makeDatabase()
  const clock = settableClock(Date.UTC(2026, 3, 15, 9, 30))
  const { now } = clock

  const administration = unwrap(await openAdministration(database.name, { now }))
  const tokenOf = async (organisation: string, name: string, owner: boolean) => {
    const email = `${name.toLowerCase()}@example.org`
    unwrap(await administration.addUser({ organisation, name, email, owner }))
    return unwrap(await administration.issueToken({ email })).token
  }
  unwrap(await administration.addOrganisation({ name: 'Here' }))
  unwrap(await administration.addOrganisation({ name: 'There' }))
  const owner = await tokenOf('Here', 'Olga', true)
  const member = await tokenOf('Here', 'Mino', false)
  const stranger = await tokenOf('There', 'Sten', true)
  await administration.close()

  const logged: string[] = []
  const note = (message: string, facts?: Record<string, unknown>) =>
    void logged.push(`${message} ${JSON.stringify(facts)}`)
  const start = async (more: FixtureOptions = {}) =>
    unwrap(
      await startService({
        database: database.name,
        port: 0,
        capabilities: ['reference', 'user'],
        ...options,
        ...more,
        log: { info: note, warn: note },
        clock,
      }),
    )
  const service = await start()
  const store = unwrap(await openServiceDatabase(database.name, clock.at))
  let stopped: Promise<void> | undefined
  const stop = () => (stopped ??= service.close())
  return {
    url: service.url,
    clock,
    owner: api(service.url, owner),
    member: api(service.url, member),
    stranger: api(service.url, stranger),
    nobody: api(service.url, null),
    logged,
    store,
    database: database.name,
    stop,
    async another(more) {
      const { url, close } = await start(more)
      return { url, owner: api(url, owner), member: api(url, member), close }
    },
    async close() {
      await stop()
      await store.close()
      await database.remove()
    },
  }
}

/** A client, two projects (15 and 6 minutes) and two tasks of the organisation Here. */
export async function addReference(owner: Api) {
  const client = await store(owner, 'clients', {
    name: 'Harbour Lane Bakery',
    code: 'HLB',
    phone: '+64 4 555 0142',
    contact: { name: 'Priya', email: 'priya@example.org' },
    address: { street: '18 Harbour Lane', city: 'Wellington' },
  })
  const web = await store(owner, 'projects', {
    name: 'Website',
    code: 'WEB',
    client_id: client,
    currency: 'NZD',
    increment: 15,
    rate: 14000,
  })
  const app = await store(owner, 'projects', {
    name: 'Booking app',
    code: 'APP',
    client_id: client,
    currency: 'EUR',
    increment: 6,
    rate: 9900,
  })
  const design = await store(owner, 'tasks', { name: 'Design' })
  const meeting = await store(owner, 'tasks', { name: 'Meeting' })
  return { client, web, app, design, meeting }
}

/** Stores a record through a reference endpoint; returns its id. */
export async function store(by: Api, resource: string, body: object): Promise<number> {
  const answer = await by.post(`/api/v1/${resource}`, body)
  if (answer.status !== 201) throw new Error(`${resource}: ${answer.status} ${answer.text}`)
  return answer.body[resource.slice(0, -1)].id as number
}
