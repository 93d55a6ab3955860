import { projectSortKeys, type Project } from '#shared/resources/project.ts'
import { referenceValues } from '#shared/rules/concurrent-edits.ts'
import { formatDurationText } from '#shared/rules/duration-text.ts'
import { amountText, currencyHelp } from '../amount-flags.ts'
import { referenceCommand } from '../reference-command.ts'
import { t } from '../language.ts'

function budgetText({ budget, budget_type, currency }: Project): string {
  if (budget === null) return ''
  return t('budget {budget}', {
    budget: budget_type === 'minutes' ? formatDurationText(budget) : amountText(budget, currency),
  })
}

const datesText = ({ start_date, end_date }: Project): string =>
  [
    start_date && t('from {date}', { date: start_date }),
    end_date && t('until {date}', { date: end_date }),
  ]
    .filter(Boolean)
    .join(' ')

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
  columns: () => [
    { title: t('Code'), value: ({ code }) => code, flexible: true },
    { title: t('Name'), value: ({ name }) => name, flexible: true },
    { title: t('Client'), value: ({ client }) => client?.name ?? '', flexible: true },
    { title: t('Increment'), value: ({ increment }) => `${increment} min`, align: 'right' },
  ],
  line: (project) =>
    [
      project.name,
      project.code,
      project.client?.name ?? (project.type === 'internal' ? t('internal') : ''),
      project.status,
      t('increments of {count} min', { count: project.increment }),
      t('{amount} per hour', { amount: amountText(project.rate, project.currency) }),
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
