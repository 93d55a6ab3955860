/** Adds and removes rows of the sheet: a chosen one, those of the week before, an empty one. */
import { computed, nextTick, ref, type Ref } from 'vue'
import { addDays } from '#shared/rules/calendar.ts'
import { useFailureToast } from '../../app/stores/use-failure-toast.ts'
import { useTranslate } from '../../app/messages/index.ts'
import { useToastStore } from '../../app/stores/toasts.ts'
import { useIpcClient } from '../../ipc/ipc-client.ts'
import { distinctSheetWork, sheetRowKey, type SheetWork } from './sheet-rows.ts'
import { useTimesheetStore } from './timesheet-store.ts'
import type { useCellSelection } from './use-cell-selection.ts'
import type { useSheet } from './use-sheet.ts'

/** @param day the index in the week of the day that gets the focus in a new row */
export function useSheetRows(
  sheet: ReturnType<typeof useSheet>,
  cells: ReturnType<typeof useCellSelection>,
  day: Readonly<Ref<number>>,
) {
  const t = useTranslate()
  const client = useIpcClient()
  const toasts = useToastStore()
  const attempt = useFailureToast()
  const store = useTimesheetStore()
  const keys = computed(() => sheet.rows.value.map(({ key }) => key))

  /** True while the form for a new row is open. */
  const adding = ref(false)
  async function add(work: SheetWork) {
    adding.value = false
    store.addRows(sheet.dates.value[0]!, [work])
    await nextTick()
    await cells.focus({ row: sheetRowKey(work), day: day.value })
  }
  /** Adds the rows of the week before, without hours. */
  async function addLastWeek() {
    const from = addDays(sheet.dates.value[0]!, -7)
    const answer = await attempt(() =>
      client.call('times.inDateRange', { from, to: addDays(from, 6) }),
    )
    if (!answer) return
    const works = distinctSheetWork(answer.entries).filter(
      (work) =>
        !keys.value.includes(sheetRowKey(work)) && !work.project?.deleted && !work.task?.deleted,
    )
    store.addRows(sheet.dates.value[0]!, works)
    const added = new Set(works.map(sheetRowKey))
    toasts.show({
      text: t('timesheet.rowsAdded', {}, works.length),
      action: added.size > 0 ? { label: t('undo.undo'), run: () => void removeRows() } : undefined,
    })
    /** Removes those that are still empty. */
    async function removeRows() {
      for (const key of added) await removeRow(key)
    }
    await nextTick()
    const row = keys.value.find((key) => added.has(key))
    if (row !== undefined) await cells.focus({ row, day: day.value })
  }
  async function removeRow(key = cells.current.value?.row) {
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
