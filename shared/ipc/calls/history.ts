/** What was changed, and taking it back. */
import { id, integer } from '../../resources/fields.ts'
import { z } from '../../resources/zod.ts'
import type { ChangeSummary } from '../views.ts'
import { call, nothing } from './call.ts'

export const historyCalls = {
  'history.list': call<ChangeSummary[]>()(z.strictObject({ limit: integer(1, 200).optional() })),
  /** Takes back one change: the newest that stands, or the one named. */
  'history.undo': call<ChangeSummary>()(z.strictObject({ change: id.optional() })),
  'history.redo': call<ChangeSummary>()(nothing),
} as const
