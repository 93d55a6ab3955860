/**
 * Calls about the integrity of the account's database: backups, remedies for problems, the doctor.
 */
import { z } from '../../resources/zod.ts'
import type {
  BackupContents,
  BackupSummary,
  DoctorReport,
  DatabaseRecovery,
} from '../database-integrity.ts'
import type { AppState } from '../call-results.ts'
import { call, noArguments } from './call.ts'

/** Names a backup of the account; only the command line names a file. */
const which = z.union([
  z.strictObject({ name: z.string().regex(/^[a-z0-9TZ-]+\.db$/i, 'Isn’t the name of a backup') }),
  z.strictObject({ file: z.string().min(1, 'Choose a file') }),
])

export const backupCalls = {
  /** Lists the backups of the account that is open, or that has a problem. Newest first. */
  'backup.list': call<BackupSummary[]>()(noArguments),
  /** Makes a backup now, among the account's own or, on the command line, as the named file. */
  'backup.make': call<BackupContents>()(z.strictObject({ file: z.string().min(1).optional() })),
  /** Checks a whole backup. */
  'backup.verify': call<BackupContents>()(which),
  /**
   * Restores a backup in place of the database, which is set aside. Unsent records are put back,
   * and everything is read from the service again.
   */
  'backup.restore': call<DatabaseRecovery>()(which),
  /** Opens the account again, after a problem was fixed outside of Stint. */
  'database.retryOpen': call<AppState>()(noArguments),
  /** Starts an empty database; the old file is set aside, and unsent records are put back. */
  'database.startEmpty': call<DatabaseRecovery>()(noArguments),
  /** Marks the recovery message as read. */
  'database.dismissRecovery': call<null>()(noArguments),
  /** Checks everything that the account stores, and repairs what it can. */
  'doctor.run': call<DoctorReport>()(noArguments),
  /**
   * Runs the checks and writes a support text that the person can read and pass on: no token, no
   * note, no name. Sends nothing.
   */
  'doctor.report': call<{ name: string; text: string }>()(noArguments),
} as const
