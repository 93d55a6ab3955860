/** Builds texts and menu items of the tray from the state of the core, without Electron. */
import type { RecentWork, SyncStatus, TimerStatus } from '#shared/ipc/call-results.ts'
import { formatDurationText } from '#shared/rules/duration-text.ts'
import { elapsedMilliseconds } from '#shared/rules/elapsed.ts'
import { countIncrements } from '#shared/rules/increments.ts'
import { idleSyncState } from '#shared/rules/idle-sync-state.ts'
import type { CoreSnapshot } from './core-view.ts'
import type { DesktopMessages } from './messages/index.ts'

export type TrayAction =
  | { does: 'nothing' }
  | { does: 'start' | 'stop' | 'open' | 'mini' | 'entry' | 'quit' }
  | { does: 'switch'; work: RecentWork }

export type TrayItem = { label: string; act: TrayAction } | 'line'

/** Formats the whole minutes of the run so far, as `0:47`. */
export const formatRunningTime = (timer: TimerStatus & { running: true }, now: number): string =>
  formatDurationText(Math.floor(elapsedMilliseconds(timer, now) / 60_000))

/** Describes the running timer and its duration in one line. */
export function trayText({ timer }: CoreSnapshot, now: number, { tray }: DesktopMessages): string {
  if (!timer.running) return tray.noTimer
  return `${formatRunningTime(timer, now)}  ${nameOf(timer) || tray.noProject}`
}

/** Returns the tray's menu items, from top to bottom. */
export function trayItems(seen: CoreSnapshot, now: number, words: DesktopMessages): TrayItem[] {
  const { tray } = words
  const { timer, recents, favorites, sync } = seen
  const others = (list: readonly RecentWork[]): TrayItem[] =>
    list.filter((work) => !isRunning(work, timer)).map(switchTo)
  const recent = others(recents).slice(0, 3)
  const pinned = others(favorites).slice(0, 5)
  return [
    says(trayText(seen, now, words)),
    ...(timer.running ? [says(countedText(seen, now))] : []),
    ...(timer.running && timer.question ? [item(tray.answer, 'mini')] : []),
    timer.running ? item(tray.stop, 'stop') : item(tray.start, 'start'),
    ...(recent.length > 0
      ? ['line' as const, says(timer.running ? tray.switchTo : tray.again), ...recent]
      : []),
    ...(pinned.length > 0 ? ['line' as const, says(tray.favorites), ...pinned] : []),
    'line',
    item(tray.entry, 'entry'),
    item(tray.mini, 'mini'),
    item(tray.open, 'open'),
    'line',
    ...(sync ? [says(syncText(sync, words))] : []),
    item(tray.quit, 'quit'),
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

/** Formats the work in increments: `4 × 15 = 1:00`. */
function countedText({ timer, state }: CoreSnapshot, now: number): string {
  if (!timer.running) return ''
  const { increment } = timer
  const rounding = state?.settings.rounding ?? 'up'
  const count = countIncrements(
    Math.floor(elapsedMilliseconds(timer, now) / 1_000),
    increment,
    rounding,
  )
  return `${count} × ${increment} = ${formatDurationText(count * increment)}`
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

function restText(status: SyncStatus, tray: DesktopMessages['tray']): string {
  switch (idleSyncState(status)) {
    case 'to-send':
      return tray.toSend + tray.waits(status.pending)
    case 'unread':
      return tray.fetching
    case 'waits':
      return status.held > 0 ? tray.toMatch(status.held) : tray.drafts(status.drafts)
    case 'in-step':
      return tray.upToDate
  }
}

/** Describes the state of sync in one line. */
function syncText(status: SyncStatus, { tray }: DesktopMessages): string {
  const { phase, pending, inbox } = status
  const waits = tray.waits(pending)
  if (inbox > 0) return tray.questions(inbox)
  switch (phase.is) {
    case 'idle':
      return restText(status, tray)
    case 'sending':
      return tray.sending
    case 'fetching':
      return tray.fetching
    case 'offline':
      return tray.offline + waits
    case 'portal':
      return tray.portal + waits
    case 'problem':
      return tray.problem + waits
    case 'service':
      return tray.service + waits
    case 'signed-out':
      return (phase.movedTo === undefined ? tray.signIn : tray.moved) + waits
    case 'clock':
      return tray.clock
    case 'paused':
      return tray.paused + waits
    case 'local':
      return tray.local
  }
}
