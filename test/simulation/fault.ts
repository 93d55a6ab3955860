/** The faults of one request, drawn at random from those that the world of a seed has. */
import { chance } from './chance.ts'

export type Fault =
  /** Not a byte leaves. */
  | { is: 'unreached' }
  | { is: 'request-lost' }
  /** Carried out, the answer lost. */
  | { is: 'answer-lost' }
  /** The answer is lost, the request carried out this much later. */
  | { is: 'late'; milliseconds: number }
  /** Carried out and answered, but slowly. */
  | { is: 'slow'; milliseconds: number }
  /** Carried out twice; a create's answer is lost then. */
  | { is: 'twice'; milliseconds: number }
  /** Answered with this status; `done`: after it was carried out. */
  | { is: 'status'; status: number; after: number | null; done: boolean }
  /** Cut somewhere, from 0 (nothing) to 1. */
  | { is: 'cut'; share: number }
  /** A captive portal's page, with 200. */
  | { is: 'page' }
  | { is: 'redirect'; to: string }
  /** Rows are missing. From here on: lists stay so for this many milliseconds, 0: only this one. */
  | { is: 'partial'; lasting: number }
  /** Records are missing, the odd ones or the others, and nothing in the list shows it. */
  | { is: 'hidden'; odd: boolean; lasting: number }
  | { is: 'total'; by: number; lasting: number }
  /** A row occurs twice on a page. */
  | { is: 'repeated'; lasting: number }
  /** A row that cannot be read. */
  | { is: 'unreadable'; lasting: number }
  /** Someone in a browser changes, removes, or replaces a record just before a page is answered. */
  | { is: 'stirred'; how: 'changed' | 'removed' | 'replaced'; which: number }
  /** Someone in a browser changes or removes the record just before. */
  | { is: 'changed-there' }
  | { is: 'removed-there' }
  /** The person here changes, deletes, undoes, or answers, while the request is under way. */
  | { is: 'changed-here' }
  | { is: 'removed-here' }
  | { is: 'undone-here' }
  | { is: 'answered-here' }
  /** The process dies with the request under way. */
  | { is: 'died' }
  /** Answered as few services and networks do; `done`: after it was carried out. */
  | { is: 'strange'; how: Strange; done: boolean }

/** Answers that are rare. */
export type Strange =
  /** JSON in more levels than are read. */
  | 'nested'
  /** JSON, but no object. */
  | 'bare'
  /** An object that does not say that the request was carried out. */
  | 'unconfirmed'
  /** As if the version here were the current one. */
  | 'not-modified'
  /** Redirected for good to another address of the same host. */
  | 'moved'
  /** Redirected without saying to where. */
  | 'nowhere'
  /** The network asks for a login, in so many words. */
  | 'portal'
  /** A time to wait that is neither seconds nor a date. */
  | 'some-time'
  /** The first request with the key is still being carried out, and is so later. */
  | 'running'
  /** Rows have a field of another type, and their ids. */
  | 'garbled'

export const faultKinds = [
  'unreached',
  'request-lost',
  'answer-lost',
  'late',
  'slow',
  'twice',
  'status',
  'cut',
  'page',
  'redirect',
  'partial',
  'hidden',
  'total',
  'repeated',
  'unreadable',
  'stirred',
  'changed-there',
  'removed-there',
  'changed-here',
  'removed-here',
  'undone-here',
  'answered-here',
  'died',
] as const satisfies readonly Fault['is'][]

export interface Weather {
  /** The number of failures in a hundred requests. */
  reads: number
  writes: number
  kinds: readonly (typeof faultKinds)[number][]
  /** The number of strange answers in a hundred requests; none unless given. */
  strange?: number
}

export interface Asked {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Asks for a list, and not for one record. */
  list: boolean
  /** It has a key of its own. */
  keyed?: boolean
}

/** How long a fault of lists lasts, in milliseconds: sometimes over several passes. */
const spells = [0, 0, 90_000, 400_000] as const

export const listFaults = [
  'partial',
  'hidden',
  'total',
  'repeated',
  'unreadable',
  'stirred',
] as const satisfies readonly Fault['is'][]

const onLists: ReadonlySet<Fault['is']> = new Set(listFaults)
const onOne: ReadonlySet<Fault['is']> = new Set([
  'changed-there',
  'removed-there',
  'changed-here',
  'removed-here',
  'undone-here',
  'answered-here',
])
const onWrites: ReadonlySet<Fault['is']> = new Set(['late', 'twice', 'died'])

const telling: ReadonlySet<Fault['is']> = new Set(['status', 'answer-lost', 'late', 'cut'])

/** False for a fault that such a request cannot meet. */
export const isPossible = (kind: Fault['is'], { method, list }: Asked): boolean =>
  onLists.has(kind)
    ? method === 'GET' && list
    : onOne.has(kind)
      ? method !== 'GET' || !list
      : !onWrites.has(kind) || method !== 'GET' || kind === 'died'

const statuses = [401, 403, 404, 408, 412, 422, 429, 429, 500, 502, 503] as const

const strangeToAll = [
  'nested',
  'bare',
  'not-modified',
  'moved',
  'nowhere',
  'portal',
  'some-time',
] as const

/** Drawn separately, so that nothing else is drawn differently because of them. */
function drawStrange(
  seed: number,
  name: string,
  share: number,
  { method, list, keyed }: Asked,
): Fault | null {
  const from = chance(seed, 'strange', name)
  if (!from.percent(share)) return null
  const how = from.pick<Strange>([
    ...strangeToAll,
    ...(method === 'GET' ? [] : (['unconfirmed', 'unconfirmed'] as const)),
    ...(method === 'GET' && list ? (['garbled', 'garbled', 'garbled'] as const) : []),
    ...(method === 'POST' && keyed ? (['running', 'running', 'running'] as const) : []),
  ])
  const mayBeDone = ['nested', 'bare', 'unconfirmed', 'not-modified'].includes(how)
  return { is: 'strange', how, done: mayBeDone && from.percent(50) }
}

/** @param name names the request within its seed */
export function drawFault(
  seed: number,
  name: string,
  weather: Weather,
  asked: Asked,
): Fault | null {
  const strange = drawStrange(seed, name, weather.strange ?? 0, asked)
  if (strange) return strange
  const from = chance(seed, 'fault', name)
  if (!from.percent(asked.method === 'GET' ? weather.reads : weather.writes)) return null
  const possible = weather.kinds.filter((kind) => isPossible(kind, asked))
  // What an answer says matters most for a request that changes something.
  const kinds =
    asked.method === 'GET'
      ? possible
      : [...possible, ...possible.filter((kind) => telling.has(kind))]
  if (kinds.length === 0) return null
  const is = from.pick(kinds)
  switch (is) {
    case 'late': {
      // Most come within the quarantine of a minute, some long after it.
      const milliseconds = from.percent(75)
        ? from.between(100, 55_000)
        : from.between(62_000, 300_000)
      return { is, milliseconds }
    }
    case 'slow':
      return { is, milliseconds: from.between(500, 29_000) }
    case 'twice':
      return { is, milliseconds: from.between(1, 20_000) }
    case 'status': {
      const status = from.pick(statuses)
      const after = status === 429 || status === 503 ? from.pick([null, 1_000, 20_000]) : null
      return { is, status, after, done: status >= 500 && from.percent(50) }
    }
    case 'cut':
      return { is, share: from.fraction() }
    case 'redirect':
      return { is, to: from.pick(['/login', 'https://elsewhere.test/wifi']) }
    case 'hidden':
      return { is, odd: from.percent(50), lasting: from.pick(spells) }
    case 'total':
      return { is, by: from.pick([-2, -1, 1, 5]), lasting: from.pick(spells) }
    case 'partial':
    case 'repeated':
    case 'unreadable':
      return { is, lasting: from.pick(spells) }
    case 'stirred': {
      const how = from.pick(['changed', 'removed', 'replaced'] as const)
      return { is, how, which: from.between(0, 99) }
    }
    default:
      return { is }
  }
}

/** The faults of a change stream. */
export type StreamFault =
  | { is: 'lost' }
  | { is: 'status'; status: number }
  /** It is cut after this long. */
  | { is: 'cut'; milliseconds: number }
  /** Nothing arrives any more, and no error reports it. */
  | { is: 'silent' }
  /** It lives, and reports nothing. */
  | { is: 'deaf' }
  /** It reports changes that do not exist. */
  | { is: 'wrong' }

/** @param name names the stream within its seed */
export function drawStream(seed: number, name: string, weather: Weather): StreamFault | null {
  const from = chance(seed, 'stream', name)
  if (!from.percent(3 * weather.reads)) return null
  const is = from.pick(['lost', 'status', 'cut', 'silent', 'deaf', 'wrong'] as const)
  switch (is) {
    case 'status':
      return { is, status: from.pick([401, 404, 410, 429, 500, 503]) }
    case 'cut':
      return { is, milliseconds: from.between(1, 60_000) }
    default:
      return { is }
  }
}
