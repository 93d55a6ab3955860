/** Handlers of the calls on the trash. */
import { ok, type Result } from '#shared/errors.ts'
import type { trashCalls } from '#shared/ipc/calls/trash.ts'
import type { CallArguments } from '#shared/ipc/contract.ts'
import type { TrashItem, TrashPage } from '#shared/ipc/history.ts'
import type { ActionContext } from '../actions/change.ts'
import { eraseForgotten } from '../accounts/purge-trash.ts'
import { discardFromTrash, restoreFromTrash } from '../actions/trash.ts'
import { countTrash, listTrash, type TrashRow } from '../store/history/trash.ts'
import type { HandlerContext } from './handler-context.ts'
import type { HandlersOf } from './dispatch.ts'
import { withChangeSummary } from './history.ts'

export const trashHandlers = ({
  withOpenAccount,
}: HandlerContext): HandlersOf<typeof trashCalls> => ({
  'trash.list': (query) => withOpenAccount(({ context }) => page(context, query)),
  'trash.restore': ({ items }) =>
    withOpenAccount(({ context }) => withChangeSummary(context, restoreFromTrash(context, items))),
  'trash.discard': ({ items }) =>
    withOpenAccount(async ({ context, databaseKeeper }) => {
      const done = await discardFromTrash(context, items)
      if (done.ok && done.value > 0) {
        await eraseForgotten(context.db, databaseKeeper, context.clock, undefined, true)
      }
      return done.ok ? ok({ discarded: done.value }) : done
    }),
})

async function page(
  { db }: ActionContext,
  { limit, before }: CallArguments<'trash.list'>,
): Promise<Result<TrashPage>> {
  const rows = await listTrash(db, limit ?? 50, before)
  return ok({ items: rows.map(toItem), total: await countTrash(db) })
}

const toItem = (row: TrashRow): TrashItem => ({
  item: row.id,
  resource: row.resource,
  local: row.local_id,
  title: row.title,
  actor: row.actor,
  deletedAt: row.deleted_at,
  expiresAt: row.expires_at,
})
