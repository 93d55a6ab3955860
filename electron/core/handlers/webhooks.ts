/** Handlers of the calls on webhooks, which only the service creates and changes. */
import { fail, ok, type Result } from '#shared/errors.ts'
import type { webhookCalls } from '#shared/ipc/calls/webhooks.ts'
import type { DirectWrites } from '../sync/push/direct-writes.ts'
import type { HandlerContext, OpenAccount } from './handler-context.ts'
import type { HandlersOf } from './dispatch.ts'
import {
  showBeforeRemoval,
  editOf,
  referenceQueries,
  readReferencePage,
  showReference,
  notifyReferenceChanged,
} from './reference-queries.ts'

/** Runs a call that only the service can carry out. */
const onService = <Value>(
  { direct }: OpenAccount,
  run: (direct: DirectWrites) => Promise<Result<Value>>,
): Promise<Result<Value>> =>
  direct
    ? run(direct)
    : Promise.resolve(
        fail('conflict', 'Webhooks need a service. This account is on this computer only'),
      )

export const webhookHandlers = ({
  withOpenAccount,
}: HandlerContext): HandlersOf<typeof webhookCalls> => ({
  'webhooks.list': (query) =>
    withOpenAccount(({ context }) => readReferencePage(context, referenceQueries.webhook, query)),
  'webhooks.show': ({ local }) =>
    withOpenAccount(({ context }) => showReference(context, referenceQueries.webhook, local)),
  'webhooks.add': (input) =>
    withOpenAccount((open) =>
      onService(open, async (direct) => {
        const made = await direct.create('webhook', input)
        if (!made.ok) return made
        open.context.changed('webhook', [made.value.local])
        const webhook = await showReference(
          open.context,
          referenceQueries.webhook,
          made.value.local,
        )
        const { secret } = made.value.answered['webhook'] as { secret?: unknown }
        return webhook.ok
          ? ok({ ...webhook.value, secret: typeof secret === 'string' ? secret : null })
          : webhook
      }),
    ),
  'webhooks.update': ({ local, set, was }) =>
    withOpenAccount((open) =>
      onService(open, async (direct) => {
        const allow = editOf(open.context, 'webhook', { local, set, was })
        const answer = await direct.update('webhook', local, set, allow)
        const done = notifyReferenceChanged(open.context, 'webhook', local, answer)
        return done.ok ? showReference(open.context, referenceQueries.webhook, local) : done
      }),
    ),
  'webhooks.delete': ({ local }) =>
    withOpenAccount((open) =>
      onService(open, (direct) =>
        showBeforeRemoval(open.context, referenceQueries.webhook, local, async () =>
          notifyReferenceChanged(
            open.context,
            'webhook',
            local,
            await direct.remove('webhook', local),
          ),
        ),
      ),
    ),
})
