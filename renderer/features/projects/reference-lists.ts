/** The lists of the Projects page, and their records. */
import type { Charge } from '#shared/resources/charge.ts'
import type { Client } from '#shared/resources/client.ts'
import type { Project } from '#shared/resources/project.ts'
import type { Task } from '#shared/resources/task.ts'
import type { User } from '#shared/resources/user.ts'

export const referenceListKinds = ['projects', 'clients', 'tasks', 'charges', 'people'] as const
export type ReferenceListKind = (typeof referenceListKinds)[number]
/** People are read-only. */
export type WritableListKind = Exclude<ReferenceListKind, 'people'>

/** A record together with its kind. */
export type ReferenceListItem =
  | { kind: 'projects'; record: Project }
  | { kind: 'clients'; record: Client }
  | { kind: 'tasks'; record: Task }
  | { kind: 'charges'; record: Charge }
  | { kind: 'people'; record: User }
export type AnyReference = ReferenceListItem['record']

/** The singular names, as in matching and reports. */
export const singularKinds = {
  projects: 'project',
  clients: 'client',
  tasks: 'task',
  charges: 'charge',
} as const satisfies Record<WritableListKind, string>

export const isReferenceListKind = (text: unknown): text is ReferenceListKind =>
  referenceListKinds.includes(text as ReferenceListKind)
export const isWritableListKind = (kind: ReferenceListKind): kind is WritableListKind =>
  kind !== 'people'

/** True when the service does not know the record: only this computer has it. */
export const isLocalOnly = ({ id }: Pick<AnyReference, 'id'>): boolean => id === null
