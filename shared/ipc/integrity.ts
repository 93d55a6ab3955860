/** What calls about the database's integrity answer: types only. */

/**
 * Why the account's database cannot be used. `damaged`: it cannot be read. `missing`: the account
 * is known and its file is not there. `foreign`: another program's file stands there. `newer`: a
 * later version of Stint wrote it. `locked`: another program holds it. `read-only`: it cannot be
 * written. `full`: the disk takes no more. `elsewhere`: another machine has it open in the same folder.
 */
export type TroubleKind =
  'damaged' | 'missing' | 'foreign' | 'newer' | 'locked' | 'read-only' | 'full' | 'elsewhere'

/**
 * What a person can do about it. `retry`: open it again, after something was put right outside.
 * `restore`: take a backup (`backup.restore`). `start-anew`: begin an empty database, into which
 * everything unsent is put back and the service's records are read again (`trouble.startAnew`).
 * With both the present file is set aside, never deleted.
 */
export type TroubleWay = 'retry' | 'restore' | 'start-anew'

export interface Trouble {
  is: TroubleKind
  /** In plain words: what is, and what can be done. */
  message: string
  /** In the order in which they should be offered. */
  ways: TroubleWay[]
  /** Newest first; empty where there is none to go back to. */
  backups: BackupSummary[]
}

/** `asked`: made when a person asked for it. */
export type BackupKind = 'daily' | 'before-migration' | 'before-sync' | 'asked'

export interface BackupSummary {
  /** Names it in calls. */
  name: string
  kind: BackupKind
  /** Epoch milliseconds. */
  at: number
  bytes: number
}

/** What a look into a backup found. */
export interface BackupContents {
  /** Where the file stands. */
  file: string
  bytes: number
  times: number
  expenses: number
  /** Records that the service did not have at that time. */
  unsent: number
}

/** What was done about a database, with or without being asked. */
export interface Recovery {
  /** Epoch milliseconds. */
  at: number
  /** In plain words: what happened, and what was done. */
  message: string
  /** Folder in which the file stands that was in use before; null when there was none. */
  aside: string | null
}

/** `fine`: nothing to do. `mended`: was not, and is now. `note`: worth knowing. `problem`: needs you. */
export type FindingState = 'fine' | 'mended' | 'note' | 'problem'

export interface Finding {
  /** What was looked at: `database`, `backups`, … */
  check: string
  state: FindingState
  /** One plain line. */
  text: string
  /** True where it is the database itself that has the problem. */
  database?: boolean
}

export interface DoctorReport {
  findings: Finding[]
  /** False while something is left that needs the person. */
  fine: boolean
}
