/** Formats a filter as a line for people. */
import type { NamedCondition } from '#shared/ipc/reports.ts'

export const filterText = (filter: readonly NamedCondition[]): string =>
  filter.map(conditionText).join(' · ')

function conditionText(condition: NamedCondition): string {
  switch (condition.kind) {
    case 'billable':
      return condition.is ? 'Billable' : 'Non-billable'
    case 'notes':
      return condition.is ? 'With notes' : 'Without notes'
    case 'words':
      return `${condition.not === true ? 'Without words' : 'Words'} “${condition.text}”`
    default: {
      const { kind, of, names, not } = condition
      if (not !== true && of.every((value) => value === null))
        return `No ${titles[kind].toLowerCase()}`
      const values = of.map((value, nth) =>
        value === null
          ? 'none'
          : (names?.[nth] ?? (typeof value === 'number' ? `#${value}` : value)),
      )
      return `${titles[kind]} ${not === true ? 'isn’t ' : ''}${values.join(' or ')}`
    }
  }
}

const titles = {
  client: 'Client',
  project: 'Project',
  status: 'Status',
  task: 'Task',
  category: 'Category',
  person: 'Person',
} as const
