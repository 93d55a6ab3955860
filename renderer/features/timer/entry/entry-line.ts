/**
 * One line that says what was done, when, and for how long: `15m design #WEB @call`, `9-10:30`,
 * `yesterday`. Pure: what the line says, which of its words say it, and when that was.
 */
import { addDays, civilAt } from '#shared/rules/calendar.ts'
import { parseEntryText } from '#shared/rules/entry-text.ts'
import { type NamedProject, type NamedTask, named, type Token } from '../work-text.ts'

/** What a name after `#` or `@` stands for, and how names that were completed are remembered. */
export interface Names<Project extends NamedProject, Task extends NamedTask> {
  projects: readonly Project[]
  tasks: readonly Task[]
  /** Local ids of what was chosen from the list, by sign and name. */
  chosen: ReadonlyMap<string, number>
}

export interface ReadLine<Project, Task> {
  project: Project | undefined
  task: Task | undefined
  /** Includes names that are not known, so that nothing typed is lost. */
  notes: string
  minutes: number | undefined
  /** Minutes of the day, when the line names them. */
  from: number | undefined
  day: 'today' | 'yesterday' | undefined
}

/** A piece of the line as it stands there. `unknown`: a name that stays in the notes. */
export interface Mark {
  text: string
  is: 'plain' | 'time' | 'project' | 'task' | 'unknown'
}

function find<Item extends NamedProject | NamedTask>(
  items: readonly Item[],
  sign: '#' | '@',
  name: string | undefined,
  chosen: ReadonlyMap<string, number>,
): Item | undefined {
  if (name === undefined) return undefined
  const local = chosen.get(sign + name)
  return items.find((item) => item.local === local) ?? named(items, name)
}

export function readLine<Project extends NamedProject, Task extends NamedTask>(
  text: string,
  { projects, tasks, chosen }: Names<Project, Task>,
): ReadLine<Project, Task> {
  const read = parseEntryText(text)
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
    from: read.from,
    day: read.day,
  }
}

const pieces = /\\?[#@]"[^"]*"|\S+|\s+/gu

/**
 * The line in pieces that together are the line. Of each kind of word the first one counts.
 * @param typing where a name begins that is still being typed: it is not called unknown yet
 */
export function marksOf<Project extends NamedProject, Task extends NamedTask>(
  text: string,
  { projects, tasks, chosen }: Names<Project, Task>,
  typing?: number,
): Mark[] {
  const taken = new Set<string>()
  const isOf = (piece: string, at: number): Mark['is'] => {
    const { notes, ...parts } = parseEntryText(piece)
    const kinds = Object.keys(parts)
    if (kinds.length === 0 || notes !== '' || kinds.some((kind) => taken.has(kind))) return 'plain'
    kinds.forEach((kind) => taken.add(kind))
    const unknown = at === typing ? 'task' : 'unknown'
    if (parts.project !== undefined)
      return find(projects, '#', parts.project, chosen) ? 'project' : unknown
    if (parts.task !== undefined) return find(tasks, '@', parts.task, chosen) ? 'task' : unknown
    return 'time'
  }
  return [...text.matchAll(pieces)].map(({ 0: piece, index }) => ({
    text: piece,
    is: isOf(piece, index),
  }))
}

/** The line with the token at its caret completed, a blank behind it, and where the caret is then. */
export function completed(
  text: string,
  { sign, from, to }: Token,
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

export interface When {
  /** Civil date. */
  date: string
  /** Minutes of the day. */
  from: number
  /** Exact minutes. */
  minutes: number
}

/** When the work was: as the line says, or so long until now. Undefined while it says no length. */
export function whenWas(
  { minutes, from, day }: Pick<ReadLine<unknown, unknown>, 'minutes' | 'from' | 'day'>,
  now: number,
  zone: string,
): When | undefined {
  if (minutes === undefined) return undefined
  const dayOf = (date: string) => (day === 'yesterday' ? addDays(date, -1) : date)
  if (from !== undefined) return { date: dayOf(civilAt(now, zone).date), from, minutes }
  const began = civilAt(now - minutes * 60_000, zone)
  return { date: dayOf(began.date), from: began.minute, minutes }
}
