/** What a link asks the timer to start on: `/link?project=WEB&task=Design&notes=…&ago=15m`. */
import { minutesInDay } from '#shared/rules/calendar.ts'
import { readStart } from '../start-text.ts'
import { type NamedProject, type NamedTask, named } from '../work-text.ts'

export interface LinkWork<Project, Task> {
  project: Project | undefined
  task: Task | undefined
  /** Names that are not known here stand in the notes. */
  notes: string
  unknown: string[]
  /** Epoch milliseconds; undefined for now. */
  at: number | undefined
  /** The link names a time that cannot be used: to come, too long ago, or none at all. */
  untimely: boolean
}

/** Longest notes that a link may bring. */
const longestNotes = 1000

const textOf = (value: unknown): string => {
  const first: unknown = Array.isArray(value) ? value[0] : value
  return typeof first === 'string' ? first.trim() : ''
}

/** An instant, a time of day of today or yesterday, or so long ago: within a day. */
function instantIn(text: string, now: number, zone: string): number | undefined {
  const isInstant = /^\d{4}-\d{2}-\d{2}T/.test(text)
  const instant = isInstant ? Date.parse(text) : readStart(text, now, zone)
  if (instant === undefined || Number.isNaN(instant)) return undefined
  return instant <= now && now - instant <= minutesInDay * 60_000 ? instant : undefined
}

export function linkWork<Project extends NamedProject, Task extends NamedTask>(
  query: Readonly<Record<string, unknown>>,
  projects: readonly Project[],
  tasks: readonly Task[],
  now: number,
  zone: string,
): LinkWork<Project, Task> {
  const [projectName, taskName] = [textOf(query['project']), textOf(query['task'])]
  const project = projectName ? named(projects, projectName) : undefined
  const task = taskName ? named(tasks, taskName) : undefined
  const unknown = [
    ...(projectName && !project ? [projectName] : []),
    ...(taskName && !task ? [taskName] : []),
  ]
  const time = textOf(query['at']) || textOf(query['ago'])
  const at = time ? instantIn(time, now, zone) : undefined
  return {
    project,
    task,
    notes: [textOf(query['notes']), ...unknown].filter(Boolean).join(' ').slice(0, longestNotes),
    unknown,
    at,
    untimely: time !== '' && at === undefined,
  }
}
