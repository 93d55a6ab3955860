/** Drawing, moving and stretching blocks with the pointer. */
import { useEventListener } from '@vueuse/core'
import { onScopeDispose, type Ref, ref } from 'vue'
import { minutesInDay } from '#shared/rules/calendar.ts'
import type { Stretch } from '../../app/entries/stretches.ts'
import { draw, move, type Place, stretchEnd, stretchStart } from './placing.ts'
import type { Key } from './week-blocks.ts'

export const pixelsPerMinute = 0.9

/** What is dragged: something new, the draft of a new entry, or an entry that is there. */
export type Target = 'new' | 'draft' | number

/** What lies under the pointer when it goes down. */
export type Pressed =
  | { on: 'nothing'; gap?: Stretch }
  | { on: 'draft'; edge?: 'begin' | 'end' }
  | { on: 'entry'; key: Key; edge?: 'begin' | 'end' }

/** Where something is held while it is dragged. */
export interface Held {
  target: Target
  place: Place
  increment: number
}

interface Drag extends Held {
  how: 'draw' | 'move' | 'begin' | 'end'
  /** Where the pointer went down: day's index, and minute of the day. */
  day: number
  minute: number
  magnets: readonly number[]
}

/** Less than this is a press, not a drag. In pixels. */
const still = 4
/** So near to an edge of what is on screen it scrolls. In pixels. */
const edge = 36
const fastest = 14

export function useDrag(options: {
  /** Where what is dragged would be put down now. */
  dragged: Ref<Held | undefined>
  /** The days, from midnight to midnight. */
  area: Ref<HTMLElement | null>
  /** What scrolls. */
  scroller: Ref<HTMLElement | null>
  days: () => readonly string[]
  /** Increment of what is drawn anew. */
  increment: () => number
  /** What can be dragged of this; undefined when it stays where it is. */
  hold: (pressed: Pressed) => Held | undefined
  /** Ends of other entries of a day. */
  magnets: (date: string, target: Target) => readonly number[]
  /** The pointer went up where it went down. */
  press: (pressed: Pressed, at: { date: string; minute: number }) => void
  /** The draft follows while it is dragged. */
  follow: (place: Place) => void
  drop: (held: Held, place: Place) => void
}) {
  const { dragged } = options
  const isDragging = ref(false)

  let began: { x: number; y: number; pointer: number; pressed: Pressed; drags: boolean } | undefined
  let drag: Drag | undefined
  let last = { x: 0, y: 0 }
  let frame = 0

  /** @returns the day's index, kept within those on screen, and the minute, which is not */
  function at(x: number, y: number): { day: number; minute: number } {
    const box = options.area.value!.getBoundingClientRect()
    const count = options.days().length
    const day = Math.floor(((x - box.left) / Math.max(1, box.width)) * count)
    return {
      day: Math.min(Math.max(day, 0), count - 1),
      minute: (y - box.top) / pixelsPerMinute,
    }
  }

  function down(event: PointerEvent, pressed: Pressed) {
    if (event.button !== 0 || began) return
    const { day, minute } = at(event.clientX, event.clientY)
    // A finger scrolls; what it does here is a press.
    const drags = event.pointerType !== 'touch'
    began = { x: event.clientX, y: event.clientY, pointer: event.pointerId, pressed, drags }
    last = began
    const held = pressed.on === 'nothing' ? undefined : options.hold(pressed)
    const date = options.days()[day]!
    if (held) {
      const how = (pressed.on !== 'nothing' && pressed.edge) || 'move'
      drag = { ...held, how, day, minute, magnets: [] }
    } else if (pressed.on === 'nothing') {
      const place = { date, start: minute, quantity: 1 }
      const magnets = options.magnets(date, 'new')
      const increment = options.increment()
      drag = { target: 'new', place, increment, how: 'draw', day, minute, magnets }
    } else drag = undefined
  }

  /** Where the drag leads with the pointer here. */
  function placeAt(now: Drag, x: number, y: number): Place {
    const { day, minute } = at(x, y)
    const days = day - now.day
    switch (now.how) {
      case 'draw':
        return draw(now.place.date, now.minute, minute, now.increment, now.magnets)
      case 'move': {
        const by = { days, minutes: minute - now.minute }
        const magnets = options.magnets(options.days()[day]!, now.target)
        return move(now.place, by, now.increment, magnets)
      }
      case 'begin':
        return stretchStart(now.place, now.place.start + minute - now.minute, now.increment)
      case 'end': {
        const end = now.place.start + now.place.quantity * now.increment
        return stretchEnd(now.place, end + minute - now.minute, now.increment)
      }
    }
  }

  function show() {
    if (!drag) return
    const place = placeAt(drag, last.x, last.y)
    if (drag.target === 'draft') options.follow(place)
    dragged.value = { target: drag.target, place, increment: drag.increment }
  }

  /** Near the upper or lower edge the calendar scrolls along. */
  function scrollAlong() {
    frame = 0
    const scroller = options.scroller.value
    if (!isDragging.value || !scroller) return
    const { top, bottom } = scroller.getBoundingClientRect()
    const head = options.area.value?.parentElement?.offsetTop ?? 0
    const over = Math.max(0, last.y - (bottom - edge)) - Math.max(0, top + head + edge - last.y)
    if (over === 0) return
    scroller.scrollTop += Math.max(-fastest, Math.min(fastest, over / 3))
    show()
    frame = requestAnimationFrame(scrollAlong)
  }

  function moved(event: PointerEvent) {
    if (!began || event.pointerId !== began.pointer || !drag || !began.drags) return
    last = { x: event.clientX, y: event.clientY }
    const far = Math.hypot(last.x - began.x, last.y - began.y) >= still
    if (!isDragging.value && !far) return
    isDragging.value = true
    show()
    frame ||= requestAnimationFrame(scrollAlong)
  }

  function end() {
    began = undefined
    drag = undefined
    isDragging.value = false
    dragged.value = undefined
    cancelAnimationFrame(frame)
    frame = 0
  }

  function up(event: PointerEvent) {
    if (!began || event.pointerId !== began.pointer) return
    const { pressed, x, y } = began
    const result = isDragging.value ? dragged.value : undefined
    const held = drag
    const start = at(x, y)
    end()
    if (result && held) options.drop(held, result.place)
    else {
      const minute = Math.min(Math.max(0, start.minute), minutesInDay - 1)
      options.press(pressed, { date: options.days()[start.day]!, minute })
    }
  }

  /** Everything is as it was before. */
  function takeBack() {
    if (drag?.target === 'draft') options.follow(drag.place)
    end()
  }

  useEventListener(window, 'pointermove', moved)
  useEventListener(window, 'pointerup', up)
  useEventListener(window, 'pointercancel', takeBack)
  useEventListener(window, 'blur', () => began && takeBack())
  useEventListener(
    window,
    'keydown',
    (event) => {
      if (event.key !== 'Escape' || !isDragging.value) return
      event.preventDefault()
      event.stopImmediatePropagation()
      takeBack()
    },
    { capture: true },
  )
  onScopeDispose(() => cancelAnimationFrame(frame))

  return { isDragging, down }
}
