/**
 * Links into the app that other programs may hand over: `stint://start?project=WEB&task=Design`.
 * Anybody can make one, so it is read strictly and never acts: the app shows a page that asks.
 */
import { fail, ok, type Result } from '../errors.ts'
import { parseClock, parseDuration } from './entry-text.ts'

/** A timer that a link would like to start. */
export interface StartLink {
  /** Code or name, as written in the link. */
  project?: string
  task?: string
  notes?: string
  /** Minute of today at which it began. */
  at?: number
  /** Minutes ago at which it began. */
  ago?: number
}

const longest = 2_000
/** The most characters of each part. */
const parts = { project: 200, task: 200, notes: 1_000, at: 5, ago: 10 } as const

/**
 * Reads `stint://start?…` with `project`, `task`, `notes`, and `at` (`9:30`, today) or `ago`
 * (`15m`, `1h30`); each once, none with control characters, nothing else. Refuses with
 * `validation` and names the part.
 */
export function readDeepLink(link: string): Result<StartLink> {
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

/** The page of the app that asks whether to do what the link says. */
export function pageOfLink({ at, ago, ...texts }: StartLink): string {
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
 * The other way round: what a page such as `/link?project=WEB` asks for, read as strictly as the
 * link itself. Whoever types an address may have made it, not the host.
 */
export const readLinkPage = (path: string): Result<StartLink> =>
  readDeepLink(path.replace(/^\/link(?=[?#]|$)/, 'stint://start'))

/** Names and values as forms write them; undefined where they cannot be read. */
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
  fail('validation', text, { [field]: [text] })
