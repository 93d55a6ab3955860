/** Moves and deletes entries, by keys and by pointer. */
import { nextTick, type Ref } from 'vue'
import { addDays, minutesInDay } from '#shared/rules/calendar.ts'
import { toDayInterval } from '../../app/entries/day-intervals.ts'
import { useEntryActions } from '../../app/entries/use-entry-actions.ts'
import { useTranslate } from '../../app/messages/index.ts'
import { useAnnouncerStore } from '../../app/stores/announcer.ts'
import { useRestoredFocus } from '../../ui/use-restored-focus.ts'
import { watchFocus } from '../../ui/watch-focus.ts'
import { formatLength, formatShortDay, spanOf } from '../../ui/format.ts'
import { type CursorPosition, entryPosition } from './cursor-position.ts'
import { lengthenPlacement, type EntryPlacement, shiftPlacement } from './entry-placement.ts'
import type { Calendar } from './use-calendar.ts'
import { withPlacement, toPlacement } from './use-optimistic-changes.ts'
import type { CalendarCursor } from './use-calendar-cursor.ts'
import { useSpokenLabels } from './use-spoken-labels.ts'
import type { BlockKey } from './week-blocks.ts'
import { useWeekStore } from './week-store.ts'

/** @param gone called with an entry that was deleted */
export function useEntryMoves(
  at: Ref<CursorPosition | undefined>,
  calendar: Calendar,
  cursor: CalendarCursor,
  gone: (local: number) => void,
) {
  const t = useTranslate()
  const live = useAnnouncerStore()
  const week = useWeekStore()
  const actions = useEntryActions()
  const { heard, slotWords } = useSpokenLabels(calendar)
  const { changes, days, entryOf } = calendar
  const { tabbable } = cursor
  const left = useRestoredFocus(
    (local) => entryOf(local) !== undefined,
    (local) => cursor.focus(entryOf(local)!.date, entryPosition(local)),
  )

  /**
   * Saves an entry's new place, which is shown at once.
   * @param seen where it was when the person began to drag it
   */
  function put(local: number, to: EntryPlacement, seen?: EntryPlacement) {
    const before = entryOf(local)
    if (!before) return
    const words = (place: EntryPlacement) => {
      const moved = withPlacement(before, place)
      const detail = spanOf(moved.start, moved.start + moved.worked)
      return moved.total === before.total
        ? { text: t('week.moved', { day: formatShortDay(place.date) }), detail }
        : { text: t('week.lengthened', { length: formatLength(moved.total) }), detail }
    }
    changes.place(local, { to, ...(seen ? { seen } : {}), words })
  }
  /** Changes the place of the focused entry by a key. */
  function change(by: (place: EntryPlacement, increment: number) => EntryPlacement) {
    const entry = cursor.piece.value?.entry
    if (!entry) return
    if (!days.isOwn(entry)) {
      const name = entry.user?.name ?? t('week.somebody')
      return live.say(t('week.notYours', { name }))
    }
    const place = by(toPlacement(entry), entry.increment)
    put(entry.local, place)
    const moved = withPlacement(entry, place)
    live.say(
      heard(place.date, {
        key: entry.local,
        entry: moved,
        begins: true,
        ends: true,
        ...toDayInterval(moved),
      }),
    )
    void cursor.focus(place.date, entryPosition(entry.local))
  }
  function changeLength(by: 1 | -1) {
    const here = tabbable.value
    if (here.is !== 'slot')
      return change((place, increment) => lengthenPlacement(place, by, increment))
    const to = here.to + by * calendar.lastIncrement.value
    if (to <= here.from || to > minutesInDay) return
    void cursor.focus(week.date, { ...here, to })
    live.say(slotWords(week.date, { from: here.from, to }))
  }
  async function remove(key: BlockKey | undefined) {
    const entry = entryOf(key)
    if (!entry) return
    const date = week.date
    const before = at.value
    const next = cursor.neighbor()
    const mayFocus = watchFocus()
    // Determines the next position before the block is removed.
    at.value = next
    if (!(await actions.remove(entry.local))) {
      at.value = before
      return
    }
    gone(entry.local)
    await days.refresh()
    await nextTick()
    if (mayFocus()) await cursor.focus(date, tabbable.value)
    left([entry.local])
  }

  const moveDay = (by: 1 | -1) => change((place) => ({ ...place, date: addDays(place.date, by) }))
  const moveTime = (by: 1 | -1) =>
    tabbable.value.is === 'slot'
      ? cursor.stepSlot(by)
      : change((place, increment) => shiftPlacement(place, by, increment))

  return { put, changeLength, moveTime, moveDay, remove }
}
