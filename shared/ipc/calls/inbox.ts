/** Calls about the inbox: what sync cannot decide alone. */
import { id } from '../../resources/fields.ts'
import { cardAnswers, type InboxCard } from '../../resources/inbox-card.ts'
import { maxBulkRecords } from '../../rules/bulk-limit.ts'
import { z } from '../../resources/zod.ts'
import type { ChangeSummary } from '../history.ts'
import { call, noArguments } from './call.ts'

export const inboxCalls = {
  /** Lists the open cards, oldest first. */
  'inbox.list': call<InboxCard[]>()(noArguments),
  /**
   * Answers a card, as a change that can be undone. `also`: cards that get the same answer in the
   * same change. `theirs`: fields of a conflict that are taken from the service; the others keep the
   * local value.
   */
  'inbox.resolve': call<ChangeSummary>()(
    z.strictObject({
      card: id,
      also: z.array(id).max(maxBulkRecords).optional(),
      take: z.enum(cardAnswers),
      theirs: z.array(z.string()).optional(),
    }),
  ),
} as const
