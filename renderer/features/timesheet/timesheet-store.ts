/** The chosen week and the rows added to it, stored while the window is open. */
import { defineStore } from 'pinia'
import { computed, ref, shallowRef, watch } from 'vue'
import { addDays, daysOfWeek } from '#shared/rules/calendar.ts'
import { useAppStore } from '../../app/stores/app.ts'
import { useClockStore } from '../../app/stores/clock.ts'
import { firstDayOfWeek } from '../../ui/format.ts'
import { distinctSheetWork, sheetRowKey, type SheetWork } from './sheet-rows.ts'

export const useTimesheetStore = defineStore('timesheet', () => {
  const app = useAppStore()
  const clock = useClockStore()
  /** A day of the chosen week; undefined means today, also after midnight. */
  const chosen = ref<string>()
  const dates = computed(() => daysOfWeek(chosen.value ?? clock.today, firstDayOfWeek()))
  /** By the first day of the week. */
  const added = shallowRef<ReadonlyMap<string, SheetWork[]>>(new Map())

  // Row keys contain ids of the account in which the rows were added.
  watch(
    () => app.account?.account,
    () => {
      added.value = new Map()
      chosen.value = undefined
    },
  )

  const rowsOf = (week: string): SheetWork[] => added.value.get(week) ?? []
  const put = (week: string, works: SheetWork[]) => {
    added.value = new Map([...added.value, [week, works]])
  }

  return {
    dates,
    isThisWeek: computed(() => dates.value.includes(clock.today)),
    step(by: 1 | -1) {
      const to = addDays(dates.value[0]!, by * 7)
      chosen.value = daysOfWeek(to, firstDayOfWeek()).includes(clock.today) ? undefined : to
    },
    goToday: () => (chosen.value = undefined),
    /** The rows that were added to a week, by its first day. */
    rowsOf,
    addRows: (week: string, works: readonly SheetWork[]) =>
      put(week, distinctSheetWork([...rowsOf(week), ...works])),
    removeRow: (week: string, key: string) =>
      put(
        week,
        rowsOf(week).filter((work) => sheetRowKey(work) !== key),
      ),
  }
})
