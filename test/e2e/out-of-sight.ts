/**
 * Finds text and controls that are rendered beyond the edge of the window or of a clipping
 * ancestor.
 */
import type { Page } from 'playwright-core'

export interface OutOfSight {
  text: string
  /** How far it extends beyond the edge, in pixels. */
  over: number
  where: string
}

/**
 * Sideways only: what is further down can be scrolled to. Text that ends in an ellipsis is checked
 * by `cutTextOf`, and content of a box that scrolls sideways can be scrolled into view.
 */
export const outOfSightOf = (page: Page): Promise<OutOfSight[]> =>
  page.evaluate(() => {
    const controls = 'button, a[href], input, select, textarea, [role=tab]'

    /**
     * The left and right edge of the visible part of an element; none where it can be scrolled to.
     */
    const clipOf = (element: Element): { left: number; right: number } | undefined => {
      const clip = { left: 0, right: innerWidth }
      for (let at: Element | null = element; at; at = at.parentElement) {
        const { overflowX, textOverflow, position } = getComputedStyle(at)
        if (overflowX === 'auto' || overflowX === 'scroll' || textOverflow === 'ellipsis') return
        if (overflowX === 'hidden' || overflowX === 'clip') {
          const box = at.getBoundingClientRect()
          // Hidden on purpose: for screen readers alone.
          if (box.width <= 1 || box.height <= 1) return
          clip.left = Math.max(clip.left, box.left)
          clip.right = Math.min(clip.right, box.right)
        }
        if (position === 'fixed') break
      }
      return clip
    }
    const isDrawn = (element: Element) =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true })

    const found: OutOfSight[] = []
    const look = (rect: DOMRect, text: string, element: Element) => {
      if (rect.width < 1 || rect.height < 1 || !isDrawn(element)) return
      const clip = clipOf(element)
      if (!clip) return
      const over = Math.round(Math.max(rect.right - clip.right, clip.left - rect.left))
      if (over <= 1) return
      const where = `${element.tagName.toLowerCase()}.${element.className}`
      found.push({ text: text.trim().slice(0, 60), over, where })
    }
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const node = texts.currentNode as Text
      if (node.data.trim() === '' || !node.parentElement) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      look(range.getBoundingClientRect(), node.data, node.parentElement)
    }
    for (const control of document.querySelectorAll(controls)) {
      const name = control.getAttribute('aria-label') ?? control.textContent ?? ''
      // A control's own clipping does not clip itself.
      if (control.parentElement) look(control.getBoundingClientRect(), name, control)
    }
    return found
  })
