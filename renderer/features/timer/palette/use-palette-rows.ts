/** Builds the palette's rows for its line, in groups, the likeliest first. */
import { computed } from 'vue'
import { useRouter } from 'vue-router'
import type { RecentWork } from '#shared/ipc/call-results.ts'
import type { TimeEntry } from '#shared/resources/time.ts'
import { civilAt } from '#shared/rules/calendar.ts'
import { maximumQuantity } from '#shared/rules/increments.ts'
import { foldForSearch } from '#shared/rules/search-text.ts'
import { toDayInterval } from '../../../app/entries/day-intervals.ts'
import { dayTimeLabel } from '../../../app/labels/timer-question-text.ts'
import { useEntriesOfDays } from '../../../app/entries/use-entries-of-days.ts'
import { useTranslate } from '../../../app/messages/index.ts'
import { useAppStore } from '../../../app/stores/app.ts'
import { useClockStore } from '../../../app/stores/clock.ts'
import { useRecentWorkStore } from '../../../app/stores/recent-work.ts'
import { useTimerStore } from '../../../app/stores/timer.ts'
import { formatClock, formatLength, formatShortDay, spanOf } from '../../../ui/format.ts'
import type { EntryLine } from '../entry/use-entry-line.ts'
import { useLogEntry } from '../entry/use-log-entry.ts'
import { useTimerActions } from '../use-timer-actions.ts'
import { type LogSuggestion, suggestLogTimes, type OccupiedInterval } from './log-suggestions.ts'
import { usePaletteCommands } from './use-palette-commands.ts'
import { usePaletteSearch } from './use-palette-search.ts'

export interface PaletteRow {
  key: string
  text: string
  detail?: string
  /**
   * Keys that run it from the field, whichever row is active; with `hint`, shown only as a
   * reminder.
   */
  keys?: string
  is: LogSuggestion['is'] | 'start' | 'entry' | 'work' | 'command'
  entry?: TimeEntry
  work?: RecentWork
  /** The row only says why the line cannot be logged. */
  refused?: boolean
  /** Resolves to whether the palette closes; `after` runs once it is closed. */
  run: () => Promise<boolean> | boolean
  after?: () => void
}
export interface PaletteGroup {
  name: string
  rows: PaletteRow[]
}

const keysOf: Partial<Record<LogSuggestion['is'], string>> = {
  after: 'Shift+Enter',
  gap: 'Alt+Enter',
}
/** Maximum number of commands, unless only commands are requested. */
const fewCommands = 6

/** @param open shows an entry on its page */
export function usePaletteRows(line: EntryLine, open: (entry: TimeEntry) => void) {
  const t = useTranslate()
  const router = useRouter()
  const app = useAppStore()
  const clock = useClockStore()
  const timer = useTimerStore()
  const recents = useRecentWorkStore()
  const commands = usePaletteCommands()
  const { counted, log } = useLogEntry()
  const timerActions = useTimerActions()

  const today = computed(() => ({ from: clock.today, to: clock.today }))
  const mine = computed(() => 'mine' as const)
  const { entries } = useEntriesOfDays(today, mine, { watched: false })

  const onlyCommands = computed(() => line.text.trimStart().startsWith('>'))
  const read = computed(() => line.read)
  const says = computed(
    () => read.value.minutes !== undefined || Boolean(read.value.project ?? read.value.task),
  )

  const taken = computed<OccupiedInterval[]>(() => {
    const running = timer.running
    const began = running && civilAt(running.startedAt, app.zone)
    return [
      ...entries.value.map((entry) => ({
        ...toDayInterval(entry),
        name: [entry.project?.code, entry.task?.name].filter(Boolean).join(' '),
      })),
      ...(began
        ? [
            {
              from: began.date === clock.today ? began.minute : 0,
              to: clock.minute + 1,
              name: t('palette.theTimer'),
            },
          ]
        : []),
    ]
  })

  function detailOf(way: LogSuggestion, sum: string): string {
    const times = spanOf(way.from, way.from + way.minutes)
    const day = way.date === clock.today ? times : `${formatShortDay(way.date)}, ${times}`
    const placed = way.over ? t('palette.overlaps', { times: day, name: way.over }) : day
    const isDraft = app.account?.kind !== 'local' && (!read.value.project || !read.value.task)
    return [placed, sum, isDraft ? t('palette.draft') : ''].filter(Boolean).join(' · ')
  }
  const words = { 'as-typed': 'logTold', now: 'logNow', after: 'logAfter', gap: 'logGap' } as const
  const logRows = computed<PaletteRow[]>(() => {
    const minutes = read.value.minutes
    if (minutes === undefined) return []
    const { quantity, increment } = counted(minutes, read.value.project)
    const total = quantity * increment
    if (quantity > maximumQuantity(increment)) {
      return [
        {
          key: 'long',
          is: 'as-typed',
          text: t('palette.tooLong'),
          refused: true,
          run: () => false,
        },
      ]
    }
    const { otherMinutes } = read.value
    if (otherMinutes !== undefined) {
      const lengths = { ranged: formatLength(minutes), length: formatLength(otherMinutes) }
      const text = t('quick.contradiction', lengths)
      return [{ key: 'contradiction', is: 'as-typed', text, refused: true, run: () => false }]
    }
    const sum = total === minutes ? '' : `${quantity} × ${increment} = ${formatLength(total)}`
    return suggestLogTimes(read.value, taken.value, clock.now, app.zone).map((way) => ({
      key: `log-${way.is}`,
      is: way.is,
      text: t(`palette.${words[way.is]}`, { length: formatLength(minutes) }),
      detail: detailOf(way, sum),
      ...(keysOf[way.is] ? { keys: keysOf[way.is]! } : {}),
      run: () => log(line.read, way),
    }))
  })

  const startRow = computed<PaletteRow[]>(() => {
    if (line.text.trim() === '' || line.isLogOnly) return []
    const { since } = line.work()
    const running = timer.running
    const detail = running
      ? t('palette.stops', {
          work: running.task?.name ?? t('timer.unnamed'),
          exact: formatLength(timer.minutes),
        })
      : since === undefined
        ? t('palette.startNow')
        : t('palette.startAgo', { time: dayTimeLabel(since, app.zone, clock.now) })
    return [
      {
        key: 'start',
        is: 'start',
        text: t(running ? 'palette.switch' : 'palette.start'),
        detail,
        keys: 'Ctrl+Enter',
        run: () => timerActions.start(line.work()),
      },
    ]
  })

  const { found, settled } = usePaletteSearch(() => {
    if (onlyCommands.value) return ''
    const { project, task, notes } = read.value
    return [project?.code, task?.name, notes].filter(Boolean).join(' ')
  })
  const foundRows = computed<PaletteRow[]>(() =>
    found.value.map((entry) => ({
      key: `entry-${entry.local}`,
      is: 'entry',
      entry,
      text: [entry.project?.code, entry.task?.name, entry.notes].filter(Boolean).join(' '),
      detail: `${formatShortDay(entry.date)}, ${formatClock(entry.start)}`,
      run: () => true,
      after: () => open(entry),
    })),
  )
  const workRows = computed<PaletteRow[]>(() =>
    recents.work.slice(0, 4).map((work, index) => ({
      key: `work-${work.key}`,
      is: 'work',
      work,
      text: [work.project.code, work.task.name, work.notes].filter(Boolean).join(' '),
      keys: String(index + 1),
      run: () =>
        timerActions.start({
          project: work.project.local,
          task: work.task.local,
          notes: work.notes ?? '',
          since: undefined,
        }),
    })),
  )

  /** Actions for the project that the line names. */
  const aboutProject = computed<PaletteRow[]>(() => {
    const project = read.value.project
    if (!project) return []
    const { local, code, name } = project
    const go = (text: string, path: string, asked: string): PaletteRow => ({
      key: `${path} ${asked}`,
      is: 'command',
      text,
      run: () => true,
      after: () => void router.push({ path, query: { [asked]: String(local) } }),
    })
    return [
      go(t('palette.expenseFor', { project: code || name }), '/expenses', 'project'),
      go(t('palette.projectOf', { project: name }), '/projects', 'show'),
    ]
  })
  const commandRows = computed<PaletteRow[]>(() => {
    const wanted = foldForSearch(onlyCommands.value ? line.text.trim().slice(1) : read.value.notes)
      .split(' ')
      .filter(Boolean)
    if (wanted.length === 0 && !onlyCommands.value && line.text.trim() !== '') return []
    const matching = commands.value.filter(({ label }) => {
      const parts = foldForSearch(label).split(' ')
      return wanted.every((word) => parts.some((part) => part.startsWith(word)))
    })
    return (onlyCommands.value ? matching : matching.slice(0, fewCommands)).map((command) => ({
      key: `do-${command.label}`,
      is: 'command',
      text: command.label,
      ...(command.keys ? { keys: command.keys } : {}),
      run: () => true,
      after: command.run,
    }))
  })

  const groups = computed<PaletteGroup[]>(() => {
    const log = { name: t('palette.log'), rows: [...logRows.value, ...startRow.value] }
    const like = { name: t('palette.found'), rows: foundRows.value }
    const act = {
      name: t('palette.commands'),
      rows: [...aboutProject.value, ...commandRows.value],
    }
    const again = { name: t('palette.again'), rows: workRows.value }
    let all = [act, like, log]
    if (onlyCommands.value) all = [act]
    else if (line.text.trim() === '') all = [again, act]
    else if (says.value) all = [log, like, act]
    return all.filter(({ rows }) => rows.length > 0)
  })
  return { groups, settled }
}
