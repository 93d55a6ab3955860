import { projectSortKeys, type Project } from '#shared/resources/project.ts'
import { referenceValues } from '#shared/rules/concurrent-edits.ts'
import { formatDurationText } from '#shared/rules/duration-text.ts'
import { amountText, currencyHelp } from '../amount-flags.ts'
import { referenceCommand } from '../reference-command.ts'

function budgetText({ budget, budget_type, currency }: Project): string {
  if (budget === null) return ''
  return budget_type === 'minutes'
    ? `budget ${formatDurationText(budget)}`
    : `budget ${amountText(budget, currency)}`
}

const datesText = ({ start_date, end_date }: Project): string =>
  [start_date && `from ${start_date}`, end_date && `until ${end_date}`].filter(Boolean).join(' ')

export const projectsCommand = referenceCommand<Project>({
  one: 'project',
  sortKeys: projectSortKeys,
  fields: [
    { flag: 'name', help: 'TEXT', takes: 'text' },
    { flag: 'code', help: 'TEXT', takes: 'text' },
    { flag: 'description', help: 'TEXT', takes: 'text' },
    { flag: 'client-id', help: 'ID|none', takes: 'client', path: ['client'] },
    { flag: 'type', help: 'client|internal', takes: 'text' },
    { flag: 'status', help: 'incomplete|complete', takes: 'text' },
    { flag: 'increment', help: 'MINUTES', takes: 'number' },
    { flag: 'currency', help: currencyHelp, takes: 'text' },
    { flag: 'rate', help: 'AMOUNT             per hour', takes: 'amount' },
    { flag: 'budget', help: 'N|none', takes: 'nullable number' },
    { flag: 'budget-type', help: 'money|minutes|none', takes: 'nullable text' },
    { flag: 'start-date', help: 'DAY', takes: 'day' },
    { flag: 'end-date', help: 'DAY|none', takes: 'nullable day' },
  ],
  columns: [
    { title: 'Code', value: ({ code }) => code, flexible: true },
    { title: 'Name', value: ({ name }) => name, flexible: true },
    { title: 'Client', value: ({ client }) => client?.name ?? '', flexible: true },
    { title: 'Increment', value: ({ increment }) => `${increment} min`, align: 'right' },
  ],
  line: (project) =>
    [
      project.name,
      project.code,
      project.client?.name ?? (project.type === 'internal' ? 'internal' : ''),
      project.status,
      `increments of ${project.increment} min`,
      `${amountText(project.rate, project.currency)} per hour`,
      budgetText(project),
      datesText(project),
    ]
      .filter(Boolean)
      .join(', '),
  list: (client, input) => client.call('projects.list', input),
  show: (client, local) => client.call('projects.show', { local }),
  add: (client, input) => client.call('projects.add', input as never),
  values: referenceValues.project,
  update: (client, edit) => client.call('projects.update', edit),
  remove: (client, local) => client.call('projects.delete', { local }),
})
