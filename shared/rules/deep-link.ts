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
    return refuse('link', 'Stint knows links of the form stint://start?project=WEB&task=Design')
  }
  const parameters = pairsOf(begin.groups?.['query'] ?? '')
  if (!parameters) return refuse('link', 'A link has % before two digits of a character alone')
  const asked: StartLink = {}
  const names = parameters.map(([name]) => name)
  for (const [name, value] of parameters) {
    if (!isPart(name)) return refuse(name, `A link has no part ${JSON.stringify(name)}`)
    if (names.indexOf(name) !== names.lastIndexOf(name)) {
      return refuse(name, `A link has ${name} once`)
    }
    const text = value.trim()
    if (text === '' || text.length > parts[name] || !/^\P{Control}*$/u.test(text)) {
      return refuse(name, `Needs 1 to ${parts[name]} characters of plain text in ${name}`)
    }
    if (name === 'at') {
      const at = parseClock(text)
      if (at === undefined) return refuse(name, 'Needs a time of day such as 9:30 in at')
      asked.at = at
    } else if (name === 'ago') {
      const ago = parseDuration(text)
      if (ago === undefined || ago > 1_440) {
        return refuse(name, 'Needs a length of at most a day, such as 15m or 1h30, in ago')
      }
      asked.ago = ago
    } else {
      asked[name] = text
    }
  }
  return asked.at !== undefined && asked.ago !== undefined
    ? refuse('ago', 'Needs either at or ago')
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
