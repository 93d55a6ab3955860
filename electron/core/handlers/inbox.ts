/** Handlers of the calls on the inbox. */
import { ok } from '#shared/errors.ts'
import type { inboxCalls } from '#shared/ipc/calls/inbox.ts'
import { readInboxCards } from '../sync/inbox/inbox-cards.ts'
import { resolveCards } from '../sync/inbox/resolve-card.ts'
import type { HandlerContext } from './handler-context.ts'
import type { HandlersOf } from './dispatch.ts'
import { withChangeSummary } from './history.ts'

export const inboxHandlers = ({
  withOpenAccount,
}: HandlerContext): HandlersOf<typeof inboxCalls> => ({
  'inbox.list': () => withOpenAccount(async ({ context }) => ok(await readInboxCards(context.db))),
  'inbox.resolve': ({ card, also = [], take, theirs }) =>
    withOpenAccount(({ context }) => {
      const resolved = resolveCards(context, [card, ...also], take, theirs).then((done) =>
        done.ok ? ok(done.value.change) : done,
      )
      return withChangeSummary(context, resolved)
    }),
})
