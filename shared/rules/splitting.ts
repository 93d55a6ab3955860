/** Where an entry can be split, and what becomes of some that are merged into one. Minutes. */
import { minutesInDay } from './calendar.ts'
import { maximumQuantity, requantify } from './increments.ts'

/** What an entry says of its length. */
export interface Part {
  /** Minutes from the beginning of its day. */
  start: number
  quantity: number
  increment: number
}

interface Half {
  /** Minutes from the beginning of the entry's day; may pass midnight. */
  start: number
  quantity: number
}

/**
 * The halves of an entry that is split at a minute of its day: both on whole increments, at least
 * one each, and together exactly what the entry counts. The cut lies on the increment that is
 * nearest to the minute.
 * @returns undefined for an entry of a single increment
 */
export function halvesOf(entry: Part, at: number): [Half, Half] | undefined {
  const { start, quantity, increment } = entry
  if (quantity < 2) return undefined
  const wanted = Math.round((at - start) / increment)
  const first = Math.min(quantity - 1, Math.max(1, wanted))
  return [
    { start, quantity: first },
    { start: start + first * increment, quantity: quantity - first },
  ]
}

/** True for a minute within an entry, its ends left out. */
export const liesWithin = ({ start, quantity, increment }: Part, at: number): boolean =>
  at > start && at < start + quantity * increment

/** The minute of the day that is meant within an entry which may cross midnight. */
export const minuteWithin = (entry: Part, minute: number): number =>
  minute < entry.start ? minute + minutesInDay : minute

/** What has to be alike in entries that are merged. */
export interface Mergeable extends Part {
  date: string
  /** Ids of what the entry names; null where it names nothing. */
  user: number | null
  project: number | null
  task: number | null
  /** Both null where this machine does not know them yet. */
  rate: number | null
  currency: string | null
}

/** Why some entries are not one, in the order in which a person would want to know. */
export type MergeProblem =
  | { is: 'few' | 'user' | 'project' | 'task' | 'date' | 'terms' | 'long' }
  /** Nothing is logged between two of them: minutes of the day. */
  | { is: 'gap'; from: number; to: number }

type Merged = { problem: MergeProblem } | { start: number; quantity: number }

/**
 * The stretch of several entries that touch or overlap, and what it counts: minutes that two of
 * them cover count once, and what is left of an increment counts as a whole one, so never more
 * than the entries counted together.
 */
export function mergedOf(entries: readonly Mergeable[]): Merged {
  const [first, ...others] = entries.toSorted((one, other) => one.start - other.start)
  if (!first || others.length === 0) return { problem: { is: 'few' } }
  for (const field of ['user', 'project', 'task', 'date'] as const) {
    if (others.some((one) => one[field] !== first[field])) return { problem: { is: field } }
  }
  if (!haveSameTerms([first, ...others])) return { problem: { is: 'terms' } }
  const { increment } = first
  let end = first.start + first.quantity * increment
  for (const one of others) {
    if (one.start > end) return { problem: { is: 'gap', from: end, to: one.start } }
    end = Math.max(end, one.start + one.quantity * increment)
  }
  const minutes = end - first.start
  if (minutes > maximumQuantity(increment) * increment) return { problem: { is: 'long' } }
  return { start: first.start, quantity: requantify(minutes, increment) }
}

/** Merging changes no value: what is not known yet agrees with everything. */
function haveSameTerms(entries: readonly Mergeable[]): boolean {
  const isOne = (values: readonly unknown[]) => new Set(values).size <= 1
  return (
    isOne(entries.map(({ increment }) => increment)) &&
    isOne(entries.map(({ rate }) => rate).filter((rate) => rate !== null)) &&
    isOne(entries.map(({ currency }) => currency).filter((currency) => currency !== null))
  )
}

/** The notes of several entries as one text: each once, in the order given. */
export function joinedNotes(notes: readonly (string | null)[]): string | null {
  const said = new Set(notes.map((one) => one?.trim() ?? '').filter((one) => one !== ''))
  return said.size === 0 ? null : [...said].join('\n')
}
