/** Finds what `#PROJECT` and `@task` in a line mean, and completes them. */
import { fold, foldForSearch } from '#shared/rules/search-text.ts'

export interface ProjectOption {
  local: number
  name: string
  code: string
}
export interface TaskOption {
  local: number
  name: string
}

/** The part being typed at the caret. */
export interface WorkToken {
  sign: '#' | '@'
  /** Without the sign. */
  query: string
  /** Position of the sign. */
  from: number
  to: number
}

/** The line's state: its text and the picked records. */
export interface WorkText {
  text: string
  project: number | null
  task: number | null
}
export const emptyWork = (): WorkText => ({ text: '', project: null, task: null })

/** The `#` or `@` part that ends at the caret, if there is one. */
export function tokenAt(text: string, caret: number): WorkToken | undefined {
  const match = /(?:^|\s)([#@])([^\s#@]*)$/u.exec(text.slice(0, caret))
  if (!match) return undefined
  const query = match[2]!
  return { sign: match[1] as '#' | '@', query, from: caret - query.length - 1, to: caret }
}

/** Removes a token from the text, leaving a single space. */
export const withoutToken = (text: string, token: WorkToken): string =>
  `${text.slice(0, token.from).trimEnd()} ${text.slice(token.to).trimStart()}`.trimStart()

/**
 * The matches of a token's query, best first: codes before names, prefixes before other matches.
 */
export function findTokenCompletions<Item extends { name: string; code?: string }>(
  items: readonly Item[],
  query: string,
  limit = 8,
): Item[] {
  const wanted = foldForSearch(query)
  const rank = ({ name, code = '' }: Item): number => {
    if (foldForSearch(code).startsWith(wanted)) return code ? 0 : 1
    if (foldForSearch(name).startsWith(wanted)) return 1
    return foldForSearch(name).includes(wanted) ? 2 : -1
  }
  return items
    .map((item) => ({ item, rank: rank(item) }))
    .filter((found) => found.rank >= 0)
    .toSorted((one, other) => one.rank - other.rank)
    .slice(0, limit)
    .map((found) => found.item)
}

export interface NamedRecord {
  local: number
  name: string
  code?: string
}
const keysOf = ({ name, code = '' }: NamedRecord) => [code, name].filter(Boolean).map(fold)

/** The records whose code or name is exactly the one after `#` or `@`. */
export const namedExactly = <Item extends NamedRecord>(
  items: readonly Item[],
  query: string,
): Item[] => items.filter((item) => keysOf(item).includes(fold(query)))

/**
 * Finds the record that a name after `#` or `@` means: the first one with this code or name, or
 * else the only one whose code or name begins with it.
 * @param items the most recently used first
 */
export function findByToken<Item extends NamedRecord>(
  items: readonly Item[],
  query: string,
): Item | undefined {
  const [exact] = namedExactly(items, query)
  if (exact) return exact
  const wanted = foldForSearch(query)
  const beginning = items.filter(({ name, code = '' }) =>
    [code, name].some((text) => text !== '' && foldForSearch(text).startsWith(wanted)),
  )
  return beginning.length === 1 ? beginning[0] : undefined
}
