/** What stands under the times of a form: what its length counts as, and when it ends. */
import { computed } from 'vue'
import { addDays, isCivilDate, minutesInDay } from '#shared/rules/calendar.ts'
import { lengthOf, readClock, shortDayOf } from '../../ui/format.ts'
import { useWords } from '../messages/index.ts'
import type { Counted, EntryDraft } from './entry-draft.ts'

/** Longer than this, minutes, an end before the begin was more likely a slip. */
const long = 12 * 60

export function useCountWords(draft: () => EntryDraft, counted: () => Counted | undefined) {
  const say = useWords()
  /** The day on which it ends, where that is the next one. */
  const endsOn = computed(() => {
    const { from, date } = draft()
    const start = readClock(from)
    const exact = counted()?.exact
    if (start === undefined || exact === undefined || !isCivilDate(date)) return undefined
    return start + exact > minutesInDay ? shortDayOf(addDays(date, 1)) : undefined
  })
  const words = computed(() => {
    const count = counted()
    if (!count) return ''
    const { exact, quantity, increment, total } = count
    const sum = `${quantity} × ${increment} = ${lengthOf(total)}`
    const counts = exact === total ? sum : say('entry.countsAs', { exact: lengthOf(exact), sum })
    const ends = endsOn.value && say('entry.endsOn', { day: endsOn.value })
    return ends ? `${ends} · ${counts}` : counts
  })
  /** An end before the begin, and a very long entry by it: to be looked at once more. */
  const isOdd = computed(() => endsOn.value !== undefined && (counted()?.exact ?? 0) > long)
  return { words, isOdd }
}
