/** The calendar's keyboard cursor: one tab stop that moves among days, entries and empty slots. */
import { computed, nextTick, type Ref, watch } from 'vue'
import { addDays } from '#shared/rules/calendar.ts'
import { useAppStore } from '../../app/stores/app.ts'
import { useClockStore } from '../../app/stores/clock.ts'
import { isFocusFree } from '../../ui/watch-focus.ts'
import {
  type CursorPosition,
  entryPosition,
  nearestEntryKey,
  cursorElementName,
  nextEntryKey,
  nextSlot,
  nearestSlot,
} from './cursor-position.ts'
import type { Calendar } from './use-calendar.ts'
import { useWeekStore } from './week-store.ts'
import type { DayView } from './day-view.ts'

const elementAt = (date: string, at: CursorPosition): HTMLElement | null =>
  document.querySelector<HTMLElement>(`[data-at="${cursorElementName(date, at)}"]`)

const inCalendar = (): boolean => Boolean(document.activeElement?.closest('.calendar'))

export function useCalendarCursor(at: Ref<CursorPosition | undefined>, calendar: Calendar) {
  const app = useAppStore()
  const clock = useClockStore()
  const week = useWeekStore()
  const { view, views, days, lastIncrement } = calendar

  /** Minute that the cursor returns to when the day changes. */
  let minute: number | undefined
  /** True while moving by slots; otherwise the cursor is on a slot only where there is no entry. */
  let seeksSlots = false
  const usualMinute = () =>
    week.date === clock.today ? clock.minute : (app.state?.settings.workingHours.from ?? 540)

  const taken = (of: DayView) => of.pieces.filter(({ entry }) => !entry || days.isOwn(entry))
  const emptyAt = (of: DayView, near: number): CursorPosition => {
    const slot = nearestSlot(taken(of), near, lastIncrement.value)
    return slot ? { is: 'slot', ...slot } : { is: 'head' }
  }
  const nearest = (of: DayView, near: number): CursorPosition => {
    const key = nearestEntryKey(of.pieces, near)
    return key === undefined ? emptyAt(of, near) : entryPosition(key)
  }
  /** Whether a position still exists: a slot disappears when an entry covers it. */
  const has = (of: DayView, place: CursorPosition): boolean => {
    if (place.is === 'head') return true
    if (place.is === 'entry') return of.pieces.some(({ key }) => key === place.key)
    return !taken(of).some(({ from, to }) => from < place.to && place.from < to)
  }

  /** The tab stop: the last position while it exists, otherwise the nearest entry or slot. */
  const tabbable = computed<CursorPosition>(() => {
    if (at.value && has(view.value, at.value)) return at.value
    return nearest(view.value, minute ?? usualMinute())
  })
  const piece = computed(() => {
    const place = tabbable.value
    return place.is === 'entry' ? view.value.pieces.find(({ key }) => key === place.key) : undefined
  })
  const stretch = () => (tabbable.value.is === 'slot' ? tabbable.value : piece.value)

  function remember(date: string, place: CursorPosition) {
    week.go(date)
    at.value = place
    const found = stretch()
    if (found) minute = found.from
  }
  /** Focuses a position as soon as it is rendered. */
  async function focus(date: string, place: CursorPosition) {
    week.go(date)
    at.value = place
    await nextTick()
    const element = elementAt(date, place)
    element?.focus({ preventScroll: true })
    element?.scrollIntoView?.({ block: 'nearest' })
  }
  const focusHere = () => focus(week.date, tabbable.value)

  /** The first key press only focuses the current position. */
  const arrives = (): boolean => {
    if (inCalendar()) return false
    void focusHere()
    return true
  }

  function stepEntry(by: 1 | -1) {
    seeksSlots = false
    if (arrives()) return
    const here = tabbable.value
    const key = nextEntryKey(view.value.pieces, here, by)
    if (key !== undefined) return goTo(entryPosition(key))
    if (here.is === 'slot' && view.value.pieces.length === 0) return stepSlot(by)
    if (here.is !== 'head' && by === -1) return goTo({ is: 'head' })
    if (here.is === 'head' && by === 1) return goTo(emptyAt(view.value, usualMinute()))
  }
  function goTo(place: CursorPosition) {
    at.value = place
    minute = stretch()?.from ?? minute
    void focus(week.date, place)
  }
  function stepSlot(by: 1 | -1) {
    seeksSlots = true
    const from = stretch() ?? { from: usualMinute(), to: usualMinute() }
    const slot = nextSlot(taken(view.value), from, by, lastIncrement.value)
    if (slot) goTo({ is: 'slot', ...slot })
  }
  async function stepDay(by: 1 | -1) {
    if (arrives()) return
    const here = tabbable.value
    const date = addDays(week.date, by)
    const near = minute ?? stretch()?.from ?? usualMinute()
    const isRead = views.value.some((of) => of.date === date)
    week.go(date)
    // Beyond the edge of the week the entries have to be read first.
    if (!isRead) await days.refresh()
    if (here.is === 'head') return focus(date, here)
    await focus(
      date,
      seeksSlots && here.is === 'slot' ? emptyAt(view.value, near) : nearest(view.value, near),
    )
    minute = near
  }

  // When the focused element is replaced or removed, its position or the nearest one gets the
  // focus.
  watch(views, async () => {
    if (!inCalendar()) return
    await nextTick()
    if (isFocusFree()) await focusHere()
  })

  return {
    tabbable,
    piece,
    remember,
    focus,
    focusHere,
    stepEntry,
    stepSlot,
    stepDay,
    /** Forgets the position, for a day on which none was chosen yet. */
    forget() {
      at.value = undefined
      minute = undefined
    },
    toHead: () => goTo({ is: 'head' }),
    /** The position that takes over when the current entry is removed. */
    neighbor(): CursorPosition {
      const pieces = view.value.pieces
      const key =
        nextEntryKey(pieces, tabbable.value, 1) ?? nextEntryKey(pieces, tabbable.value, -1)
      return key === undefined ? { is: 'head' } : entryPosition(key)
    },
  }
}
export type CalendarCursor = ReturnType<typeof useCalendarCursor>
