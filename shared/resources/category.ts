/** Categories group tasks and charges (specification, Category). */
import {
  id,
  listOf,
  recordUid,
  requiredText,
  timestamp,
  wireBoolean,
  wireId,
  wireInteger,
  wireText,
  wireTimestamp,
} from './fields.ts'
import type { ListQuery } from './page.ts'
import type { RecordState } from './time.ts'
import { z } from './zod.ts'

/** In the order in which they were sent, so that a refusal can name the position of one. */
const ids = listOf(id, 10_000, 'IDs')

/** Specification, Categories, create body. The database checks that the name is free. */
export const categoryCreate = z.object({
  name: requiredText(),
  charges: ids.optional(),
  tasks: ids.optional(),
})
export type CategoryCreate = z.output<typeof categoryCreate>

/** Specification, Categories, update body: a list that is sent replaces the current one. */
export const categoryUpdate = categoryCreate.partial()
export type CategoryUpdate = z.output<typeof categoryUpdate>

const identity = {
  id,
  name: requiredText(),
  created_at: timestamp,
  updated_at: timestamp,
  deleted_at: timestamp.nullable(),
  deleted: z.boolean(),
  uid: recordUid,
}

/** In lists: counts instead of members. */
export const categoryListRecord = z.strictObject({
  ...identity,
  tasks_count: z.int(),
  charges_count: z.int(),
})
export type CategoryListRecord = z.output<typeof categoryListRecord>

/** In the responses to store, update and delete. */
export const categoryRecord = z.strictObject({
  ...identity,
  tasks: z.array(id),
  charges: z.array(id),
})
export type CategoryRecord = z.output<typeof categoryRecord>

/** On show: also the projects on which its tasks or charges have been used. */
export const categoryShowRecord = categoryRecord.extend({ projects: z.array(id) })
export type CategoryShowRecord = z.output<typeof categoryShowRecord>

export const categoryWire = z.object({
  id: wireId,
  name: wireText,
  created_at: wireTimestamp,
  updated_at: wireTimestamp,
  deleted_at: wireTimestamp.nullish(),
  deleted: wireBoolean.optional(),
  tasks_count: wireInteger.optional(),
  charges_count: wireInteger.optional(),
  tasks: z.array(wireId).max(10_000).optional(),
  charges: z.array(wireId).max(10_000).optional(),
  projects: z.array(wireId).max(10_000).optional(),
})
export type CategoryWire = z.output<typeof categoryWire>

export const categorySortKeys = ['name'] as const
export type CategorySortKey = (typeof categorySortKeys)[number]
export type CategoryListQuery = ListQuery<CategorySortKey>

/** A category in a list, as the program works with it. `local` is the local id. */
export interface CategorySummary {
  local: number
  /** The service's id; null until the service has it. */
  id: number | null
  state: RecordState
  /** The service's message on refusing this category. */
  refusal: string | null
  /** The refused fields, by their names in the API. */
  refused: string[]
  /** True until the service has acknowledged this version. */
  provisional: boolean
  name: string
  created_at: string | null
  updated_at: string | null
  /** Null while it is active. */
  deleted_at: string | null
  /** True while it is archived. */
  deleted: boolean
  tasks_count: number
  charges_count: number
}

/** A task, charge or category, and the projects on which it has been used, as local ids. */
export interface ProjectUse {
  local: number
  projects: number[]
}

/** What has been used on which projects, as far as the store shows. */
export interface CategoryUses {
  tasks: ProjectUse[]
  charges: ProjectUse[]
  /** Includes archived ones. */
  categories: ProjectUse[]
}

/** A single category. Its members are local ids. */
export interface Category extends CategorySummary {
  tasks: number[]
  charges: number[]
  /** Projects on which its tasks or charges have been used, as far as the store shows. */
  projects: number[]
}
