/** Handlers of the calls on records that only this computer has. */
import { fail, ok, type Result, type Failure } from '#shared/errors.ts'
import type { matchingCalls } from '#shared/ipc/calls/matching.ts'
import type { CallArguments } from '#shared/ipc/contract.ts'
import type {
  MatchedReferences,
  MatchEffect,
  PublishedReferences,
  UnmatchedReference,
} from '#shared/ipc/call-results.ts'
import type { ActionContext } from '../actions/change.ts'
import { listUnmatched, matchReference, matchReferences } from '../actions/match-references.ts'
import { referenceCreateBody } from '../actions/reference-create-body.ts'
import { readReferenceRow } from '../actions/references.ts'
import { previewMatch } from '../reports/preview-match.ts'
import { readRemoteIds } from '../store/sync/sync-records.ts'
import type { HandlerContext, OpenAccount } from './handler-context.ts'
import type { HandlersOf } from './dispatch.ts'
import { readRateMeaning } from './reports.ts'

export const matchingHandlers = ({
  withOpenAccount,
  withTimerBroadcast,
}: HandlerContext): HandlersOf<typeof matchingCalls> => ({
  'matching.list': () =>
    withOpenAccount(async ({ context }) =>
      ok(await listUnmatched(context.db, context.organisation)),
    ),
  'matching.match': ({ kind, local, to }) =>
    withTimerBroadcast(({ context }) => matchReference(context, kind, local, to)),
  'matching.matchAll': ({ records }) => withTimerBroadcast((open) => matchAll(open, records)),
  'matching.preview': ({ kind, local, to }) =>
    withOpenAccount(async (open) =>
      previewMatch(open.context, kind, local, to, await readRateMeaning(open, undefined)),
    ),
  'matching.publishAll': ({ records }) => withTimerBroadcast((open) => publishAll(open, records)),
  'matching.publish': (input) => withTimerBroadcast((open) => publish(open, input)),
})

/**
 * Creates the record on the service; for a project also its client, where that exists only here.
 */
async function publish(
  open: OpenAccount,
  { kind, local }: CallArguments<'matching.publish'>,
): Promise<Result<null>> {
  const { context, direct } = open
  if (!direct) return fail('conflict', 'This account has no service. Connect to one first')
  if ((await readRemoteIds(context.db, kind, [local])).has(local)) {
    return fail('conflict', 'This {kind} is already on the service', { kind })
  }
  if (kind === 'project') {
    const client = await unmatchedClientOf(context, local)
    if (client?.suggestion) {
      const { name } = client.suggestion
      return fail(
        'conflict',
        'The service may have its client as “{name}”. Match the client first',
        { name },
      )
    }
    const made = client ? await publish(open, client) : ok(null)
    if (!made.ok) return made
  }
  const body = await referenceCreateBody(context.db, kind, local)
  if (!body.ok) return body
  const made = await direct.create(kind, body.value, local)
  if (!made.ok) return made
  if (made.value.local !== local) return matchReference(context, kind, local, made.value.local)
  context.changed(kind, [local])
  return ok(null)
}

/** Matches those whose match alone would change nothing that is logged. */
async function matchAll(
  open: OpenAccount,
  records: CallArguments<'matching.matchAll'>['records'],
): Promise<Result<MatchedReferences>> {
  const { context } = open
  const rate = await readRateMeaning(open, undefined)
  const targets = new Map(records.map(({ kind, local, to }) => [`${kind} ${local}`, to]))
  const sure: typeof records = []
  const left: MatchedReferences['left'] = []
  for (const { kind, local, name } of await listUnmatched(context.db, context.organisation)) {
    const to = targets.get(`${kind} ${local}`)
    if (to === undefined) continue
    const effect = await previewMatch(context, kind, local, to, rate)
    if (effect.ok && changesNothing(effect.value)) sure.push({ kind, local, to })
    else {
      const why = effect.ok ? { message: 'This would change what is logged' } : whyOf(effect.error)
      left.push({ kind, local, name, ...why })
    }
  }
  if (sure.length === 0) return ok({ matched: 0, left })
  const matched = await matchReferences(context, sure)
  return matched.ok ? ok({ matched: sure.length, left }) : matched
}

const whyOf = ({ message, sentence: said }: Failure) => ({ message, sentence: said })

const changesNothing = ({ differs, time, expenses }: MatchEffect): boolean =>
  differs.length === 0 && time === null && expenses.length === 0

/** Creates the records one after the other; stops where the service is out of reach. */
async function publishAll(
  open: OpenAccount,
  records: CallArguments<'matching.publishAll'>['records'],
): Promise<Result<PublishedReferences>> {
  const { db, organisation } = open.context
  const wanted = new Set(records.map(({ kind, local }) => `${kind} ${local}`))
  const failed: PublishedReferences['failed'] = []
  let created = 0
  let last: Result<null> | undefined
  // Clients come first, so that no project has to wait for its own.
  for (const one of await listUnmatched(db, organisation)) {
    const { kind, local, name } = one
    if (!wanted.has(`${kind} ${local}`)) continue
    last = await publish(open, { kind, local })
    if (last.ok) created++
    else failed.push({ kind, local, name, ...whyOf(last.error) })
    if (!last.ok && (last.error.code === 'offline' || last.error.code === 'unauthenticated')) break
  }
  return last?.ok === false && created === 0 ? last : ok({ created, failed })
}

async function unmatchedClientOf(
  { db, organisation }: ActionContext,
  project: number,
): Promise<UnmatchedReference | undefined> {
  const client = (await readReferenceRow(db, 'project', project))?.['client_id'] ?? null
  if (client === null) return undefined
  const unmatched = await listUnmatched(db, organisation)
  return unmatched.find((one) => one.kind === 'client' && one.local === client)
}
