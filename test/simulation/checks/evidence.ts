/**
 * What a machine was shown of the service: its conclusions may rest on this, and on nothing else.
 */
import { wirePage } from '#shared/resources/page.ts'

export interface Evidence {
  /** Takes an answer that was handed to the machine. */
  seen(method: string, path: string, status: number, body: string): void
  /**
   * Why the machine may not conclude that a record is deleted; null when it may.
   * @param agreed the person knows that everything was deleted: then no list has to be complete
   */
  whyNotGone(resource: string, remote: number, date: string | null, agreed: boolean): string | null
  /** True when the record's own address answered that it is gone, or that it deleted it. */
  reportedGone(resource: string, remote: number): boolean
}

interface ListAnswer {
  at: number
  resource: string
  query: string | undefined
  body: string
}

/** Consecutive pages of a list, as they were read last without a break. */
interface PageRun {
  limit: string | null
  /** The one day that was requested. */
  day: string | null
  pages: number
  ids: Set<number>
  /** The total is constant, and no id occurs twice. */
  sound: boolean
  /** From its first record to its last, and as many as its total. */
  whole: boolean
  /** The days that are certainly covered: after one, before the other; null: to the end. */
  newest: string | null
  oldest: string | null
}

const keptAnswers = 120

export function makeEvidence(now: () => number): Evidence {
  const lists: ListAnswer[] = []
  const gone = new Map<string, number>()
  const deleted = new Set<string>()
  const shown = new Map<string, number>()
  /** The records that a feed of changes reported as deleted. */
  const told = new Set<string>()
  /** A feed from its beginning names every record; `done`: when it was read to its end. */
  let feed: { named: Set<string>; done: number } | null = null
  /** Answers of the feed that no check has needed yet. */
  let fed: { at: number; query: string | undefined; body: string }[] = []

  function takeFeed({ at, query, body }: (typeof fed)[number]): void {
    const page = parsed(body) as { data?: unknown; has_more?: unknown } | undefined
    const changes = Array.isArray(page?.data) ? (page.data as Record<string, unknown>[]) : []
    if (!new URLSearchParams(query).has('cursor')) feed = { named: new Set(), done: -1 }
    for (const { resource, id, action } of changes) {
      const name = `${String(resource)}/${String(id)}`
      if (action === 'deleted') told.add(name)
      else feed?.named.add(name)
    }
    if (feed && feed.done < 0 && page?.has_more === false) feed.done = at
  }

  return {
    seen(method, path, status, body) {
      const [address, query] = path.split('?') as [string, string | undefined]
      const [, resource, id] = address.split('/')
      if (resource === 'changes' && status === 200) {
        fed.push({ at: now(), query, body })
      } else if (id !== undefined) {
        const key = `${resource}/${id}`
        if (status === 404 || status === 410) gone.set(key, now())
        else if (method === 'DELETE' && status >= 200 && status < 300) deleted.add(key)
        else if (method === 'GET' && isRecord(body, id)) shown.set(key, now())
      } else if (method === 'GET' && status === 200 && resource) {
        lists.push({ at: now(), resource, query, body })
        if (lists.length > keptAnswers) lists.shift()
      }
    },
    reportedGone(resource, remote) {
      const key = `${resource}/${remote}`
      return gone.has(key) || deleted.has(key)
    },
    whyNotGone(resource, remote, date, agreed) {
      for (const answer of fed) takeFeed(answer)
      fed = []
      if (told.has(`${resource}/${remote}`)) return null
      const wasGone = gone.get(`${resource}/${remote}`)
      if (wasGone === undefined) return 'its own address was never answered with gone'
      const since = shown.get(`${resource}/${remote}`) ?? -1
      if (since > wasGone) return 'its own address showed it afterwards'
      if (agreed) return null
      if (feed && feed.done > since && !feed.named.has(`${resource}/${remote}`)) return null
      const without = pageRunsOf(lists.filter((one) => one.resource === resource)).filter(
        (run) => !run.ids.has(remote) && covers(run, date),
      )
      if (without.length === 0) return 'no complete window without it was seen'
      if (without.some((run) => run.pages === 1)) return null
      return new Set(without.map((run) => run.limit)).size > 1
        ? null
        : 'a window of several pages was read only once'
    },
  }
}

/** False for a login page that came with a 200 in the service's place. */
const isRecord = (body: string, id: string): boolean =>
  String((parsed(body) as { id?: unknown } | undefined)?.id) === id

/** @param date the record's date; null: only the whole list can say that the record is not there */
function covers(run: PageRun, date: string | null): boolean {
  if (run.day !== null) return run.whole && (date === null || run.day === date)
  if (run.whole) return true
  const { newest, oldest } = run
  // From the first page to the last, and still fewer than its total.
  if (newest === null && oldest === null) return false
  return (
    run.sound &&
    date !== null &&
    (newest === null || newest > date) &&
    (oldest === null || oldest < date)
  )
}

interface ReadPage {
  number: number
  lastPage: number
  total: number
  records: { id?: unknown; date?: unknown }[]
}

/** A longer pause between two answers makes them different readings. */
const longestPause = 35_000

/** Every range of pages that was read without a break, starting from each answer. */
function pageRunsOf(lists: readonly ListAnswer[]): PageRun[] {
  const runs: PageRun[] = []
  const asked = lists.map(({ query }) => new URLSearchParams(query))
  const pages = lists.map(({ body }, place) => pageIn(asked[place]!, body))
  for (const from of lists.keys()) {
    // A reading that goes back and forth may read a page more than once: the last time counts.
    const read = new Map<number, ReadPage>()
    let last = lists[from]!.at
    for (let place = from; place < lists.length; place++) {
      const { at } = lists[place]!
      if (at - last > longestPause) break
      // What is sent between two pages may first read another part of the list.
      if (!isOnePart(asked[from]!, asked[place]!)) continue
      const page = pages[place]
      if (!page || !isSized(asked[from]!, asked[place]!)) break
      last = at
      read.set(page.number, page)
      runs.push(...blocksOf(asked[from]!, read))
    }
  }
  return runs
}

function pageIn(parameters: URLSearchParams, body: string): ReadPage | null {
  const read = wirePage.safeParse(parsed(body))
  if (!read.success) return null
  const { data, total, last_page } = read.data
  const records = data as ReadPage['records']
  return { number: Number(parameters.get('page')), lastPage: last_page, total, records }
}

const isOnePart = (one: URLSearchParams, other: URLSearchParams): boolean =>
  ['date', 'sortKey', 'sortAsc'].every((name) => one.get(name) === other.get(name))

const isSized = (one: URLSearchParams, other: URLSearchParams): boolean =>
  one.get('limit') === other.get('limit')

/** Pages without a gap between them. */
function blocksOf(asked: URLSearchParams, pages: ReadonlyMap<number, ReadPage>): PageRun[] {
  const blocks: ReadPage[][] = []
  for (const page of [...pages.values()].toSorted((one, other) => one.number - other.number)) {
    const block = blocks.at(-1)
    if (block?.at(-1)!.number === page.number - 1) block.push(page)
    else blocks.push([page])
  }
  return blocks.map((block) => pageRunOf(asked, block))
}

function pageRunOf(asked: URLSearchParams, block: readonly ReadPage[]): PageRun {
  const [first, last] = [block[0]!, block.at(-1)!]
  const records = block.flatMap((page) => page.records)
  const read = records.map(({ id }) => Number(id))
  const ids = new Set(read)
  const sound =
    block.every(({ total }) => total === first.total) &&
    ids.size === read.length &&
    read.every(Number.isInteger)
  const begins = first.number === 1
  const ends = last.number >= last.lastPage || last.records.length === 0
  const byDate = asked.get('sortKey') === 'date'
  const dates = records.flatMap(({ date }) => (typeof date === 'string' ? [date] : [])).toSorted()
  return {
    limit: asked.get('limit'),
    day: asked.get('date'),
    pages: block.length,
    ids,
    sound: sound && byDate,
    whole: sound && begins && ends && ids.size === first.total,
    newest: begins ? null : (dates.at(-1) ?? ''),
    oldest: ends ? null : (dates[0] ?? '9999'),
  }
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
