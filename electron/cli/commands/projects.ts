import type { ParseArgsOptionsConfig } from 'node:util'
import { fail, ok, type Result } from '#shared/errors.ts'
import { projectSortKeys, type Project } from '#shared/resources/project.ts'
import { withAccount, type Client } from '../client.ts'
import type { Answer, Command, Context } from '../command.ts'
import { actionNamed, type Action } from '../group.ts'
import { listFlags, listHelp, listInput } from '../listing.ts'
import { harmless, table } from '../table.ts'
import { pageText } from '../texts.ts'
import { idWord, noWords, numberFlag, textFlag } from '../values.ts'

export const projects: Command = {
  help: `stint projects list|add|show …

stint projects list${listHelp(projectSortKeys)}

stint projects add
  --name NAME [--code CODE] [--increment MINUTES] [--currency EUR]
                     a project of this machine
  --id N [--increment MINUTES]
                     the one that the service calls N

stint projects show ID          an id of this machine, or remote:ID`,
  flags: {
    ...listFlags,
    id: { type: 'string' },
    name: { type: 'string' },
    code: { type: 'string' },
    increment: { type: 'string' },
    currency: { type: 'string' },
  } as const satisfies ParseArgsOptionsConfig,
  run(context) {
    const [verb, ...words] = context.words
    const action = actionNamed(verbs, verb)
    if (action === undefined) {
      return Promise.resolve(fail('usage', 'Which one? `stint projects list`, add or show'))
    }
    return withAccount(context, (client) => action(client, { ...context, words }))
  },
}

const verbs = { list, add, show } satisfies Record<string, Action>

async function list(client: Client, context: Context): Promise<Result<Answer>> {
  const words = noWords(context.words)
  if (!words.ok) return words
  const input = listInput(context, projectSortKeys)
  if (!input.ok) return input
  const page = await client.call('projects.list', input.value)
  if (!page.ok) return page
  const text = pageText(page.value, 'No projects: `stint projects add` adds one', () =>
    table(
      page.value.data,
      [
        { title: 'Id', value: ({ local }) => String(local), align: 'right' },
        { title: 'Code', value: ({ code }) => code, flexible: true },
        { title: 'Name', value: ({ name }) => name, flexible: true },
        { title: 'Client', value: ({ client }) => client?.name ?? '', flexible: true },
        { title: 'Increment', value: ({ increment }) => `${increment} min`, align: 'right' },
        { title: '', value: ({ id }) => (id === null ? 'only here' : '') },
      ],
      context.width,
    ),
  )
  return ok({ json: page.value, text })
}

async function show(client: Client, { words }: Context): Promise<Result<Answer>> {
  const local = await idWord(client, 'project', words, 'stint projects show 3')
  return local.ok ? answered(await client.call('projects.show', { local: local.value })) : local
}

async function add(client: Client, context: Context): Promise<Result<Answer>> {
  const words = noWords(context.words)
  if (!words.ok) return words
  const remote = numberFlag(context, 'id')
  if (!remote.ok) return remote
  const name = textFlag(context, 'name')
  if (remote.value !== undefined) {
    const strange = ['name', 'code', 'currency'].find((flag) => context.flags[flag] !== undefined)
    if (strange) return fail('usage', `--id takes --increment along, not --${strange}`)
    const known = numberFlag(context, 'increment')
    if (!known.ok) return known
    return answered(
      await client.call('projects.add', { remote: remote.value, increment: known.value }),
    )
  }
  if (name === undefined) return fail('usage', 'Needs --name for a new project, or --id of one')
  const increment = numberFlag(context, 'increment')
  if (!increment.ok) return increment
  const code = textFlag(context, 'code')
  const currency = textFlag(context, 'currency')
  return answered(
    await client.call('projects.add', {
      name,
      ...(code === undefined ? {} : { code }),
      ...(increment.value === undefined ? {} : { increment: increment.value }),
      ...(currency === undefined ? {} : { currency }),
    }),
  )
}

function answered(project: Result<Project>): Result<Answer> {
  if (!project.ok) return project
  const { local, name, code, increment, currency } = project.value
  const parts = [name, code, `increments of ${increment} min`, currency ?? '']
  return ok({
    json: project.value,
    text: harmless(`${local}  ${parts.filter(Boolean).join(', ')}`),
  })
}
