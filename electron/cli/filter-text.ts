/** Formats a filter as a line for people. */
import type { NamedCondition } from '#shared/ipc/reports.ts'
import { t, listText, type Word } from './language.ts'

export const filterText = (filter: readonly NamedCondition[]): string =>
  filter.map(conditionText).join(' · ')

function conditionText(condition: NamedCondition): string {
  switch (condition.kind) {
    case 'billable':
      return t(condition.is ? 'Billable' : 'Non-billable')
    case 'notes':
      return t(condition.is ? 'With notes' : 'Without notes')
    case 'words':
      return t(condition.not === true ? 'Without words “{text}”' : 'Words “{text}”', {
        text: condition.text,
      })
    default: {
      const { kind, of, names, not } = condition
      if (not !== true && of.every((value) => value === null))
        return t('No {what}', { what: t(kind) })
      const texts = of.map((value, nth) =>
        value === null
          ? t('none')
          : (names?.[nth] ?? (typeof value === 'number' ? `#${value}` : value)),
      )
      const values = listText(texts, '{one} or {other}')
      const what = t(titles[kind])
      return not === true ? t('{what} isn’t {values}', { what, values }) : `${what} ${values}`
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
} as const satisfies Record<string, Word>
