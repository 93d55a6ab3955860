/** Finds the gaps between the person's own entries of the day, and the one that F fills. */
import { computed, type Ref } from 'vue'
import type { TimeEntry } from '#shared/resources/time.ts'
import {
  gapsBetween,
  findGapToFill,
  type DayInterval,
  toDayInterval,
} from '../../app/entries/day-intervals.ts'
import { useDayStore } from './day-store.ts'

/**
 * @param running interval of the running timer in the day
 * @param selected the entry of the row that was selected last
 */
export function useGaps(
  running: Readonly<Ref<DayInterval | undefined>>,
  selected: () => TimeEntry | undefined,
) {
  const day = useDayStore()
  const gaps = computed(() => {
    const own = (day.today?.entries ?? []).filter(day.isOwn).map(toDayInterval)
    return gapsBetween(running.value ? [...own, running.value] : own)
  })
  const next = computed(() => {
    const entry = selected()
    return findGapToFill(gaps.value, entry?.date === day.date ? toDayInterval(entry) : undefined)
  })
  return { gaps, next }
}
