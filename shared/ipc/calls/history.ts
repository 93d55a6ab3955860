/** What was changed, and taking it back. */
import { id, integer } from '../../resources/fields.ts'
import { z } from '../../resources/zod.ts'
import type { ChangeDetail, ChangeSummary } from '../views.ts'
import { call, nothing } from './call.ts'

/** Whatever has a history. */
const recordedResources = [
  'time',
  'expense',
  'category',
  'project',
  'client',
  'task',
  'charge',
  'timer',
] as const

/** One record by its resource and its id on this machine. */
const record = z.strictObject({ resource: z.enum(recordedResources), local: id })

export const historyCalls = {
  /** Newest first; `before`: a page further back than that change. */
  'history.list': call<ChangeSummary[]>()(
    z.strictObject({
      limit: integer(1, 200).optional(),
      before: id.optional(),
      record: record.optional(),
    }),
  ),
  /** What a change did, field by field. */
  'history.show': call<ChangeDetail>()(z.strictObject({ change: id })),
  /**
   * Takes back one change: the newest of the person's that stands, or the one named, whoever made
   * it. Taking an undo back is a redo.
   */
  'history.undo': call<ChangeSummary>()(z.strictObject({ change: id.optional() })),
  'history.redo': call<ChangeSummary>()(nothing),
} as const
