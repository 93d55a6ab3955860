/** Keys of a cell that is not being edited. */
import { isTypingKey } from './cell-text.ts'
import type { CellPosition, CellSelection } from './use-cell-selection.ts'
import type { CellEditing } from './use-cell-editing.ts'

/** A distance that always reaches the edge. */
const everything = 100_000

export function useGridKeys(
  cells: CellSelection,
  editing: CellEditing,
  acts: { repeat: () => void; clear: () => void },
) {
  function targetOf({ key, ctrlKey, metaKey }: KeyboardEvent): CellPosition | undefined {
    const { current } = cells
    const row = current.value ? cells.beside({})?.row : undefined
    if (row === undefined) return undefined
    const far = ctrlKey || metaKey
    switch (key) {
      case 'ArrowUp':
        return cells.beside({ rows: far ? -everything : -1 })
      case 'ArrowDown':
        return cells.beside({ rows: far ? everything : 1 })
      case 'ArrowLeft':
        return cells.beside({ days: far ? -everything : -1 })
      case 'ArrowRight':
        return cells.beside({ days: far ? everything : 1 })
      case 'Home':
        return cells.beside({ days: -everything, rows: far ? -everything : 0 })
      case 'End':
        return cells.beside({ days: everything, rows: far ? everything : 0 })
      default:
        return undefined
    }
  }

  /** Returns true when the key was handled. */
  function take(event: KeyboardEvent): boolean {
    const { key, shiftKey, altKey } = event
    const held = event.ctrlKey || event.metaKey
    if (altKey) return false
    const target = targetOf(event)
    if (target) {
      editing.forgetTabs()
      void cells.focus(target, shiftKey)
      return true
    }
    if (held) return takeHeld(key.toLowerCase())
    switch (key) {
      case 'F2':
        editing.begin(cells.current.value!)
        return true
      case 'Backspace':
      case 'Delete':
        if (shiftKey) return false
        acts.clear()
        return true
      case 'Escape':
        return cells.collapse()
      default:
        if (!isTypingKey(key)) return false
        editing.begin(cells.current.value!, key)
        return true
    }
  }
  function takeHeld(key: string): boolean {
    const first = cells.placeAt(0, 0)
    const last = cells.placeAt(everything, everything)
    if (key === 'd') acts.repeat()
    else if (key === 'a' && first && last) {
      cells.makeCurrent(first)
      void cells.focus(last, true)
    } else return false
    return true
  }

  return function press(event: KeyboardEvent) {
    // Keys of a cell's field and of its buttons are handled there.
    if (!(event.target as HTMLElement).hasAttribute('data-cell') || !cells.current.value) return
    if (take(event)) event.preventDefault()
  }
}
