import type { ParseArgsOptionsConfig } from 'node:util'
import { fail, ok, type Result } from '#shared/errors.ts'
import { taskSortKeys, type Task } from '#shared/resources/task.ts'
import { withAccount, type Client } from '../client.ts'
import type { Answer, Command, Context } from '../command.ts'
import { actionNamed, type Action } from '../group.ts'
import { listFlags, listHelp, listInput } from '../listing.ts'
import { harmless, table } from '../table.ts'
import { pageText } from '../texts.ts'
import { idWord, noWords, numberFlag, textFlag } from '../values.ts'

export const tasks: Command = {
  help: `stint tasks list|add|show …

stint tasks list${listHelp(taskSortKeys)}

stint tasks add
  --name NAME        a task of this machine
  --id N             the one that the service calls N

stint tasks show ID             an id of this machine, or remote:ID`,
  flags: {
    ...listFlags,
    id: { type: 'string' },
    name: { type: 'string' },
  } as const satisfies ParseArgsOptionsConfig,
  run(context) {
    const [verb, ...words] = context.words
    const action = actionNamed(verbs, verb)
    if (action === undefined) {
      return Promise.resolve(fail('usage', 'Which one? `stint tasks list`, add or show'))
    }
    return withAccount(context, (client) => action(client, { ...context, words }))
  },
}

const verbs = { list, add, show } satisfies Record<string, Action>

async function list(client: Client, context: Context): Promise<Result<Answer>> {
  const words = noWords(context.words)
  if (!words.ok) return words
  const input = listInput(context, taskSortKeys)
  if (!input.ok) return input
  const page = await client.call('tasks.list', input.value)
  if (!page.ok) return page
  const text = pageText(page.value, 'No tasks: `stint tasks add` adds one', () =>
    table(
      page.value.data,
      [
        { title: 'Id', value: ({ local }) => String(local), align: 'right' },
        { title: 'Name', value: ({ name }) => name, flexible: true },
        { title: '', value: ({ id }) => (id === null ? 'only here' : '') },
      ],
      context.width,
    ),
  )
  return ok({ json: page.value, text })
}

async function show(client: Client, { words }: Context): Promise<Result<Answer>> {
  const local = await idWord(client, 'task', words, 'stint tasks show 3')
  return local.ok ? answered(await client.call('tasks.show', { local: local.value })) : local
}

async function add(client: Client, context: Context): Promise<Result<Answer>> {
  const words = noWords(context.words)
  if (!words.ok) return words
  const remote = numberFlag(context, 'id')
  if (!remote.ok) return remote
  const name = textFlag(context, 'name')
  if (remote.value !== undefined) {
    if (name !== undefined) return fail('usage', 'Either --id or --name, not both')
    return answered(await client.call('tasks.add', { remote: remote.value }))
  }
  if (name === undefined) return fail('usage', 'Needs --name for a new task, or --id of one')
  return answered(await client.call('tasks.add', { name }))
}

const answered = (task: Result<Task>): Result<Answer> =>
  task.ok
    ? ok({ json: task.value, text: harmless(`${task.value.local}  ${task.value.name}`) })
    : task
