/** Short texts about when a change was made and by whom. */
import type { ChangeSummary } from '#shared/ipc/history.ts'
import { civilAt } from '#shared/rules/calendar.ts'
import { formatBriefDay, formatShortDay, formatTimeOfDay } from '../../ui/format.ts'
import type { Translate } from '../messages/index.ts'

/** Empty for a change by the person that was not undone. */
export function changeAuthorLabel({ actor, undone }: ChangeSummary, t: Translate): string {
  if (undone) return t('sync.undone')
  if (actor === 'person') return ''
  return actor === 'sync' ? t('sync.bySync') : t('sync.byImport')
}

/** The time of day of an instant of today, else its day: `14:07`, `19 Nov`. */
export function briefTimeLabel(
  at: number,
  { zone, today }: { zone: string; today: string },
): string {
  const { date } = civilAt(at, zone)
  return date === today ? formatTimeOfDay(at, zone) : formatBriefDay(date)
}

/** Like `briefTimeLabel`, with both date and time for other days: `14:07`, `Thu 19 Nov 14:07`. */
export function fullWhen(at: number, { zone, today }: { zone: string; today: string }): string {
  const { date } = civilAt(at, zone)
  return date === today
    ? formatTimeOfDay(at, zone)
    : `${formatShortDay(date)} ${formatTimeOfDay(at, zone)}`
}
