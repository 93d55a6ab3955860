/**
 * Parses links into the app that other programs may open: `stint://start?project=WEB&task=Design`.
 * Any program or page can create one, so it is parsed strictly and never acts: the app shows a page
 * that asks.
 */
import { failFields, ok, type Result } from '../errors.ts'
import { parseDuration } from './duration-text.ts'
import { parseClock } from './entry-text.ts'

/** A timer that a link asks to start. */
export interface StartLink {
  /** Code or name, as written in the link. */
  project?: string
  task?: string
  notes?: string
  /** Minute of today at which the work began. */
  at?: number
  /** How many minutes ago the work began. */
  ago?: number
}

const longest = 2_000
/** Maximum number of characters of each part. */
const parts = { project: 200, task: 200, notes: 1_000, at: 5, ago: 10 } as const

/**
 * Parses `stint://start?…` with `project`, `task`, `notes`, and `at` (`9:30`, today) or `ago`
 * (`15m`, `1h30`); each at most once, without control characters, and nothing else. Fails with
 * `validation` and names the part.
 */
export function parseDeepLink(link: string): Result<StartLink> {
  const begin = /^stint:\/\/start\/?(?:\?(?<query>[^#]*))?$/i.exec(link)
  if (link.length > longest || begin === null) {
    return refuse('link', 'Stint links look like stint://start?project=WEB&task=Design')
  }
  const parameters = pairsOf(begin.groups?.['query'] ?? '')
  if (!parameters) return refuse('link', 'In a link, “%” must be followed by two hex digits')
  const asked: StartLink = {}
  const names = parameters.map(([name]) => name)
  for (const [name, value] of parameters) {
    if (!isPart(name)) return refuse(name, `A link can’t have ${JSON.stringify(name)}`)
    if (names.indexOf(name) !== names.lastIndexOf(name)) {
      return refuse(name, `A link can have ${name} only once`)
    }
    const text = value.trim()
    if (text === '' || text.length > parts[name] || !/^\P{Control}*$/u.test(text)) {
      return refuse(name, `${name} must be 1 to ${parts[name]} characters of plain text`)
    }
    if (name === 'at') {
      const at = parseClock(text)
      if (at === undefined) return refuse(name, '“at” must be a time, like 9:30')
      asked.at = at
    } else if (name === 'ago') {
      const ago = parseDuration(text)
      if (ago === undefined || ago > 1_440) {
        return refuse(name, '“ago” must be a duration of up to a day, like 15m or 1h30')
      }
      asked.ago = ago
    } else {
      asked[name] = text
    }
  }
  return asked.at !== undefined && asked.ago !== undefined
    ? refuse('ago', 'Use either “at” or “ago”, not both')
    : ok(asked)
}

/** Returns the page of the app that asks whether to do what the link says. */
export function toLinkPage({ at, ago, ...texts }: StartLink): string {
  const minute = (at ?? 0) % 60
  const parameters = {
    ...texts,
    at: at === undefined ? undefined : `${Math.floor(at / 60)}:${String(minute).padStart(2, '0')}`,
    ago: ago === undefined ? undefined : `${ago}m`,
  }
  const query = Object.entries(parameters)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${encodeURIComponent(value!)}`)
    .join('&')
  return query === '' ? '/link' : `/link?${query}`
}

/**
 * The inverse: parses the request in a page path such as `/link?project=WEB`, as strictly as the
 * link itself, since the path may have been typed and not come from the host.
 */
export const parseLinkPage = (path: string): Result<StartLink> =>
  parseDeepLink(path.replace(/^\/link(?=[?#]|$)/, 'stint://start'))

/** Parses form-encoded names and values; undefined where they are malformed. */
function pairsOf(query: string): [string, string][] | undefined {
  const plain = (text: string) => decodeURIComponent(text.replaceAll('+', ' '))
  try {
    return query
      .split('&')
      .filter((pair) => pair !== '')
      .map((pair) => {
        const [name = '', ...value] = pair.split('=')
        return [plain(name), plain(value.join('='))]
      })
  } catch {
    return undefined
  }
}

const isPart = (name: string): name is keyof typeof parts => Object.hasOwn(parts, name)

const refuse = (field: string, text: string): Result<never> =>
  failFields('validation', text, { [field]: [text] })
