/**
 * Computes where an entry can be split, and what entries become when they are merged. In minutes.
 */
import { minutesInDay } from './calendar.ts'
import { maximumQuantity, requantify } from './increments.ts'

/** The length of an entry. */
export interface EntryPart {
  /** Minutes from the beginning of the entry's day. */
  start: number
  quantity: number
  increment: number
  /** Minutes before they were rounded to increments. */
  worked: number
}

interface Half {
  /** Minutes from the beginning of the entry's day; may pass midnight. */
  start: number
  quantity: number
  worked: number
}

/**
 * Splits an entry at a minute of its day. Both halves are on whole increments, at least one each,
 * and together exactly what the entry counts. The cut is at the increment nearest to the minute, so
 * that the second half has what rounding added or took.
 * @returns undefined for an entry of a single increment
 */
export function splitEntryAt(entry: EntryPart, at: number): [Half, Half] | undefined {
  const { start, quantity, increment, worked } = entry
  if (quantity < 2) return undefined
  const wanted = Math.round((at - start) / increment)
  const first = Math.min(quantity - 1, Math.max(1, wanted))
  const total = first * increment
  return [
    { start, quantity: first, worked: total },
    { start: start + total, quantity: quantity - first, worked: worked - total },
  ]
}

/** True for a minute within an entry, excluding its ends. */
export const isInsideEntry = ({ start, worked }: EntryPart, at: number): boolean =>
  at > start && at < start + worked

/** Returns the minute that is meant within an entry that may cross midnight. */
export const toEntryMinute = (entry: EntryPart, minute: number): number =>
  minute < entry.start ? minute + minutesInDay : minute

/** What has to be equal in entries that are merged. */
export interface Mergeable extends EntryPart {
  date: string
  /** Ids of the records that the entry refers to; null where it refers to none. */
  user: number | null
  project: number | null
  task: number | null
  /** Both null while they are unknown. */
  rate: number | null
  currency: string | null
}

/** Why entries cannot be merged, the most important reason first. */
export type MergeProblem =
  | { is: 'few' | 'user' | 'project' | 'task' | 'date' | 'terms' | 'long' }
  /** Nothing is logged between two of them: minutes of the day. */
  | { is: 'gap'; from: number; to: number }

type Merged = { problem: MergeProblem } | Half

/**
 * Returns the interval of several entries that touch or overlap, as worked or as counted, and its
 * quantity: minutes that two of them cover count once, and the remainder of an increment counts as a
 * whole one, but never more than the entries counted together.
 */
export function mergeEntryParts(entries: readonly Mergeable[]): Merged {
  const [first, ...others] = entries.toSorted((one, other) => one.start - other.start)
  if (!first || others.length === 0) return { problem: { is: 'few' } }
  for (const field of ['user', 'project', 'task', 'date'] as const) {
    if (others.some((one) => one[field] !== first[field])) return { problem: { is: field } }
  }
  if (!haveSameTerms([first, ...others])) return { problem: { is: 'terms' } }
  const { increment } = first
  const totalOf = ({ quantity }: EntryPart) => quantity * increment
  let [worked, end, reach] = [0, first.start, first.start]
  for (const one of [first, ...others]) {
    if (one.start > reach) return { problem: { is: 'gap', from: reach, to: one.start } }
    const until = one.start + one.worked
    worked += Math.max(0, until - Math.max(one.start, end))
    end = Math.max(end, until)
    reach = Math.max(reach, until, one.start + totalOf(one))
  }
  if (worked > maximumQuantity(increment) * increment) return { problem: { is: 'long' } }
  const counted = [first, ...others].reduce((sum, one) => sum + totalOf(one), 0)
  const quantity = requantify(Math.min(worked, counted), increment)
  return { start: first.start, quantity, worked }
}

/** Merging must not change the value; an unknown rate or currency matches any. */
function haveSameTerms(entries: readonly Mergeable[]): boolean {
  const isOne = (values: readonly unknown[]) => new Set(values).size <= 1
  return (
    isOne(entries.map(({ increment }) => increment)) &&
    isOne(entries.map(({ rate }) => rate).filter((rate) => rate !== null)) &&
    isOne(entries.map(({ currency }) => currency).filter((currency) => currency !== null))
  )
}

/** Joins the notes of several entries into one text: each once, in the given order. */
export function joinNotes(notes: readonly (string | null)[]): string | null {
  const said = new Set(notes.map((one) => one?.trim() ?? '').filter((one) => one !== ''))
  return said.size === 0 ? null : [...said].join('\n')
}
