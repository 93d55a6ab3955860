/** Decides which backups are kept, from their names, kinds and sizes alone. */
import type { BackupKind } from '#shared/ipc/database-integrity.ts'

export interface RetainedBackup {
  name: string
  kind: BackupKind
  /** Epoch milliseconds. */
  at: number
  bytes: number
}

const day = 24 * 60 * 60_000
const dailies = 7
const weeklies = 4
/** How many are kept of each kind but the daily one. */
const latest = 3
/** Maximum size of all backups together, bytes, unless that would leave fewer than two. */
const budget = 4 * 1024 ** 3

/**
 * Returns the backups that can be deleted: daily ones, except the newest seven and the newest of
 * each of the last four weeks; all but the newest three of each other kind; and the oldest ones
 * while they exceed the budget.
 */
export function expiredBackups(backups: readonly RetainedBackup[]): RetainedBackup[] {
  const newestFirst = [...backups].sort((a, b) => b.at - a.at)
  const kept = new Set<RetainedBackup>()
  for (const kind of ['daily', 'before-migration', 'before-sync', 'asked'] as const) {
    const ofKind = newestFirst.filter((backup) => backup.kind === kind)
    for (const backup of ofKind.slice(0, kind === 'daily' ? dailies : latest)) kept.add(backup)
    if (kind === 'daily') for (const backup of newestOfWeeks(ofKind)) kept.add(backup)
  }
  let bytes = 0
  const staying = newestFirst.filter((backup) => {
    if (!kept.has(backup)) return false
    bytes += backup.bytes
    return bytes <= budget
  })
  const safe = new Set([...staying, ...newestFirst.filter((one) => kept.has(one)).slice(0, 2)])
  return newestFirst.filter((backup) => !safe.has(backup))
}

function newestOfWeeks(newestFirst: readonly RetainedBackup[]): RetainedBackup[] {
  const weeks = new Map<number, RetainedBackup>()
  for (const backup of newestFirst) {
    const week = Math.floor(backup.at / (7 * day))
    if (!weeks.has(week)) weeks.set(week, backup)
  }
  return [...weeks.values()].slice(0, weeklies)
}
