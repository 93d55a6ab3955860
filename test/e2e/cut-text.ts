/** Finds text that is cut with an ellipsis although its row has room for more of it. */
import type { Page } from 'playwright-core'

export interface CutText {
  text: string
  /** The width that is hidden, and the width that its row could still give, in pixels. */
  missing: number
  room: number
  where: string
}

/**
 * A row has room where its columns are wider than the widest content in them, in any row of the
 * same kind; within a cell, where the elements beside the text leave a gap. A narrow panel counts
 * with the width it has.
 */
export const cutTextOf = (page: Page): Promise<CutText[]> =>
  page.evaluate(() => {
    /** The space that the eye needs beside a column; two more letters take more. */
    const slack = 24

    const hasSize = (element: Element) => {
      const { width, height } = element.getBoundingClientRect()
      return width > 1 && height > 1
    }
    const isSeen = (element: Element) =>
      hasSize(element) && getComputedStyle(element).visibility !== 'hidden'
    const isCut = (element: HTMLElement) =>
      element.scrollWidth > element.clientWidth + 1 &&
      getComputedStyle(element).textOverflow === 'ellipsis' &&
      isSeen(element)

    /** The extent from the first rendered content to the last, without the room beside it. */
    const extentOf = (element: Element): number => {
      let [left, right] = [Infinity, -Infinity]
      const take = ({ left: from, right: to }: DOMRect) => {
        if (to - from < 1) return
        left = Math.min(left, from)
        right = Math.max(right, to)
      }
      const walk = (node: Node) => {
        if (node instanceof Text) {
          if (node.data.trim() === '') return
          const range = document.createRange()
          range.selectNodeContents(node)
          take(range.getBoundingClientRect())
        } else if (node instanceof Element) {
          // Text that appears only under the pointer keeps its space.
          if (!hasSize(node)) return
          // Fields, pictures and scrolling boxes count with their whole box.
          if (node.matches('input, textarea, select, svg, img, canvas, button')) {
            take(node.getBoundingClientRect())
          } else if (node instanceof HTMLElement && isCut(node)) {
            take(node.getBoundingClientRect())
          } else {
            for (const child of node.childNodes) walk(child)
          }
        }
      }
      walk(element)
      return right > left ? right - left : 0
    }

    const isRow = (element: Element) => {
      const { display, flexDirection } = getComputedStyle(element)
      return (
        display === 'table-row' ||
        display.endsWith('grid') ||
        (display.endsWith('flex') && !flexDirection.startsWith('column'))
      )
    }
    const childrenOf = (row: Element) =>
      [...row.children].filter(
        (child) =>
          hasSize(child) && !['absolute', 'fixed'].includes(getComputedStyle(child).position),
      )
    /** The children on one line with it. */
    const lineOf = (child: Element, row: Element) => {
      const { top, bottom } = child.getBoundingClientRect()
      return childrenOf(row).filter((other) => {
        const rect = other.getBoundingClientRect()
        return rect.top < bottom - 2 && rect.bottom > top + 2
      })
    }
    const paddingOf = (element: Element) => {
      const style = getComputedStyle(element)
      return parseFloat(style.paddingLeft) + parseFloat(style.paddingRight)
    }

    /** The rows with the same column widths: of the same table, or a sibling of the same make. */
    const rowsLike = (row: Element) => {
      const table = row.closest('table, [role=table], [role=grid], [role=treegrid]')
      const others = table?.querySelectorAll('tr, [role=row]') ?? row.parentElement?.children ?? []
      const count = childrenOf(row).length
      const alike = [...others].filter((other) => childrenOf(other).length === count)
      return alike.includes(row) ? alike : [row]
    }

    /**
     * The room that the row could give this child: what the others have and use in none of their
     * rows.
     */
    const roomIn = (row: Element, child: Element): number => {
      const line = lineOf(child, row)
      const place = childrenOf(row).indexOf(child)
      const rows = rowsLike(row)
      let room = 0
      for (const other of line) {
        if (other === child) continue
        const column = childrenOf(row).indexOf(other)
        const unused = rows.map((one) => {
          const cell = childrenOf(one)[column]
          if (!cell) return 0
          const used = extentOf(cell) + paddingOf(cell)
          return Math.max(0, cell.getBoundingClientRect().width - used)
        })
        room += Math.max(0, Math.min(...unused) - slack)
      }
      // The gap between the last of them and the edge.
      if (place >= 0) {
        const style = getComputedStyle(row)
        const box = row.getBoundingClientRect()
        const rects = line.map((other) => other.getBoundingClientRect())
        const end = box.right - parseFloat(style.paddingRight)
        const begin = box.left + parseFloat(style.paddingLeft)
        const gaps = rects
          .toSorted((one, other) => one.left - other.left)
          .reduce(
            ({ at, free }, rect) => ({ at: rect.right, free: free + Math.max(0, rect.left - at) }),
            { at: begin, free: 0 },
          )
        const gap = (parseFloat(style.columnGap) || 0) * (line.length - 1)
        room += Math.max(0, gaps.free + Math.max(0, end - gaps.at) - gap)
      }
      return room
    }

    const found: CutText[] = []
    for (const element of document.querySelectorAll<HTMLElement>('body *')) {
      if (!isCut(element)) continue
      let [child, row] = [element as Element, element.parentElement as Element | null]
      let room = 0
      // The days of a week all have the same width, with any content.
      while (row && !row.matches('main, dialog, aside, nav, body, [role=gridcell]')) {
        if (isRow(row)) room = Math.max(room, roomIn(row, child))
        if (row.matches('[role=row], tr, li')) break
        ;[child, row] = [row, row.parentElement]
      }
      const missing = element.scrollWidth - element.clientWidth
      if (room < slack) continue
      found.push({
        text: (element.textContent ?? '').trim().slice(0, 60),
        ...{ missing, room: Math.round(room) },
        where: `${element.tagName.toLowerCase()}.${element.className} in ${row?.tagName.toLowerCase() ?? ''}.${row?.className ?? ''}`,
      })
    }
    return found
  })
