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
 * @param current the entry of the current row
 */
export function useGaps(
  running: Readonly<Ref<DayInterval | undefined>>,
  current: () => TimeEntry | undefined,
) {
  const day = useDayStore()
  const gaps = computed(() => {
    const own = (day.today?.entries ?? []).filter(day.isOwn).map(toDayInterval)
    return gapsBetween(running.value ? [...own, running.value] : own)
  })
  const next = computed(() => {
    const entry = current()
    return findGapToFill(gaps.value, entry?.date === day.date ? toDayInterval(entry) : undefined)
  })
  return { gaps, next }
}
