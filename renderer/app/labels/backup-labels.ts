/** Describes a backup: when and why it was made, and how large it is. */
import type { BackupSummary } from '#shared/ipc/database-integrity.ts'
import { civilAt } from '#shared/rules/calendar.ts'
import { formatShortDay, formatFileSize, formatTimeOfDay } from '../../ui/format.ts'
import type { Translate } from '../messages/index.ts'

export const backupTimeLabel = ({ at }: BackupSummary, zone: string): string =>
  `${formatShortDay(civilAt(at, zone).date)}, ${formatTimeOfDay(at, zone)}`

export const backupLabel = (backup: BackupSummary, zone: string, t: Translate): string =>
  [
    backupTimeLabel(backup, zone),
    t(`backup.kinds.${backup.kind}`),
    formatFileSize(backup.bytes),
  ].join(' · ')
