/** Labels for screen readers of positions in the calendar. */
import { useTranslate } from '../../app/messages/index.ts'
import { useTimerStore } from '../../app/stores/timer.ts'
import { type DayInterval, toDayInterval } from '../../app/entries/day-intervals.ts'
import { formatClock, endOf, formatSpokenDuration, formatWeekday } from '../../ui/format.ts'
import type { Calendar } from './use-calendar.ts'
import type { BlockSegment } from './week-blocks.ts'

export function useSpokenLabels({ days, stateOf }: Calendar) {
  const t = useTranslate()
  const timer = useTimerStore()

  const fromTo = ({ from, to }: DayInterval) =>
    t('week.fromTo', { from: formatClock(from), to: endOf(to) })

  /** `Friday, 9:30 to 10:45, 1 hour 15 minutes, Website, Design`, and the sync state. */
  function heard(date: string, { entry, from }: BlockSegment): string {
    const work = entry ?? timer.running
    const stretch = entry && toDayInterval(entry)
    const state = entry && stateOf(entry)
    return [
      formatWeekday(entry?.date ?? date),
      stretch ? fromTo(stretch) : t('timer.fromUntilNow', { from: formatClock(from) }),
      formatSpokenDuration(entry ? entry.total : timer.minutes),
      work?.project?.name ?? t('entry.noProject'),
      work?.task?.name ?? t('entry.noTask'),
      work?.notes,
      entry && !days.isOwn(entry) ? entry.user?.name : undefined,
      entry ? undefined : t('timer.running'),
      state && state.glyph !== 'sent' ? state.words : undefined,
    ]
      .filter(Boolean)
      .join(', ')
  }
  const slotWords = (date: string, slot: DayInterval): string =>
    [
      formatWeekday(date),
      fromTo(slot),
      formatSpokenDuration(slot.to - slot.from),
      t('week.empty'),
    ].join(', ')
  return { heard, slotWords }
}
