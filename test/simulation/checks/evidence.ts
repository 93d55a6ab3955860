/** What a machine was shown of the service: what it may conclude from, and nothing else. */
import { wirePage } from '#shared/resources/page.ts'

export interface Evidence {
  /** An answer that was handed to the machine. */
  seen(method: string, path: string, status: number, body: string): void
  /** Why the machine may not conclude that a record is gone; null when it may. */
  whyNotGone(resource: string, remote: number, date: string | null): string | null
}

interface ListAnswer {
  at: number
  resource: string
  parameters: URLSearchParams
  body: string
}

/** One walk through a list, page by page. */
interface Walk {
  at: number
  pages: number
  limit: string | null
  date: string | null
  ids: Set<number>
  /** Total constant, no id twice, and to the end. */
  whole: boolean
  /** The same, up to some date; the oldest that it shows. */
  sound: boolean
  oldest: string
}

const keptAnswers = 60

export function makeEvidence(now: () => number): Evidence {
  const lists: ListAnswer[] = []
  const gone = new Map<string, number>()
  const shown = new Map<string, number>()
  /** What a feed of changes said is deleted. */
  const told = new Set<string>()
  /** A feed from its beginning names every record there is; `done`: when it was read to its end. */
  let feed: { named: Set<string>; done: number } | null = null

  function takeFeed(query: string | undefined, body: string): void {
    const page = parsed(body) as { data?: unknown; has_more?: unknown } | undefined
    const changes = Array.isArray(page?.data) ? (page.data as Record<string, unknown>[]) : []
    if (!new URLSearchParams(query).has('cursor')) feed = { named: new Set(), done: -1 }
    for (const { resource, id, action } of changes) {
      const name = `${String(resource)}/${String(id)}`
      if (action === 'deleted') told.add(name)
      else feed?.named.add(name)
    }
    if (feed && feed.done < 0 && page?.has_more === false) feed.done = now()
  }

  return {
    seen(method, path, status, body) {
      const [address, query] = path.split('?') as [string, string | undefined]
      const [, resource, id] = address.split('/')
      if (resource === 'changes' && status === 200) {
        takeFeed(query, body)
      } else if (id !== undefined) {
        const key = `${resource}/${id}`
        if (status === 404 || status === 410) gone.set(key, now())
        else if (method === 'GET' && status === 200) shown.set(key, now())
      } else if (method === 'GET' && status === 200 && resource) {
        lists.push({ at: now(), resource, parameters: new URLSearchParams(query), body })
        if (lists.length > keptAnswers) lists.shift()
      }
    },
    whyNotGone(resource, remote, date) {
      if (told.has(`${resource}/${remote}`)) return null
      const wasGone = gone.get(`${resource}/${remote}`)
      if (wasGone === undefined) return 'its own address was never answered with gone'
      const since = shown.get(`${resource}/${remote}`) ?? -1
      if (since > wasGone) return 'its own address showed it afterwards'
      const walks = walksOf(lists.filter((one) => one.resource === resource)).filter(
        (walk) => !walk.ids.has(remote) && covers(walk, date),
      )
      if (feed && feed.done > since && !feed.named.has(`${resource}/${remote}`)) return null
      if (walks.length === 0) return 'no complete window without it was seen'
      if (walks.some((walk) => walk.pages === 1)) return null
      return new Set(walks.map((walk) => walk.limit)).size > 1
        ? null
        : 'a window of several pages was read only once'
    },
  }
}

function covers(walk: Walk, date: string | null): boolean {
  if (walk.date !== null) return walk.whole && (date === null || walk.date === date)
  return walk.whole || (walk.sound && date !== null && walk.oldest < date)
}

function walksOf(lists: readonly ListAnswer[]): Walk[] {
  const walks: Walk[] = []
  let walk: (Walk & { total: number }) | null = null
  for (const { at, parameters, body } of lists) {
    const read = wirePage.safeParse(parsed(body))
    if (!read.success) {
      walk = null
      continue
    }
    const { data, total, last_page } = read.data
    if (parameters.get('page') === '1') {
      walk = {
        at,
        pages: 0,
        limit: parameters.get('limit'),
        date: parameters.get('date'),
        ids: new Set(),
        whole: false,
        sound: true,
        oldest: '9999',
        total,
      }
      walks.push(walk)
    }
    if (!walk) continue
    walk.pages++
    if (total !== walk.total) walk.sound = false
    for (const one of data as { id?: unknown; date?: unknown }[]) {
      const id = Number(one.id)
      if (!Number.isInteger(id) || walk.ids.has(id)) walk.sound = false
      walk.ids.add(id)
      if (typeof one.date === 'string' && one.date < walk.oldest) walk.oldest = one.date
    }
    const ended = Number(parameters.get('page')) >= last_page || data.length === 0
    walk.whole = walk.sound && ended && walk.ids.size === total
  }
  return walks
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
