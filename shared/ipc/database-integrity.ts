/** Types of what calls about the database's integrity return. */
import type { Text } from '../sentences/sentence.ts'

/**
 * Why the account's database cannot be used. `damaged`: it cannot be read. `missing`: the account
 * is known and its file does not exist. `foreign`: the file belongs to another program. `newer`: a
 * later version of Stint wrote it. `locked`: another program has locked it. `read-only`: it cannot
 * be written. `full`: the disk is full. `elsewhere`: another computer has it open in the same
 * folder.
 */
export type DatabaseProblemKind =
  'damaged' | 'missing' | 'foreign' | 'newer' | 'locked' | 'read-only' | 'full' | 'elsewhere'

/**
 * What the person can do about it. `retry`: open it again, after the problem was fixed outside of
 * Stint. `restore`: restore a backup (`backup.restore`). The last starts an empty database, into
 * which unsent records are put back and the service's records are read again. Neither of these two
 * deletes the present file: it is set aside.
 */
export type DatabaseProblemRemedy = 'retry' | 'restore' | 'start-anew'

export interface DatabaseProblem {
  is: DatabaseProblemKind
  /** In plain words: what is wrong, and what can be done. */
  message: string
  /** In the order in which to offer them. */
  ways: DatabaseProblemRemedy[]
  /** Newest first; empty where there is none to restore. */
  backups: BackupSummary[]
}

/** `asked`: made at the person's request. */
export type BackupKind = 'daily' | 'before-migration' | 'before-sync' | 'asked'

export interface BackupSummary {
  /** Identifies the backup in calls. */
  name: string
  kind: BackupKind
  /** Epoch milliseconds. */
  at: number
  bytes: number
}

/** What the check of a backup found. */
export interface BackupContents {
  /** Path of the file. */
  file: string
  bytes: number
  times: number
  expenses: number
  /** Records that the service did not have at that time. */
  unsent: number
}

/** What was done about a database, automatically or on request. */
export interface DatabaseRecovery {
  /** Epoch milliseconds. */
  at: number
  /** In plain words: what happened, and what was done. */
  message: string
  /** Those of the message, for other languages. */
  sentences: readonly Text[]
  /** Folder to which the former file was moved; null when there was none. */
  aside: string | null
}

/**
 * `fine`: nothing to do. `mended`: was wrong, and is repaired. `note`: worth knowing. `problem`:
 * needs the person.
 */
export type DoctorFindingState = 'fine' | 'mended' | 'note' | 'problem'

export interface DoctorFinding {
  /** The check: `database`, `backups`, … */
  check: string
  state: DoctorFindingState
  /** One plain sentence. */
  text: string
  /** True where the database itself has the problem. */
  database?: boolean
}

export interface DoctorReport {
  findings: DoctorFinding[]
  /** False while a finding needs the person. */
  fine: boolean
}
