/** Editing of a cell: the text in its field, what it counts as, and how the field is left. */
import { computed, ref } from 'vue'
import { isTooLong } from '#shared/rules/plan-cell.ts'
import { useTranslate } from '../../app/messages/index.ts'
import { useAnnouncerStore } from '../../app/stores/announcer.ts'
import { useToastStore } from '../../app/stores/toasts.ts'
import { formatSpokenDuration } from '../../ui/format.ts'
import { parseCell, formatCell } from './cell-text.ts'
import type { CellPosition, CellSelection } from './use-cell-selection.ts'
import type { Sheet } from './use-sheet.ts'

export function useCellEditing(sheet: Sheet, cells: CellSelection) {
  const t = useTranslate()
  const live = useAnnouncerStore()
  const toasts = useToastStore()

  const place = ref<CellPosition>()
  const text = ref('')
  /** True when typing over the cell began the edit: then arrows leave it, as in a spreadsheet. */
  const overwrites = ref(false)
  /** Shown only once the person tries to leave the field, never while typing. */
  const problem = ref('')
  /**
   * The cell's hours when the field was opened, so that a later change elsewhere is not
   * overwritten.
   */
  let seen = 0
  /** The column that Enter returns to after a row was filled with Tab. */
  let firstDay: number | undefined

  const cell = computed(() => place.value && sheet.cellAt(place.value))
  const minutes = computed(() => parseCell(text.value))
  const plan = computed(() =>
    cell.value && minutes.value !== undefined ? sheet.planOf(cell.value, minutes.value) : undefined,
  )

  /** @param typed the first typed character; without it the field holds the cell's present text */
  function begin(at: CellPosition, typed?: string) {
    const found = sheet.cellAt(at)
    if (!found) return
    if (found.running !== undefined) {
      toasts.show({ text: t('timesheet.runsHere') })
      return
    }
    cells.makeCurrent(at)
    seen = found.logged
    text.value = typed ?? found.problem?.text ?? formatCell(found.logged)
    problem.value = found.problem?.words ?? ''
    overwrites.value = typed !== undefined
    place.value = at
  }

  /** Returns why the text is invalid; undefined when it is valid. */
  function trouble(): string | undefined {
    if (!plan.value) return t('timesheet.unread')
    return isTooLong(plan.value) ? t('entry.tooLong') : undefined
  }

  /** Saves the text; an invalid one stays in its field. Returns true when the field is closed. */
  function commit(): boolean {
    const at = place.value
    if (!at) return true
    const words = trouble()
    if (words !== undefined) {
      problem.value = words
      return false
    }
    const { total } = plan.value!
    const wanted = minutes.value!
    place.value = undefined
    void sheet.set([{ ...at, minutes: wanted, was: seen }], { text: text.value })
    live.say(total === 0 ? t('timesheet.emptied') : formatSpokenDuration(total))
    return true
  }

  async function commitTo(next: CellPosition | undefined, byTab = false) {
    const day = place.value?.day
    if (!commit()) return
    if (byTab) firstDay ??= day
    else firstDay = undefined
    await cells.focus(next)
  }
  /** Saves and moves down; after a row was filled with Tab, to the column where it began. */
  function commitDown() {
    const below = cells.beside({ rows: 1 })
    return commitTo(below && firstDay !== undefined ? { ...below, day: firstDay } : below)
  }
  const forgetTabs = () => (firstDay = undefined)

  async function cancel() {
    const at = place.value
    if (!at) return
    place.value = undefined
    sheet.setProblem(at, undefined)
    await cells.focus(at)
  }

  /** Handles a blur: invalid text stays in the cell, with the reason. */
  function left() {
    const at = place.value
    if (!at) return
    const words = trouble()
    if (words === undefined) return void commit()
    place.value = undefined
    sheet.setProblem(at, { text: text.value, words })
  }

  function typed(now: string) {
    text.value = now
    problem.value = ''
  }

  return {
    place,
    text,
    overwrites,
    problem,
    cell,
    minutes,
    plan,
    begin,
    typed,
    commitTo,
    commitDown,
    forgetTabs,
    cancel,
    left,
  }
}

export type CellEditing = ReturnType<typeof useCellEditing>
