/** The network between a machine and the service, with every fault that can occur on it. */
import type { HttpOutcome, HttpRequest } from '#core/ports.ts'
import { maximumNesting } from '#shared/rules/parse-json.ts'
import { drawFault, type Fault, type Strange } from './fault.ts'
import { faultSituation } from './ledger.ts'
import { distortList } from './lying.ts'
import { heldAt, stir } from './meddling.ts'
import type { Meddling } from './person.ts'
import { elsewhereId, type Answer, type Held, type Sender } from './service/held.ts'
import type { World } from './world.ts'

/** A machine's end of the network. */
export interface Traveler {
  name: string
  /** The requests that it made, by method; part of the next fault's name. */
  made: Record<string, number>
  /** Offline before this time of the world; `reached`: requests leave, answers do not come. */
  offlineUntil: number
  offlineReached: boolean
  /** The address leads to another organization. */
  elsewhere: boolean
  /** When the last of its late requests is carried out. */
  latest: number
  /** The current fault of its lists, and until when. */
  spell: { fault: Fault; until: number } | null
  /** The local record behind a create, or null. */
  makerOf(request: HttpRequest): string | null
  /** The person edits the record that a request is about. */
  meddle(what: Meddling, request: HttpRequest): void
  die(): void
  /** A fault falsely told it that a record is gone. */
  lied(path: string): void
  /** A list concealed an existing record from it. */
  hidden(held: Held): void
}

const lost = (why: string): HttpOutcome => ({ is: 'lost', why })

/** Carries one request; `done` receives its outcome once. The returned function stops it. */
export type Carry = (
  world: World,
  traveler: Traveler,
  request: HttpRequest,
  done: (outcome: HttpOutcome) => void,
) => () => void

/** A network on which chance decides what goes wrong. */
export const carry: Carry = (world, traveler, request, done) => {
  const { timeline, travel, tally, trace } = world
  const path = request.url.replace(/^https:\/\/[^/]+\/api\/v1/, '')
  const label = `${request.method} ${path}`
  const count = (traveler.made[request.method] = (traveler.made[request.method] ?? 0) + 1)
  const name = `${traveler.name}:${request.method}:${count}`
  const sentAt = timeline.now()
  const maker = request.method === 'POST' ? traveler.makerOf(request) : null
  tally.requests++

  const led = ledFrom(traveler, request)
  const fault = faultOf(world, traveler, name, request, path)
  let open = true
  const finish = (outcome: HttpOutcome) => {
    if (!open) return
    open = false
    const whole = outcome.is === 'answer' ? `${outcome.status} ${outcome.body}` : outcome.is
    const shown = () => `← ${label} ${brief(outcome)}`
    trace.add(timeline.now(), traveler.name, `← ${label} ${whole}`, shown)
    done(outcome)
  }
  const finishIn = (milliseconds: number, outcome: HttpOutcome) =>
    void timeline.after(milliseconds, () => finish(outcome))

  trace.add(
    sentAt,
    traveler.name,
    `→ ${label}${request.body ? ` ${request.body}` : ''}${fault ? `   [${name} ${JSON.stringify(fault)}]` : ''}`,
  )
  timeline.after(request.timeout, () => finish(lost('No answer in time')))

  const way = travel.between(5, 90)
  if (sentAt < traveler.offlineUntil) {
    if (traveler.offlineReached) timeline.after(way, () => void arrive())
    else finishIn(way, { is: 'unreached', why: 'No network' })
    return stop
  }

  switch (fault?.is) {
    case 'unreached':
      finishIn(way, { is: 'unreached', why: 'Nothing answers' })
      break
    case 'request-lost':
      finishIn(way * 3, lost('The connection was lost'))
      break
    case 'late':
      finishIn(way * 2, lost('The connection was lost'))
      traveler.latest = Math.max(traveler.latest, sentAt + fault.milliseconds)
      timeline.after(fault.milliseconds, () => void arrive())
      break
    case 'slow':
      timeline.after(way, () => {
        const answer = arrive()
        finishIn(fault.milliseconds, answer)
      })
      break
    case 'page':
      finishIn(way * 2, plain(200, '<!doctype html><title>Welcome to our wifi</title>'))
      break
    case 'redirect':
      finishIn(way * 2, plain(302, '', { location: fault.to }))
      break
    case 'status':
      timeline.after(way, () => {
        if (fault.done) arrive()
        else if (fault.status === 404) traveler.lied(path)
        finishIn(way, statusAnswer(world, fault))
      })
      break
    case 'died':
      timeline.after(way, () => {
        arrive()
        traveler.die()
      })
      break
    case 'strange':
      timeline.after(way, () => {
        if (fault.how === 'garbled') return void finishIn(way, distortList(arrive(), fault))
        if (fault.done) arrive()
        if (fault.how === 'running') timeline.after(runningFor, () => void arrive())
        finishIn(way, strangeAnswer(request, fault.how))
      })
      break
    default:
      timeline.after(way, () => {
        meddle()
        const answer = distort(arrive(), fault)
        if (fault?.is === 'twice') timeline.after(fault.milliseconds, () => void arrive(true))
        finishIn(way, answer)
      })
  }
  return stop

  function stop(): void {
    finish(lost('The request was canceled'))
  }

  /** The request reaches the service. */
  function arrive(again = false): Answer {
    const age = timeline.now() - sentAt
    const sender: Sender = { machine: traveler.name, maker, age, again }
    if (fault?.is === 'hidden') {
      sender.isHidden = (held) => {
        const hides = held.id % 2 === (fault.odd ? 1 : 0)
        if (hides) traveler.hidden(held)
        return hides
      }
    }
    if (led !== request && request.method !== 'GET') {
      world.fail(11, `${traveler.name}: ${label} went to another organization`)
    }
    const answer = world.model.handle(led, sender)
    trace.add(timeline.now(), 'service', `${label} of ${traveler.name} → ${answer.status}`)
    return answer
  }

  function meddle(): void {
    if (!fault) return
    if (fault.is === 'stirred') return stir(world, path, name, fault)
    if (fault.is === 'changed-there' || fault.is === 'removed-there') {
      const held = heldAt(world, path)
      if (held && fault.is === 'removed-there') world.model.remove(held)
      else if (held) {
        const field = held.resource === 'categories' ? 'name' : 'notes'
        world.model.change(held, { [field]: `there ${name}` })
      }
      if (held) trace.add(timeline.now(), 'browser', `${fault.is} ${path}`)
    } else if (
      fault.is === 'changed-here' ||
      fault.is === 'removed-here' ||
      fault.is === 'undone-here' ||
      fault.is === 'answered-here'
    ) {
      traveler.meddle(fault.is, request)
    }
  }

  function distort(answer: Answer, fault: Fault | null): HttpOutcome {
    switch (fault?.is) {
      case 'answer-lost':
        return lost('The connection was lost')
      case 'twice':
        return request.method === 'POST' ? lost('The connection was lost') : answer
      case 'cut':
        return {
          ...answer,
          body: answer.body.slice(0, Math.floor(fault.share * answer.body.length)),
        }
      case 'partial':
      case 'total':
      case 'repeated':
      case 'unreadable':
        return distortList(answer, fault)
      default:
        return answer
    }
  }
}

/** How long the first request with a key is still being carried out, in milliseconds. */
const runningFor = 9_000

function strangeAnswer({ url }: HttpRequest, how: Exclude<Strange, 'garbled'>): Answer {
  switch (how) {
    case 'nested':
      return plain(200, '[{"of":'.repeat(maximumNesting) + '1' + '}]'.repeat(maximumNesting))
    case 'bare':
      return plain(200, '[]')
    case 'unconfirmed':
      return plain(200, '{"message":"Taken."}')
    case 'not-modified':
      return plain(304, '')
    case 'moved':
      return plain(308, '', { location: url.replace('/api/v1', '/elsewhere/api/v1') })
    case 'nowhere':
      return plain(302, '')
    case 'portal':
      return plain(511, '<html>Sign in to this network</html>')
    case 'some-time':
      return plain(429, '', { 'retry-after': 'in a while' })
    case 'running':
      return plain(409, '{"message":"The first one is still running."}', { 'retry-after': '2' })
  }
}

/** A request as it arrives: where the address leads elsewhere, the token opens that. */
export const ledFrom = <Sent extends { headers: HttpRequest['headers'] }>(
  { elsewhere }: Traveler,
  request: Sent,
): Sent =>
  elsewhere
    ? { ...request, headers: { ...request.headers, Authorization: `Bearer token-${elsewhereId}` } }
    : request

function faultOf(
  world: World,
  traveler: Traveler,
  name: string,
  request: HttpRequest,
  path: string,
): Fault | null {
  const { seed, weather, keep } = world.scenario
  if (!world.storm) return null
  const list = !/\d$/.test(path.split('?')[0]!)
  const now = world.timeline.now()
  const keyed = request.headers['Idempotency-Key'] !== undefined
  const drawn = drawFault(seed, name, weather, { method: request.method, list, keyed })
  if (!drawn || (keep && !keep.has(name))) {
    const lasting = list && request.method === 'GET' && traveler.spell
    return lasting && lasting.until > now ? lasting.fault : null
  }
  world.happened.push(name)
  const { faults, events } = world.tally
  faults[drawn.is] = (faults[drawn.is] ?? 0) + 1
  const resource = path.split(/[/?]/)[1]!
  const situation = faultSituation(drawn.is, { method: request.method, list }, resource)
  events[situation] = (events[situation] ?? 0) + 1
  if ('lasting' in drawn) traveler.spell = { fault: drawn, until: now + drawn.lasting }
  return drawn
}

const plain = (status: number, body: string, headers: Record<string, string> = {}): Answer => ({
  is: 'answer',
  status,
  headers,
  body,
})

function statusAnswer(world: World, fault: Extract<Fault, { is: 'status' }>): Answer {
  const { errors, tooMany } = world.scenario.profile
  const headers: Record<string, string> = {}
  if (fault.after !== null) {
    headers['retry-after'] =
      tooMany === 'date'
        ? new Date(world.now() + fault.after).toUTCString()
        : `${fault.after / 1_000}`
  }
  const words = `Answered ${fault.status}`
  const body =
    errors === 'html' || (fault.status === 429 && tooMany === 'plain')
      ? words
      : JSON.stringify({ message: words })
  return plain(fault.status, body, headers)
}

/** An outcome on one line: records by their ids, the rest by its beginning. */
function brief(outcome: HttpOutcome): string {
  if (outcome.is !== 'answer') return `${outcome.is}: ${outcome.why}`
  const { status, body } = outcome
  const ids = [...body.matchAll(/"id":"?(\d+)"?,"(?:date|name":"[^"]*","created_at)"/g)]
  const list = body.startsWith('{"current_page"')
  if (ids.length === 0) return `${status} ${list ? 'empty list' : body.slice(0, 60)}`
  const whole = body.endsWith('}') ? '' : ', cut'
  return `${status} ${list ? 'list of ' : ''}${ids.map((id) => id[1]).join(', ')}${whole}`
}
