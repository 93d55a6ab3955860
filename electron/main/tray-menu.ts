/** What the tray says and offers, from what is known of the core: no Electron in here. */
import type { RecentWork, SyncStatus, TimerStatus } from '#shared/ipc/views.ts'
import { writeDuration } from '#shared/rules/duration-text.ts'
import { elapsed } from '#shared/rules/elapsed.ts'
import { countIncrements } from '#shared/rules/increments.ts'
import type { Seen } from './core-view.ts'

export type TrayAct =
  | { does: 'nothing' }
  | { does: 'start' | 'stop' | 'open' | 'mini' | 'entry' | 'quit' }
  | { does: 'switch'; work: RecentWork }

export type TrayItem = { label: string; act: TrayAct } | 'line'

/** Whole minutes of the run so far, as `0:47`. */
export const runningFor = (timer: TimerStatus & { running: true }, now: number): string =>
  writeDuration(Math.floor(elapsed(timer, now) / 60_000))

/** What runs and for how long, in one line. */
export function trayText({ timer }: Seen, now: number): string {
  if (!timer.running) return 'No timer'
  return `${runningFor(timer, now)}  ${nameOf(timer) || 'no project yet'}`
}

/** The tray's menu, from top to bottom. */
export function trayItems(seen: Seen, now: number): TrayItem[] {
  const { timer, recents, favourites, sync } = seen
  const others = (list: readonly RecentWork[]): TrayItem[] =>
    list.filter((work) => !isRunning(work, timer)).map(switchTo)
  const recent = others(recents).slice(0, 3)
  const pinned = others(favourites).slice(0, 5)
  return [
    says(trayText(seen, now)),
    ...(timer.running ? [says(countedText(seen, now))] : []),
    ...(timer.running && timer.question ? [item('Answer: away', 'mini')] : []),
    timer.running ? item('Stop timer', 'stop') : item('Start timer', 'start'),
    ...(recent.length > 0
      ? ['line' as const, says(timer.running ? 'Switch to' : 'Start again'), ...recent]
      : []),
    ...(pinned.length > 0 ? ['line' as const, says('Favourites'), ...pinned] : []),
    'line',
    item('Quick entry…', 'entry'),
    item('Mini timer', 'mini'),
    item('Open Stint', 'open'),
    'line',
    ...(sync ? [says(syncText(sync))] : []),
    item('Quit', 'quit'),
  ]
}

const item = (label: string, does: 'start' | 'stop' | 'open' | 'mini' | 'entry' | 'quit') => ({
  label,
  act: { does },
})
const says = (label: string): TrayItem => ({ label, act: { does: 'nothing' } })
const switchTo = (work: RecentWork): TrayItem => ({
  label: nameOf(work),
  act: { does: 'switch', work },
})

/** What was worked, in increments: `4 × 15 = 1:00`. */
function countedText({ timer, state }: Seen, now: number): string {
  if (!timer.running) return ''
  const { increment } = timer
  const rounding = state?.settings.rounding ?? 'up'
  const count = countIncrements(Math.floor(elapsed(timer, now) / 1_000), increment, rounding)
  return `${count} × ${increment} = ${writeDuration(count * increment)}`
}

function nameOf({
  project,
  task,
  notes,
}: Omit<RecentWork, 'lastUsed' | 'project' | 'task'> & {
  project: RecentWork['project'] | null
  task: RecentWork['task'] | null
}): string {
  const name = [project?.code || project?.name, task?.name].filter(Boolean).join(' ')
  return [name, notes].filter(Boolean).join(' · ').slice(0, 80)
}

const isRunning = (work: RecentWork, timer: TimerStatus): boolean =>
  timer.running &&
  timer.project?.local === work.project.local &&
  timer.task?.local === work.task.local &&
  timer.notes === work.notes

/** Where the sync stands, in one line. */
function syncText({ phase, pending, inbox }: SyncStatus): string {
  const waits =
    pending === 0 ? '' : pending === 1 ? ' · 1 change waits' : ` · ${pending} changes wait`
  if (inbox > 0) return inbox === 1 ? '1 question to decide' : `${inbox} questions to decide`
  switch (phase.is) {
    case 'idle':
      return pending === 0 ? 'Up to date' : `To send${waits}`
    case 'sending':
      return 'Sending…'
    case 'fetching':
      return 'Fetching…'
    case 'offline':
      return `Offline${waits}`
    case 'portal':
      return `The network wants a login${waits}`
    case 'service':
      return `The service is away${waits}`
    case 'signed-out':
      return `Sign in again${waits}`
    case 'clock':
      return 'The clock of this machine is off'
    case 'paused':
      return `Sync is paused${waits}`
    case 'local':
      return 'On this machine only'
  }
}
