/** Lists of the service, page by page. */
import { toTimestamp } from '#shared/rules/calendar.ts'
import type { Desk } from './desk.ts'
import type { Answer, Held, Organisation, Resource } from './held.ts'
import { render, withUser } from './render.ts'

interface Manner {
  /** The order of ties in a sort varies each time. */
  restless: boolean
  /** Concealed records, which the total does not betray. */
  isHidden: (held: Held) => boolean
}

/** One page of a resource. */
export function listOf(
  desk: Desk,
  organisation: Organisation,
  resource: Resource,
  url: URL,
  { restless, isHidden }: Manner,
): Answer {
  const { profile, chance } = desk
  const parameter = (name: string) => url.searchParams.get(name)
  const limit = Number(parameter('limit') ?? 15)
  const page = Number(parameter('page') ?? 1)
  const key = parameter('sortKey') ?? (resource === 'categories' ? 'name' : 'date')
  if (!(limit >= 1 && limit <= 100) || !sortKeys[resource].includes(key)) {
    return desk.refuse(422, 'The parameters are not valid.')
  }
  const down = parameter('sortAsc') === '0' || (parameter('sortAsc') === null && key === 'date')
  const date = resource === 'times' ? parameter('date') : null
  const stable = [...organisation.held.get(resource)!.values()]
  const all = (restless ? chance.shuffle(stable) : stable)
    .filter((held) => (date === null || held.values.date === date) && !isHidden(held))
    .toSorted((one, other) => {
      const [a, b] = [sortValue(one, key), sortValue(other, key)]
      return (down ? -1 : 1) * (a < b ? -1 : a > b ? 1 : 0)
    })
  const each = Math.max(1, Math.ceil(limit / profile.pageDivisor))
  const data = all.slice((page - 1) * each, page * each)
  const shown = data.map((held) =>
    withUser(desk, url, held, render(desk, held, organisation, resource === 'expenses')),
  )
  return pageOf(desk, url, page, each, all, shown)
}

/** An envelope. @param all every record of the list */
export function pageOf(
  desk: Desk,
  url: URL,
  page: number,
  each: number,
  all: readonly unknown[],
  data: readonly unknown[],
): Answer {
  const last = Math.ceil(all.length / each)
  const path = `${url.origin}${url.pathname}`
  return desk.answer(200, {
    current_page: page,
    data,
    from: data.length > 0 ? (page - 1) * each + 1 : 0,
    to: data.length > 0 ? (page - 1) * each + data.length : 0,
    last_page: all.length === 0 ? desk.profile.emptyLastPage : last,
    next_page_url: page < last ? `${path}?page=${page + 1}` : null,
    prev_page_url: page > 1 ? `${path}?page=${page - 1}` : null,
    path,
    per_page: each,
    total: all.length,
  })
}

const sortKeys: Record<Resource, readonly string[]> = {
  times: ['date', 'start', 'task.name', 'project.name', 'project.code', 'user.name'],
  expenses: ['date', 'name', 'updated_at'],
  categories: ['name'],
}

function sortValue(held: Held, key: string): string | number {
  if (key === 'updated_at') return toTimestamp(held.updated)
  return (held.values[key] ?? '') as string | number
}
