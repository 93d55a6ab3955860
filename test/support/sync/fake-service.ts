/**
 * A service in the strictest reading of the specification, in memory, with faults on request: times
 * here, expenses, categories and webhooks beside (fake-records.ts). What goes beyond the
 * specification it has only where a test says so. It counts what was really committed.
 */
import type { Capability } from '#shared/resources/service-info.ts'
import type { Clock, Http, HttpOutcome, HttpRequest } from '#core/ports.ts'
import { toTimestamp } from '#shared/rules/calendar.ts'
import { beyondOf, type Beyond } from './fake-beyond.ts'
import { recordsOf, type FakeRecords } from './fake-records.ts'

export interface ServiceTime {
  id: number
  project_id: number
  task_id: number
  date: string
  start: number
  quantity: number
  notes: string | null
  increment: number
  created_at: string
  updated_at: string
}

export interface ServiceProject {
  id: number
  name: string
  increment: number
}

/** What goes wrong with one request. */
export type Fault =
  /** Not a byte leaves. */
  | { is: 'unreached' }
  /** Lost on the way there. */
  | { is: 'drop-request' }
  /** Carried out, the answer lost. */
  | { is: 'drop-response' }
  /** The answer is lost at once, the request carried out so much later. */
  | { is: 'late'; milliseconds: number }
  /** Carried out, the answer cut. */
  | { is: 'truncate'; at: number }
  /** Not carried out, answered so. */
  | { is: 'status'; status: number; body?: string; headers?: Record<string, string> }
  /** A page of a network gate. */
  | { is: 'html' }
  | { is: 'redirect'; to: string }
  /** Waits before it reads the request. */
  | { is: 'delay'; milliseconds: number }

export interface FakeService extends FakeRecords {
  /** What it has beyond the specification; nothing unless a test says so. */
  capabilities: Set<Capability>
  beyond: Beyond
  /** Answers a request without anything around it. */
  route(request: HttpRequest, url: URL, path: string, body: Record<string, unknown>): HttpOutcome
  http: Http
  url: string
  times: Map<number, ServiceTime>
  projects: Map<number, ServiceProject>
  tasks: Map<number, { id: number; name: string }>
  /** `METHOD path` of every request that arrived, in order. */
  requests: string[]
  /** How many times were ever made by POST. */
  created: number
  /** The access tokens that it takes. */
  tokens: Set<string>
  /** Everything goes wrong in this way, until null. */
  outage: Fault | null
  /** The next request that fits goes wrong once. */
  failNext(fits: string | RegExp, fault: Fault): void
  /** Runs before the next request that fits is read. */
  beforeNext(fits: string | RegExp, run: () => void | Promise<void>): void
  /** As someone else does it: makes, changes and removes entries. */
  add(time: Partial<ServiceTime>): ServiceTime
  change(id: number, set: Partial<ServiceTime>): void
  remove(id: number): void
  /** From here on nothing goes wrong. */
  calm(): void
  /**
   * How many entries stand here beyond one for each record of each machine. Records are left out
   * whose entry somebody else changed: a maker that never got the answer cannot know it again.
   */
  doubled(): number
  /** Changes a list answer before it is sent. */
  distort: ((body: Record<string, unknown>) => Record<string, unknown>) | null
  /** Refuses bodies for which this answers texts. */
  validate: (body: Record<string, unknown>) => Record<string, string[]> | null
}

export function fakeService(clock: Clock): FakeService {
  let lastId = 100
  const faults: { fits: string | RegExp; fault: Fault }[] = []
  const hooks: { fits: string | RegExp; run: () => void | Promise<void> }[] = []

  /** Which record of which machine an entry was made for: what only the model knows. */
  const makers = new Map<number, string>()
  const disturbed = new Set<string>()
  const stands = (id: number) =>
    service.times.has(id) ||
    service.expenses.has(id) ||
    service.categories.get(id)?.deleted_at === null
  const disturb = (id: number) => {
    const maker = makers.get(id)
    if (maker) disturbed.add(maker)
  }

  const stamp = () => toTimestamp(clock.now())
  const nextId = () => ++lastId

  const service: FakeService = {
    capabilities: new Set(),
    beyond: undefined as never,
    route,
    ...recordsOf({ stamp, nextId, validate: (body) => service.validate(body) }),
    http: serve,
    url: 'https://time.test',
    times: new Map(),
    projects: new Map([
      [1, { id: 1, name: 'Website relaunch', increment: 15 }],
      [2, { id: 2, name: 'Booking app', increment: 6 }],
    ]),
    tasks: new Map([
      [1, { id: 1, name: 'Design' }],
      [2, { id: 2, name: 'Call' }],
    ]),
    requests: [],
    created: 0,
    tokens: new Set(['token']),
    outage: null,
    failNext: (fits, fault) => void faults.push({ fits, fault }),
    beforeNext: (fits, run) => void hooks.push({ fits, run }),
    add: (time) => insert({ ...sample, ...time }),
    change(id, set) {
      disturb(id)
      const time = service.times.get(id)!
      service.times.set(id, { ...time, ...set, updated_at: stamp() })
    },
    remove: (id) => void service.times.delete(id),
    calm() {
      faults.length = 0
      hooks.length = 0
      service.outage = null
    },
    doubled() {
      const standing = [...makers].filter(([id, maker]) => stands(id) && !disturbed.has(maker))
      return standing.length - new Set(standing.map(([, maker]) => maker)).size
    },
    distort: null,
    validate: () => null,
  }

  const sample = { project_id: 1, task_id: 1, date: '2026-11-19', start: 540, quantity: 4 }

  function insert(body: Partial<ServiceTime>): ServiceTime {
    const time: ServiceTime = {
      project_id: body.project_id!,
      task_id: body.task_id!,
      date: body.date!,
      start: body.start!,
      quantity: body.quantity!,
      notes: blank(body.notes),
      id: nextId(),
      increment: service.projects.get(body.project_id!)!.increment,
      created_at: stamp(),
      updated_at: stamp(),
    }
    service.times.set(time.id, time)
    return time
  }

  async function serve(request: HttpRequest): Promise<HttpOutcome> {
    const url = new URL(request.url)
    const line = `${request.method} ${url.pathname.replace('/api/v1', '')}`
    const fault = service.outage ?? take(faults, line)?.fault
    if (fault?.is === 'unreached') return { is: 'unreached', why: 'Nothing answers' }
    if (fault?.is === 'drop-request') return { is: 'lost', why: 'The connection was cut' }
    if (fault?.is === 'delay') await clock.sleep(fault.milliseconds, request.signal)
    if (request.signal?.aborted) return { is: 'lost', why: 'The request was stopped' }
    service.requests.push(line + url.search)
    await take(hooks, line)?.run()
    switch (fault?.is) {
      case 'status':
        return answer(fault.status, fault.body ?? '', fault.headers)
      case 'html':
        return answer(200, '<!doctype html><title>Welcome to our wifi</title>')
      case 'redirect':
        return answer(302, '', { location: fault.to })
      case 'late':
        void clock.sleep(fault.milliseconds).then(() => handle(request, url))
        return { is: 'lost', why: 'The connection was cut' }
      case 'drop-response':
        handle(request, url)
        return { is: 'lost', why: 'The connection was cut' }
      case 'truncate': {
        const full = handle(request, url)
        return full.is === 'answer' ? { ...full, body: full.body.slice(0, fault.at) } : full
      }
      default:
        return handle(request, url)
    }
  }

  function handle(request: HttpRequest, url: URL): HttpOutcome {
    const token = request.headers.Authorization?.replace('Bearer ', '') ?? ''
    if (!service.tokens.has(token)) return json(401, { message: 'Unauthenticated.' })
    const path = url.pathname.replace('/api/v1', '')
    const body = JSON.parse(request.body ?? '{}') as Record<string, unknown>
    return service.beyond.around(request, path, () => route(request, url, path, body))
  }

  function route(
    request: HttpRequest,
    url: URL,
    path: string,
    body: Record<string, unknown>,
  ): HttpOutcome {
    const other = service.handle(request.method, path, url, body)
    if (other) {
      const { status, body: said } = other
      const made = request.headers[makerHeader]
      if (request.method === 'POST' && status === 201 && made) {
        const record = Object.values(said as object).find((one) => typeof one === 'object')
        makers.set((record as { id: number }).id, made)
      }
      return json(
        status,
        status === 200 && service.distort && isList(said) ? service.distort(said) : said,
      )
    }
    if (path === '/times')
      return request.method === 'GET' ? index(url) : create(body, request.headers[makerHeader])
    const id = Number(/^\/times\/(\d+)$/.exec(path)?.[1])
    const time = service.times.get(id)
    if (!time) return json(404, { message: 'Not found.' })
    switch (request.method) {
      case 'GET':
        return json(200, full(time))
      case 'PUT':
        if (!makers.get(id)?.startsWith(request.headers[makerHeader] ?? '')) disturb(id)
        return update(time, body)
      case 'DELETE':
        service.times.delete(id)
        return json(200, { success: true, time: deletedAnswer })
      case 'POST':
        return json(405, { message: 'Method not allowed.' })
    }
  }

  function index(url: URL): HttpOutcome {
    const number = (name: string, otherwise: number) =>
      Number(url.searchParams.get(name) ?? otherwise)
    const date = url.searchParams.get('date')
    const ascending = url.searchParams.get('sortAsc') === '1' ? 1 : -1
    const all = [...service.times.values()]
      .filter((time) => date === null || time.date === date)
      .toSorted((a, b) => ascending * (a.date < b.date ? -1 : a.date > b.date ? 1 : a.id - b.id))
    const limit = number('limit', 15)
    const page = number('page', 1)
    const data = all.slice((page - 1) * limit, page * limit).map(short)
    const body = {
      current_page: page,
      data,
      from: null,
      to: null,
      last_page: Math.ceil(all.length / limit),
      next_page_url: null,
      prev_page_url: null,
      path: '',
      per_page: limit,
      total: all.length,
    }
    return json(200, service.distort ? service.distort(body) : body)
  }

  function create(body: Record<string, unknown>, maker: string | undefined): HttpOutcome {
    const required = ['project_id', 'task_id', 'date', 'start', 'quantity']
    const missing = required.filter((field) => body[field] === undefined)
    const errors =
      missing.length > 0
        ? Object.fromEntries(missing.map((field) => [field, ['is required']]))
        : service.validate(body)
    if (errors) return json(422, { message: 'The given data was not valid.', errors })
    service.created++
    const time = insert(body)
    if (maker) makers.set(time.id, maker)
    return json(201, { success: true, time: full(time) })
  }

  function update(time: ServiceTime, body: Record<string, unknown>): HttpOutcome {
    const errors = service.validate({ ...time, ...body })
    if (errors) return json(422, { message: 'The given data was not valid.', errors })
    const next = { ...time, ...body, updated_at: stamp() }
    next.notes = blank(next.notes)
    next.increment = service.projects.get(next.project_id)!.increment
    service.times.set(time.id, next)
    return json(200, { success: true, time: full(next) })
  }

  const common = ({ project_id: _project, task_id: _task, ...time }: ServiceTime) => ({
    ...time,
    total: time.quantity * time.increment,
    rate: 0,
    currency: 'EUR',
  })
  const short = (time: ServiceTime) => {
    const project = service.projects.get(time.project_id)!
    return {
      ...common(time),
      project: {
        id: project.id,
        name: project.name,
        code: `P${project.id}`,
        status: 'incomplete',
        type: 'client',
        deleted: false,
        client: { id: 1, name: 'Fernwood', code: 'FRN', deleted: false },
      },
      task: { ...service.tasks.get(time.task_id)!, deleted: false },
    }
  }
  const full = (time: ServiceTime) => {
    const { project, task, ...rest } = short(time)
    const dated = { created_at: '2026-01-01 00:00:00', updated_at: '2026-01-01 00:00:00' }
    const { increment } = service.projects.get(time.project_id)!
    return {
      ...rest,
      project: {
        ...project,
        description: '',
        currency: 'EUR',
        increment,
        budget: null,
        budget_type: null,
        start_date: '2026-01-01',
        end_date: null,
        ...dated,
      },
      task: { ...task, ...dated },
    }
  }

  service.beyond = beyondOf(service)
  return service
}

const isList = (body: unknown): body is Record<string, unknown> =>
  typeof body === 'object' && body !== null && 'data' in body

/** Names the machine behind a request, and the record behind a POST; no service knows it. */
export const makerHeader = 'X-Test-Maker'

function take<Item extends { fits: string | RegExp }>(items: Item[], line: string) {
  const found = items.findIndex(({ fits }) =>
    typeof fits === 'string' ? line.startsWith(fits) : fits.test(line),
  )
  return found === -1 ? undefined : items.splice(found, 1)[0]
}

const blank = (notes: string | null | undefined): string | null => {
  const text = notes?.trim() ?? ''
  return text === '' ? null : text
}

/** The specification shows a user here. */
const deletedAnswer = {
  id: 1,
  name: 'Ada',
  email: 'ada@time.test',
  email_2: null,
  created_at: '2026-01-01 00:00:00',
  updated_at: '2026-01-01 00:00:00',
  current: true,
  owner: false,
}

const answer = (
  status: number,
  body: string,
  headers: Record<string, string> = {},
): HttpOutcome => ({ is: 'answer', status, headers, body })

const json = (status: number, body: unknown) => answer(status, JSON.stringify(body))
