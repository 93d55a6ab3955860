/** Words about projects and tasks, and about adding them. */

export const project = {
  label: 'Project',
  choose: 'Choose a project',
  none: 'No project is called that',
  add: 'Add project …',
  addNamed: 'Add project “{text}”',
  addButton: 'Add project',
  name: 'Name',
  code: 'Code',
  increment: '{minutes} min',
  incrementLabel: 'Increment',
  currency: 'Currency',
  remoteId: 'The project’s id on the service',
  staysHere: 'It stays on this machine. Its entries are not sent until the service knows it.',
} as const

export const task = {
  label: 'Task',
  choose: 'Choose a task',
  none: 'No task is called that',
  add: 'Add task …',
  addNamed: 'Add task “{text}”',
  addButton: 'Add task',
  name: 'Name',
  remoteId: 'The task’s id on the service',
  staysHere: 'It stays on this machine. Its entries are not sent until the service knows it.',
} as const

export const add = {
  way: 'Where it is from',
  new: 'New, here',
  known: 'Known to the service',
  idHint: 'A number. Its name arrives with the next sync.',
  idNeeded: 'Needs a whole number from 1',
} as const
