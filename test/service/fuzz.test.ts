/**
 * Every endpoint of the OpenAPI document against requests that are wrong in some way. Each gets a
 * documented answer, never a 500; a refused one changes nothing; and none ever touches another
 * organisation.
 */
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Store } from '#core/store/open/open-store.ts'
import { openServiceDatabase } from '#service/open-service-database.ts'
import { openAdministration, startService, type RunningService } from '#service/index.ts'
import { unwrap } from '#shared/errors.ts'
import { capabilities } from '#shared/resources/service-info.ts'
import { readContract, type Contract, type Endpoint } from './contract.ts'
import { makeDatabase, type TestDatabase } from './database.ts'
import { addReference, api, store as storeThrough, type Answer } from './fixture.ts'
import { plainRequest, requestsFor, type FuzzRequest, type Ids } from './fuzz/request.ts'
import { openSender, type Sender } from './fuzz/send.ts'
import { rowsOf } from './rows-of.ts'

/** Requests for each endpoint. */
const runs = 30 * inject('fuzzFactor')

const clock = { now: () => Date.UTC(2026, 3, 15, 9, 30), zone: () => 'UTC' }
const stranger = { name: 'Sten', email: 'sten@example.org' }

let database: TestDatabase
let service: RunningService
let store: Store
let contract: Contract
let sender: Sender
let tokens: Record<FuzzRequest['by'], string>
let there: number
let ids: Ids
const bugs: string[] = []

beforeAll(async () => {
  database = await makeDatabase()
  service = unwrap(
    await startService({
      database: database.name,
      port: 0,
      ownProcess: true,
      capabilities,
      demo: true,
      clock,
      log: { info() {}, warn: (message, facts) => bugs.push(`${message} ${facts?.['cause']}`) },
    }),
  )
  const administration = unwrap(await openAdministration(database.name, clock))
  there = unwrap(await administration.addOrganisation({ name: 'There' })).id
  unwrap(await administration.addUser({ organisation: 'There', ...stranger, owner: true }))
  const theirs = unwrap(await administration.issueToken({ email: stranger.email })).token
  const member = unwrap(await administration.issueToken({ email: 'teo@fernwood.example' })).token
  await administration.close()
  tokens = { owner: service.token!, member }
  ids = { here: [1, 2, 3, 4, 5, 6, 7, 8], there: await fillThere(theirs) }
  store = unwrap(await openServiceDatabase(database.name, clock.now()))
  contract = await readContract(service.url)
  sender = openSender(service.url)
})
afterAll(async () => {
  sender.close()
  await service.close()
  await store.close()
  await database.remove()
})

/** A record of every kind, with ids far from Here's. */
async function fillThere(token: string): Promise<number[]> {
  const owner = api(service.url, token)
  const { client, web, app, design, meeting } = await addReference(owner)
  const charge = await storeThrough(owner, 'charges', {
    name: 'Paper',
    charge: 100,
    currency: 'NZD',
  })
  const rate = await storeThrough(owner, 'rates', { from: 'NZD', to: 'USD', value: 0.6 })
  const time = { project_id: web, task_id: design, date: '2026-04-14', start: 1, quantity: 1 }
  const expense = { project_id: web, charge_id: charge, date: '2026-04-14', quantity: 1 }
  const made = [client, web, app, design, meeting, charge, rate]
  for (const [path, body] of [
    ['times', time],
    ['expenses', { ...expense, chargeable: true }],
    ['categories', { name: 'Paper', tasks: [design], charges: [charge] }],
    ['webhooks', { uri: 'https://hooks.example.org/there', events: ['categories.restored'] }],
  ] as const) {
    const answer = await owner.post(`/api/v1/${path}`, body)
    expect(answer.status, answer.text).toBe(201)
    const [, record] = Object.entries(answer.body as Record<string, { id: number }>)[1]!
    made.push(record.id)
  }
  return made
}

/** Changes with every write to any record. */
async function fingerprint(): Promise<string> {
  const parts = await Promise.all([
    sql`select organisation_id, sequence from change_counter order by 1`.execute(store.db),
    sql`select * from rate order by id`.execute(store.db),
    sql`select * from webhook order by id`.execute(store.db),
    sql`select * from "user" order by id`.execute(store.db),
  ])
  return JSON.stringify(parts.map(({ rows }) => rows))
}

/** Statuses by endpoint: if all requests were refused alike, nothing would be tested. */
const seen = new Map<string, Set<number>>()
const requests = { sent: 0, accepted: 0 }

async function tryOut(endpoint: Endpoint, asked: FuzzRequest, before: string): Promise<string> {
  const answer = await sender.send(
    endpoint.method,
    asked.path,
    { Authorization: `Bearer ${tokens[asked.by]}`, ...asked.headers },
    asked.body,
  )
  contract.check(endpoint, answer)
  const { operationId } = endpoint.operation
  seen.set(operationId, (seen.get(operationId) ?? new Set()).add(answer.status))
  requests.sent += 1
  if (answer.status < 300) requests.accepted += 1
  // A create with a known uid returns the record as it is.
  if (endpoint.method !== 'POST' || answer.status === 201) echoes(asked, answer)
  const after = await fingerprint()
  if (endpoint.method === 'GET' || answer.status >= 300) expect(after).toBe(before)
  return after
}

/** An accepted write returns what was sent, where a field has the same form in both. */
function echoes({ body }: FuzzRequest, answer: Answer): void {
  if (!body || answer.status >= 300 || answer.headers.has('Idempotency-Replayed')) return
  // As the service reads it: a byte order mark is no part of the text.
  const sent = JSON.parse(new TextDecoder().decode(body)) as Record<string, unknown>
  const [, record] = Object.entries(answer.body as Record<string, Record<string, unknown>>)[1]!
  for (const name of ['date', 'start', 'quantity', 'increment', 'charge', 'status', 'budget']) {
    if (Object.hasOwn(sent, name) && Object.hasOwn(record, name)) {
      // The project decides the `increment` of a time.
      if (name === 'increment' && Object.hasOwn(record, 'task')) continue
      if (typeof record[name] === 'object' && record[name] !== null) continue
      // A −0 becomes 0.
      const said = sent[name] === 0 ? 0 : sent[name]
      expect(record[name], name).toEqual(said)
    }
  }
}

describe('bad input', () => {
  it(
    'gets a documented answer, changes nothing where it is refused, and touches no other organisation',
    async () => {
      const before = await rowsOf(store, there)
      expect(Object.values(before).filter((rows) => rows.length > 0).length).toBeGreaterThan(12)
      const order = ['POST', 'GET', 'PUT', 'DELETE']
      const endpoints = contract.endpoints.toSorted(
        (one, other) => order.indexOf(one.method) - order.indexOf(other.method),
      )
      let standing = await fingerprint()
      for (const endpoint of endpoints) {
        await fc.assert(
          fc.asyncProperty(requestsFor(endpoint, ids), async (asked) => {
            standing = await tryOut(endpoint, asked, standing)
          }),
          { numRuns: runs, examples: [[plainRequest(endpoint)]] },
        )
      }
      expect(bugs).toEqual([])
      for (const [operation, statuses] of seen) {
        expect(Math.min(...statuses), operation).toBeLessThan(300)
      }
      expect(requests.accepted / requests.sent).toBeGreaterThan(0.2)
      expect(await rowsOf(store, there)).toEqual(before)
    },
    600_000 * inject('fuzzFactor'),
  )
})
