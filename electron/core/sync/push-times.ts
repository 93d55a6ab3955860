/**
 * Sending times. For each record: decide and journal in one transaction, speak to the service
 * outside of any, take the answer in another. A kill between two steps leaves a journal from
 * which the next start goes on (plan.ts decides; apply-times.ts writes).
 */
import type { TimeWire } from '#shared/resources/time.ts'
import {
  holds,
  timeVersionOf,
  type TimeFields,
  type TimeVersion,
} from '#shared/resources/time-version.ts'
import {
  attemptByKey,
  closeAttempt,
  openAttempt,
  quarantineAttempt,
  type Attempt,
} from '../store/attempts.ts'
import { keptAfterGone, raiseCard } from '../store/inbox.ts'
import { findLocal } from '../store/sync-records.ts'
import {
  forgetTime,
  isRetiredTime,
  patchTimeRecord,
  readTimeState,
  unsentTimes,
  type TimeState,
} from '../store/time-records.ts'
import {
  askAboutGone,
  confirmDeleted,
  dropTime,
  mergeTime,
  recreateTime,
  restoreTime,
  situationOf,
  takeCreated,
  takeUpdated,
} from './apply-times.ts'
import type { Answer, RecordAnswer } from './client.ts'
import { commit, type SyncContext, type Trouble, type Work } from './context.ts'
import { naturalKey } from './match.ts'
import { plan } from './plan.ts'
import { probe } from './probe.ts'
import { quarantine } from './timing.ts'

/** So many records in a row without a usable answer: the service is unwell, not the record. */
const strikesAllowed = 3

/**
 * Sends what is unsent, in the order of the person's changes. Answers the trouble that ended it,
 * or the last one that it went past, or null. A record that the service refuses, or that only
 * itself cannot be sent, stops none of the others.
 */
export async function pushTimes(context: SyncContext): Promise<Trouble | null> {
  const locals = await unsentTimes(context.db)
  let passed: Trouble | null = null
  let strikes = 0
  for (const [done, local] of locals.entries()) {
    const trouble = await pushTime(context, local, () =>
      context.show({ is: 'sending', done, of: locals.length }),
    )
    if (!trouble) {
      strikes = 0
      continue
    }
    if (!isAboutOneRecord(trouble) || ++strikes >= strikesAllowed) return trouble
    passed = trouble
  }
  return passed
}

/** True when the rest of the cycle can go on: the service answered, only not usably. */
export const isAboutOneRecord = (trouble: Trouble): boolean =>
  trouble.is === 'unknown' && !trouble.lost

/** What the service shows of a record, with the record itself where it is there. */
type Seen = { is: 'unasked' } | { is: 'gone' } | { is: 'here'; time: TimeWire }

/** The next step outside of a transaction. */
type Step =
  | { do: 'end' }
  /** Plan once more: the record stands differently now. */
  | { do: 'again' }
  | { do: 'look'; remote: number }
  | { do: 'post'; body: TimeFields }
  | { do: 'put'; remote: number; body: Partial<TimeFields> }
  | { do: 'delete'; remote: number }
  | { do: 'probe'; attempt: Attempt }

/** A record that still is not settled after so many steps waits for the next cycle. */
const stepsAllowed = 6

async function pushTime(
  context: SyncContext,
  local: number,
  sending: () => Promise<void>,
): Promise<Trouble | null> {
  let seen: Seen = { is: 'unasked' }
  for (let steps = 0; steps < stepsAllowed; steps++) {
    const step = await commit(context, (work) => prepare(context, work, local, seen))
    seen = { is: 'unasked' }
    const result = await perform(context, local, step, sending)
    if (result === 'end') return null
    if (result === 'again') continue
    if (result.is === 'here' || result.is === 'gone') seen = result
    else return result
  }
  return null
}

async function perform(
  context: SyncContext,
  local: number,
  step: Step,
  sending: () => Promise<void>,
): Promise<'end' | 'again' | Exclude<Seen, { is: 'unasked' }> | Trouble> {
  const { client } = context
  switch (step.do) {
    case 'end':
    case 'again':
      return step.do
    case 'look':
      return takeLook(context, local, await client.readTime(step.remote))
    case 'post':
      await sending()
      return takeWrite(context, local, await client.createTime(step.body), takePosted)
    case 'put':
      await sending()
      return takeWrite(context, local, await client.updateTime(step.remote, step.body), takeUpdated)
    case 'delete':
      await sending()
      return takeDelete(context, local, await client.deleteTime(step.remote))
    case 'probe':
      return probe(context, local, step.attempt)
  }
}

/** Decides, writes what can be written at once, and journals what is about to be sent. */
async function prepare(context: SyncContext, work: Work, local: number, seen: Seen): Promise<Step> {
  const { trx, now } = work
  const state = await readTimeState(trx, local)
  if (!state) return { do: 'end' }
  const remote = seen.is === 'here' ? { is: seen.is, version: timeVersionOf(seen.time) } : seen
  const action = plan(situationOf(state, remote, now))
  switch (action.do) {
    case 'nothing':
      await patchTimeRecord(trx, local, { dirty: 0 })
      return { do: 'end' }
    case 'hold':
    case 'wait':
      return { do: 'end' }
    case 'forget':
      await forgetTime(trx, local)
      return { do: 'end' }
    case 'create':
      return prepareCreate(work, state.local, state.version!)
    case 'probe':
      return { do: 'probe', attempt: state.attempt! }
    case 'look':
      return { do: 'look', remote: state.remote! }
    case 'merge':
      if (action.sent) context.counts.pushed++
      return prepareUpdate(work, state, (seen as { time: TimeWire }).time, action.sent)
    case 'delete':
      await openAttempt(trx, {
        resource: 'time',
        local,
        kind: 'delete',
        key: null,
        body: {},
        sent: null,
        at: now,
      })
      return { do: 'delete', remote: state.remote! }
    case 'deleted':
      if (state.attempt?.kind === 'delete') context.counts.pushed++
      await confirmDeleted(work, state)
      return { do: 'end' }
    case 'restore':
      await restoreTime(work, state, (seen as { time: TimeWire }).time)
      context.counts.pulled++
      return { do: 'end' }
    case 'recreate':
      await recreateTime(work, state)
      return { do: 'again' }
    case 'drop':
      await dropTime(work, state)
      context.counts.pulled++
      return { do: 'end' }
    case 'ask':
      if (await keptAfterGone(trx, 'time', local, state.remote!)) {
        await recreateTime(work, state)
        return { do: 'again' }
      }
      await askAboutGone(work, state)
      return { do: 'end' }
  }
}

async function prepareCreate(work: Work, local: number, sent: TimeVersion): Promise<Step> {
  const { increment: _increment, ...body } = sent
  const key = naturalKey(body)
  // The same entry is wanted twice: the second goes when the first one's fate is known.
  if (await attemptByKey(work.trx, 'time', key)) return { do: 'end' }
  await openAttempt(work.trx, {
    resource: 'time',
    local,
    kind: 'create',
    key,
    body,
    sent,
    at: work.now,
  })
  work.touched.add(local)
  return { do: 'post', body }
}

async function prepareUpdate(
  work: Work,
  state: TimeState,
  wire: TimeWire,
  arrived: Partial<TimeFields> | null,
): Promise<Step> {
  const { send, version } = await mergeTime(work, state, wire, arrived)
  const unsendable = send.project_id === null || send.task_id === null
  if (Object.keys(send).length === 0 || unsendable) return { do: 'end' }
  await openAttempt(work.trx, {
    resource: 'time',
    local: state.local,
    kind: 'update',
    key: null,
    body: send,
    sent: version,
    at: work.now,
  })
  return { do: 'put', remote: state.remote!, body: send }
}

async function takeLook(
  context: SyncContext,
  local: number,
  answer: RecordAnswer,
): Promise<'end' | Exclude<Seen, { is: 'unasked' }> | Trouble> {
  switch (answer.is) {
    case 'record':
      return { is: 'here', time: answer.time }
    case 'gone':
      return answer
    case 'refused':
      await commit(context, (work) => park(work, local, answer))
      return 'end'
    case 'stale':
      return 'end'
    default:
      return answer
  }
}

async function takeWrite(
  context: SyncContext,
  local: number,
  answer: RecordAnswer,
  take: (work: Work, state: TimeState, wire: TimeWire) => Promise<void>,
): Promise<'end' | 'again' | { is: 'gone' } | Trouble> {
  if (answer.is !== 'record') return takeFailure(context, local, answer)
  await commit(context, async (work) => {
    const state = await readTimeState(work.trx, local)
    if (state) await take(work, state, answer.time)
  })
  context.counts.pushed++
  return 'end'
}

async function takePosted(work: Work, state: TimeState, wire: TimeWire): Promise<void> {
  const owner = await findLocal(work.trx, 'time', wire.id)
  if (owner === undefined && !(await isRetiredTime(work.trx, wire.id))) {
    return takeCreated(work, state, wire)
  }
  // A service that folds equal entries into one: two records here cannot be one there.
  await park(work, state.local, {
    status: 200,
    message: `The service already has an entry like this one (${wire.id}) and made no second`,
    fields: {},
  })
}

async function takeDelete(
  context: SyncContext,
  local: number,
  answer: Answer,
): Promise<'end' | 'again' | Trouble> {
  if (answer.is !== 'applied' && answer.is !== 'gone') {
    return takeFailure(context, local, answer) as Promise<'end' | 'again' | Trouble>
  }
  context.counts.pushed++
  return commit(context, async (work) => {
    const state = await readTimeState(work.trx, local)
    if (!state) return 'end'
    if (!state.row) {
      await confirmDeleted(work, state)
      return 'end'
    }
    await recreateTime(work, state)
    return 'again'
  })
}

/** A write that was not, or may not have been, carried out. */
async function takeFailure(
  context: SyncContext,
  local: number,
  answer: Exclude<Answer, { is: 'applied' }>,
): Promise<'end' | 'again' | { is: 'gone' } | Trouble> {
  const { db, clock } = context
  switch (answer.is) {
    case 'stopped':
      // The journal keeps the request; the next start treats it as unknown.
      return answer
    case 'unknown':
      await quarantineAttempt(db, 'time', local, clock.now() + quarantine)
      return answer
    case 'refused':
      await commit(context, (work) => park(work, local, answer))
      return 'end'
    case 'gone':
      await commit(context, (work) => closeAttempt(work.trx, 'time', local))
      return answer
    case 'stale':
      await commit(context, (work) => closeAttempt(work.trx, 'time', local))
      return 'again'
    case 'signed-out':
    case 'unreached':
    case 'retry':
      await commit(context, async (work) => {
        await closeAttempt(work.trx, 'time', local)
        work.touched.add(local)
      })
      return answer
  }
}

/**
 * The service read the request and does not take it: the record waits for the person and blocks
 * nothing else. Unless it was changed meanwhile: then the new version gets its own try.
 */
async function park(
  work: Work,
  local: number,
  refusal: { status: number; message: string; fields: Record<string, string[]> },
): Promise<void> {
  const { trx, now } = work
  const state = await readTimeState(trx, local)
  if (!state) return
  await closeAttempt(trx, 'time', local)
  work.touched.add(local)
  const { attempt, version } = state
  if (attempt && version && !holds(version, attempt.body)) return
  await patchTimeRecord(trx, local, { parked: 'refused' })
  const { status, message, fields } = refusal
  await raiseCard(trx, 'time', local, { kind: 'refused', detail: { status, message, fields } }, now)
}
