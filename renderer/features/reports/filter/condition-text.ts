/** Conditions of a filter in words: on chips, on paper, and where they are the reason. */
import type { Condition, ConditionKind } from '#shared/rules/entry-filter.ts'
import type { Translate } from '../../../app/messages/index.ts'
import { isNegated, type FilterValue } from './edit-filter.ts'

/** What a value is called; undefined where its record does not exist. */
export type NameOf = (one: FilterValue) => string | undefined

export interface ConditionText {
  /** The kind, negated where the condition is; empty where the values say it. */
  label: string
  values: string[]
  /** True where a record that it names does not exist: nothing fits. */
  isGone: boolean
}

export const kindText = (kind: ConditionKind, t: Translate): string =>
  t(`reports.filter.kind.${kind}`)

export function conditionText(condition: Condition, nameOf: NameOf, t: Translate): ConditionText {
  const isNot = isNegated(condition)
  switch (condition.kind) {
    case 'billable':
    case 'notes': {
      const value = t(`reports.filter.${condition.kind}.${condition.is ? 'yes' : 'no'}`)
      return { label: '', values: [value], isGone: false }
    }
    case 'words': {
      const label = isNot ? t('reports.filter.withoutWords') : kindText('words', t)
      return { label, values: [quoted(condition.text, t)], isGone: false }
    }
    default: {
      const { kind } = condition
      const none = t(`reports.filter.none.${kind}`)
      if (!isNot && condition.of.every((value) => value === null)) {
        return { label: '', values: [none], isGone: false }
      }
      const names = condition.of.map((value) =>
        value === null ? none : nameOf({ kind, value } as FilterValue),
      )
      return {
        label: isNot ? t(`reports.filter.isNot.${kind}`) : kindText(kind, t),
        values: names.map((name) => name ?? t(`reports.filter.gone.${kind}`)),
        isGone: names.includes(undefined),
      }
    }
  }
}

export const quoted = (text: string, t: Translate): string => t('reports.filter.quoted', { text })

/** The condition as one text: `Client Acme or Globex`. */
export const asOneText = ({ label, values }: ConditionText, t: Translate): string =>
  [label, values.join(` ${t('reports.filter.or')} `)].filter(Boolean).join(' ')
