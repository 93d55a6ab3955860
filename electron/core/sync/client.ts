/** The service as sync speaks to it: one authorised exchange a call, its meaning classified. */
import type { z } from '#shared/resources/zod.ts'
import { timeWire, type TimeWire } from '#shared/resources/time.ts'
import type { TimeFields } from '#shared/resources/time-version.ts'
import type { Clock, Http } from '../ports.ts'
import { classify, type Reply } from './classify.ts'
import { requestTimeout } from './timing.ts'

/** Where the service stands and how it wants to be spoken to. */
export interface Connection {
  /** Address without a trailing slash; may have a path. */
  url: string
  /** The access token as it is now; null when there is none. */
  token: () => Promise<string | null>
  /** Header that carries the token. */
  header: string
  /** Word before the token; may be empty. */
  scheme: string
  /** Zone of the service's timestamps. */
  zone: string
}

/** Answered in place of a reply when the engine was stopped meanwhile: nothing may be applied. */
export interface Stopped {
  is: 'stopped'
}

export type Answer = Reply | Stopped

/** A reply whose record was read as well. */
export type RecordAnswer = { is: 'record'; time: TimeWire } | Exclude<Answer, { is: 'applied' }>

export interface Client {
  get(path: string, parameters?: Record<string, string | number>): Promise<Answer>
  readTime(remote: number): Promise<RecordAnswer>
  createTime(body: Partial<TimeFields>): Promise<RecordAnswer>
  updateTime(remote: number, body: Partial<TimeFields>): Promise<RecordAnswer>
  /** The body of the answer is never read: it is not an entry (specification, Times, delete response). */
  deleteTime(remote: number): Promise<Answer>
}

export interface ClientOptions {
  http: Http
  clock: Clock
  connection: Pick<Connection, 'url' | 'header' | 'scheme'>
  token: string
  signal: AbortSignal
  /** Asked before each request: false when this process may not speak any more. */
  permitted(): boolean
  /** Told of each request. */
  counted(): void
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

export function createClient(options: ClientOptions): Client {
  const { http, clock, connection, token, signal } = options
  const authorisation = connection.scheme === '' ? token : `${connection.scheme} ${token}`

  async function send(method: Method, path: string, body?: object): Promise<Answer> {
    if (signal.aborted || !options.permitted()) return { is: 'stopped' }
    options.counted()
    const url = `${connection.url}/api/v1${path}`
    const exchange = await http({
      method,
      url,
      headers: {
        Accept: 'application/json',
        [connection.header]: authorisation,
        ...(body ? { 'Content-Type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
      timeout: requestTimeout,
      signal,
    })
    if (signal.aborted || !options.permitted()) return { is: 'stopped' }
    return classify({ method, url }, exchange, clock.now())
  }

  return {
    get: (path, parameters = {}) => send('GET', path + queryOf(parameters)),
    readTime: async (remote) => asRecord(await send('GET', `/times/${remote}`), (body) => body),
    createTime: async (body) => asRecord(await send('POST', '/times', onCreate(body)), wrapped),
    updateTime: async (remote, body) =>
      asRecord(await send('PUT', `/times/${remote}`, onUpdate(body)), wrapped),
    deleteTime: (remote) => send('DELETE', `/times/${remote}`),
  }
}

const wrapped = (body: Record<string, unknown>): unknown => body.time

/** An answer without a readable record proves nothing about what was done. */
function asRecord(
  answer: Answer,
  recordIn: (body: Record<string, unknown>) => unknown,
): RecordAnswer {
  if (answer.is !== 'applied') return answer
  const read = timeWire.safeParse(recordIn(answer.body))
  return read.success
    ? { is: 'record', time: read.data }
    : { is: 'unknown', why: problemOf(read.error), lost: false, after: null }
}

/** Why a record cannot be read, in a line for the log. */
export function problemOf(error: z.ZodError): string {
  const issue = error.issues[0]
  return issue ? `${issue.path.join('.') || 'record'}: ${issue.message}` : 'unreadable'
}

/** `notes` is a string and optional (specification, Times, create body): none is left out. */
function onCreate({ notes, ...rest }: Partial<TimeFields>): object {
  return notes === null || notes === undefined ? rest : { ...rest, notes }
}

/** Cleared notes are the empty string: the field's type is string (specification, Times, update body). */
const onUpdate = (body: Partial<TimeFields>): object =>
  body.notes === null ? { ...body, notes: '' } : body

function queryOf(parameters: Record<string, string | number>): string {
  const pairs = Object.entries(parameters)
  return pairs.length === 0
    ? ''
    : `?${pairs.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')}`
}
