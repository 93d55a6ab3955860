/** What a doctor's check is given, and what it answers. */
import type { Finding } from '#shared/ipc/integrity.ts'
import type { Clock, Http } from '../../ports.ts'
import type { Db } from '../../store/db.ts'
import type { Custody } from '../custody.ts'

export interface Patient {
  readonly db: Db
  readonly custody: Custody
  readonly clock: Clock
  readonly http: Http
  /** Address of the account's service; null for an account that stays on this machine. */
  readonly url: string | null
}

/** Looks at one thing, mends what can be mended, and says so in a plain line. */
export interface Check {
  readonly name: string
  run(patient: Patient): Promise<Omit<Finding, 'check'>[]>
}

export const fine = (text: string) => ({ state: 'fine', text }) as const
export const mended = (text: string) => ({ state: 'mended', text }) as const
export const note = (text: string) => ({ state: 'note', text }) as const
export const problem = (text: string) => ({ state: 'problem', text }) as const

/** `1 row`, `2 rows`. */
export const counted = (count: number, one: string, several = `${one}s`): string =>
  `${count} ${count === 1 ? one : several}`
