/** What a service may have beyond the specification (DECISIONS.md, Beyond the specification). */
import type { HttpOutcome, HttpRequest } from '#core/ports.ts'
import type { Capability } from '#shared/resources/service-info.ts'
import type { FakeRecords } from './fake-records.ts'

export interface Beyond {
  /** A request with what stands around it: keys, tags, restoring, the feed, what it says of itself. */
  around(request: HttpRequest, path: string, route: () => HttpOutcome): HttpOutcome
  /** Keys that were seen, with how often. */
  keys: Map<string, number>
}

/** What it needs of the service that it stands around. */
interface Inside extends FakeRecords {
  capabilities: Set<Capability>
  url: string
  times: Map<number, object>
  /** Answers a request without anything around it. */
  route(request: HttpRequest, url: URL, path: string, body: Record<string, unknown>): HttpOutcome
}

type Answer = Extract<HttpOutcome, { is: 'answer' }>

const json = (status: number, body: unknown, headers: Record<string, string> = {}): Answer => ({
  is: 'answer',
  status,
  headers,
  body: JSON.stringify(body),
})

/** Every change in the order of its commit: what the feed tells. */
interface Change {
  resource: 'times' | 'expenses' | 'categories'
  id: number
}

export function beyondOf(service: Inside): Beyond {
  const answers = new Map<string, { body: string; answer: Answer }>()
  const keys = new Map<string, number>()
  const seen = new Map<string, string>()
  const changes: Change[] = []

  const has = (capability: Parameters<typeof service.capabilities.has>[0]) =>
    service.capabilities.has(capability)

  /** What stands now, as text; undefined for what is gone. */
  function standing(resource: Change['resource'], id: number): object | undefined {
    if (resource === 'times') return service.times.get(id)
    if (resource === 'expenses') return service.expenses.get(id)
    const category = service.categories.get(id)
    return category?.deleted_at === null ? category : undefined
  }

  /** Notes what became different since the last look, whoever did it. */
  function notice(): void {
    for (const resource of ['times', 'expenses', 'categories'] as const) {
      const ids = new Set([
        ...service[resource].keys(),
        ...[...seen.keys()].flatMap((key) => {
          const [of, id] = key.split('/')
          return of === resource ? [Number(id)] : []
        }),
      ])
      for (const id of ids) {
        const now = standing(resource, id)
        const text = now === undefined ? '' : JSON.stringify(now)
        const key = `${resource}/${id}`
        if ((seen.get(key) ?? '') === text) continue
        seen.set(key, text)
        changes.push({ resource, id })
      }
    }
  }

  function feed(url: URL, show: (path: string) => HttpOutcome): Answer {
    notice()
    const from = Number(url.searchParams.get('cursor') ?? 0)
    const limit = Number(url.searchParams.get('limit') ?? 100)
    const page = changes.slice(from, from + limit)
    const data = page.map(({ resource, id }, place) => {
      const shown = show(`/${resource}/${id}`)
      const record =
        shown.is === 'answer' && shown.status === 200 ? (JSON.parse(shown.body) as object) : null
      const action = record === null ? 'deleted' : 'updated'
      return { cursor: String(from + place + 1), resource, id, action, record }
    })
    const cursor = from + page.length
    return json(200, { data, cursor: String(cursor), has_more: cursor < changes.length })
  }

  const tagOf = (body: string): string => {
    let sum = 0
    for (const character of body) sum = (sum * 31 + character.charCodeAt(0)) | 0
    return `"${sum}"`
  }

  return {
    keys,
    around(request, path, route) {
      const ask = (method: HttpRequest['method'], of: string): HttpOutcome => {
        const asked = new URL(`${service.url}/api/v1${of}`)
        return service.route({ ...request, method, url: asked.href }, asked, of, {})
      }
      if (path === '' && service.capabilities.size > 0) {
        const capabilities = [...service.capabilities]
        return json(200, { name: 'Fernwood', version: 'v1', capabilities })
      }
      const url = new URL(request.url)
      if (path === '/changes' && has('changes')) return feed(url, (of) => ask('GET', of))
      const restored = /^\/categories\/(\d+)\/restore$/.exec(path)
      if (restored && has('restore')) {
        const id = Number(restored[1])
        const category = service.categories.get(id)
        if (!category) return json(404, { message: 'Not found.' })
        service.changeCategory(id, { deleted_at: null })
        const shown = ask('GET', `/categories/${id}`) as Answer
        return json(200, { success: true, category: JSON.parse(shown.body) as object })
      }
      const key = request.headers['Idempotency-Key']
      if (request.method === 'POST' && key !== undefined && has('idempotency')) {
        keys.set(key, (keys.get(key) ?? 0) + 1)
        const known = answers.get(key)
        if (known) {
          return known.body === request.body
            ? known.answer
            : json(409, { message: 'Another body.' })
        }
        const answer = route() as Answer
        answers.set(key, { body: request.body ?? '', answer })
        return answer
      }
      if (!has('conditional') || !/\/\d+$/.test(path)) return route()
      const stands = ask('GET', path) as Answer
      const wanted = request.headers['If-Match']
      if (request.method !== 'GET' && stands.status === 200 && wanted !== undefined) {
        if (wanted !== tagOf(stands.body)) return json(412, { message: 'Changed meanwhile.' })
      }
      const answer = route() as Answer
      return request.method === 'GET' && answer.status === 200
        ? { ...answer, headers: { ...answer.headers, etag: tagOf(answer.body) } }
        : answer
    },
  }
}
