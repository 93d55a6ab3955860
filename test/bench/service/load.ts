/**
 * Callers that cost little: kept-alive sockets that send bytes made beforehand and look at no more
 * of an answer than they need. The rest of the machine is for the server.
 */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** A request's bytes, a different one each time. */
export type MakeRequest = (turn: number) => Buffer

/** Milliseconds. */
export interface Latency {
  p50: number
  p99: number
}

export interface Load {
  port: number
  make: MakeRequest
  /** The status that every answer has to have; null where it may be any. */
  status: number | null
  connections: number
  requests: number
}

/** As many requests as go, one after the other on each connection. Answers requests a second. */
export const saturate = async (load: Load): Promise<number> => (await saturated(load)).perSecond

/** The same, with how long answers took. */
export async function saturated(load: Load): Promise<Latency & { perSecond: number }> {
  const callers = await open(load)
  const latencies: number[] = []
  let next = 0
  const from = performance.now()
  await Promise.all(
    callers.map(async (caller) => {
      while (next < load.requests) {
        const request = load.make(next++)
        const asked = performance.now()
        await caller.ask(request)
        latencies.push(performance.now() - asked)
      }
    }),
  )
  const seconds = (performance.now() - from) / 1000
  for (const caller of callers) caller.close()
  return { perSecond: load.requests / seconds, ...latencyOf(latencies) }
}

/**
 * Requests at an even pace, whether or not earlier ones are answered. A latency counts from the
 * moment at which the request was due: waiting for a free connection is waiting for the server.
 * @param load.counts whose latencies are looked at; everyone's unless given
 * @param load.due is told when each request was due
 */
export async function atPace(
  load: Load & { counts?(turn: number): boolean; due?(turn: number, at: number): void },
  perSecond: number,
): Promise<Latency> {
  const idle = await open(load)
  const all = [...idle]
  const waiting: ((caller: Caller) => void)[] = []
  const give = (caller: Caller) => {
    const next = waiting.shift()
    if (next) next(caller)
    else idle.push(caller)
  }
  const take = (): Promise<Caller> | Caller =>
    idle.pop() ?? new Promise((resolve) => waiting.push(resolve))

  const latencies: number[] = []
  const asked: Promise<void>[] = []
  const from = performance.now()
  const ask = async (turn: number, due: number) => {
    load.due?.(turn, due)
    const caller = await take()
    await caller.ask(load.make(turn))
    if (load.counts?.(turn) ?? true) latencies.push(performance.now() - due)
    give(caller)
  }
  for (let turn = 0; turn < load.requests; turn++) {
    const due = from + (turn * 1000) / perSecond
    // Short of a millisecond a timer is too coarse: those that are due by then go together.
    const wait = due - performance.now()
    if (wait > 0.5) await new Promise((resolve) => setTimeout(resolve, wait))
    asked.push(ask(turn, Math.max(due, performance.now() - 1)))
  }
  await Promise.all(asked)
  for (const caller of all) caller.close()
  return latencyOf(latencies)
}

export function latencyOf(latencies: readonly number[]): Latency {
  const sorted = latencies.toSorted((one, other) => one - other)
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!
  return { p50: at(0.5), p99: at(0.99) }
}

export interface Caller {
  /** Sends one request; resolves with the answer's body. */
  ask(request: Buffer): Promise<Buffer>
  close(): void
}

/** One request on a connection of its own: what an answer says. */
export async function askOnce(port: number, request: Buffer, status: number): Promise<string> {
  const [caller] = await open({ port, status, connections: 1 })
  const body = await caller!.ask(request)
  caller!.close()
  return body.toString()
}

export const open = ({
  port,
  status,
  connections,
}: Pick<Load, 'port' | 'status' | 'connections'>) =>
  Promise.all(Array.from({ length: connections }, () => openOne(port, status)))

async function openOne(port: number, status: number | null): Promise<Caller> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  await once(socket, 'connect')
  let settle: { resolve(body: Buffer): void; reject(cause: Error): void } | undefined
  let received: Buffer[] = []
  /** Where the body begins and ends; unknown while the head is not there. */
  let body: { from: number; to: number } | undefined
  let size = 0

  socket.on('data', (part: Buffer) => {
    received.push(part)
    size += part.length
    body ??= bodyIn(received.length === 1 ? part : Buffer.concat(received), status, settle?.reject)
    if (!body || size < body.to) return
    const whole = Buffer.concat(received)
    const { from, to } = body
    received = []
    size = 0
    body = undefined
    settle?.resolve(whole.subarray(from, to))
  })
  socket.on('error', (cause) => settle?.reject(cause))
  socket.on('close', () => settle?.reject(new Error('The server ended the connection')))
  return {
    ask: (request) =>
      new Promise((resolve, reject) => {
        settle = { resolve, reject }
        socket.write(request)
      }),
    close: () => end(socket),
  }
}

function end(socket: Socket): void {
  socket.removeAllListeners('close')
  socket.destroy()
}

function bodyIn(
  head: Buffer,
  status: number | null,
  reject: ((cause: Error) => void) | undefined,
): { from: number; to: number } | undefined {
  const end = head.indexOf('\r\n\r\n')
  if (end === -1) return undefined
  const text = head.subarray(0, end).toString('latin1')
  if (status !== null && !text.startsWith(`HTTP/1.1 ${status} `)) {
    reject?.(new Error(`Another answer than ${status}: ${head.toString().slice(0, 600)}`))
  }
  const [, length] = /\r\ncontent-length: *(\d+)/i.exec(text) ?? []
  if (length === undefined) reject?.(new Error(`An answer without a length: ${text}`))
  return { from: end + 4, to: end + 4 + Number(length) }
}
