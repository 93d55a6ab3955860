/** Tasks (specification, Time entry: task). */
import {
  id,
  requiredText,
  timestamp,
  wireBoolean,
  wireId,
  wireText,
  wireTimestamp,
} from './fields.ts'
import type { ReferenceState } from './reference-state.ts'
import { z } from './zod.ts'

export const taskRecord = z.strictObject({
  id,
  name: requiredText(),
  created_at: timestamp,
  updated_at: timestamp,
  deleted: z.boolean(),
})
export type TaskRecord = z.output<typeof taskRecord>

/** The task inside a times index. */
export const taskShortRecord = taskRecord.pick({ id: true, name: true, deleted: true })

/** A task as services nest or list it: only the id is certain. */
export const taskWire = z.object({
  id: wireId,
  name: wireText.optional(),
  created_at: wireTimestamp.optional(),
  updated_at: wireTimestamp.optional(),
  deleted: wireBoolean.optional(),
} satisfies Record<keyof TaskRecord, unknown>)
export type TaskWire = z.output<typeof taskWire>

export const taskSortKeys = ['name', 'updated_at'] as const
export type TaskSortKey = (typeof taskSortKeys)[number]

/** The fields of a request that creates a task (docs/API.md, Reference records). */
export const taskCreate = z.object({ name: requiredText() })
export type TaskCreate = z.output<typeof taskCreate>

export const taskUpdate = taskCreate.partial()
export type TaskUpdate = z.output<typeof taskUpdate>

/** A task as the program works with it. */
export interface Task {
  local: number
  id: number | null
  state: ReferenceState
  name: string
  deleted: boolean
  created_at: string | null
  updated_at: string | null
}
