/** Messages about projects and tasks, and about adding them. */

export const project = {
  label: 'Project',
  choose: 'Choose a project',
  none: 'No results',
  add: 'Add project…',
  addNamed: 'Add project “{text}”',
  addButton: 'Add project',
  code: 'Code',
  increment: '{minutes} min',
  incrementLabel: 'Increment',
  currency: 'Currency',
  staysHere: 'Stays on this computer. Its entries won’t sync until it’s on the service.',
} as const

export const task = {
  label: 'Task',
  choose: 'Choose a task',
  none: 'No results',
  add: 'Add task…',
  addNamed: 'Add task “{text}”',
  addButton: 'Add task',
  staysHere: 'Stays on this computer. Its entries won’t sync until it’s on the service.',
} as const

export const add = {
  name: 'Name',
  remoteId: 'Service ID',
  way: 'Source',
  new: 'Create new',
  known: 'Use service ID',
  idHint: 'A number. The name appears after the next sync.',
  idNeeded: 'Enter a whole number, 1 or higher',
} as const
