/** The text below the time fields of a form: the counted length, and when the entry ends. */
import { computed } from 'vue'
import { addDays, isCivilDate, minutesInDay } from '#shared/rules/calendar.ts'
import { formatLength, readClock, formatShortDay } from '../../ui/format.ts'
import { useTranslate } from '../messages/index.ts'
import type { CountedLength, EntryDraft } from './entry-draft.ts'

/** An end before the start is probably a typo when the entry is longer than this, in minutes. */
const long = 12 * 60

export function useCountText(draft: () => EntryDraft, counted: () => CountedLength | undefined) {
  const t = useTranslate()
  /** The day on which the entry ends, where that is a later one. */
  const endsOn = computed(() => {
    const { from, date } = draft()
    const start = readClock(from)
    const exact = counted()?.exact
    if (start === undefined || exact === undefined || !isCivilDate(date)) return undefined
    const days = Math.ceil((start + exact) / minutesInDay) - 1
    return days > 0 ? formatShortDay(addDays(date, days)) : undefined
  })
  const words = computed(() => {
    const count = counted()
    if (!count) return ''
    const { exact, quantity, increment, total } = count
    const sum = `${quantity} × ${increment} = ${formatLength(total)}`
    const counts = exact === total ? sum : t('entry.countsAs', { exact: formatLength(exact), sum })
    const ends = endsOn.value && t('entry.endsOn', { day: endsOn.value })
    return ends ? `${ends} · ${counts}` : counts
  })
  /** True when the end is before the start and the entry is very long because of that. */
  const isOdd = computed(() => endsOn.value !== undefined && (counted()?.exact ?? 0) > long)
  return { words, isOdd }
}
