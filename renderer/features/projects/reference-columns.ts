/** Columns of each list, their texts, and how they sort. */
import { fold, foldForSearch, searchTerms } from '#shared/rules/search-text.ts'
import type { Translate } from '../../app/messages/index.ts'
import { formatMoney } from '../../ui/format.ts'
import type { GridColumn, GridOrder } from '../../ui/data-grid.ts'
import type { ReferenceListKind, ReferenceListItem } from './reference-lists.ts'

const nothing = '–'

export function referenceGridColumns(kind: ReferenceListKind, t: Translate): GridColumn[] {
  const column = (
    key: Parameters<typeof labelOf>[1],
    width: string,
    more: Partial<GridColumn> = {},
  ): GridColumn => ({ key, label: labelOf(t, key), width, sorts: true, ...more })
  const state = column('state', '20px', { bare: true, sorts: false })
  const wide = { rest: true } as const
  const numbers = { rest: true, end: true } as const
  switch (kind) {
    case 'projects':
      return [
        state,
        column('code', '64px'),
        column('name', 'minmax(0, 1.5fr)'),
        column('client', 'minmax(0, 1fr)', wide),
        column('increment', '72px', numbers),
        column('rate', '104px', numbers),
      ]
    case 'clients':
      return [
        state,
        column('code', '64px'),
        column('name', 'minmax(0, 1.2fr)'),
        column('contact', 'minmax(0, 1fr)', wide),
        column('phone', '128px', wide),
        column('projects', '72px', numbers),
      ]
    case 'tasks':
      return [state, column('name', 'minmax(0, 1fr)'), column('projects', '88px', numbers)]
    case 'charges':
      return [
        state,
        column('name', 'minmax(0, 1fr)'),
        column('unit', '128px', wide),
        column('amount', '112px', { end: true }),
      ]
    case 'people':
      return [
        column('name', 'minmax(0, 1fr)'),
        column('email', 'minmax(0, 1.2fr)', wide),
        column('role', '96px'),
      ]
  }
}

const labelOf = (
  t: Translate,
  key:
    | 'state'
    | 'code'
    | 'name'
    | 'client'
    | 'contact'
    | 'phone'
    | 'projects'
    | 'increment'
    | 'rate'
    | 'unit'
    | 'amount'
    | 'email'
    | 'role',
) => t(`references.columns.${key}`)

/** Number of projects in which a client or a task is used. */
export type CountProjects = (kind: ReferenceListKind, local: number) => number

/** The text of a cell; empty in a column that the kind does not have. */
export function referenceCellText(
  listed: ReferenceListItem,
  key: string,
  t: Translate,
  count: CountProjects,
): string {
  if (key === 'name') return listed.record.name
  if (key === 'projects') return String(count(listed.kind, listed.record.local))
  switch (listed.kind) {
    case 'projects': {
      const { code, client, type, increment, rate, currency } = listed.record
      if (key === 'code') return code
      if (key === 'client')
        return type === 'internal'
          ? t('references.internal')
          : (client?.name ?? t('references.noClient'))
      if (key === 'increment') return t('project.increment', { minutes: increment })
      if (key === 'rate') return rate === 0 ? nothing : formatMoney(rate, currency)
      return ''
    }
    case 'clients': {
      const { code, contact, phone } = listed.record
      if (key === 'code') return code
      if (key === 'contact') return contact?.name || nothing
      if (key === 'phone') return phone || nothing
      return ''
    }
    case 'charges': {
      const { charge, currency, unit } = listed.record
      if (key === 'amount') return formatMoney(charge, currency)
      if (key === 'unit') return unit || nothing
      return ''
    }
    case 'people': {
      const { email, owner } = listed.record
      if (key === 'email') return email || nothing
      if (key === 'role') return t(owner ? 'references.owner' : 'references.member')
      return ''
    }
    case 'tasks':
      return ''
  }
}

/** The sort key of a cell: numbers sort by size. */
function sortValue(
  listed: ReferenceListItem,
  key: string,
  t: Translate,
  count: CountProjects,
): string | number {
  if (key === 'projects') return count(listed.kind, listed.record.local)
  if (listed.kind === 'projects' && (key === 'increment' || key === 'rate'))
    return listed.record[key]
  if (listed.kind === 'charges' && key === 'amount') return listed.record.charge
  return fold(referenceCellText(listed, key, t, count))
}

/** Equal rows are sorted by name, then by id, so that the order is stable. */
export function sortReferences(
  listed: readonly ReferenceListItem[],
  { by, ascending }: GridOrder,
  t: Translate,
  count: CountProjects,
): ReferenceListItem[] {
  const compare = (one: string | number, other: string | number) =>
    one === other ? 0 : one < other ? -1 : 1
  const valued = listed.map((one) => ({
    one,
    value: sortValue(one, by, t, count),
    name: fold(one.record.name),
  }))
  return valued
    .toSorted(
      (first, second) =>
        compare(first.value, second.value) * (ascending ? 1 : -1) ||
        compare(first.name, second.name) ||
        first.one.record.local - second.one.record.local,
    )
    .map(({ one }) => one)
}

/** True when the texts of the record contain every search term. */
export function matchesReference(
  listed: ReferenceListItem,
  query: string,
  t: Translate,
  count: CountProjects,
): boolean {
  const texts = ['name', 'code', 'client', 'contact', 'email', 'unit'].map((key) =>
    referenceCellText(listed, key, t, count),
  )
  const text = foldForSearch(texts.join('\n'))
  return searchTerms(query).every((term) => text.includes(term))
}
