/** Rows that come into the sheet and go: one that is chosen, those of the week before, an empty one. */
import { computed, nextTick, ref, type Ref } from 'vue'
import { addDays } from '#shared/rules/calendar.ts'
import { useAttempt } from '../../app/failures.ts'
import { useWords } from '../../app/messages/index.ts'
import { useToasts } from '../../app/stores/toasts.ts'
import { useClient } from '../../ipc/client.ts'
import { distinctWork, keyOf, type Work } from './sheet-rows.ts'
import { useTimesheet } from './timesheet-store.ts'
import type { useCells } from './use-cells.ts'
import type { useSheet } from './use-sheet.ts'

/** @param day in which a new row gets the focus: its place in the week */
export function useRows(
  sheet: ReturnType<typeof useSheet>,
  cells: ReturnType<typeof useCells>,
  day: Readonly<Ref<number>>,
) {
  const say = useWords()
  const client = useClient()
  const toasts = useToasts()
  const attempt = useAttempt()
  const store = useTimesheet()
  const keys = computed(() => sheet.rows.value.map(({ key }) => key))

  /** True while it is asked which work a new row is for. */
  const adding = ref(false)
  async function add(work: Work) {
    adding.value = false
    store.addRows(sheet.dates.value[0]!, [work])
    await nextTick()
    await cells.focus({ row: keyOf(work), day: day.value })
  }
  /** The work of the week before, as empty rows. */
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
    /** Those that are empty still. */
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
