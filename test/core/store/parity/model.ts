/**
 * The expected answer to every index query, computed the slow and plain way: filter, sort, cut.
 * Written from the rules (docs/API.md, Order; docs/API.md, Search), and shares no code with the
 * store.
 */
import { fold, foldForSearch } from '#shared/rules/search-text.ts'
import type { World } from './world.ts'

export interface Asked {
  resource: keyof World
  sortKey?: string | undefined
  sortAsc?: boolean | undefined
  query?: string | undefined
  date?: string | undefined
  page?: number | undefined
  limit?: number | undefined
  /** Includes deleted records, of the resources that are deleted softly. */
  deleted?: boolean | undefined
}

export interface Answer {
  ids: number[]
  total: number
}

interface Candidate {
  id: number
  /** The texts that are searched. */
  texts: (string | null)[]
  /** By sort key; `none` without one. */
  keys: Record<string, (string | number)[]>
}

export function answer(world: World, asked: Asked): Answer {
  const { page = 1, limit = 15, sortKey, query = '' } = asked
  const newestFirst = asked.resource === 'times' || asked.resource === 'expenses'
  const ascending = asked.sortAsc ?? (sortKey !== undefined || !newestFirst)
  // eslint-disable-next-line no-control-regex -- the rule is about them
  const terms = foldForSearch(query.replaceAll(/[\u0000-\u001F\u007F]+/g, ' '))
    .split(/\s+/u)
    .filter(Boolean)
  const found = candidates(world, asked)
    .filter(({ texts }) => terms.every((term) => texts.some((text) => isFound(text ?? '', term))))
    .map((candidate) => ({ id: candidate.id, key: candidate.keys[sortKey ?? 'none']! }))
    .toSorted((one, other) => compare(one.key, other.key))
  if (!ascending) found.reverse()
  const ids = found.map(({ id }) => id)
  return { ids: ids.slice((page - 1) * limit, page * limit), total: ids.length }
}

/** Scripts in which every character is a word. */
const unspaced =
  /\p{scx=Han}|\p{scx=Hira}|\p{scx=Kana}|\p{scx=Hang}|\p{scx=Thai}|\p{scx=Laoo}|\p{scx=Khmr}|\p{scx=Mymr}/u

/** A term of three characters or more anywhere, a shorter one where a word begins. */
function isFound(text: string, term: string): boolean {
  // eslint-disable-next-line no-control-regex -- the rule is about them
  const folded = foldForSearch(text.replaceAll(/[\u0000-\u001F\u007F]+/g, ' '))
  for (let at = folded.indexOf(term); at >= 0; at = folded.indexOf(term, at + 1)) {
    if ([...term].length >= 3) return true
    const before = [...folded.slice(0, at)].at(-1)
    if (before === undefined || !/[\p{L}\p{N}\p{M}]/u.test(before)) return true
    if (unspaced.test(before) || unspaced.test([...term][0]!)) return true
  }
  return false
}

/** Text by the bytes of UTF-8, numbers by size, the first difference decides. */
function compare(one: readonly (string | number)[], other: readonly (string | number)[]): number {
  for (const [at, value] of one.entries()) {
    const against = other[at]!
    const order =
      typeof value === 'number'
        ? value - (against as number)
        : Buffer.compare(Buffer.from(value), Buffer.from(against as string))
    if (order !== 0) return order
  }
  return 0
}

function candidates(world: World, { resource, date, deleted }: Asked): Candidate[] {
  const byId = <Item extends { id: number }>(items: readonly Item[], id: number): Item =>
    items.find((item) => item.id === id)!
  const projectTexts = (id: number): string[] => {
    const { name, code, client } = byId(world.projects, id)
    if (client === null) return [name, code]
    const of = byId(world.clients, client)
    return [name, code, of.name, of.code]
  }
  const listed = <Item extends { id: number; name: string; updated_at: string; deleted: boolean }>(
    items: readonly Item[],
    texts: (item: Item) => string[],
  ): Candidate[] =>
    items
      .filter((item) => deleted === true || !item.deleted)
      .map((item) => {
        const name = [fold(item.name), item.id]
        const code: Candidate['keys'] =
          'code' in item ? { code: [fold(item.code as string), item.id] } : {}
        return {
          id: item.id,
          texts: texts(item),
          keys: { none: name, name, updated_at: [item.updated_at, item.id], ...code },
        }
      })

  switch (resource) {
    case 'users':
      return listed(
        world.users.map((user) => ({ ...user, deleted: false })),
        ({ name }) => [name],
      )
    case 'clients':
      return listed(world.clients, ({ name, code }) => [name, code])
    case 'projects':
      return listed(world.projects, ({ id }) => projectTexts(id))
    case 'tasks':
      return listed(world.tasks, ({ name }) => [name])
    case 'charges':
      return listed(world.charges, ({ name }) => [name])
    case 'categories':
      return listed(world.categories, (category) => [
        category.name,
        ...category.tasks.map((id) => byId(world.tasks, id).name),
        ...category.charges.map((id) => byId(world.charges, id).name),
      ])
    case 'webhooks':
      return world.webhooks.map(({ id }) => ({ id, texts: [], keys: { none: [id] } }))
    case 'times':
      return world.times
        .filter((time) => date === undefined || time.date === date)
        .map((time) => {
          const project = byId(world.projects, time.project)
          const task = byId(world.tasks, time.task)
          const user = byId(world.users, time.user)
          const inTime = [time.date, time.start, time.id]
          return {
            id: time.id,
            texts: [time.notes, ...projectTexts(time.project), task.name, user.name],
            keys: {
              none: inTime,
              date: [time.date, time.id],
              start: [time.start, time.id],
              'task.name': [fold(task.name), task.id, ...inTime],
              'project.name': [fold(project.name), project.id, ...inTime],
              'project.code': [fold(project.code), project.id, ...inTime],
              'user.name': [fold(user.name), user.id, ...inTime],
            },
          }
        })
    case 'expenses':
      return world.expenses.map((expense) => {
        const { id, name, notes, charge } = expense
        const charged = charge === null ? [] : [byId(world.charges, charge).name]
        const byDate = [expense.date, id]
        return {
          id,
          texts: [name, notes, ...projectTexts(expense.project), ...charged],
          keys: {
            none: byDate,
            date: byDate,
            name: [fold(name), id],
            updated_at: [expense.updated_at, id],
          },
        }
      })
  }
}
