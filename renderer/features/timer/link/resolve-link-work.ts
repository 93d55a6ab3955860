/** Resolves the work that a link asks the timer to start, using the known projects and tasks. */
import { civilAt, toInstant } from '#shared/rules/calendar.ts'
import type { StartLink } from '#shared/rules/deep-link.ts'
import { type ProjectOption, type TaskOption, findByToken } from '../parse-work.ts'

export interface LinkWork<Project, Task> {
  project: Project | undefined
  task: Task | undefined
  /** Includes unknown names. */
  notes: string
  unknown: string[]
  /** Epoch milliseconds; undefined means now. */
  at: number | undefined
  /** The link names a time in the future. */
  untimely: boolean
}

export function resolveLinkWork<Project extends ProjectOption, Task extends TaskOption>(
  link: StartLink,
  projects: readonly Project[],
  tasks: readonly Task[],
  now: number,
  zone: string,
): LinkWork<Project, Task> {
  const project = link.project === undefined ? undefined : findByToken(projects, link.project)
  const task = link.task === undefined ? undefined : findByToken(tasks, link.task)
  const unknown = [project ? undefined : link.project, task ? undefined : link.task].filter(
    (name) => name !== undefined,
  )
  const begin = beginOf(link, now, zone)
  const untimely = begin !== undefined && begin > now
  return {
    project,
    task,
    notes: [link.notes, ...unknown].filter(Boolean).join(' '),
    unknown,
    at: untimely ? undefined : begin,
    untimely,
  }
}

function beginOf({ at, ago }: StartLink, now: number, zone: string): number | undefined {
  if (ago !== undefined) return now - ago * 60_000
  return at === undefined ? undefined : toInstant(civilAt(now, zone).date, at, zone)
}
