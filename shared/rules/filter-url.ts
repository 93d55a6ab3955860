/** Filters as they stand in an address: one value of its parameter for each condition. */
import {
  conditionKinds,
  filterProblem,
  normalFilter,
  type Condition,
  type EntryFilter,
} from './entry-filter.ts'

/** Like `client:3,none`, `!task:4`, `notes:no` and `words:logo draft`, not yet percent-encoded. */
export const filterToUrl = (filter: EntryFilter): string[] =>
  normalFilter(filter).map((condition) => {
    const not = 'not' in condition && condition.not === true ? '!' : ''
    return `${not}${condition.kind}:${valueOf(condition)}`
  })

function valueOf(condition: Condition): string {
  if ('is' in condition) return condition.is ? 'yes' : 'no'
  if (condition.kind === 'words') return condition.text
  return condition.of.map((value) => (value === null ? none : escaped(String(value)))).join(',')
}

const none = 'none'
const escaped = (value: string): string => (value === none ? '%6Eone' : encodeURIComponent(value))

/** Returns the filter in its normal form; undefined where a value is not one. */
export function filterFromUrl(values: readonly string[]): EntryFilter | undefined {
  const filter: Condition[] = []
  for (const value of values) {
    const condition = conditionIn(value)
    if (!condition) return undefined
    filter.push(condition)
  }
  return filterProblem(filter) === undefined ? normalFilter(filter) : undefined
}

function conditionIn(value: string): Condition | undefined {
  const [, mark, name, text] = /^(!?)([a-z]+):([^]*)$/.exec(value) ?? []
  const kind = conditionKinds.find((one) => one === name)
  if (kind === undefined || text === undefined) return undefined
  const not = mark === '!' ? ({ not: true } as const) : {}
  switch (kind) {
    case 'billable':
    case 'notes':
      return mark === '' && /^(?:yes|no)$/.test(text) ? { kind, is: text === 'yes' } : undefined
    case 'words':
      return { kind, ...not, text }
    case 'status': {
      const of = listIn(text, unescaped)
      return of && { kind, ...not, of }
    }
    default: {
      const of = listIn(text, localId)
      return of && { kind, ...not, of }
    }
  }
}

function listIn<Value>(
  text: string,
  read: (value: string) => Value | undefined,
): (Value | null)[] | undefined {
  const values = text.split(',').map((value) => (value === none ? null : read(value)))
  return values.includes(undefined) ? undefined : (values as (Value | null)[])
}

function unescaped(value: string): string | undefined {
  try {
    return decodeURIComponent(value)
  } catch {
    return undefined
  }
}

const localId = (value: string): number | undefined =>
  /^[1-9]\d{0,14}$/.test(value) ? Number(value) : undefined
