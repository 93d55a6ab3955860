/** The input and the findings of a doctor's check. */
import type { DoctorFinding } from '#shared/ipc/database-integrity.ts'
import type { Clock, Http } from '../../ports.ts'
import type { Db } from '../../store/database/db.ts'
import type { DatabaseKeeper } from '../database-keeper.ts'
import type { RunWorkerTask } from '../worker-tasks.ts'

export interface DoctorContext {
  readonly db: Db
  readonly databaseKeeper: DatabaseKeeper
  readonly clock: Clock
  readonly http: Http
  /** For all that looks at every record, which would block every window. */
  readonly runTask: RunWorkerTask
  /** URL of the account's service; null for an account without one. */
  readonly url: string | null
}

/** Checks one thing, repairs what can be repaired, and reports it in a plain line. */
export interface DoctorCheck {
  readonly name: string
  run(patient: DoctorContext): Promise<Omit<DoctorFinding, 'check'>[]>
}

export const fineFinding = (text: string) => ({ state: 'fine', text }) as const
export const mendedFinding = (text: string) => ({ state: 'mended', text }) as const
export const noteFinding = (text: string) => ({ state: 'note', text }) as const
export const problemFinding = (text: string) => ({ state: 'problem', text }) as const
