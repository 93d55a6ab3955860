/**
 * The simulation's service (test/simulation/service) for a test that decides what happens: edits by
 * colleagues, faults of requests, refusals. It has nothing beyond the specification unless a test
 * says so, and it counts the records it really created.
 */
import { isDeepStrictEqual } from 'node:util'
import type { Clock, Http, HttpOutcome, HttpRequest } from '#core/ports.ts'
import type { ProxyFailure } from '#shared/ipc/proxy.ts'
import type { Capability } from '#shared/resources/service-info.ts'
import { toTimestamp } from '#shared/rules/calendar.ts'
import { chance } from '../../simulation/chance.ts'
import type {
  Held,
  Named,
  Organisation,
  Resource,
  Sender,
  Values,
  Webhook,
} from '../../simulation/service/held.ts'
import { makeModel } from '../../simulation/service/model.ts'
import { plainProfile, type Profile } from '../../simulation/service/profile.ts'

interface ServiceRecord {
  id: number
  created_at: string
  updated_at: string
}

export interface ServiceTime extends ServiceRecord {
  project_id: number
  task_id: number
  date: string
  start: number
  quantity: number
  notes: string | null
}

export interface ServiceExpense extends ServiceRecord {
  project_id: number
  charge_id: number | null
  date: string
  name: string
  quantity: number
  unit_charge: number
  unit: string | null
  total_cost: number
  tax: string
  tax_rate: number
  currency: string
  chargeable: boolean
  notes: string | null
}

export interface ServiceCategory extends ServiceRecord {
  name: string
  tasks: number[]
  charges: number[]
  /** It is in the archives. */
  archived: boolean
}

/** The owner of a record: the person of every machine unless told. */
interface Owned {
  user?: Named
}

/** The fault of one request. */
export type Fault =
  /** Not a byte leaves; `proxy`: because of a proxy. */
  | { is: 'unreached'; why?: string; proxy?: ProxyFailure }
  /** Lost on the way to the service. */
  | { is: 'drop-request' }
  /** Carried out, the answer lost. */
  | { is: 'drop-response' }
  /** The answer is lost at once, the request carried out this much later. */
  | { is: 'late'; milliseconds: number }
  /** The answer is lost at once, the request carried out right after it is sent once more. */
  | { is: 'overtaken' }
  /** Carried out, the answer cut. */
  | { is: 'truncate'; at: number }
  /** Not carried out, answered with this status. */
  | { is: 'status'; status: number; body?: string; headers?: Record<string, string> }
  /** A captive portal's page. */
  | { is: 'html' }
  | { is: 'redirect'; to: string }
  /** Waits before it reads the request. */
  | { is: 'delay'; milliseconds: number }

export interface TestService extends Pick<
  Organisation,
  'projects' | 'tasks' | 'charges' | 'webhooks'
> {
  /** Its capabilities beyond the specification; none unless a test says so. */
  capabilities: Set<Capability>
  /** Which names of categories it accepts. */
  names: Profile['names']
  /** What becomes of the ids of deleted records. */
  ids: Profile['ids']
  /** What a change does to the date of creation. */
  creation: Profile['creation']
  http: Http
  url: string
  /** The current records; categories include archived ones. */
  readonly times: ReadonlyMap<number, ServiceTime>
  readonly expenses: ReadonlyMap<number, ServiceExpense>
  readonly categories: ReadonlyMap<number, ServiceCategory>
  /** `METHOD path` of every request that arrived, in order. */
  requests: string[]
  /** The idempotency keys of the requests that arrived, in order. */
  keys: string[]
  /** How many records were ever made by POST. */
  made: Record<Resource, number>
  /** The access tokens that it accepts. */
  tokens: Set<string>
  /** Every request fails in this way, until null. */
  outage: Fault | null
  /** The next matching request fails once. */
  failNext(fits: string | RegExp, fault: Fault): void
  /** Runs before the next matching request is read. */
  beforeNext(fits: string | RegExp, run: () => void | Promise<void>): void
  /** Ends all faults from here on. */
  calm(): void
  /** Edits as a colleague does. */
  add(time: Partial<ServiceTime> & Owned): ServiceTime
  addExpense(expense: Partial<ServiceExpense> & Owned): ServiceExpense
  addCategory(category: Partial<ServiceCategory>): ServiceCategory
  addWebhook(uri: string, events?: string[]): Webhook
  change(id: number, set: Values): void
  /** Deletes a record; a category goes into the archives. */
  remove(...ids: number[]): void
  /** Restores a deleted record under its id. */
  restore(...ids: number[]): void
  /** Copies everything that it stores; the returned function restores that. */
  backup(): () => void
  /** Rewrites when its records were created, epoch milliseconds by its clock. */
  redate(created: (before: number, id: number) => number): void
  /** The same without a new date, as some services write it. */
  changeSilently(id: number, set: Values): void
  /**
   * The number of records here beyond one for each record of each machine. Records that a colleague
   * changed are left out: a maker that never got the answer cannot recognize them.
   */
  doubled(): number
  /** Alters a list answer before it is sent. */
  distort: ((body: Record<string, unknown>) => Record<string, unknown>) | null
  /** Refuses records for which this returns texts. */
  validate: (values: Values) => Record<string, string[]> | null
}

/** Names the machine that sends a request, and of a POST the record (`machine/record`). */
export const makerHeader = 'X-Test-Maker'

export function testService(clock: Clock): TestService {
  const faults: { fits: string | RegExp; fault: Fault }[] = []
  /** Requests that are carried out after the same one comes again, by what was sent. */
  const overtaken = new Map<string, HttpRequest>()
  const hooks: { fits: string | RegExp; run: () => void | Promise<void> }[] = []
  const capabilities = new Set<Capability>()
  const profile: Profile = {
    ...plainProfile,
    get capabilities() {
      return [...service.capabilities]
    },
    get names() {
      return service.names
    },
    get ids() {
      return service.ids
    },
    get creation() {
      return service.creation
    },
  }
  const model = makeModel(profile, chance('test service'), {
    now: () => clock.now(),
    elapsed: () => clock.monotonic(),
  })
  const organisation = model.organisations[0]!
  const { projects, tasks, charges, webhooks, ever } = organisation
  model.restless = false
  model.poison = (values) => service.validate(values)
  const tokens = new Set(['token'])

  const chargeOf = (values: Values) => {
    const charge = charges.get(values.charge_id as number)
    return charge && { name: charge.name, unit: charge.unit, unit_charge: charge.charge }
  }
  const shown = ({ id, values, created, updated, goneAt }: Held) => ({
    ...values,
    ...chargeOf(values),
    id,
    archived: goneAt !== null,
    created_at: toTimestamp(created),
    updated_at: toTimestamp(updated),
  })
  const records = <Shown>(resource: Resource): ReadonlyMap<number, Shown> =>
    new Map(
      ever
        .filter((held) => held.resource === resource)
        .filter(({ goneAt }) => resource === 'categories' || goneAt === null)
        .map((held) => [held.id, shown(held) as Shown]),
    )
  function heldOf(id: number): Held {
    const held = ever.findLast((one) => one.id === id)
    if (!held) throw new Error(`The service has no record ${id}`)
    return held
  }

  function add<Shown>(resource: Resource, { user, ...given }: Values & Owned): Shown {
    const sent = 'notes' in given ? { ...given, notes: given.notes ?? '' } : given
    const held = model.add(organisation, resource, sent)
    if (!held) throw refused(given)
    if (user) held.user = user
    return shown(held) as Shown
  }

  const service: TestService = {
    ...{ projects, tasks, charges, webhooks, capabilities, tokens },
    names: plainProfile.names,
    ids: plainProfile.ids,
    creation: plainProfile.creation,
    http: serve,
    url: 'https://time.test',
    get times() {
      return records<ServiceTime>('times')
    },
    get expenses() {
      return records<ServiceExpense>('expenses')
    },
    get categories() {
      return records<ServiceCategory>('categories')
    },
    requests: [],
    keys: [],
    made: { times: 0, expenses: 0, categories: 0 },
    outage: null,
    failNext: (fits, fault) => void faults.push({ fits, fault }),
    beforeNext: (fits, run) => void hooks.push({ fits, run }),
    calm() {
      faults.length = 0
      hooks.length = 0
      service.outage = null
    },
    add: (time) => add('times', { ...sampleTime, ...time }),
    addExpense: (expense) => add('expenses', { ...sampleExpense, ...expense }),
    addCategory: (category) => add('categories', { name: 'Design work', ...category }),
    addWebhook(uri, events = ['times.created']) {
      const dates = { created_at: toTimestamp(clock.now()), updated_at: toTimestamp(clock.now()) }
      const webhook = { id: webhooks.size + 1, uri, events, ...dates }
      webhooks.set(webhook.id, webhook)
      return webhook
    },
    change(id, set) {
      const held = heldOf(id)
      const before = held.versions.length
      model.change(held, set)
      // Values that it has already make no new version.
      const isHeld = isDeepStrictEqual({ ...held.values, ...set }, held.values)
      if (held.versions.length === before && !isHeld) throw refused(set)
    },
    remove: (...ids) => ids.forEach((id) => model.remove(heldOf(id))),
    restore: (...ids) => ids.forEach((id) => model.restore(heldOf(id))),
    backup: () => model.backup(),
    redate: (created) => ever.forEach((held) => (held.created = created(held.created, held.id))),
    changeSilently(id, set) {
      const held = heldOf(id)
      held.values = { ...held.values, ...set }
    },
    doubled() {
      const disturbed = new Set(ever.filter((held) => held.disturbed).map(({ maker }) => maker))
      const makers = ever
        .filter(({ maker, goneAt }) => maker !== null && goneAt === null && !disturbed.has(maker))
        .map(({ maker }) => maker)
      return makers.length - new Set(makers).size
    },
    distort: null,
    validate: () => null,
  }

  async function serve(request: HttpRequest): Promise<HttpOutcome> {
    const url = new URL(request.url)
    const line = `${request.method} ${url.pathname.replace('/api/v1', '')}`
    const sent = `${line} ${request.body}`
    const fault = service.outage ?? take(faults, line)?.fault
    if (fault?.is === 'unreached') return { why: 'Nothing answers', ...fault }
    if (fault?.is === 'drop-request') return { is: 'lost', why: 'The connection was lost' }
    if (fault?.is === 'delay') await clock.sleep(fault.milliseconds, request.signal)
    if (request.signal?.aborted) return { is: 'lost', why: 'The request was canceled' }
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
        void clock.sleep(fault.milliseconds).then(() => handle(request))
        return { is: 'lost', why: 'The connection was lost' }
      case 'overtaken':
        overtaken.set(sent, request)
        return { is: 'lost', why: 'The connection was lost' }
      case 'drop-response':
        handle(request)
        return { is: 'lost', why: 'The connection was lost' }
      case 'truncate': {
        const full = handle(request)
        return full.is === 'answer' ? { ...full, body: full.body.slice(0, fault.at) } : full
      }
      default: {
        const answered = handle(request)
        const earlier = overtaken.get(sent)
        overtaken.delete(sent)
        if (earlier) handle(earlier)
        return answered
      }
    }
  }

  function handle(request: HttpRequest): HttpOutcome {
    model.tokens.clear()
    for (const token of service.tokens) model.tokens.set(token, organisation)
    const key = request.headers['Idempotency-Key']
    if (key !== undefined) service.keys.push(key)
    const before = ever.length
    const answered = model.handle(request, senderOf(request))
    const made = ever[before]
    if (made) service.made[made.resource]++
    if (!service.distort || request.method !== 'GET' || answered.status !== 200) return answered
    const body = JSON.parse(answered.body) as Record<string, unknown>
    // Pages of lists have these; the feed of changes has not.
    return 'data' in body && 'current_page' in body
      ? { ...answered, body: JSON.stringify(service.distort(body)) }
      : answered
  }

  return service
}

function senderOf({ headers, method }: HttpRequest): Sender {
  const maker = headers[makerHeader]
  const machine = maker?.split('/')[0] ?? null
  return { machine, maker: method === 'POST' ? (maker ?? null) : null, age: 0 }
}

const sampleTime = { project_id: 1, task_id: 1, date: '2026-11-19', start: 540, quantity: 4 }
const sampleExpense = {
  ...{ project_id: 1, date: '2026-11-19', name: 'Lunch', unit_charge: 1200, chargeable: true },
}

const refused = (values: object) => new Error(`The service does not take ${JSON.stringify(values)}`)

function take<Item extends { fits: string | RegExp }>(items: Item[], line: string) {
  const found = items.findIndex(({ fits }) =>
    typeof fits === 'string' ? line.startsWith(fits) : fits.test(line),
  )
  return found === -1 ? undefined : items.splice(found, 1)[0]
}

const answer = (
  status: number,
  body: string,
  headers: Record<string, string> = {},
): HttpOutcome => ({ is: 'answer', status, headers, body })
