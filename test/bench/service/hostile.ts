/**
 * A process in which one organisation does its worst until it is ended: a fixed number of
 * concurrent callers, each sending its next request as soon as it has an answer.
 */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { open } from './load.ts'
import { request, type Account } from './requests.ts'

export interface Hostility {
  port: number
  behavior: Behavior
  accounts: Account[]
  callers: number
}

const longest = 'h\u0001'.repeat(5_000)
const marks = `${'\u0301'.repeat(4_999)}${'\u0327'.repeat(5_000)}`

/** What a request of each behavior is. */
export const behaviors = {
  'bodies of numbers': ({ token }: Account) =>
    request('POST', '/api/v1/times', token, bodyOfNumbers),
  'bodies of keys': ({ token }: Account) => request('POST', '/api/v1/times', token, bodyOfKeys),
  'searches for a letter': ({ token }: Account, turn: number) =>
    request('GET', `/api/v1/times?limit=100&query=${'hre'[turn % 3]}`, token),
  'lists of 100': ({ token }: Account) => request('GET', '/api/v1/times?limit=100', token),
  'pages in the middle, by project': ({ token, times }: Account) =>
    request(
      'GET',
      `/api/v1/times?limit=100&sortKey=project.name&page=${Math.ceil(times.length / 200)}`,
      token,
    ),
  'the longest notes': (account: Account, turn: number) => entry(account, turn, longest),
  'notes of marks': (account: Account, turn: number) => entry(account, turn, marks),
  'keys for each request': (account: Account, turn: number) =>
    entry(account, turn, 'x', { 'Idempotency-Key': randomUUID() }),
  'long categories': ({ token, tasks }: Account, turn: number) =>
    request(
      'POST',
      '/api/v1/categories',
      token,
      JSON.stringify({ name: `C ${turn}`, tasks: Array(500).fill(1e9), charges: tasks }),
    ),
  'the feed from its beginning': ({ token }: Account) =>
    request('GET', '/api/v1/changes?limit=100', token),
  'streams, and entries that wake them': (account: Account, turn: number) =>
    entry(account, turn, 'x'),
  'entries for receivers that never answer': (account: Account, turn: number) =>
    entry(account, turn, 'x'),
  'entries for receivers that answer at once': (account: Account, turn: number) =>
    entry(account, turn, 'x'),
  'refused tokens': (_: Account, turn: number) => request('GET', '/api/v1/times', `x${turn}`),
} satisfies Record<string, (account: Account, turn: number) => Buffer>

export type Behavior = keyof typeof behaviors

/** How the receivers of its webhooks answer, where it has any. */
const receivers: Partial<Record<Behavior, (response: ServerResponse) => void>> = {
  'entries for receivers that never answer': () => undefined,
  'entries for receivers that answer at once': (response) => void response.writeHead(204).end(),
}

/** More hosts than the service makes attempts at a time; returns their URIs. */
async function startReceivers(behavior: Behavior): Promise<string[]> {
  const answer = receivers[behavior]
  if (answer === undefined) return []
  const servers = Array.from({ length: 20 }, () =>
    createServer((request, response) => {
      request.resume().on('end', () => answer(response))
    }).listen(0, '127.0.0.1'),
  )
  await Promise.all(servers.map((server) => once(server, 'listening')))
  return servers.map((server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
}

function entry(
  { token, projects, tasks }: Account,
  turn: number,
  notes: string,
  headers: Record<string, string> = {},
): Buffer {
  const work = { project_id: projects[0], task_id: tasks[0], date: '2026-11-20' }
  const body = JSON.stringify({ ...work, start: turn % 1440, quantity: 1, notes })
  return request('POST', '/api/v1/times', token, body, headers)
}

/** As many values, long numbers and names as a body may have. */
const bodyOfNumbers = `{"x":[${'1.000000000000001,'.repeat(99)}${'12345678,'.repeat(24_800)}1]}`
const bodyOfKeys = `{${Array.from({ length: 990 }, (_, nth) => `"${String(nth).padEnd(250, 'k')}":0`).join(',')}}`

async function misbehave({ port, behavior, accounts, callers }: Hostility): Promise<void> {
  const open100 = await open({ port, status: null, connections: callers })
  if (behavior === 'streams, and entries that wake them') {
    for (let nth = 0; nth < 300; nth++) {
      const { token } = accounts[nth % accounts.length]!
      const socket = connect({ port, host: '127.0.0.1' })
      socket.on('error', () => undefined)
      socket.write(request('GET', '/api/v1/changes/stream', token))
      socket.resume()
    }
  }
  const make = behaviors[behavior]
  let turn = 0
  let sent = 0
  process.on('message', () => process.send!(sent))
  process.send!(await startReceivers(behavior))
  await Promise.all(
    open100.map(async (caller) => {
      for (;;) {
        const nth = turn++
        await caller.ask(make(accounts[nth % accounts.length]!, nth))
        sent += 1
      }
    }),
  )
}

// Others import what this exports.
if (process.argv[1] === import.meta.filename) {
  // An answer that ends the connection ends this caller's share of the harm.
  process.on('unhandledRejection', () => undefined)
  process.once(
    'message',
    (hostility: Hostility) => void misbehave(hostility).catch(() => undefined),
  )
}
