/**
 * A network that holds requests which change something until it is told what happens to them. Reads
 * go through at once, except for a list that is to be held.
 */
import type { HttpOutcome, HttpRequest } from '#core/ports.ts'
import type { Carry } from '../network.ts'
import type { Answer } from '../service/held.ts'
import type { World } from '../world.ts'

export interface Crossing {
  readonly request: HttpRequest
  readonly path: string
  /** On the world's time. */
  readonly sentAt: number
  /** The service's answer; null while the request has not reached it. */
  answer: Answer | null
  /** The process that sent it still waits for its answer. */
  awaited: boolean
  /** The same request reached the service before. */
  readonly again: boolean
}

export interface HeldNetwork {
  carry: Carry
  /** Starts or stops holding the answer of the next list. */
  holdList(hold: boolean): void
  /** The request that a process waits for; undefined while it waits for none. */
  awaited(): Crossing | undefined
  /** The oldest request that no process waits for and that has not reached the service. */
  late(): Crossing | undefined
  all(): readonly Crossing[]
  /** The request reaches the service. */
  arrive(crossing: Crossing): void
  /** It reaches the service, and will do so a second time. */
  arriveTwice(crossing: Crossing): void
  /** Its answer reaches the process. */
  answer(crossing: Crossing): void
  /** The request, or its answer, is lost. */
  lose(crossing: Crossing): void
  /** The process is told that it is lost; it may still reach the service. */
  delay(crossing: Crossing): void
  /** The process has ended. */
  abandon(): void
  /** Lets everything through at once from now on, beginning with the held requests. */
  release(): void
}

const lost: HttpOutcome = { is: 'lost', why: 'The connection was lost' }

/** @param list the path of the lists that can be held */
export function holdNetwork(world: World, list: string): HeldNetwork {
  const { timeline, trace, model, tally } = world
  const crossings: Held[] = []
  let holdsList = false
  let isOpen = false

  interface Held extends Crossing {
    machine: string
    maker: string | null
    done(outcome: HttpOutcome): void
  }

  const carry: Carry = (_, traveler, request, done) => {
    const path = request.url.replace(/^https:\/\/[^/]+\/api\/v1/, '')
    tally.requests++
    const crossing: Held = {
      ...{ request, path, sentAt: timeline.now(), answer: null, awaited: true, again: false },
      machine: traveler.name,
      maker: request.method === 'POST' ? traveler.makerOf(request) : null,
      done,
    }
    say(traveler.name, `→ ${request.method} ${path}${request.body ? ` ${request.body}` : ''}`)
    crossings.push(crossing)
    const isList = holdsList && request.method === 'GET' && path.split('?')[0] === list
    if (isList) {
      holdsList = false
      reach(crossing)
    } else if (isOpen || request.method === 'GET') {
      timeline.after(1, () => {
        reach(crossing)
        if (crossing.answer) end(crossing, crossing.answer)
      })
    }
    timeline.after(request.timeout, () => end(crossing, lost))
    return () => end(crossing, lost)
  }

  const say = (who: string, what: string) => trace.add(timeline.now(), who, what)

  function forget(crossing: Crossing): void {
    const place = crossings.indexOf(crossing as Held)
    if (place !== -1) crossings.splice(place, 1)
  }

  /**
   * Reports the outcome to the process; a request that has not reached the service stays under way.
   */
  function end(crossing: Held, outcome: HttpOutcome): void {
    if (!crossing.awaited) return
    crossing.awaited = false
    if (crossing.answer || crossing.request.method === 'GET') forget(crossing)
    const { machine, request, path, done } = crossing
    const heard = outcome.is === 'answer' ? `${outcome.status} ${outcome.body}` : outcome.is
    say(machine, `← ${request.method} ${path} ${heard}`)
    done(outcome)
  }

  function reach(crossing: Held): void {
    const { request, machine, maker, again, sentAt, awaited, path } = crossing
    const age = timeline.now() - sentAt
    const answer = model.handle(request, { machine, maker, age, again })
    say('service', `${request.method} ${path} of ${machine} → ${answer.status}`)
    if (awaited) crossing.answer = answer
    else forget(crossing)
  }

  return {
    carry,
    holdList: (hold) => void (holdsList = hold),
    awaited: () => crossings.find(({ awaited }) => awaited),
    late: () => crossings.find(({ awaited, answer }) => !awaited && !answer),
    all: () => crossings,
    arrive: (crossing) => reach(crossing as Held),
    arriveTwice(crossing) {
      const copy = { ...(crossing as Held), awaited: false, again: true }
      reach(crossing as Held)
      crossings.push(copy)
    },
    answer: (crossing) => end(crossing as Held, crossing.answer!),
    lose(crossing) {
      forget(crossing)
      end(crossing as Held, lost)
    },
    delay: (crossing) => end(crossing as Held, lost),
    abandon() {
      for (const crossing of [...crossings]) {
        crossing.awaited = false
        if (crossing.answer) forget(crossing)
      }
    },
    release() {
      isOpen = true
      for (const crossing of [...crossings]) {
        if (!crossing.answer) reach(crossing)
        if (crossing.answer) end(crossing, crossing.answer)
      }
    },
  }
}
