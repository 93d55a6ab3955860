/** The week's rows as they are shown, and changes of their cells. */
import { computed, ref, shallowReactive, shallowRef, watch } from 'vue'
import type { SetCellsResult } from '#shared/ipc/call-results.ts'
import type { TimeEntry } from '#shared/resources/time.ts'
import { civilAt, daysOfWeek, minutesInDay, weekdayNumber } from '#shared/rules/calendar.ts'
import {
  changesNothing,
  type CellPlan,
  occupiedByEarlierDays,
  planCell,
} from '#shared/rules/plan-cell.ts'
import { defaultIncrement } from '#shared/rules/increments.ts'
import { entryStateBadge } from '../../app/entries/entry-state-badge.ts'
import type { StateBadge } from '../../app/entries/state-badge.ts'
import { useEntriesOfDays } from '../../app/entries/use-entries-of-days.ts'
import { toFailure } from '../../app/stores/use-failure-toast.ts'
import { useTranslateCore, useTranslate } from '../../app/messages/index.ts'
import { useAppStore } from '../../app/stores/app.ts'
import { useCatalogStore } from '../../app/stores/catalog.ts'
import { useClockStore } from '../../app/stores/clock.ts'
import { useAnnouncerStore } from '../../app/stores/announcer.ts'
import { useTimerStore } from '../../app/stores/timer.ts'
import { useToastStore } from '../../app/stores/toasts.ts'
import { useUnderWay } from '../../app/stores/under-way.ts'
import { useUndo } from '../../app/notices/use-undo.ts'
import { useIpcClient } from '../../ipc/ipc-client.ts'
import {
  distinctSheetWork,
  groupSheetRows,
  parseSheetRowKey,
  sheetRowKey,
  sumTotals,
  type SheetWork,
} from './sheet-rows.ts'
import { useTimesheetStore } from './timesheet-store.ts'
import type { CellPosition } from './use-cell-selection.ts'

/** Text that was typed but could not be saved, and why. */
export interface CellProblem {
  text: string
  words: string
}

export interface SheetCell extends CellPosition {
  date: string
  /** Of the entries, if there are any; otherwise of the project. */
  increment: number
  entries: TimeEntry[]
  /** Minutes of the entries; while a change is being saved, the new minutes. */
  logged: number
  /** What the running timer counts as so far; undefined where it does not run. */
  running: number | undefined
  /** The sum of both. */
  minutes: number
  /** The most urgent sync state of the entries; undefined when all are sent. */
  state: StateBadge | undefined
  problem: CellProblem | undefined
}

/** States that need the person's action come first. */
const urgency = ['refused', 'conflict', 'checking', 'sending', 'pending', 'local']

const placeKey = ({ row, day }: CellPosition): string => `${row}:${day}`

export function useSheet() {
  const app = useAppStore()
  const clock = useClockStore()
  const timer = useTimerStore()
  const catalog = useCatalogStore()
  const client = useIpcClient()
  const toasts = useToastStore()
  const underWay = useUnderWay()
  const live = useAnnouncerStore()
  const t = useTranslate()
  const translateCore = useTranslateCore()
  const store = useTimesheetStore()
  const { wayBack } = useUndo()

  const week = computed(() => ({ from: store.dates[0]!, to: store.dates[6]! }))
  const { range, entries, refresh } = useEntriesOfDays(week, ref('mine'))
  /**
   * The days whose entries have been read: another week's header appears together with its hours.
   */
  const dates = computed(() => {
    const from = range.value?.from ?? week.value.from
    return daysOfWeek(from, weekdayNumber(from))
  })
  const from = computed(() => dates.value[0]!)

  /** The running timer, if it runs in this week. It counts for today, as on the Day page. */
  const running = computed(() => {
    const status = timer.running
    const day = dates.value.indexOf(clock.today)
    if (!status || day === -1) return undefined
    const { project, task } = status
    return { project, task, key: sheetRowKey({ project, task }), day }
  })
  const runningMinutes = computed(() => timer.countedSince(clock.today))

  /**
   * Rows stay while the week is open, even without hours, so that the current cell does not move.
   */
  const seen = shallowRef<{ from: string; works: SheetWork[] }>({ from: '', works: [] })
  watch(
    [entries, running, from],
    () => {
      const before = seen.value.from === from.value ? seen.value.works : []
      const now = running.value ? [running.value] : []
      seen.value = {
        from: from.value,
        works: distinctSheetWork([...before, ...entries.value, ...now]),
      }
    },
    { immediate: true },
  )
  const groups = computed(() =>
    groupSheetRows(dates.value, entries.value, [...seen.value.works, ...store.rowsOf(from.value)]),
  )
  const rows = computed(() => groups.value.flatMap((group) => group.rows))

  /** Minutes that are being saved, by cell. */
  const coming = shallowReactive(new Map<string, number>())
  const problems = shallowReactive(new Map<string, CellProblem>())
  watch(from, () => {
    coming.clear()
    problems.clear()
  })

  const stateOf = (found: readonly TimeEntry[]): StateBadge | undefined => {
    const kind = app.account?.kind
    const states = found
      .filter(({ state }) => state !== 'synced')
      .map((entry) => entryStateBadge(entry, kind, t, translateCore))
      // In a local account every record is local only, so that state says nothing.
      .filter(({ glyph }) => kind !== 'local' || glyph !== 'local')
    return states.toSorted((a, b) => urgency.indexOf(a.glyph) - urgency.indexOf(b.glyph))[0]
  }
  const incrementOf = (work: SheetWork, found: readonly TimeEntry[]): number =>
    found[0]?.increment ??
    catalog.projects.find(({ local }) => local === work.project?.local)?.increment ??
    defaultIncrement

  /** The cells of each row. */
  const cells = computed(() => {
    const byRow = new Map<string, SheetCell[]>()
    for (const row of rows.value) {
      byRow.set(
        row.key,
        row.days.map((found, day): SheetCell => {
          const place = { row: row.key, day }
          const isRunning = running.value?.key === row.key && running.value.day === day
          const logged = coming.get(placeKey(place)) ?? sumTotals(found)
          return {
            ...place,
            date: dates.value[day]!,
            increment: incrementOf(row, found),
            entries: found,
            logged,
            running: isRunning ? runningMinutes.value : undefined,
            minutes: logged + (isRunning ? runningMinutes.value : 0),
            state: stateOf(found),
            problem: problems.get(placeKey(place)),
          }
        }),
      )
    }
    return byRow
  })
  const cellAt = ({ row, day }: CellPosition): SheetCell | undefined => cells.value.get(row)?.[day]

  /** Plans what new hours would do to the cell's entries. */
  function planOf(cell: SheetCell, minutes: number): CellPlan {
    const status = timer.running
    const runs = status && cell.date === clock.today
    const began = status && civilAt(status.startedAt, status.zone)
    const runsFrom = began?.date === cell.date ? began.minute : 0
    return planCell(cell.entries, minutes, {
      increment: cell.increment,
      rule: app.rounding,
      day: {
        taken: entries.value
          .filter(({ date }) => date === cell.date)
          .map(({ start, total }) => ({ from: start, to: start + total })),
        // The day before the week is not read; the core decides where a new entry starts.
        before: occupiedByEarlierDays(entries.value, cell.date),
        running: runs ? { from: runsFrom, to: minutesInDay } : undefined,
        workBegins: (app.state?.settings.workingHours.from ?? 540) % minutesInDay,
      },
    })
  }

  /** Changes are sent one after the other, so that each builds on the result of the one before. */
  let queue: Promise<unknown> = Promise.resolve()

  async function send(cellsToSet: readonly { cell: SheetCell; minutes: number; was: number }[]) {
    return client.call('times.setCells', {
      cells: cellsToSet.map(({ cell, minutes, was }) => {
        // Uses the key, because the row itself may belong to a week that was left in the meantime.
        const { project, task } = parseSheetRowKey(cell.row)
        return { project, task, date: cell.date, minutes, was }
      }),
    })
  }

  /** Shows a toast about a change that removed entries or has its own text, with Undo. */
  function showDone(done: SetCellsResult, words: string | undefined) {
    if (words === undefined && done.removed === 0) return
    toasts.show({
      text: words ?? t('timesheet.removed', {}, done.removed),
      action: wayBack(done.change),
    })
  }

  /**
   * Sets the minutes of cells, shown at once. Cells in which the timer runs are not changed.
   * @param wanted `was`: the minutes that the person saw, where they differ from those shown now
   * @param how the typed text, for a cell that cannot be saved; the toast's text
   */
  function set(
    wanted: readonly (CellPosition & { minutes: number; was?: number })[],
    how: { text?: string; words?: string } = {},
  ): Promise<void> {
    const changes = wanted.flatMap((place) => {
      const cell = cellAt(place)
      if (!cell || cell.running !== undefined) return []
      problems.delete(placeKey(place))
      const plan = planOf(cell, place.minutes)
      const isSame = changesNothing(plan) && cell.logged === plan.total
      return isSame
        ? []
        : [{ cell, minutes: place.minutes, was: place.was ?? cell.logged, total: plan.total }]
    })
    if (changes.length === 0) return Promise.resolve()
    for (const { cell, total } of changes) coming.set(placeKey(cell), total)
    const work = async () => {
      try {
        showDone(await send(changes), how.words)
        await refresh()
      } catch (thrown) {
        const { message } = toFailure(thrown)
        const [only] = changes
        if (changes.length === 1 && only && how.text !== undefined) {
          problems.set(placeKey(only.cell), { text: how.text, words: message })
          live.say(message)
        } else toasts.show({ text: message })
      } finally {
        for (const { cell, total } of changes) {
          if (coming.get(placeKey(cell)) === total) coming.delete(placeKey(cell))
        }
      }
    }
    const done = queue.then(work)
    queue = done.catch(() => null)
    underWay.follow(done)
    return done
  }

  return {
    range,
    dates,
    groups,
    rows,
    cells,
    cellAt,
    planOf,
    set,
    setProblem: (place: CellPosition, problem: CellProblem | undefined) =>
      problem ? problems.set(placeKey(place), problem) : problems.delete(placeKey(place)),
    /** Removes a row without entries. */
    forget: (key: string) => {
      const works = seen.value.works.filter((work) => sheetRowKey(work) !== key)
      seen.value = { ...seen.value, works }
    },
    running,
    runningMinutes,
  }
}

export type Sheet = ReturnType<typeof useSheet>
