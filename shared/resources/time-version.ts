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
}

/** What a request to change a time may say: the version without what the service decides. */
export type TimeFields = Omit<TimeVersion, 'increment'>

/** The version inside a record of the service. */
export const timeVersionOf = (wire: TimeWire): TimeVersion => ({
  project_id: wire.project.id,
  task_id: wire.task.id,
  date: wire.date,
  start: wire.start,
  quantity: wire.quantity,
  notes: normaliseNote(wire.notes),
  increment: wire.increment,
})

/**
 * True when nothing that a person decides differs. The increment is the service's to say, so it
 * does not count.
 */
export const sameTimeVersion = (one: TimeVersion, other: TimeVersion): boolean =>
  one.project_id === other.project_id &&
  one.task_id === other.task_id &&
  one.date === other.date &&
  one.start === other.start &&
  one.quantity === other.quantity &&
  one.notes === other.notes

/** True when every field that a request named stands in the version as it was sent. */
export const holds = (version: TimeVersion, sent: Partial<TimeFields>): boolean =>
  (Object.keys(sent) as (keyof TimeFields)[]).every((field) => version[field] === sent[field])
