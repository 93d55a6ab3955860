/** Types of what calls on the history and the trash return. */

import type { Text } from '../sentences/sentence.ts'

export interface ChangeSummary {
  change: number
  /** Epoch milliseconds. */
  at: number
  actor: 'person' | 'sync' | 'import'
  /** Such as `times.create`. */
  action: string
  /** What was done: `Deleted “Invoice prep”`. Text where an earlier version of Stint wrote it. */
  summary: Text
  /** True while it is undone. Undos and redos themselves never are: each is undone by the other. */
  undone: boolean
}

/** Every resource that has a history. */
export type RecordedResource =
  'time' | 'expense' | 'category' | 'project' | 'client' | 'task' | 'charge' | 'timer'

/** A value as people read it: related records by their names. */
export type ReadableValue = string | number | boolean | string[] | null

export interface ChangedField {
  /** Name in the API; a related record without `_id`: `project`. */
  field: string
  /** Null also where the record did not exist. */
  before: ReadableValue
  after: ReadableValue
}

/** What a change did to one record. */
export interface ChangedRecord {
  resource: RecordedResource
  local: number
  title: string
  was: 'added' | 'changed' | 'deleted'
  /** The fields that differ; for an added or deleted record those that have a value. */
  fields: ChangedField[]
  /** Units of its numbers after the change: minutes of an increment, and the currency. */
  units: { increment: number | null; currency: string | null }
}

export interface ChangeDetail extends ChangeSummary {
  records: ChangedRecord[]
  /** Number of further records that a large change concerned. */
  more: number
}

export interface TrashItem {
  /** Identifies the item; increases with each deletion. */
  item: number
  resource: Exclude<RecordedResource, 'timer'>
  local: number
  title: string
  /** Who deleted it. */
  actor: 'person' | 'sync' | 'import'
  /** Epoch milliseconds. */
  deletedAt: number
  /** When it is deleted for good, epoch milliseconds. */
  expiresAt: number
}

export interface TrashPage {
  items: TrashItem[]
  /** Total number of items. */
  total: number
}
