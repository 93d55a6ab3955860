/** Calls about the history, undo and redo. */
import { id, integer } from '../../resources/fields.ts'
import { z } from '../../resources/zod.ts'
import type { ChangeDetail, ChangeSummary } from '../history.ts'
import { call, noArguments } from './call.ts'

/** Every resource that has a history. */
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

/** A record by its resource and its local id. */
const record = z.strictObject({ resource: z.enum(recordedResources), local: id })

export const historyCalls = {
  /** Newest first; `before` continues after that change, further back. */
  'history.list': call<ChangeSummary[]>()(
    z.strictObject({
      limit: integer(1, 200).optional(),
      before: id.optional(),
      record: record.optional(),
    }),
  ),
  /** Shows what a change did, field by field. */
  'history.show': call<ChangeDetail>()(z.strictObject({ change: id })),
  /**
   * Undoes one change: the person's newest that is not undone, or the named one, regardless of its
   * author. Undoing an undo is a redo.
   */
  'history.undo': call<ChangeSummary>()(z.strictObject({ change: id.optional() })),
  'history.redo': call<ChangeSummary>()(noArguments),
} as const
