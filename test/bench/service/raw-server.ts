/**
 * What the service is measured against: node:http and prepared statements, written by hand for
 * three requests. It looks up the token, reads and writes the same rows in the same transactions,
 * and answers the same bytes; of everything else that the service does it does nothing.
 *
 *     raw-server.ts <database>
 */
import { hash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { toTimestamp } from '#shared/rules/calendar.ts'
import { toHaystack } from '#shared/rules/search-text.ts'
import { securityHeaders } from '#service/http/security-headers.ts'
import { now } from './fill.ts'
import { openRawDatabase, type Queries } from './raw-queries.ts'
import * as statements from './raw-statements.ts'
import { listed, shown, type FlatTime, type FullTime } from './raw-records.ts'

const database = await openRawDatabase(process.argv[2]!)

interface Caller {
  organisation: number
  user: number
}

async function callerOf(request: IncomingMessage): Promise<Caller | undefined> {
  const token = (request.headers.authorization ?? '').slice('Bearer '.length)
  const [caller] = await database.all<Caller>(statements.caller, [hash('sha256', token)])
  return caller
}

async function list(request: IncomingMessage, { organisation }: Caller): Promise<string> {
  const path = `http://${request.headers.host}/api/v1/times`
  const limit = Number(new URL(request.url!, path).searchParams.get('limit'))
  const [counted] = await database.all<{ total: number }>(statements.count, [organisation])
  const total = Number(counted!.total)
  const rows = await database.all<FlatTime>(statements.list, [organisation, limit])
  const last = Math.max(1, Math.ceil(total / limit))
  return JSON.stringify({
    current_page: 1,
    data: rows.map(listed),
    from: 1,
    to: rows.length,
    last_page: last,
    next_page_url: last > 1 ? `${path}?limit=${limit}&page=2` : null,
    prev_page_url: null,
    path,
    per_page: limit,
    total,
  })
}

async function show(queries: Queries, { organisation }: Caller, id: number) {
  const [row] = await queries.all<FullTime>(statements.show, [organisation, id])
  return shown(row!)
}

interface Body {
  project_id: number
  task_id: number
  date: string
  start: number
  quantity: number
  notes: string
}

async function create(text: string, caller: Caller): Promise<object> {
  const body = JSON.parse(text) as Body
  const { organisation } = caller
  const at = toTimestamp(now)
  const time = await database.transaction(organisation, async (queries) => {
    const [project] = await queries.all<{ increment: number; rate: number; currency: string }>(
      statements.project,
      [organisation, body.project_id],
    )
    const [task] = await queries.all(statements.task, [organisation, body.task_id])
    if (!project || !task) throw new Error('no such project or task')
    const [made] = await queries.all<{ id: number }>(statements.insert, [
      organisation,
      caller.user,
      body.project_id,
      body.task_id,
      body.date,
      body.start,
      body.quantity * project.increment,
      body.quantity,
      project.increment,
      project.rate,
      project.currency,
      body.notes,
      toHaystack(body.notes),
      at,
      at,
    ])
    const { id } = made!
    await queries.all(statements.place, [id])
    const time = await show(queries, caller, id)
    const [counter] = await queries.all<{ sequence: number }>(statements.sequence, [organisation])
    await queries.all(statements.change, [organisation, id, Number(counter!.sequence)])
    await queries.all(statements.targets, [organisation])
    return time
  })
  return time
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString()
}

interface Answer {
  status: number
  body: string
  etag?: string
}

async function answer(request: IncomingMessage): Promise<Answer> {
  const caller = await callerOf(request)
  if (!caller) return { status: 401, body: '{"message":"Unauthenticated."}' }
  if (request.method === 'POST') {
    const record = JSON.stringify(await create(await bodyOf(request), caller))
    return tagged(201, `{"success":true,"time":${record}}`, record)
  }
  const [, id] = /^\/api\/v1\/times\/(\d+)$/.exec(request.url!) ?? []
  if (id === undefined) return { status: 200, body: await list(request, caller) }
  return tagged(200, JSON.stringify(await show(database, caller, Number(id))))
}

/** The headers are bytes of the answer too. */
const tagged = (status: number, body: string, record = body) => ({
  status,
  body,
  etag: `"${hash('sha256', record, 'base64url').slice(0, 27)}"`,
})
const standing = securityHeaders({ baseUrl: null })

async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { status, body, etag } = await answer(request)
  response.writeHead(status, {
    ...standing,
    'X-Request-Id': randomUUID(),
    'Content-Type': 'application/json',
    ...(etag !== undefined && { ETag: etag }),
    'Content-Length': Buffer.byteLength(body),
  })
  response.end(body)
}

const server = createServer((request, response) => void respond(request, response))
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  console.log(JSON.stringify({ url: `http://127.0.0.1:${port}` }))
})
