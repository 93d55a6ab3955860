/** The input and the findings of a doctor's check. */
import type { DoctorFinding } from '#shared/ipc/database-integrity.ts'
import type { Clock, Http } from '../../ports.ts'
import type { Db } from '../../store/db.ts'
import type { Custody } from '../database-keeper.ts'

export interface Patient {
  readonly db: Db
  readonly custody: Custody
  readonly clock: Clock
  readonly http: Http
  /** URL of the account's service; null for an account without one. */
  readonly url: string | null
}

/** Checks one thing, repairs what can be repaired, and reports it in a plain line. */
export interface Check {
  readonly name: string
  run(patient: Patient): Promise<Omit<DoctorFinding, 'check'>[]>
}

export const fine = (text: string) => ({ state: 'fine', text }) as const
export const mended = (text: string) => ({ state: 'mended', text }) as const
export const note = (text: string) => ({ state: 'note', text }) as const
export const problem = (text: string) => ({ state: 'problem', text }) as const

/** `1 row`, `2 rows`. */
export const counted = (count: number, one: string, several = `${one}s`): string =>
  `${count} ${count === 1 ? one : several}`
