/**
 * A time entry as sync compares it: only what people decide, with the service's ids. Local, base
 * and remote versions all have this shape, so that deciding functions never see a row.
 */
import { covering } from '../rules/field-groups.ts'
import { normalizeNote } from '../rules/search-text.ts'
import type { TimeWire } from './time.ts'

export interface TimeVersion {
  /** The service's ids; null for a project or task that exists only locally. */
  project_id: number | null
  task_id: number | null
  date: string
  start: number
  quantity: number
  notes: string | null
  /** Minutes of one increment; with the quantity it determines the length of the entry. */
  increment: number
  /** Value of an hour; null where the service does not say. */
  rate: number | null
  currency: string | null
}

/**
 * What is merged together, in the order in which natural keys, which are stored, contain the fields.
 * Undo's groups are other ones (`timeHistoryCodec`).
 */
export const timeGroups = covering<keyof TimeVersion>()([
  { name: 'work', fields: ['project_id', 'task_id'], along: ['rate', 'currency'] },
  { name: 'when', fields: ['date', 'start'] },
  { name: 'quantity', fields: ['quantity'], taken: ['increment'] },
  { name: 'notes', fields: ['notes'] },
])

/** Returns the version in a record of the service. */
export const timeVersionFromWire = (wire: TimeWire): TimeVersion => ({
  project_id: wire.project.id,
  task_id: wire.task.id,
  date: wire.date,
  start: wire.start,
  quantity: wire.quantity,
  notes: normalizeNote(wire.notes),
  increment: wire.increment,
  rate: wire.rate ?? null,
  currency: wire.currency,
})
