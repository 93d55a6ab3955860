/** Typing in a cell: what stands in its field, what it counts as, and how it is left. */
import { computed, ref } from 'vue'
import { isTooLong } from '#shared/rules/cell-entries.ts'
import { useWords } from '../../app/messages/index.ts'
import { useLive } from '../../app/stores/live.ts'
import { useToasts } from '../../app/stores/toasts.ts'
import { spokenDuration } from '../../ui/format.ts'
import { readCell, writeCell } from './cell-text.ts'
import type { CellPlace, Cells } from './use-cells.ts'
import type { Sheet } from './use-sheet.ts'

export function useEditing(sheet: Sheet, cells: Cells) {
  const say = useWords()
  const live = useLive()
  const toasts = useToasts()

  const place = ref<CellPlace>()
  const text = ref('')
  /** Begun by typing over the cell: then arrows leave it, as they would in a spreadsheet. */
  const overwrites = ref(false)
  /** Said once somebody wants to leave, never while they type. */
  const problem = ref('')
  /** What the cell had when the field was opened: hours that come meanwhile are not written over. */
  let seen = 0
  /** Where Enter goes back to after a row was filled by Tab. */
  let firstDay: number | undefined

  const cell = computed(() => place.value && sheet.cellAt(place.value))
  const minutes = computed(() => readCell(text.value))
  const plan = computed(() =>
    cell.value && minutes.value !== undefined ? sheet.planOf(cell.value, minutes.value) : undefined,
  )

  /** @param typed what begins it; without it the field holds what the cell has */
  function begin(at: CellPlace, typed?: string) {
    const found = sheet.cellAt(at)
    if (!found) return
    if (found.running !== undefined) {
      toasts.show({ text: say('timesheet.runsHere') })
      return
    }
    cells.choose(at)
    seen = found.logged
    text.value = typed ?? found.problem?.text ?? writeCell(found.logged)
    problem.value = found.problem?.words ?? ''
    overwrites.value = typed !== undefined
    place.value = at
  }

  /** Why the text cannot be taken; undefined when it can. */
  function trouble(): string | undefined {
    if (!plan.value) return say('timesheet.unread')
    return isTooLong(plan.value) ? say('entry.tooLong') : undefined
  }

  /** Takes what was typed; what cannot be taken stays in its field. True when the field is left. */
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
    live.say(total === 0 ? say('timesheet.emptied') : spokenDuration(total))
    return true
  }

  async function commitTo(next: CellPlace | undefined, byTab = false) {
    const day = place.value?.day
    if (!commit()) return
    if (byTab) firstDay ??= day
    else firstDay = undefined
    await cells.focus(next)
  }
  /** Down; after a row was filled by Tab, to where that row was begun. */
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

  /** The focus went elsewhere: what cannot be taken stays in its cell, with the reason. */
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

export type Editing = ReturnType<typeof useEditing>
