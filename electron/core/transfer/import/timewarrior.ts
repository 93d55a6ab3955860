/**
 * Reads Timewarrior: the output of `timew export`, and the files of its data folder
 * (`2026-11.data`). Both are in UTC. A tag that matches a project here (by code or name) is the
 * project, one that matches a task the task; otherwise the first tag is the project and the second
 * the task. The remaining tags go into the notes.
 */
import { civilAt } from '#shared/rules/calendar.ts'
import { parseJson } from '#shared/rules/parse-json.ts'
import { fold } from '#shared/rules/search-text.ts'
import type {
  ParsedLine,
  ImportEnvironment,
  ParsedProject,
  ImportReadOptions,
  ImportReader,
} from './parsed-lines.ts'
import { createBufferedText } from './buffered-text.ts'
import { readTextLines } from './line-reader.ts'
import { importedNotes, toParsedTask } from './row-values.ts'
import { describeNestingProblem } from './text-problem.ts'

interface Interval {
  start?: string
  end?: string
  tags?: string[]
  annotation?: string
}

/** Folded codes and names of existing records. */
export interface KnownReferenceNames {
  codes: ReadonlySet<string>
  projects: ReadonlySet<string>
  tasks: ReadonlySet<string>
}

export function createTimewarriorReader(
  options: ImportReadOptions,
  machine: ImportEnvironment,
  known: KnownReferenceNames,
): ImportReader {
  const whole = createBufferedText()
  const zone = options.zone ?? machine.zone
  return {
    feed: (piece) => whole.add(piece),
    problem() {
      const [first] = readTextLines(whole.pieces())
      if (!first) return 'The file is empty'
      if (isWrittenByLine(whole.pieces())) return undefined
      const intervals = parsedWhole(whole.pieces())
      return typeof intervals === 'string' ? intervals : undefined
    },
    rules: () => [
      `UTC times are converted to ${zone}`,
      'A tag that matches a project or task here is used for it. Otherwise, the first tag is the project and the second is the task. Other tags go into the notes',
    ],
    columns: () => [],
    people: () => [],
    *readParsedLines() {
      const intervals = isWrittenByLine(whole.pieces())
        ? byLine(whole.pieces())
        : (parsedWhole(whole.pieces()) as PlacedInterval[])
      for (const { line, interval } of intervals) {
        yield interval
          ? entryOf(line, interval, zone, known, options)
          : { is: 'bad', line, reason: 'isn’t an interval' }
      }
    },
  }
}

const notOurs = 'This isn’t output from `timew export` or a file from Timewarrior’s data folder'

/** An interval, if it can be read, with its line, or its place in a file that has no lines. */
interface PlacedInterval {
  line: number
  interval: Interval | undefined
}

/** True for a data file, and for an export as Timewarrior writes it: an object a line. */
function isWrittenByLine(pieces: Iterable<string>): boolean {
  let isExport = false
  for (const { text } of readTextLines(pieces)) {
    if (text.startsWith('inc ')) return true
    if (isExport) return text === ']' || /^\{.*\},?$/.test(text)
    if (text === '[]') return true
    if (text !== '[') return false
    isExport = true
  }
  return false
}

function* byLine(pieces: Iterable<string>): Iterable<PlacedInterval> {
  for (const { line, text } of readTextLines(pieces)) {
    if (text === '[' || text === ']' || text === '[]') continue
    yield { line, interval: text.startsWith('inc ') ? ofDataFile(text) : ofExport(text) }
  }
}

/** Parses an export that was reformatted, or says what is wrong with it. */
function parsedWhole(pieces: Iterable<string>): PlacedInterval[] | string {
  const json = [...pieces].join('').replace(/^\uFEFF/, '')
  try {
    const values = parseJson(json)
    if (!Array.isArray(values)) return notOurs
    return values.map((value, place) => ({ line: place + 1, interval: toInterval(value) }))
  } catch {
    return describeNestingProblem(json) ?? notOurs
  }
}

const toInterval = (value: unknown): Interval | undefined =>
  typeof value === 'object' && value !== null ? value : undefined

/** Parses a line of an export: an object a line, between brackets and commas. */
function ofExport(text: string): Interval | undefined {
  const plain = text
    .replace(/^\[\s*/, '')
    .replace(/,$/, '')
    .replace(/\}\s*\]$/, '}')
  try {
    return toInterval(parseJson(plain))
  } catch {
    return undefined
  }
}

const dataLine = /^inc(?: (\d{8}T\d{6}Z))?(?: - (\d{8}T\d{6}Z))?(?: # ?(.*))?$/

/** Parses `inc 20261110T090000Z - 20261110T101530Z # "Web shop" design # "an annotation"`. */
function ofDataFile(text: string): Interval | undefined {
  const [matched, start, end, rest = ''] = dataLine.exec(text) ?? []
  if (matched === undefined || start === undefined) return undefined
  const words = [...rest.matchAll(/"((?:[^"\\]|\\.)*)"|(\S+)/g)].map(([whole, quoted]) => ({
    isMark: whole === '#',
    text: quoted === undefined ? whole : quoted.replaceAll(/\\(.)/g, '$1'),
  }))
  const mark = words.findIndex(({ isMark }) => isMark)
  const of = (part: typeof words) => part.map(({ text }) => text)
  // Sorted as in the export: what a tag becomes depends on its position.
  const tags = of(mark === -1 ? words : words.slice(0, mark)).toSorted()
  const annotation = mark === -1 ? '' : of(words.slice(mark + 1)).join(' ')
  return { start, ...(end === undefined ? {} : { end }), tags, annotation }
}

function instantIn(text: string | undefined): number | undefined {
  const match = /^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z$/.exec(text ?? '')
  if (!match) return undefined
  const [, year, month, day, hour, minute, second] = match
  const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  return Number.isNaN(at) ? undefined : at
}

function entryOf(
  line: number,
  { start, end, tags = [], annotation = '' }: Interval,
  zone: string,
  known: KnownReferenceNames,
  options: ImportReadOptions,
): ParsedLine {
  const from = instantIn(start)
  if (from === undefined)
    return { is: 'bad', line, reason: `start: “${start ?? ''}” isn’t a timestamp` }
  if (end === undefined) return { is: 'left', line, reason: 'is still running' }
  const until = instantIn(end)
  if (until === undefined) return { is: 'bad', line, reason: `end: “${end}” isn’t a timestamp` }
  if (until <= from) return { is: 'bad', line, reason: 'has a duration of 0' }
  const { project, task, rest } = namesIn(tags, known)
  const { date, minute } = civilAt(from, zone)
  return {
    is: 'time',
    line,
    date,
    start: minute,
    seconds: (until - from) / 1000,
    project: projectOf(project, known),
    task: toParsedTask(task ?? options.task ?? ''),
    notes: importedNotes([...rest.map((tag) => `#${tag}`), annotation].filter(Boolean).join(' ')),
    segments: [{ started_at: from, stopped_at: until, zone }],
  }
}

function projectOf(tag: string | undefined, { codes }: KnownReferenceNames): ParsedProject | null {
  if (tag === undefined) return null
  return { name: tag, code: codes.has(fold(tag)) ? tag : '', client: null }
}

function namesIn(tags: readonly string[], { codes, projects, tasks }: KnownReferenceNames) {
  const left = tags.map((tag) => tag.trim()).filter(Boolean)
  const take = (isMeant: (tag: string) => boolean) => {
    const at = left.findIndex(isMeant)
    return at === -1 ? undefined : left.splice(at, 1)[0]
  }
  const knownProject = take((tag) => codes.has(fold(tag)) || projects.has(fold(tag)))
  const knownTask = take((tag) => tasks.has(fold(tag)))
  const project = knownProject ?? left.shift()
  const task = knownTask ?? left.shift()
  return { project, task, rest: left }
}
