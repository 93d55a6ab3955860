/** Calls on records that only this machine knows. */
import { fail, ok, type Result } from '#shared/errors.ts'
import type { matchingCalls } from '#shared/ipc/calls/matching.ts'
import type { CallArguments } from '#shared/ipc/contract.ts'
import { listUnmatched, matchReference } from '../actions/matching.ts'
import { bodyOfReference } from '../actions/reference-body.ts'
import { remoteIds } from '../store/sync-records.ts'
import type { Desk, OpenAccount } from './desk.ts'
import type { HandlersOf } from './dispatch.ts'

export const matchingHandlers = ({
  inAccount,
  onTimer,
}: Desk): HandlersOf<typeof matchingCalls> => ({
  'matching.list': () =>
    inAccount(async ({ context }) => ok(await listUnmatched(context.db, context.organisation))),
  'matching.match': ({ kind, local, to }) =>
    onTimer(({ context }) => matchReference(context, kind, local, to)),
  'matching.publish': (input) => inAccount((open) => publish(open, input)),
})

async function publish(
  { context, direct }: OpenAccount,
  { kind, local }: CallArguments<'matching.publish'>,
): Promise<Result<null>> {
  if (!direct) return fail('conflict', 'This account has no service; connect to one first')
  if ((await remoteIds(context.db, kind, [local])).has(local)) {
    return fail('conflict', `The service knows this ${kind} already`)
  }
  const body = await bodyOfReference(context.db, kind, local)
  if (!body.ok) return body
  const made = await direct.create(kind, body.value, local)
  if (!made.ok) return made
  context.changed(kind, [local])
  return ok(null)
}
