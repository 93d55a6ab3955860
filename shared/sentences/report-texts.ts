/** What a report on paper or as text says besides its figures. */
import type { NamedCondition, Report } from '../ipc/reports.ts'
import { put, type PaperTexts } from './paper-texts.ts'

/** Formats a filter as a line. */
export const filterText = (filter: readonly NamedCondition[], words: PaperTexts): string =>
  filter.map((condition) => conditionText(condition, words.filter)).join(' · ')

function conditionText(condition: NamedCondition, words: PaperTexts['filter']): string {
  switch (condition.kind) {
    case 'billable':
      return condition.is ? words.billable : words.nonBillable
    case 'notes':
      return condition.is ? words.withNotes : words.withoutNotes
    case 'words':
      return put(condition.not === true ? words.withoutWords : words.words, {
        text: condition.text,
      })
    default: {
      const { kind, of, names, not } = condition
      if (not !== true && of.every((value) => value === null)) return words.withoutAny[kind]
      const values = of.map((value, nth) =>
        value === null
          ? words.none
          : (names?.[nth] ?? (typeof value === 'number' ? `#${value}` : value)),
      )
      return put((not === true ? words.isNot : words.is)[kind], {
        values: values.join(` ${words.or} `),
      })
    }
  }
}

/** What to know of the figures, as sentences. */
export function reportNotes(
  { by, then, filter, drafts, unpriced }: Report,
  { notes: words }: PaperTexts,
): string[] {
  return [
    ...(by === 'category' || then === 'category' ? [words.severalCategories] : []),
    ...(filter.some(({ kind }) => kind === 'task') ? [words.expensesHaveNoTask] : []),
    ...counted(drafts, words.draft, words.drafts),
    ...counted(unpriced, words.unpriced, words.severalUnpriced),
  ]
}

const counted = (count: number, one: string, several: string): string[] =>
  count === 0 ? [] : [count === 1 ? one : put(several, { count })]
