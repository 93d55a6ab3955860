/**
 * A service that follows the specification and no more, answers after a fixed while, and whose
 * lists are made beforehand, so that it costs the machine nothing while others are measured. A
 * process of its own: `node service.ts <times> <milliseconds>` prints `{"url"}`.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { addDays } from '#shared/rules/calendar.ts'

const times = Number(process.argv[2])
const latency = Number(process.argv[3])
const newest = '2026-11-20'
const entriesPerDay = 40
const limits = [100, 89]

const dated = { created_at: '2026-01-05 08:00:00', updated_at: '2026-11-02 08:00:00' }
const client = (id: number) => ({ id, name: `Client ${id}`, code: `C${id}`, deleted: false })
const project = (id: number) => ({
  id,
  name: `Project ${id}`,
  code: `P${id}`,
  status: 'incomplete',
  type: 'client',
  deleted: false,
  client: client(1 + (id % 12)),
})
const task = (id: number) => ({ id, name: `Task ${id}`, deleted: false })

interface Place {
  nth: number
  id: number
}

/** The nth entry of the list by date, newest first; the same at every call. */
function time({ nth, id }: Place) {
  const work = 1 + ((nth * 7) % 60)
  const quantity = 1 + (nth % 16)
  return {
    id,
    date: addDays(newest, -Math.floor(nth / entriesPerDay)),
    start: (nth * 37) % 1440,
    total: quantity * 15,
    quantity,
    increment: 15,
    rate: 9_500,
    notes: `Homepage hero, round ${id % 97}, feedback ${nth % 13}`,
    currency: 'EUR',
    ...dated,
    project: project(work),
    task: task(1 + (nth % 20)),
  }
}

const all = Array.from({ length: times }, (_, nth) => time({ nth, id: times - nth }))
const full = (id: number) => {
  const { project, task, ...rest } = all[times - id]!
  const described = {
    description: '',
    currency: 'EUR',
    increment: 15,
    budget: null,
    budget_type: null,
    start_date: '2026-01-01',
    end_date: null,
    ...dated,
  }
  return { ...rest, project: { ...project, ...described }, task: { ...task, ...dated } }
}

const envelope = (data: unknown[], total: number, page: number, limit: number) => ({
  current_page: page,
  data,
  from: data.length === 0 ? 0 : (page - 1) * limit + 1,
  to: (page - 1) * limit + data.length,
  last_page: Math.max(1, Math.ceil(total / limit)),
  next_page_url: null,
  prev_page_url: null,
  path: '',
  per_page: limit,
  total,
})
const bytes = (body: unknown) => Buffer.from(JSON.stringify(body))

/** Every page of the whole list, by limit. */
const pages = new Map(
  limits.map((limit) => [
    limit,
    Array.from({ length: Math.max(1, Math.ceil(times / limit)) }, (_, index) =>
      bytes(envelope(all.slice(index * limit, (index + 1) * limit), times, index + 1, limit)),
    ),
  ]),
)

function answer(path: string, parameters: URLSearchParams): [number, Buffer] {
  const limit = Number(parameters.get('limit') ?? 15)
  const page = Number(parameters.get('page') ?? 1)
  if (path === '/api/v1/times') {
    const date = parameters.get('date')
    if (date !== null) {
      const day = all.filter((one) => one.date === date)
      const data = day.slice((page - 1) * limit, page * limit)
      return [200, bytes(envelope(data, day.length, page, limit))]
    }
    const known = pages.get(limit)?.[page - 1]
    const data = all.slice((page - 1) * limit, page * limit)
    return [200, known ?? bytes(envelope(data, times, page, limit))]
  }
  const id = Number(/^\/api\/v1\/times\/(\d+)$/.exec(path)?.[1])
  if (id >= 1 && id <= times) return [200, bytes(full(id))]
  if (/^\/api\/v1\/(expenses|categories|webhooks)$/.test(path)) {
    return [200, bytes(envelope([], 0, page, limit))]
  }
  return [404, bytes({ message: 'Not found.' })]
}

const server = createServer((request, response) => {
  const url = new URL(request.url ?? '/', 'http://127.0.0.1')
  request.resume()
  setTimeout(() => {
    const [status, body] = answer(url.pathname, url.searchParams)
    response.writeHead(status, {
      'content-type': 'application/json',
      'content-length': body.length,
    })
    response.end(body)
  }, latency)
})
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  console.log(JSON.stringify({ url: `http://127.0.0.1:${port}` }))
})
