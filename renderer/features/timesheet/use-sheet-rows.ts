/** Adds and removes rows of the sheet: a chosen one, those of the week before, an empty one. */
import { computed, nextTick, ref, type Ref } from 'vue'
import { addDays } from '#shared/rules/calendar.ts'
import { useFailureToast } from '../../app/use-failure-toast.ts'
import { useTranslate } from '../../app/messages/index.ts'
import { useToastStore } from '../../app/stores/toasts.ts'
import { useIpcClient } from '../../ipc/ipc-client.ts'
import { distinctWork, keyOf, type Work } from './sheet-rows.ts'
import { useTimesheet } from './timesheet-store.ts'
import type { useCells } from './use-cell-selection.ts'
import type { useSheet } from './use-sheet.ts'

/** @param day the index in the week of the day that gets the focus in a new row */
export function useRows(
  sheet: ReturnType<typeof useSheet>,
  cells: ReturnType<typeof useCells>,
  day: Readonly<Ref<number>>,
) {
  const say = useTranslate()
  const client = useIpcClient()
  const toasts = useToastStore()
  const attempt = useFailureToast()
  const store = useTimesheet()
  const keys = computed(() => sheet.rows.value.map(({ key }) => key))

  /** True while the form for a new row is open. */
  const adding = ref(false)
  async function add(work: Work) {
    adding.value = false
    store.addRows(sheet.dates.value[0]!, [work])
    await nextTick()
    await cells.focus({ row: keyOf(work), day: day.value })
  }
  /** Adds the rows of the week before, without hours. */
  async function addLastWeek() {
    const from = addDays(sheet.dates.value[0]!, -7)
    const answer = await attempt(() => client.call('times.days', { from, to: addDays(from, 6) }))
    if (!answer) return
    const works = distinctWork(answer.entries).filter(
      (work) => !keys.value.includes(keyOf(work)) && !work.project?.deleted && !work.task?.deleted,
    )
    store.addRows(sheet.dates.value[0]!, works)
    const added = new Set(works.map(keyOf))
    toasts.show({
      text: say('timesheet.rowsAdded', {}, works.length),
      action:
        added.size > 0 ? { label: say('undo.undo'), run: () => void removeRows() } : undefined,
    })
    /** Removes those that are still empty. */
    async function removeRows() {
      for (const key of added) await removeRow(key)
    }
    await nextTick()
    const row = keys.value.find((key) => added.has(key))
    if (row !== undefined) await cells.focus({ row, day: day.value })
  }
  async function removeRow(key = cells.active.value?.row) {
    const row = sheet.rows.value.find((known) => known.key === key)
    if (!row || row.days.some((found) => found.length > 0)) return
    const next =
      cells.beside({ rows: 1 })?.row === key
        ? cells.beside({ rows: -1 })
        : cells.beside({ rows: 1 })
    store.removeRow(sheet.dates.value[0]!, row.key)
    sheet.forget(row.key)
    await nextTick()
    await cells.focus(next)
  }

  return { adding, add, addLastWeek, removeRow }
}
