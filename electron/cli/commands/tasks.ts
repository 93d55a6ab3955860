import { taskSortKeys, type Task } from '#shared/resources/task.ts'
import { referenceValues } from '#shared/rules/concurrent-edits.ts'
import { referenceCommand } from '../reference-command.ts'
import { t } from '../language.ts'

export const tasksCommand = referenceCommand<Task>({
  one: 'task',
  sortKeys: taskSortKeys,
  fields: [{ flag: 'name', help: 'TEXT', takes: 'text' }],
  columns: () => [{ title: t('Name'), value: ({ name }) => name, flexible: true }],
  line: ({ name }) => name,
  list: (client, input) => client.call('tasks.list', input),
  show: (client, local) => client.call('tasks.show', { local }),
  add: (client, input) => client.call('tasks.add', input as never),
  values: referenceValues.task,
  update: (client, edit) => client.call('tasks.update', edit),
  remove: (client, local) => client.call('tasks.delete', { local }),
})
