import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { effectScope, type EffectScope } from 'vue'
import { type CalendarDrag, placementAt } from '../../renderer/features/week/drag-model.ts'
import {
  scrollStep,
  edgeSideAt,
  useEdgeScroll,
} from '../../renderer/features/week/use-edge-scroll.ts'
import {
  holdDelay,
  createPressAndHold,
  scrollThreshold,
} from '../../renderer/features/week/press-and-hold.ts'
import { guardTouch } from '../../renderer/features/week/touch-guard.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('a finger', () => {
  it('holds a block when it stays', () => {
    const held = vi.fn()
    const finger = createPressAndHold(held)
    finger.begin(100, 100)
    expect(finger.strays(100 + scrollThreshold - 1, 100)).toBe(false)
    vi.advanceTimersByTime(holdDelay - 1)
    expect(held).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(held).toHaveBeenCalledOnce()
    // From now on it drags, over any distance.
    expect(finger.strays(300, 300)).toBe(false)
  })

  it('holds nothing after it moved on, or up', () => {
    const held = vi.fn()
    const finger = createPressAndHold(held)
    finger.begin(100, 100)
    expect(finger.strays(100, 100 - scrollThreshold)).toBe(true)
    finger.begin(100, 100)
    finger.end()
    vi.advanceTimersByTime(holdDelay * 2)
    expect(held).not.toHaveBeenCalled()
  })

  it('keeps the page still while it holds a block, until it goes up', () => {
    const block = document.createElement('div')
    let isHeld = false
    const tell = (type: string) => {
      const event = new Event(type, { cancelable: true })
      block.dispatchEvent(event)
      return event.defaultPrevented
    }
    guardTouch(block, () => isHeld)
    expect(tell('touchmove')).toBe(false)
    isHeld = true
    expect(tell('touchmove')).toBe(true)
    expect(tell('contextmenu')).toBe(true)
    // No click follows, and the next touch is a new one.
    expect(tell('touchend')).toBe(true)
    expect([tell('touchmove'), tell('contextmenu'), tell('touchend')]).toEqual([
      false,
      false,
      false,
    ])
  })
})

describe('the dragged block', () => {
  const drag: CalendarDrag = {
    target: 1,
    place: { date: '2026-11-19', start: 540, quantity: 4 },
    increment: 15,
    how: 'move',
    from: { date: '2026-11-19', minute: 560 },
  }
  it.each([
    ['move', { date: '2026-11-21', minute: 590 }, { date: '2026-11-21', start: 570, quantity: 4 }],
    ['begin', { date: '2026-11-21', minute: 590 }, { date: '2026-11-19', start: 570, quantity: 2 }],
    ['end', { date: '2026-11-21', minute: 590 }, { date: '2026-11-19', start: 540, quantity: 6 }],
    ['draw', { date: '2026-11-21', minute: 600 }, { date: '2026-11-19', start: 555, quantity: 3 }],
  ] as const)('follows the pointer: %s', (how, to, place) => {
    expect(placementAt({ ...drag, how }, to, [])).toEqual(place)
  })
})

describe('the edges of the visible area', () => {
  const box = { top: 100, bottom: 700, left: 50, right: 850 }

  it('scroll faster the nearer the pointer is, and not in between', () => {
    expect(scrollStep(400, box)).toBe(0)
    expect(scrollStep(690, box)).toBeGreaterThan(scrollStep(670, box))
    expect(scrollStep(670, box)).toBeGreaterThan(0)
    expect(scrollStep(110, box)).toBeLessThan(0)
    expect(scrollStep(5_000, box)).toBe(-scrollStep(-5_000, box))
  })

  it('are two sides', () => {
    expect([edgeSideAt(55, box), edgeSideAt(400, box), edgeSideAt(845, box)]).toEqual([-1, 0, 1])
  })

  describe('the sides during a drag', () => {
    const turn = vi.fn()
    let scope: EffectScope
    let edges: ReturnType<typeof useEdgeScroll>
    beforeEach(() => {
      turn.mockReset()
      scope = effectScope()
      edges = scope.run(() =>
        useEdgeScroll({ box: () => box, scroll: () => {}, turn, moved: () => {} }),
      )!
    })
    afterEach(() => scope.stop())

    it('turn to the day beside after a while, and once more', () => {
      edges.follow({ x: 848, y: 400, turns: true })
      edges.follow({ x: 846, y: 402, turns: true })
      expect(turn).not.toHaveBeenCalled()
      vi.advanceTimersByTime(700)
      expect(turn.mock.calls).toEqual([[1]])
      vi.advanceTimersByTime(700)
      expect(turn.mock.calls).toEqual([[1], [1]])
    })

    it('do nothing when the pointer only passes, when the drag is over, or for a drag within its day', () => {
      edges.follow({ x: 848, y: 400, turns: true })
      edges.follow({ x: 400, y: 400, turns: true })
      vi.advanceTimersByTime(2_000)
      edges.follow({ x: 52, y: 400, turns: true })
      edges.end()
      vi.advanceTimersByTime(2_000)
      edges.follow({ x: 52, y: 400, turns: false })
      vi.advanceTimersByTime(2_000)
      expect(turn).not.toHaveBeenCalled()
    })
  })
})
