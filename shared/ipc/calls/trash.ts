/** Calls about the trash: deleted records, for as long as they can be restored. */
import { id, integer } from '../../resources/fields.ts'
import { z } from '../../resources/zod.ts'
import type { ChangeSummary, TrashPage } from '../history.ts'
import { call, several } from './call.ts'

const items = several(id)

export const trashCalls = {
  /** Newest first; `before` continues after that item, further back. */
  'trash.list': call<TrashPage>()(
    z.strictObject({ limit: integer(1, 200).optional(), before: id.optional() }),
  ),
  /** Restores items, as a change that can be undone. */
  'trash.restore': call<ChangeSummary>()(z.strictObject({ items })),
  /** Deletes items for good before they expire. */
  'trash.discard': call<{ discarded: number }>()(
    z.strictObject({ items: z.union([items, z.literal('all')]) }),
  ),
} as const
