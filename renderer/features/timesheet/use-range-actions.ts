/** Actions on all selected cells at once: copy, paste, clear and repeat. */
import { useEventListener } from '@vueuse/core'
import { useTranslate } from '../../app/messages/index.ts'
import { useToastStore } from '../../app/stores/toasts.ts'
import { parseCellRange, formatCellRange } from './cell-text.ts'
import type { CellPosition, CellSelection } from './use-cell-selection.ts'
import type { Sheet } from './use-sheet.ts'

export function useRangeActions(sheet: Sheet, cells: CellSelection) {
  const t = useTranslate()
  const toasts = useToastStore()

  const loggedAt = (place: CellPosition) => sheet.cellAt(place)?.logged ?? 0
  const selected = () => cells.selected.value.flat()
  const done = (count: number) => t('timesheet.cellsSet', {}, count)

  async function clear() {
    const filled = selected().filter((place) => loggedAt(place) > 0)
    for (const place of selected()) sheet.setProblem(place, undefined)
    await sheet.set(
      filled.map((place) => ({ ...place, minutes: 0 })),
      { words: t('timesheet.cellsCleared', {}, filled.length) },
    )
  }

  /**
   * Repeats hours. A single cell takes those of the day before; several columns take those of the
   * first, a single column those of its top cell.
   */
  async function repeat() {
    const byRow = cells.selected.value
    const first = byRow[0]?.[0]
    if (!first) return
    const sourceOf = (place: CellPosition): CellPosition => {
      if (!cells.several.value) return { ...place, day: place.day - 1 }
      return byRow[0]!.length > 1 ? { ...place, day: first.day } : first
    }
    const wanted = selected().flatMap((place) => {
      const source = sourceOf(place)
      const isSource = source.row === place.row && source.day === place.day
      return isSource || source.day < 0 ? [] : [{ ...place, minutes: loggedAt(source) }]
    })
    await sheet.set(wanted, wanted.length > 1 ? { words: done(wanted.length) } : {})
  }

  async function paste(text: string) {
    const read = parseCellRange(text)
    if (read.is === 'nothing') return
    if (read.is === 'unread') {
      toasts.show({ text: t('timesheet.pasteUnread', { text: read.text }) })
      return
    }
    const { top = 0, left = 0 } = cells.range.value ?? {}
    const single = read.rows.length === 1 && read.rows[0]!.length === 1
    const wanted = single
      ? selected().map((place) => ({ ...place, minutes: read.rows[0]![0]! }))
      : read.rows.flatMap((row, down) =>
          row.flatMap((minutes, right) => {
            const place = cells.placeAt(top + down, left + right)
            const fits = top + down < sheet.rows.value.length && left + right < 7
            return place && fits ? [{ ...place, minutes }] : []
          }),
        )
    const cut = read.rows.flat().length - wanted.length
    const words = cut > 0 && !single ? t('timesheet.pasteCut', {}, cut) : done(wanted.length)
    await sheet.set(wanted, wanted.length > 1 ? { words } : {})
  }

  /** True while the focus is in a cell that is not being edited. */
  const isInGrid = () => document.activeElement?.hasAttribute('data-cell') === true
  function copy(event: ClipboardEvent): boolean {
    if (!isInGrid()) return false
    event.preventDefault()
    const rows = cells.selected.value.map((row) => row.map(loggedAt))
    event.clipboardData?.setData('text/plain', formatCellRange(rows))
    return true
  }
  useEventListener(document, 'copy', copy)
  useEventListener(document, 'cut', (event) => {
    if (copy(event)) void clear()
  })
  useEventListener(document, 'paste', (event) => {
    if (!isInGrid()) return
    event.preventDefault()
    void paste(event.clipboardData?.getData('text/plain') ?? '')
  })

  return { clear, repeat }
}
