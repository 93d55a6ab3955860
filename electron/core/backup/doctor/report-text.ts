/**
 * Builds the report on Stint on this computer, as a text that a person can read and pass on. It
 * contains what is needed to help, and nothing else: no token, no note, no name of a client,
 * project, colleague or account.
 */
import { toTimestamp } from '#shared/rules/calendar.ts'
import type { DoctorFinding } from '#shared/ipc/database-integrity.ts'
import type { AppState } from '#shared/ipc/call-results.ts'
import { maximum } from '#shared/rules/extremes.ts'
import { parseJson } from '#shared/rules/parse-json.ts'
import type { MachineFacts } from '../../ports.ts'

export interface ReportParts {
  /** Epoch milliseconds. */
  now: number
  state: AppState
  machine: MachineFacts | undefined
  findings: readonly DoctorFinding[]
  /** Number of rows in each table of the open account. */
  rows: readonly { name: string; rows: number }[]
  /** What `formatSupportReport` reports about the sync; null without a service. */
  sync: string | null
}

export function formatDoctorReport({
  now,
  state,
  machine,
  findings,
  rows,
  sync,
}: ReportParts): string {
  const { version, host, zone, account, trouble, settings, desktop, localApi } = state
  const { proxy, projectHues, ...plain } = settings
  const parts: [title: string, lines: string[]][] = [
    [
      `Stint ${version}, ${host}, ${toTimestamp(now)} UTC`,
      [
        'Stint sends this to nobody. Read it before you hand it on: it has no tokens, no notes, and no',
        'names of clients, projects, people or accounts; it has the address of your service.',
      ],
    ],
    ['System', table({ ...machine?.system, zone })],
    [
      'Settings',
      table({
        ...plain,
        proxy: proxy.way,
        'colors that were chosen': Object.keys(projectHues).length,
      }),
    ],
    ['Desktop', table({ ...desktop })],
    ['Local API', table({ ...localApi })],
    ['Account', table({ kind: account?.kind ?? 'none', trouble: trouble?.is ?? 'none' })],
    ['Doctor', findings.map(({ state: is, check, text }) => `${is.padEnd(8)} ${check}: ${text}`)],
    ['Rows', table(Object.fromEntries(rows.map(({ name, rows: count }) => [name, count])))],
    ['Sync', sync === null ? ['no service'] : sync.trimEnd().split('\n')],
    ['Crashes', (machine?.dumps ?? []).map(({ at, bytes }) => `${toTimestamp(at)} ${bytes} bytes`)],
    ...(machine?.logs ?? []).map(({ name, lines }): [string, string[]] => [
      `Last lines of ${name}`,
      lines.flatMap(plainLine),
    ]),
  ]
  const text = parts
    .map(([title, lines]) =>
      [`# ${title}`, '', ...(lines.length === 0 ? ['none'] : lines), ''].join('\n'),
    )
    .join('\n')
  return withoutPrivate(text, [...(machine?.private ?? []), account?.name ?? ''])
}

function table(facts: Record<string, unknown>): string[] {
  const width = maximum(Object.keys(facts).map((name) => name.length))
  return Object.entries(facts).map(([name, value]) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    return `${name.padEnd(width)}  ${text}`
  })
}

/** Log fields whose values are Stint's own words; the others may quote what a person wrote. */
const ownWords = new Set([
  'call',
  'code',
  'event',
  'is',
  'occasion',
  'path',
  'reason',
  'resource',
  'signal',
  'state',
  'type',
  'what',
])

/** Returns a line of the log without what a person or a service wrote. */
function plainLine(line: string): string[] {
  const entry = parsed(line)
  if (entry === null) return ['(a line that is none of ours)']
  const { at, level, message, ...facts } = entry
  const [more, stacks] = [[] as string[], [] as string[]]
  for (const [name, value] of Object.entries(facts)) {
    if (typeof value === 'number' || typeof value === 'boolean') more.push(`${name}=${value}`)
    else if (typeof value !== 'string') more.push(`${name}=…`)
    else if (ownWords.has(name) && /^[\w./-]{1,60}$/.test(value)) more.push(`${name}=${value}`)
    else {
      const [first, ...stack] = plainFault(value)
      more.push(`${name}=${first}`)
      for (const frame of stack) stacks.push(frame)
    }
  }
  const head = [at, level, message].map((part) => (typeof part === 'string' ? part : '…'))
  return [[...head.slice(0, 2), unquoted(head[2]!), ...more].join('  '), ...stacks]
}

/**
 * Errors whose messages come from V8, SQLite and the system, which put what they cite in quotes.
 */
const known = /^(?:TypeError|RangeError|ReferenceError|SqliteError|Error: E[A-Z]+)\b/
const mostFrames = 12

/**
 * Returns the name and the stack frames of an error, and its message only where that cannot contain
 * what a person wrote.
 */
function plainFault(text: string): string[] {
  const [first = '', ...rest] = text.split('\n')
  const frames = rest.filter((line) => /^\s+at /.test(line)).slice(0, mostFrames)
  if (known.test(first)) return [unquoted(first), ...frames]
  const [name] = /^[A-Z]\w*Error\b/.exec(first) ?? ['…']
  return [name, ...frames]
}

const unquoted = (text: string): string => text.replace(/["'`“‘«].*/s, '“…”')

function parsed(line: string): Record<string, unknown> | null {
  try {
    const value: unknown = parseJson(line)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}

const withoutPrivate = (text: string, texts: readonly string[]): string =>
  texts
    .filter((each) => each.length > 2)
    .reduce((rest, each) => rest.replaceAll(each, '…'), text)
    // The folder of an account contains the account's name.
    .replaceAll(/\baccounts[/\\][\w-]+/g, 'accounts/…')
