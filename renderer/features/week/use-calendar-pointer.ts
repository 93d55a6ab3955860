/** Pointer and touch in the calendar: open, add, draw, move and resize. */
import { useEventListener } from '@vueuse/core'
import { computed, type Ref, ref } from 'vue'
import { minutesInDay } from '#shared/rules/calendar.ts'
import { maximum, minimum } from '#shared/rules/extremes.ts'
import { type DayInterval, toDayInterval } from '../../app/entries/day-intervals.ts'
import { entryPosition } from './cursor-position.ts'
import type { DragSource, PressTarget, CalendarSpot } from './drag-model.ts'
import { snapGridOf, type EntryPlacement } from './entry-placement.ts'
import type { Calendar } from './use-calendar.ts'
import { toPlacement } from './use-optimistic-changes.ts'
import type { CalendarCursor } from './use-calendar-cursor.ts'
import { type PointerPress, useDrag } from './use-drag.ts'
import type { useEntryPopover } from './use-entry-popover.ts'
import type { usePopoverActions } from './use-popover-actions.ts'

export function useCalendarPointer(options: {
  dragged: Ref<DragSource | undefined>
  calendar: Calendar
  cursor: CalendarCursor
  form: ReturnType<typeof useEntryPopover>
  forms: ReturnType<typeof usePopoverActions>
  /** The days, from midnight to midnight. */
  area: Ref<HTMLElement | null>
  scroller: Ref<HTMLElement | null>
  /** The popover. */
  popover: Ref<HTMLElement | null>
  put: (local: number, to: EntryPlacement, seen: EntryPlacement) => void
  turn: (by: 1 | -1) => void
}) {
  const { dragged, calendar, cursor, form, forms, put } = options
  const { changes, days, entryOf, ownPieces } = calendar
  const { editing } = form

  /** The entry with resize handles, since it was selected by touch. */
  const selected = ref<number>()
  /** True when the last drawing was by touch: the draft then has resize handles. */
  const isFinger = ref(false)
  /** The press that closed a form does nothing else, unless it becomes a drag. */
  let hasClosed = false

  const drag = useDrag({
    dragged,
    area: options.area,
    scroller: options.scroller,
    days: () => calendar.onScreen.value.map(({ date }) => date),
    increment: () => calendar.lastIncrement.value,
    hold,
    magnets: (date, target) =>
      ownPieces(date)
        .filter(({ key, ends }) => key !== target && ends)
        .map(({ to }) => to),
    lift,
    offer,
    press,
    turn: options.turn,
    follow: form.follow,
    drop,
    cancel,
  })

  function hold(pressed: PressTarget): DragSource | undefined {
    if (pressed.on === 'nothing') return undefined
    const key = pressed.on === 'entry' ? pressed.key : editing.value?.record?.local
    const isOpen = editing.value && (key === undefined || key === editing.value.record?.local)
    if (isOpen && form.place.value) return { target: 'draft', ...form.place.value }
    const entry = entryOf(key)
    if (!entry || !days.isOwn(entry)) return undefined
    return { target: entry.local, place: toPlacement(entry), increment: entry.increment }
  }
  /** True when the block is that of the open form. */
  const isInForm = (pressed: PressTarget): boolean =>
    pressed.on === 'draft' ||
    (pressed.on === 'entry' && pressed.key === editing.value?.record?.local)

  function lift(pressed: PressTarget) {
    isFinger.value = true
    if (isInForm(pressed)) return
    leave()
    selected.value = selectedBy(pressed)
  }
  const selectedBy = (pressed: PressTarget): number | undefined => {
    const entry = pressed.on === 'entry' ? entryOf(pressed.key) : undefined
    return entry && days.isOwn(entry) ? entry.local : undefined
  }
  function leave() {
    if (editing.value && !editing.value.isSaving) forms.leave()
  }

  function press(pressed: PressTarget, how: PointerPress) {
    isFinger.value = how.isFinger
    if (how.isFinger && !pressedByFinger(pressed, how)) return
    if (isInForm(pressed)) return
    if (pressed.on === 'entry') return forms.open(pressed.key)
    if (hasClosed) return
    const stretch = stretchAt(pressed, how.at)
    forms.begin(how.at.date, stretch)
  }
  /** @returns false when the press is consumed: it only selected or deselected something */
  function pressedByFinger(pressed: PressTarget, { isHeld }: PointerPress): boolean {
    const before = selected.value
    selected.value = selectedBy(pressed)
    if (isHeld && selected.value !== undefined) {
      void cursor.focus(entryOf(selected.value)!.date, entryPosition(selected.value))
      return false
    }
    if (isInForm(pressed)) return false
    const isOpen = editing.value !== undefined
    leave()
    return pressed.on === 'entry' || (!isOpen && before === undefined)
  }

  const stretchAt = (pressed: PressTarget, at: CalendarSpot): DayInterval =>
    (pressed.on === 'nothing' ? pressed.gap : undefined) ?? roomAt(at)
  /** An hour from the pressed minute, or less where less is free. */
  function roomAt({ date, minute }: CalendarSpot): DayInterval {
    const increment = calendar.lastIncrement.value
    const pieces = ownPieces(date)
    const step = snapGridOf(increment)
    const ends = pieces.map(({ to }) => to).filter((end) => end <= minute && minute - end < step)
    const from = Math.min(
      Math.max(Math.floor(minute / step) * step, maximum(ends), 0),
      minutesInDay - 1,
    )
    const next = minimum(pieces.map((piece) => piece.from).filter((begins) => begins > from))
    const hour = Math.ceil(60 / increment) * increment
    return { from, to: Math.max(from + Math.min(increment, 60), Math.min(from + hour, next)) }
  }
  function offer(pressed: PressTarget, at: CalendarSpot): EntryPlacement {
    const { from, to } = stretchAt(pressed, at)
    const quantity = Math.max(1, Math.round((to - from) / calendar.lastIncrement.value))
    return { date: at.date, start: from, quantity }
  }
  function drop({ target, place: seen, increment }: DragSource, place: EntryPlacement) {
    if (target === 'new') {
      const to = place.start + place.quantity * increment
      forms.begin(place.date, { from: place.start, to })
    } else if (target !== 'draft') {
      put(target, place, seen)
      cursor.remember(place.date, entryPosition(target))
      // Touch gives no focus, and after a mouse drag the block may be under the day headers.
      void cursor.focus(place.date, entryPosition(target))
    }
  }
  /** The drag may have scrolled away from where the block is again. */
  function cancel({ target, place }: DragSource) {
    if (typeof target === 'number') void cursor.focus(place.date, entryPosition(target))
  }

  /** True when the target is the block of the open form. */
  const isOwnBlock = (target: Element): boolean => {
    const { record: entry } = editing.value ?? {}
    return target.closest(entry ? `[data-block="${entry.local}"]` : '[data-draft]') !== null
  }
  useEventListener(
    document,
    'pointerdown',
    (event) => {
      hasClosed = false
      const target = event.target as Element
      // A touch there may begin a scroll: the form closes at pointerup instead.
      if (event.pointerType === 'touch' && target.closest('.calendar .days')) return
      if (!target.closest(`[data-block="${selected.value}"]`)) selected.value = undefined
      if (!editing.value || editing.value.isSaving) return
      if (options.popover.value?.contains(target)) return
      if (isOwnBlock(target) || target.closest('dialog, [data-layer]')) return
      hasClosed = true
      forms.leave()
    },
    { capture: true },
  )
  // Dragging the block of a form must not take the focus from the form's field.
  useEventListener(document, 'mousedown', (event) => {
    if (editing.value && isOwnBlock(event.target as Element)) event.preventDefault()
  })

  return {
    drag,
    isFinger,
    selected,
    /** A new entry: just being drawn, or in its form. */
    draft: computed(() => {
      const held = dragged.value
      if (held?.target === 'new') return held
      return editing.value && !editing.value.record ? form.place.value : undefined
    }),
    /** The entry that is being dragged. */
    followed: computed(() => {
      const target = dragged.value?.target
      return target === 'draft'
        ? editing.value?.record?.local
        : target === 'new'
          ? undefined
          : target
    }),
    /** The former interval of the dragged entry. */
    former: computed(() => {
      const target = dragged.value?.target
      const entry = changes.shown.value.find(({ local }) => local === target)
      if (!entry) return undefined
      const { from, to } = toDayInterval(entry)
      return { date: entry.date, from, to: Math.min(to, minutesInDay) }
    }),
  }
}
