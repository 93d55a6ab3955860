/** The lists of the Projects page, and their records. */
import type { Charge } from '#shared/resources/charge.ts'
import type { Client } from '#shared/resources/client.ts'
import type { Project } from '#shared/resources/project.ts'
import type { Task } from '#shared/resources/task.ts'
import type { User } from '#shared/resources/user.ts'

export const kinds = ['projects', 'clients', 'tasks', 'charges', 'people'] as const
export type Kind = (typeof kinds)[number]
/** People are read-only. */
export type WritableKind = Exclude<Kind, 'people'>

/** A record together with its kind. */
export type Listed =
  | { kind: 'projects'; record: Project }
  | { kind: 'clients'; record: Client }
  | { kind: 'tasks'; record: Task }
  | { kind: 'charges'; record: Charge }
  | { kind: 'people'; record: User }
export type AnyRecord = Listed['record']

/** The singular names, as in matching and reports. */
export const singular = {
  projects: 'project',
  clients: 'client',
  tasks: 'task',
  charges: 'charge',
} as const satisfies Record<WritableKind, string>

export const isKind = (text: unknown): text is Kind => kinds.includes(text as Kind)
export const isWritable = (kind: Kind): kind is WritableKind => kind !== 'people'

/** True when the service does not know the record: only this computer has it. */
export const isHeld = ({ id }: Pick<AnyRecord, 'id'>): boolean => id === null
