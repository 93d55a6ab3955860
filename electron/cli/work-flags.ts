/**
 * Resolves project and task as people and scripts name them: by id in a flag, by code or name in a
 * text.
 */
import type { ParseArgsOptionsConfig } from 'node:util'
import { ok, type Result } from '#shared/errors.ts'
import type { Page } from '#shared/resources/page.ts'
import type { Project } from '#shared/resources/project.ts'
import type { Task } from '#shared/resources/task.ts'
import { fold } from '#shared/rules/search-text.ts'
import type { CoreClient } from './core-client.ts'
import type { CommandContext } from './command.ts'
import { resolveLocalId, textFlag } from './parse-values.ts'
import { rejectField, t } from './language.ts'

export const workFlags = {
  'project-id': { type: 'string' },
  'task-id': { type: 'string' },
  notes: { type: 'string' },
} as const satisfies ParseArgsOptionsConfig

export interface WorkInput {
  project?: number | null
  task?: number | null
  notes?: string
}

/** Reads project, task and notes from the flags; `none` removes a project or task. */
export async function readWorkFlags(
  client: CoreClient,
  context: CommandContext,
): Promise<Result<WorkInput>> {
  const project = await referenceFlag(client, context, 'project')
  if (!project.ok) return project
  const task = await referenceFlag(client, context, 'task')
  if (!task.ok) return task
  const notes = textFlag(context, 'notes')
  return ok({
    ...(project.value === undefined ? {} : { project: project.value }),
    ...(task.value === undefined ? {} : { task: task.value }),
    ...(notes === undefined ? {} : { notes }),
  })
}

async function referenceFlag(
  client: CoreClient,
  context: CommandContext,
  resource: 'project' | 'task',
): Promise<Result<number | null | undefined>> {
  const flag = `${resource}-id`
  const text = textFlag(context, flag)
  if (text === undefined) return ok(undefined)
  return text === 'none' ? ok(null) : resolveLocalId(client, resource, text, flag)
}

/**
 * Finds the project that `#name` means: by its code, its name, or the beginning of either. Of
 * several with this very code or name it takes the one last used, and notes which that is.
 */
export const findProjectByName = (
  client: CoreClient,
  name: string,
  note: CommandContext['note'],
): Promise<Result<number>> =>
  named<Project>({
    name,
    what: 'project',
    read: (page) => client.call('projects.list', { limit: 100, page }),
    keys: (project) => [project.code, project.name],
    async choose(projects) {
      const uses = await client.call('timer.lastUses')
      if (!uses.ok) return uses
      const used = new Map(uses.value.project.map(({ local, lastUsed }) => [local, lastUsed]))
      const [chosen] = projects
        .filter(({ local }) => used.has(local))
        .toSorted((one, other) => used.get(other.local)! - used.get(one.local)!)
      if (!chosen) return ok(undefined)
      const whose = chosen.client ? ` (${chosen.client.name})` : ''
      const text = t('{count} projects are named “{name}”. Took the one last used, “{chosen}”', {
        count: projects.length,
        name,
        chosen: chosen.name,
      })
      note(`${text}${whose}`)
      return ok(chosen)
    },
  })

/** Finds the task that `@name` means: by its name, or the beginning of it. */
export const findTaskByName = (client: CoreClient, name: string): Promise<Result<number>> =>
  named<Task>({
    name,
    what: 'task',
    read: (page) => client.call('tasks.list', { limit: 100, page }),
    keys: (task) => [task.name],
  })

interface Named {
  local: number
  name: string
  deleted: boolean
}

async function named<Item extends Named>({
  name,
  what,
  read,
  keys,
  choose,
}: {
  name: string
  what: 'project' | 'task'
  read(page: number): Promise<Result<Page<Item>>>
  keys(item: Item): string[]
  /** Chooses among several with exactly this name; undefined where none is likelier. */
  choose?(items: Item[]): Promise<Result<Item | undefined>>
}): Promise<Result<number>> {
  const wanted = fold(name)
  // `@client-call` also means “client call”: a space would need quotes.
  const spaced = wanted.replaceAll('-', ' ')
  const matches: { exact: Item[]; begun: Item[] } = { exact: [], begun: [] }
  for (let page = 1, last = 1; page <= last; page += 1) {
    const items = await read(page)
    if (!items.ok) return items
    last = items.value.last_page
    for (const item of items.value.data) {
      const folded = item.deleted ? [] : keys(item).map(fold)
      if (folded.some((key) => key === wanted || key === spaced)) matches.exact.push(item)
      else if (folded.some((key) => key.startsWith(wanted) || key.startsWith(spaced))) {
        matches.begun.push(item)
      }
    }
  }
  const found = matches.exact.length > 0 ? matches.exact : matches.begun
  if (found.length === 1) return ok(found[0]!.local)
  if (matches.exact.length > 1 && choose) {
    const chosen = await choose(matches.exact)
    if (!chosen.ok) return chosen
    if (chosen.value) return ok(chosen.value.local)
  }
  const field = `${what}_id`
  return found.length === 0
    ? rejectField(field, 'No {kind} named “{name}”. See `{command}`', {
        kind: what,
        name,
        command: `stint ${what}s list`,
      })
    : rejectField(
        field,
        '“{text}” could be {choices}. Name one of them, or use its ID with {flag}',
        {
          text: name,
          choices: found
            .slice(0, 5)
            .map((item) => t('“{name}”', { name: item.name }))
            .join(', '),
          flag: `--${what}-id`,
        },
      )
}
