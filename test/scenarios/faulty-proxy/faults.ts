/** The faults of the proxy for one request, drawn from the seed. */
import { chance, type Chance } from '../../simulation/chance.ts'

/** Milliseconds are the world's. */
export type Fault =
  | { is: 'none' }
  /** The connection ends before the request reaches the service. */
  | { is: 'drop-request' }
  /** The service has carried it out; the answer is lost. */
  | { is: 'drop-answer' }
  /**
   * No answer ever comes back; the client gives up. The service gets the request after `late`, or
   * never.
   */
  | { is: 'swallow'; late: number | null }
  /** It reaches the service after `there`, and the answer takes `back`. */
  | { is: 'slow'; there: number; back: number }
  /** The service gets it twice, the second time after `later`; one of the answers goes back. */
  | { is: 'twice'; later: number; answer: 'first' | 'second' | 'none' }
  /** The answer ends in the middle. `honest`: its length says so. */
  | { is: 'truncate'; at: number; honest: boolean }
  /** The proxy itself answers; `passed`: the service has carried it out all the same. */
  | {
      is: 'instead'
      status: number
      headers: Record<string, string>
      body: string
      passed: boolean
    }

export type FaultName = Fault['is']

/** The faults that a service without anything beyond the specification can handle. */
export interface Draw {
  /** A second POST is told apart by its key; a late PUT by the entity tag. */
  keyed: boolean
  /** Of a hundred requests. */
  share: number
}

type Method = string

const page = '<!doctype html><title>Welcome</title><p>Accept the terms to go online.</p>'
const badGateway = '<html><body><h1>502 Bad Gateway</h1></body></html>'

/**
 * @param words the draw depends on these: the seed and the request, so that another order of
 *   arrival changes nothing
 */
export function drawFault(
  words: readonly (string | number)[],
  method: Method,
  { keyed, share }: Draw,
): Fault {
  const luck = chance(...words)
  if (!luck.percent(share)) return { is: 'none' }
  const faults: (() => Fault)[] = [
    () => ({ is: 'drop-request' }),
    () => ({ is: 'drop-answer' }),
    () => ({ is: 'swallow', late: luck.percent(50) ? null : lateness(luck, method, keyed) }),
    () => ({ is: 'slow', there: luck.between(0, 14_000), back: luck.between(0, 14_000) }),
    () => ({ is: 'slow', there: luck.between(0, 1_500), back: luck.between(0, 1_500) }),
    () => twice(luck, method, keyed),
    () => ({ is: 'truncate', at: luck.between(0, 600), honest: luck.percent(50) }),
    () => instead(luck),
  ]
  return luck.pick(faults)()
}

/**
 * A request may be carried out up to a minute after it was sent (SYNC.md, Limits); later only where
 * the service can detect it.
 */
function lateness(luck: Chance, method: Method, keyed: boolean): number {
  const most = keyed && method !== 'GET' ? 150_000 : 58_000
  return luck.between(500, most)
}

/** On the bare specification only faults that a minute and a lost answer can explain. */
function twice(luck: Chance, method: Method, keyed: boolean): Fault {
  if (keyed || method === 'GET') {
    const answer = luck.pick(['first', 'second', 'none'] as const)
    return { is: 'twice', later: luck.percent(50) ? 0 : luck.between(100, 20_000), answer }
  }
  return { is: 'twice', later: 0, answer: method === 'POST' ? 'none' : 'first' }
}

function instead(luck: Chance): Fault {
  const html = { 'content-type': 'text/html' }
  const plain = { 'content-type': 'text/plain' }
  return luck.pick<Fault>([
    { is: 'instead', status: 502, headers: html, body: badGateway, passed: false },
    { is: 'instead', status: 504, headers: html, body: badGateway, passed: true },
    {
      is: 'instead',
      status: 503,
      headers: { ...plain, 'retry-after': '3' },
      body: '',
      passed: false,
    },
    {
      is: 'instead',
      status: 429,
      headers: { ...plain, 'retry-after': '2' },
      body: 'slow',
      passed: false,
    },
    { is: 'instead', status: 200, headers: html, body: page, passed: false },
    { is: 'instead', status: 200, headers: html, body: page, passed: true },
  ])
}
