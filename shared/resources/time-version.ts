/**
 * A time as the two sides compare it: only what a person decides, with the service's ids. Local,
 * base and remote versions all take this shape, so that deciding never sees a row.
 */
import { normaliseNote } from '../rules/text.ts'
import type { TimeWire } from './time.ts'

export interface TimeVersion {
  /** The service's ids; null while only this machine knows the project or task. */
  project_id: number | null
  task_id: number | null
  date: string
  start: number
  quantity: number
  notes: string | null
  /** Minutes of one increment; decides together with quantity how long the entry is. */
  increment: number
  /** What an hour is worth; null where the service does not say. */
  rate: number | null
  currency: string | null
}

/** The version inside a record of the service. */
export const timeVersionOf = (wire: TimeWire): TimeVersion => ({
  project_id: wire.project.id,
  task_id: wire.task.id,
  date: wire.date,
  start: wire.start,
  quantity: wire.quantity,
  notes: normaliseNote(wire.notes),
  increment: wire.increment,
  rate: wire.rate ?? null,
  currency: wire.currency,
})
