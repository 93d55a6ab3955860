/**
 * Reading lists of times. A *window* is a stretch of the list; it is complete when nothing can
 * have hidden in it, and only a complete window may say that something is not there.
 */
import { wirePage } from '#shared/resources/page.ts'
import { timeWire, type TimeWire } from '#shared/resources/time.ts'
import { problemOf, type Answer, type Client } from './client.ts'

/** One civil day, or everything from a date on (null: everything). */
export type Window = { is: 'day'; date: string } | { is: 'since'; from: string | null }

export interface BadRecord {
  remote: number | null
  /** As it came, shortened when huge. */
  raw: string
  why: string
}

export interface TimesPage {
  is: 'page'
  times: TimeWire[]
  bad: BadRecord[]
  page: number
  lastPage: number
  total: number
}

/** An answer that is no page: why the list cannot be read now. */
export type NoPage = Exclude<Answer, { is: 'applied' }>

/** One walk through a window. */
export interface Walk {
  is: 'walk'
  /** Ids inside the window. */
  ids: Set<number>
  pages: number
  /** Every page valid, `total` constant, nothing twice, nothing missing. */
  sound: boolean
}

/** Two limits that put page borders at different places. */
const firstLimit = 100
const secondLimit = 89

const longestRaw = 10_000

/**
 * Reads a window once, page by page, newest first.
 * @param parameters added to each request
 * @param onPage takes a page before the next is asked for; false stops the walk
 */
export async function walkWindow(
  client: Client,
  window: Window,
  options: {
    limit?: number
    parameters?: Record<string, string | number>
    onPage(page: TimesPage): Promise<boolean>
  },
): Promise<Walk | NoPage> {
  const ids = new Set<number>()
  const every = new Set<number>()
  let total: number | null = null
  let sound = true
  let last: string | null = null

  for (let page = 1; ; page++) {
    const read = await readPage(client, {
      ...boundsOf(window),
      ...options.parameters,
      limit: options.limit ?? firstLimit,
      page,
    })
    if (read.is !== 'page') return read
    if (read.bad.length > 0 || (total !== null && total !== read.total)) sound = false
    total = read.total

    let fresh = 0
    for (const time of read.times) {
      if (every.has(time.id)) sound = false
      else fresh++
      every.add(time.id)
      if (isInside(window, time.date)) ids.add(time.id)
      else if (window.is === 'day') sound = false
      if (window.is === 'since' && last !== null && time.date > last) sound = false
      last = time.date
    }
    if (!(await options.onPage(read))) return { is: 'stopped' }

    // Beyond the oldest day of the window nothing is asked for; `total` counts the whole list.
    if (last !== null && !isInside(window, last) && window.is === 'since') {
      return { is: 'walk', ids, pages: page, sound }
    }
    if (page >= read.lastPage || fresh + read.bad.length === 0) {
      return { is: 'walk', ids, pages: page, sound: sound && every.size === total }
    }
  }
}

/**
 * Makes sure of a walk: one page is one answer and stands for itself; several are read once more
 * with other page borders, and only the same ids count.
 */
export async function confirmWalk(
  client: Client,
  window: Window,
  walk: Walk,
): Promise<Walk | NoPage> {
  if (!walk.sound || walk.pages === 1) return walk
  const again = await walkWindow(client, window, {
    limit: secondLimit,
    onPage: () => Promise.resolve(true),
  })
  if (again.is !== 'walk') return again
  const same = again.ids.size === walk.ids.size && [...again.ids].every((id) => walk.ids.has(id))
  return { ...walk, sound: again.sound && same }
}

async function readPage(
  client: Client,
  parameters: Record<string, string | number>,
): Promise<TimesPage | NoPage> {
  const answer = await client.get('/times', parameters)
  if (answer.is !== 'applied') return answer
  const envelope = wirePage.safeParse(answer.body)
  if (!envelope.success) {
    return { is: 'unknown', why: problemOf(envelope.error), lost: false, after: null }
  }
  const { data, total, last_page, current_page } = envelope.data
  const page: TimesPage = {
    is: 'page',
    times: [],
    bad: [],
    page: current_page,
    lastPage: last_page,
    total,
  }
  for (const item of data) {
    const time = timeWire.safeParse(item)
    if (time.success) page.times.push(time.data)
    else page.bad.push(badRecord(item, problemOf(time.error)))
  }
  return page
}

function badRecord(item: unknown, why: string): BadRecord {
  const id = (item as { id?: unknown } | null)?.id
  return {
    remote: typeof id === 'number' && Number.isInteger(id) && id > 0 ? id : null,
    raw: (JSON.stringify(item) ?? 'undefined').slice(0, longestRaw),
    why,
  }
}

const boundsOf = (window: Window): Record<string, string | number> =>
  window.is === 'day' ? { date: window.date } : { sortKey: 'date', sortAsc: 0 }

const isInside = (window: Window, date: string): boolean =>
  window.is === 'day' ? date === window.date : window.from === null || date >= window.from
