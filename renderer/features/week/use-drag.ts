/**
 * Drawing, moving and resizing blocks. A mouse or a pen drags at once; touch drags after a long
 * press, because a touch that moves at once scrolls.
 */
import { useEventListener } from '@vueuse/core'
import { onScopeDispose, type Ref, ref } from 'vue'
import { minutesInDay } from '#shared/rules/calendar.ts'
import {
  type CalendarDrag,
  type DragSource,
  placementAt,
  type PressTarget,
  type CalendarSpot,
  type DragTarget,
} from './drag-model.ts'
import { useEdgeScroll } from './use-edge-scroll.ts'
import type { EntryPlacement } from './entry-placement.ts'
import { createPressAndHold, scrollThreshold } from './press-and-hold.ts'
import { pixelsPerMinute } from './calendar-scale.ts'
import { guardTouch } from './touch-guard.ts'

/** Movements shorter than this are a press, not a drag. In pixels. */
const still = 4

/** A press: the pointer went up where it went down. */
export interface PointerPress {
  at: CalendarSpot
  /** By touch. */
  isFinger: boolean
  /** It was a long press. */
  isHeld: boolean
}

interface Began {
  x: number
  y: number
  pointer: number
  pressed: PressTarget
  isFinger: boolean
  /** True when movement drags: always with a mouse, with touch after a long press. */
  holds: boolean
}

export function useDrag(options: {
  /** What is being dragged, and where it would be dropped now. */
  dragged: Ref<DragSource | undefined>
  /** The days, from midnight to midnight. */
  area: Ref<HTMLElement | null>
  /** The scrolling element. */
  scroller: Ref<HTMLElement | null>
  days: () => readonly string[]
  /** Increment of newly drawn entries. */
  increment: () => number
  /** Returns what can be dragged here; undefined when nothing can. */
  hold: (pressed: PressTarget) => DragSource | undefined
  /** Ends of the day's other entries. */
  magnets: (date: string, target: DragTarget) => readonly number[]
  /** Called after a long press: the target may be dragged now. */
  lift: (pressed: PressTarget) => void
  /** Returns the entry that a press there would create. */
  offer: (pressed: PressTarget, at: CalendarSpot) => EntryPlacement
  press: (pressed: PressTarget, press: PointerPress) => void
  /** Shows other days, where there are some. */
  turn: (by: 1 | -1) => void
  /** Moves the draft along while it is dragged. */
  follow: (place: EntryPlacement) => void
  drop: (held: DragSource, place: EntryPlacement) => void
  /** Called when a drag was canceled. */
  cancel: (held: DragSource) => void
}) {
  const { dragged } = options
  const isDragging = ref(false)

  let began: Began | undefined
  let drag: CalendarDrag | undefined
  let last = { x: 0, y: 0 }
  let guard: { end: () => void } | undefined
  const holding = createPressAndHold(lift)
  const edges = useEdgeScroll({ box: boxOnScreen, scroll, turn: options.turn, moved: show })

  /** @returns the day, limited to those on screen, and the minute, which is not limited */
  function spotAt(x: number, y: number): CalendarSpot {
    const box = options.area.value!.getBoundingClientRect()
    const days = options.days()
    const day = Math.floor(((x - box.left) / Math.max(1, box.width)) * days.length)
    return {
      date: days[Math.min(Math.max(day, 0), days.length - 1)]!,
      minute: (y - box.top) / pixelsPerMinute,
    }
  }
  function boxOnScreen() {
    const area = options.area.value
    const onScreen = options.scroller.value?.getBoundingClientRect()
    if (!area || !onScreen) return undefined
    const { left, right } = area.getBoundingClientRect()
    const heads = area.parentElement?.offsetTop ?? 0
    return { left, right, top: onScreen.top + heads, bottom: onScreen.bottom }
  }
  function scroll(by: number) {
    if (options.scroller.value) options.scroller.value.scrollTop += by
  }

  function dragOf(pressed: PressTarget, from: CalendarSpot): CalendarDrag | undefined {
    if (pressed.on === 'nothing') {
      const place = { date: from.date, start: from.minute, quantity: 1 }
      return { target: 'new', place, increment: options.increment(), how: 'draw', from }
    }
    const held = options.hold(pressed)
    return held && { ...held, how: pressed.edge ?? 'move', from }
  }
  function down(event: PointerEvent, pressed: PressTarget) {
    if (began) {
      // A second finger means a pinch.
      if (!began.holds) end()
      return
    }
    if (event.button !== 0) return
    const { clientX: x, clientY: y, pointerId: pointer } = event
    const isFinger = event.pointerType === 'touch'
    const holds = !isFinger || (pressed.on !== 'nothing' && pressed.isGrip === true)
    // The edge that a mouse can hit is too narrow for touch.
    const meant = holds || pressed.on === 'nothing' ? pressed : { ...pressed, edge: undefined }
    began = { x, y, pointer, pressed: meant, isFinger, holds }
    last = began
    drag = dragOf(meant, spotAt(x, y))
    if (!holds) holding.begin(x, y)
  }
  /** Handles `touchstart`; its `pointerdown` has already begun the drag. */
  function touch(event: TouchEvent) {
    if (!began || event.touches.length > 1) return
    guard?.end()
    guard = guardTouch(event.target!, () => began?.holds === true)
  }
  function lift() {
    if (!began) return
    began.holds = true
    options.lift(began.pressed)
    if (!drag) return
    const { target, increment } = drag
    const place = target === 'new' ? options.offer(began.pressed, drag.from) : drag.place
    dragged.value = { target, place, increment }
  }

  function show() {
    if (!drag || !isDragging.value) return
    const spot = spotAt(last.x, last.y)
    const date = drag.how === 'move' ? spot.date : drag.place.date
    const place = placementAt(drag, spot, options.magnets(date, drag.target))
    if (drag.target === 'draft') options.follow(place)
    dragged.value = { target: drag.target, place, increment: drag.increment }
  }
  function moved(event: PointerEvent) {
    if (!began || event.pointerId !== began.pointer) return
    const { clientX: x, clientY: y } = event
    if (!began.holds) {
      if (holding.strays(x, y)) end()
      return
    }
    if (!drag) return
    last = { x, y }
    const far = Math.hypot(x - began.x, y - began.y)
    if (!isDragging.value && far < (began.isFinger ? scrollThreshold : still)) return
    isDragging.value = true
    show()
    edges.follow({ x, y, turns: drag.how === 'move' })
  }

  function forget() {
    holding.end()
    edges.end()
    began = undefined
    drag = undefined
    isDragging.value = false
    dragged.value = undefined
  }
  function end() {
    guard?.end()
    guard = undefined
    forget()
  }
  function up(event: PointerEvent) {
    if (!began || event.pointerId !== began.pointer) return
    const { pressed, x, y, isFinger, holds } = began
    const result = isDragging.value ? dragged.value : undefined
    const held = drag
    const at = spotAt(x, y)
    // The guard stays active until the end of this touch.
    forget()
    if (result && held) return options.drop(held, result.place)
    const minute = Math.min(Math.max(0, at.minute), minutesInDay - 1)
    const isHeld = isFinger && holds
    options.press(pressed, { at: { date: at.date, minute }, isFinger, isHeld })
  }
  /** Cancels the drag and restores the draft. */
  function takeBack() {
    const held = isDragging.value ? drag : undefined
    if (held?.target === 'draft') options.follow(held.place)
    end()
    if (held) options.cancel(held)
  }

  useEventListener(window, 'pointermove', moved)
  useEventListener(window, 'pointerup', up)
  useEventListener(window, 'pointercancel', (event) => {
    if (event.pointerId === began?.pointer) takeBack()
  })
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
  onScopeDispose(end)

  return { isDragging, down, touch }
}
