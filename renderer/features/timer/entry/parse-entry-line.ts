/**
 * Parses a line that says what was done, when, and for how long: `15m design #WEB @call`,
 * `9-10:30`, `yesterday`; or what a timer starts on, and since when. Pure: returns the parts of the
 * line, what they mean, and the time.
 */
import { type EntryText, type LineContext, readEntryText } from '#shared/rules/entry-text.ts'
import { startOfRun } from '#shared/rules/moment-text.ts'
import {
  type ProjectOption,
  type TaskOption,
  findByToken,
  namedExactly,
  type WorkToken,
} from '../parse-work.ts'

/** The names that `#` and `@` may refer to, and the completions that were chosen. */
export interface EntryLineNames<Project extends ProjectOption, Task extends TaskOption> {
  projects: readonly Project[]
  tasks: readonly Task[]
  /** Local ids chosen from the list, by sign and name. */
  chosen: ReadonlyMap<string, number>
}

export interface ParsedEntryLine<Project, Task> extends Pick<
  EntryText,
  'minutes' | 'otherMinutes' | 'from' | 'to' | 'day'
> {
  project: Project | undefined
  task: Task | undefined
  /** Includes unknown names, so that nothing typed is lost. */
  notes: string
}

/** The work to start a timer on. */
export interface ParsedWork {
  /** Local ids. */
  project: number | null
  task: number | null
  notes: string
  /** Epoch milliseconds at which it began, if the line says so. */
  since: number | undefined
}

/** A part of the line, unchanged. `unknown`: a name or a time that stays in the notes. */
export interface LineMark {
  text: string
  is: 'plain' | 'time' | 'project' | 'task' | 'unknown'
}

function find<Item extends ProjectOption | TaskOption>(
  items: readonly Item[],
  sign: '#' | '@',
  name: string | undefined,
  chosen: ReadonlyMap<string, number>,
): Item | undefined {
  if (name === undefined) return undefined
  const local = chosen.get(sign + name)
  return items.find((item) => item.local === local) ?? findByToken(items, name)
}

/** Finds the projects that have exactly the code or name in the line, which means the first one. */
export function findSameProjects<Project extends ProjectOption>(
  text: string,
  { projects, chosen }: EntryLineNames<Project, TaskOption>,
  context: LineContext,
): Project[] {
  const { project } = readEntryText(text, context).read
  if (project === undefined || chosen.has(`#${project}`)) return []
  return namedExactly(projects, project)
}

export function parseEntryLine<Project extends ProjectOption, Task extends TaskOption>(
  text: string,
  { projects, tasks, chosen }: EntryLineNames<Project, Task>,
  context: LineContext,
): ParsedEntryLine<Project, Task> {
  const { read } = readEntryText(text, context)
  const project = find(projects, '#', read.project, chosen)
  const task = find(tasks, '@', read.task, chosen)
  const unknown = [
    read.project !== undefined && !project ? `#${read.project}` : '',
    read.task !== undefined && !task ? `@${read.task}` : '',
  ]
  return {
    project,
    task,
    notes: [read.notes, ...unknown].filter(Boolean).join(' '),
    minutes: read.minutes,
    otherMinutes: read.otherMinutes,
    from: read.from,
    to: read.to,
    day: read.day,
  }
}

const markOf = { time: 'time', day: 'time', unread: 'unknown', notes: 'plain' } as const

/**
 * Splits the line into parts, which joined are the line. Only the first word of each kind counts.
 * @param typing start of a name that is still being typed: it is not marked as unknown yet
 */
export function markEntryLine<Project extends ProjectOption, Task extends TaskOption>(
  text: string,
  { projects, tasks, chosen }: EntryLineNames<Project, Task>,
  context: LineContext,
  typing?: number,
): LineMark[] {
  const { read, words } = readEntryText(text, context)
  const isKnown = {
    project: () => find(projects, '#', read.project, chosen) !== undefined,
    task: () => find(tasks, '@', read.task, chosen) !== undefined,
  }
  const marks: LineMark[] = []
  let end = 0
  for (const { text: piece, at, is } of words) {
    if (at > end) marks.push({ text: text.slice(end, at), is: 'plain' })
    end = at + piece.length
    const unknown = at === typing ? 'task' : 'unknown'
    marks.push({
      text: piece,
      is: is === 'project' || is === 'task' ? (isKnown[is]() ? is : unknown) : markOf[is],
    })
  }
  if (end < text.length) marks.push({ text: text.slice(end), is: 'plain' })
  return marks
}

/** Completes the token at the caret and appends a space; returns the new text and caret. */
export function applyCompletion(
  text: string,
  { sign, from, to }: WorkToken,
  name: string,
): { text: string; caret: number; name: string } {
  const plain = name.replaceAll('"', '')
  const word = `${sign}${/\s|^"|[#@]/u.test(plain) ? `"${plain}"` : plain}`
  const rest = text.slice(to).replace(/^\s*/, ' ')
  return {
    text: `${text.slice(0, from)}${word}${rest}`,
    caret: from + word.length + 1,
    name: plain,
  }
}

/** The work of a line that starts a timer. */
export const workOfLine = (
  line: ParsedEntryLine<{ local: number }, { local: number }>,
  now: number,
  zone: string,
): ParsedWork => ({
  project: line.project?.local ?? null,
  task: line.task?.local ?? null,
  notes: line.notes,
  since: startOfRun(line, now, zone),
})
