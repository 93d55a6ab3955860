/** Users: the shape that the specification shows in the response to deleting a time. */
import { id, timestamp, wireBoolean, wireId, wireText, wireTimestamp } from './fields.ts'
import { z } from './zod.ts'

export const userRecord = z.strictObject({
  id,
  name: z.string(),
  email: z.string(),
  email_2: z.string().nullable(),
  created_at: timestamp,
  updated_at: timestamp,
  /** False once the person has left: their tokens are refused. */
  current: z.boolean(),
  owner: z.boolean(),
})
export type UserRecord = z.output<typeof userRecord>

/** A user as services name or list them: only the id is certain. */
export const userWire = z.object({
  id: wireId,
  name: wireText.optional(),
  email: wireText.optional(),
  email_2: wireText.nullish(),
  current: wireBoolean.optional(),
  owner: wireBoolean.optional(),
  created_at: wireTimestamp.optional(),
  updated_at: wireTimestamp.optional(),
} satisfies Record<keyof UserRecord, unknown>)
export type UserWire = z.output<typeof userWire>

/** `user` in records, where the service says whose an entry is (capability `user`). */
export const userShortRecord = userRecord.pick({ id: true, name: true })

export const userSortKeys = ['name', 'updated_at'] as const
export type UserSortKey = (typeof userSortKeys)[number]

/** A person of the organisation as the program works with them. */
export interface User {
  local: number
  id: number | null
  name: string
  email: string
  email_2: string | null
  current: boolean
  owner: boolean
  created_at: string | null
  updated_at: string | null
}
