/**
 * The entry form's draft: parsing, validation, and the input for calls. Times and lengths stay text
 * as typed until they are parsed.
 */
import type { FieldTexts } from '#shared/errors.ts'
import type { CallInput } from '#shared/ipc/contract.ts'
import type { TimeEntry } from '#shared/resources/time.ts'
import { isCivilDate, minutesInDay } from '#shared/rules/calendar.ts'
import { parseSpanText } from '#shared/rules/clock-text.ts'
import { parseDurationText, formatDurationText } from '#shared/rules/duration-text.ts'
import {
  countIncrements,
  defaultIncrement,
  maximumQuantity,
  type RoundingRule,
} from '#shared/rules/increments.ts'
import { currentTextStyle, formatClock, readClock } from '../../ui/format.ts'
import type { MessageKey } from '../messages/index.ts'
import type { DayInterval } from './day-intervals.ts'

export interface EntryDraft {
  /** Local id of the edited entry; undefined for a new one. */
  local: number | undefined
  project: number | null
  task: number | null
  date: string
  from: string
  to: string
  length: string
  notes: string
}

/** A timer that ran for seconds has no length that a form could show. */
const lengthOf = ({ worked }: TimeEntry): number => Math.max(1, worked)

export const toEntryDraft = (entry: TimeEntry): EntryDraft => ({
  local: entry.local,
  project: entry.project?.local ?? null,
  task: entry.task?.local ?? null,
  date: entry.date,
  from: formatClock(entry.start),
  to: formatClock(entry.start + lengthOf(entry)),
  length: formatDurationText(lengthOf(entry)),
  notes: entry.notes ?? '',
})

export const newEntryDraft = (date: string, stretch: DayInterval): EntryDraft => ({
  local: undefined,
  project: null,
  task: null,
  date,
  from: formatClock(stretch.from),
  to: formatClock(stretch.to),
  length: formatDurationText(stretch.to - stretch.from),
  notes: '',
})

/** Of any length: a service may have entries that are longer than one may be here. */
const readLength = (text: string): number | undefined => parseDurationText(text, Infinity)

/** Minutes from one time to another; across midnight when the end is not later. */
const between = (from: number, to: number): number =>
  to > from ? to - from : to - from + minutesInDay

/**
 * Runs when the "from" field loses focus: splits `9-10:30`, or moves the end along.
 * @param now minute of the day, which `now` means
 */
export function normalizeFrom(draft: EntryDraft, now?: number): EntryDraft {
  const span = parseSpanText(draft.from, { minute: now, style: currentTextStyle() })
  if (span) {
    return {
      ...draft,
      from: formatClock(span.from),
      to: formatClock(span.to),
      length: formatDurationText(span.to - span.from),
    }
  }
  const from = readClock(draft.from, now)
  const minutes = readLength(draft.length)
  if (from === undefined) return draft
  return {
    ...draft,
    from: formatClock(from),
    to: minutes === undefined ? draft.to : formatClock(from + minutes),
  }
}

/** Runs when the "to" field loses focus: updates the length, unless it ends then already. */
export function normalizeTo(draft: EntryDraft, now?: number): EntryDraft {
  const from = readClock(draft.from)
  const to = readClock(draft.to, now)
  if (to === undefined) return draft
  const settled = { ...draft, to: formatClock(to) }
  const minutes = readLength(draft.length)
  // An entry of more than a day ends at a time that is also the end of a short one.
  const endsThen =
    from !== undefined && minutes !== undefined && settled.to === formatClock(from + minutes)
  if (from === undefined || endsThen) return settled
  return { ...settled, length: formatDurationText(between(from, to)) }
}

/** Runs when the length field loses focus: updates the end. */
export function normalizeLength(draft: EntryDraft): EntryDraft {
  const from = readClock(draft.from)
  const minutes = readLength(draft.length)
  if (minutes === undefined) return draft
  return {
    ...draft,
    length: formatDurationText(minutes),
    to: from === undefined ? draft.to : formatClock(from + minutes),
  }
}

/** The typed length, exact and in the service's increments. */
export interface CountedLength {
  exact: number
  quantity: number
  increment: number
  total: number
}

/** @param entry the edited one: while its length is the same, so is what that counts as */
export function countLength(
  draft: EntryDraft,
  increment: number | undefined,
  rounding: RoundingRule,
  entry?: TimeEntry,
): CountedLength | undefined {
  const exact = readLength(draft.length)
  if (exact === undefined) return undefined
  const length = increment ?? defaultIncrement
  const isSame = entry && exact === lengthOf(entry) && length === entry.increment
  const quantity = isSame ? entry.quantity : countIncrements(exact * 60, length, rounding)
  return { exact, quantity, increment: length, total: quantity * length }
}

export type EntryDraftField = 'project' | 'task' | 'date' | 'start' | 'quantity' | 'notes'
export type EntryDraftProblems = Partial<Record<EntryDraftField | 'to', MessageKey>>

/**
 * Validates the draft: the problems that prevent saving, by field.
 * @param entry the edited one, which may be as long as it is
 */
export function validateEntryDraft(
  draft: EntryDraft,
  count: CountedLength | undefined,
  entry?: TimeEntry,
): EntryDraftProblems {
  const problems: EntryDraftProblems = {}
  if (!isCivilDate(draft.date)) problems.date = 'entry.dateUnread'
  const from = readClock(draft.from)
  if (from === undefined || from === minutesInDay) problems.start = 'entry.startUnread'
  if (readClock(draft.to) === undefined) problems.to = 'entry.toUnread'
  if (!count) problems.quantity = 'entry.lengthUnread'
  else if (count.quantity > maximumQuantity(count.increment) && !isUnchanged(draft, count, entry)) {
    problems.quantity = 'entry.tooLong'
  }
  return problems
}

const isUnchanged = (draft: EntryDraft, count: CountedLength, entry: TimeEntry | undefined) =>
  count.quantity === entry?.quantity && draft.project === (entry.project?.local ?? null)

const notesOf = (text: string): string | null => (text.trim() === '' ? null : text)

/** The input for the call. The draft must have no problems. */
export function toEntryInput(draft: EntryDraft, count: CountedLength): CallInput<'times.create'> {
  return {
    project: draft.project,
    task: draft.task,
    date: draft.date,
    start: readClock(draft.from) ?? 0,
    quantity: count.quantity,
    worked: count.exact,
    notes: notesOf(draft.notes),
  }
}

/** Maps messages about the API's fields to the form's names of the fields. */
export function toEntryFieldTexts(texts: FieldTexts): FieldTexts {
  const names: Readonly<Record<string, EntryDraftField>> = {
    project_id: 'project',
    task_id: 'task',
  }
  return Object.fromEntries(
    Object.entries(texts).map(([name, said]) => [names[name] ?? name, said]),
  )
}

/** The fields that differ from the entry, so that all others stay byte for byte. */
export function changedEntryFields(before: TimeEntry, input: CallInput<'times.create'>) {
  const was = {
    project: before.project?.local ?? null,
    task: before.task?.local ?? null,
    date: before.date,
    start: before.start,
    quantity: before.quantity,
    worked: lengthOf(before),
    // As the form would return them when untouched: blank notes count as none, so they are not a
    // change.
    notes: notesOf(before.notes ?? ''),
  }
  const keys = Object.keys(was) as (keyof typeof was)[]
  const changed = new Set(keys.filter((key) => was[key] !== input[key]))
  // A quantity alone would be what was worked.
  if (changed.has('quantity')) changed.add('worked')
  return Object.fromEntries(
    [...changed].map((key) => [key, input[key]]),
  ) as CallInput<'times.update'>['set']
}

const usualStart = 9 * 60
const usualLength = 60
const longestSuggestion = 8 * 60

/**
 * Suggests the interval of a new entry: after the last one, until now when the day is today.
 * @param now minute of the day when the day is today
 */
export function suggestInterval(stretches: readonly DayInterval[], now?: number): DayInterval {
  const lastEnd = stretches.reduce((end, { to }) => Math.max(end, to), 0)
  if (now === undefined) {
    const from = Math.min(lastEnd || usualStart, minutesInDay - usualLength)
    return { from, to: from + usualLength }
  }
  const from = lastEnd > 0 && lastEnd < now ? lastEnd : Math.max(0, now - usualLength)
  if (now - from > longestSuggestion || now <= from) {
    return { from: Math.max(0, now - usualLength), to: Math.max(now, 1) }
  }
  return { from, to: now }
}
