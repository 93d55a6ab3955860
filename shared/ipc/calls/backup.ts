/** The integrity of the account's database: backups, what to do in trouble, the doctor. */
import { z } from '../../resources/zod.ts'
import type { BackupContents, BackupSummary, DoctorReport, Recovery } from '../integrity.ts'
import type { AppState } from '../views.ts'
import { call, nothing } from './call.ts'

/** A backup of the account by its name; only the command line names a file. */
const which = z.union([
  z.strictObject({ name: z.string().regex(/^[a-z0-9TZ-]+\.db$/i, 'Isn’t the name of a backup') }),
  z.strictObject({ file: z.string().min(1, 'Choose a file') }),
])

export const backupCalls = {
  /** The backups of the account that is open, or in trouble. Newest first. */
  'backup.list': call<BackupSummary[]>()(nothing),
  /** Makes one now, among the account's own or, on the command line, as the file that is named. */
  'backup.make': call<BackupContents>()(z.strictObject({ file: z.string().min(1).optional() })),
  /** Checks a backup from end to end. */
  'backup.verify': call<BackupContents>()(which),
  /**
   * Takes a backup in place of the database, which is set aside. What was not sent yet is put
   * back, and everything is read from the service again.
   */
  'backup.restore': call<Recovery>()(which),
  /** Opens the account again, after something was put right outside. */
  'trouble.retry': call<AppState>()(nothing),
  /** Begins an empty database; the file is set aside, and what was not sent yet is put back. */
  'trouble.startAnew': call<Recovery>()(nothing),
  /** The person has read what was done. */
  'trouble.dismiss': call<null>()(nothing),
  /** Looks into everything that the account keeps here, and mends what it can. */
  'doctor.run': call<DoctorReport>()(nothing),
  /**
   * Looks, and puts what it takes to help into a text that a person can read and hand on: no
   * token, no note, no name. Nothing is sent.
   */
  'doctor.report': call<{ name: string; text: string }>()(nothing),
} as const
