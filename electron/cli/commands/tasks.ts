import { taskSortKeys, type Task } from '#shared/resources/task.ts'
import { referenceCommand } from '../reference-command.ts'

export const tasks = referenceCommand<Task>({
  one: 'task',
  sortKeys: taskSortKeys,
  fields: [{ flag: 'name', help: 'TEXT', takes: 'text' }],
  columns: [{ title: 'Name', value: ({ name }) => name, flexible: true }],
  line: ({ name }) => name,
  list: (client, input) => client.call('tasks.list', input),
  show: (client, local) => client.call('tasks.show', { local }),
  add: (client, input) => client.call('tasks.add', input as never),
  update: (client, local, set) => client.call('tasks.update', { local, set }),
  remove: (client, local) => client.call('tasks.delete', { local }),
})
