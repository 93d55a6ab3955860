/** What was deleted, for as long as it can be brought back. */
import { id, integer } from '../../resources/fields.ts'
import { z } from '../../resources/zod.ts'
import type { ChangeSummary, TrashPage } from '../views.ts'
import { call } from './call.ts'

const items = z.array(id).min(1, 'Choose at least one').max(5000)

export const trashCalls = {
  /** Newest first; `before`: a page further back than that item. */
  'trash.list': call<TrashPage>()(
    z.strictObject({ limit: integer(1, 200).optional(), before: id.optional() }),
  ),
  /** Brings items back, as a change that can be undone. */
  'trash.restore': call<ChangeSummary>()(z.strictObject({ items })),
  /** Lets go of items before their time. */
  'trash.discard': call<{ discarded: number }>()(
    z.strictObject({ items: z.union([items, z.literal('all')]) }),
  ),
} as const
