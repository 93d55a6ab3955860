/**
 * How what the service says becomes what stands here: each function is one step inside a
 * transaction, and leaves row, snapshots, mark and cards agreeing with each other.
 */
import type { TimeWire } from '#shared/resources/time.ts'
import {
  sameTimeVersion,
  timeVersionOf,
  type TimeFields,
  type TimeVersion,
} from '#shared/resources/time-version.ts'
import { normaliseNote } from '#shared/rules/text.ts'
import { closeAttempt } from '../store/attempts.ts'
import { raiseCard, resolveCards } from '../store/inbox.ts'
import { linkRemote } from '../store/sync-records.ts'
import {
  forgetTime,
  patchTimeRecord,
  retireTime,
  unlinkTime,
  type FullTimeRow,
  type TimeState,
} from '../store/time-records.ts'
import { localTimeVersion } from '../store/time-versions.ts'
import { deleteTime, insertTime, updateTime } from '../store/times.ts'
import { recordTime, type Work } from './context.ts'
import { acknowledge, merge, type TimeMerge } from './merge.ts'
import type { Observation, Situation } from './plan.ts'

/** What `plan` is asked about. */
export const situationOf = (state: TimeState, remote: Observation, now: number): Situation => ({
  local: state.version,
  base: state.base && timeVersionOf(state.base),
  remote,
  attempt: state.attempt && {
    kind: state.attempt.kind,
    sent: state.attempt.body,
    until: state.attempt.until,
  },
  parked: state.parked,
  now,
})

/** An entry of the service that is new here. */
export async function addPulled(work: Work, wire: TimeWire, quiet: boolean): Promise<number> {
  const { project, task, user } = await related(work, wire)
  const local = await insertTime(work.trx, {
    organisation_id: work.organisation,
    tie: wire.id,
    user_id: user ?? null,
    project_id: project,
    task_id: task,
    ...plainColumns(wire),
    rate: wire.rate ?? 0,
    currency: wire.currency,
  })
  await linkRemote(work.trx, 'time', local, wire.id)
  await patchTimeRecord(work.trx, local, { base: JSON.stringify(wire), seen_at: work.now })
  if (!quiet) await recordTime(work, local, undefined)
  work.touched.add(local)
  return local
}

/**
 * Merges what the service has with what stands here.
 * @param sent the fields of an update that arrived though its answer was lost
 */
export async function mergeTime(
  work: Work,
  state: TimeState,
  wire: TimeWire,
  sent: Partial<TimeFields> | null,
): Promise<TimeMerge> {
  const theirs = timeVersionOf(wire)
  const { version } = present(state)
  if (!state.base) throw new Error(`time ${state.local} has no version to merge from`)
  const base = timeVersionOf(state.base)
  const merged = sent ? acknowledge(base, sent, version, theirs) : merge(base, version, theirs)
  await closeAttempt(work.trx, 'time', state.local)
  await settle(work, state, wire, merged)
  return merged
}

/** The service answered a create (or showed that it was carried out). */
export async function takeCreated(work: Work, state: TimeState, wire: TimeWire): Promise<void> {
  const { trx } = work
  const { attempt } = state
  if (!attempt?.sent) throw new Error(`time ${state.local} has no create under way`)
  await closeAttempt(trx, 'time', state.local)
  await linkRemote(trx, 'time', state.local, wire.id)
  const theirs = timeVersionOf(wire)
  if (!state.version) {
    // Deleted here meanwhile: what the service has now is to be deleted there.
    await related(work, wire)
    await patchTimeRecord(trx, state.local, { base: JSON.stringify(wire), seen_at: work.now })
    return
  }
  await settle(work, state, wire, acknowledge(attempt.sent, attempt.body, state.version, theirs))
  if (theirs.increment !== attempt.sent.increment) {
    const { quantity, increment } = attempt.sent
    const detail = {
      sent: { quantity, increment },
      stands: { quantity: theirs.quantity, increment: theirs.increment },
    }
    await raiseCard(trx, 'time', state.local, { kind: 'increment', detail }, work.now)
  }
}

/** The service answered an update. */
export async function takeUpdated(work: Work, state: TimeState, wire: TimeWire): Promise<void> {
  const sent = state.attempt?.body ?? {}
  await closeAttempt(work.trx, 'time', state.local)
  if (!state.version || !state.base) {
    await patchTimeRecord(work.trx, state.local, { base: JSON.stringify(wire), remote: null })
    return
  }
  const merged = acknowledge(timeVersionOf(state.base), sent, state.version, timeVersionOf(wire))
  await settle(work, state, wire, merged)
}

/** Writes a merge's result: the row, the snapshots, the mark, the cards. */
async function settle(
  work: Work,
  state: TimeState,
  wire: TimeWire,
  { version, send, conflicts }: TimeMerge,
): Promise<void> {
  const { trx, now } = work
  const { row } = present(state)
  await writeRow(work, row, wire, version)

  const base = conflicts.length > 0 ? keepBase(wire, state.base, conflicts) : wire
  const local = (await localTimeVersion(trx, state.local))!
  const dirty = !sameTimeVersion(local, timeVersionOf(base))
  // Groups that can be sent go first; only then does the record wait for the person.
  const waits = conflicts.length > 0 && Object.keys(send).length === 0
  const stillRefused = dirty && state.parked === 'refused' && state.attempt === null
  await patchTimeRecord(trx, state.local, {
    base: JSON.stringify(base),
    remote: conflicts.length > 0 ? JSON.stringify(wire) : null,
    dirty: dirty ? 1 : 0,
    parked: waits ? 'conflict' : stillRefused ? 'refused' : null,
    seen_at: now,
  })
  work.touched.add(state.local)

  await resolveCards(trx, 'time', state.local, now, 'gone')
  if (!stillRefused) await resolveCards(trx, 'time', state.local, now, 'refused')
  if (conflicts.length > 0) {
    const card = { kind: 'conflict', detail: { groups: conflicts } } as const
    await raiseCard(trx, 'time', state.local, card, now)
  } else {
    await resolveCards(trx, 'time', state.local, now, 'conflict')
  }
}

async function writeRow(
  work: Work,
  row: FullTimeRow,
  wire: TimeWire,
  version: TimeVersion,
): Promise<void> {
  const theirs = timeVersionOf(wire)
  const { project, task, user } = await related(work, wire)
  const theirProject = version.project_id === theirs.project_id
  const patch = {
    project_id: theirProject ? project : row.project_id,
    task_id: version.task_id === theirs.task_id ? task : row.task_id,
    date: version.date,
    start: version.start,
    quantity: version.quantity,
    increment: version.increment,
    // What the service wrote is taken as it wrote it; what stands here stays byte for byte.
    notes: version.notes === theirs.notes ? plainNotes(wire) : row.notes,
    rate: theirProject ? (wire.rate ?? row.rate) : row.rate,
    currency: theirProject ? (wire.currency ?? row.currency) : row.currency,
    user_id: user ?? row.user_id,
    created_at: wire.created_at,
    updated_at: wire.updated_at,
  }
  const differing = Object.entries(patch).filter(
    ([field, value]) => row[field as keyof typeof patch] !== value,
  )
  if (differing.length === 0) return
  await updateTime(work.trx, row.id, Object.fromEntries(differing))
  // What only the service computes is no news to the person.
  if (differing.some(([field]) => decided.has(field))) await recordTime(work, row.id, row)
}

const decided = new Set([
  'project_id',
  'task_id',
  'date',
  'start',
  'quantity',
  'increment',
  'notes',
])

/** Groups in conflict keep the version from which both sides went apart. */
function keepBase(
  wire: TimeWire,
  base: TimeWire | null,
  conflicts: TimeMerge['conflicts'],
): TimeWire {
  if (!base) return wire
  const kept: TimeWire = { ...wire }
  for (const conflict of conflicts) {
    if ('project_id' in conflict.base) {
      kept.project = base.project
      kept.task = base.task
    }
    if ('date' in conflict.base) Object.assign(kept, { date: base.date, start: base.start })
    if ('quantity' in conflict.base) {
      Object.assign(kept, { quantity: base.quantity, increment: base.increment })
    }
    if ('notes' in conflict.base) kept.notes = base.notes
  }
  return kept
}

/** Deleted here, changed there: it comes back with its local id, and the person hears of it. */
export async function restoreTime(work: Work, state: TimeState, wire: TimeWire): Promise<void> {
  const { trx, now } = work
  const { project, task, user } = await related(work, wire)
  await insertTime(trx, {
    id: state.local,
    organisation_id: work.organisation,
    tie: wire.id,
    user_id: user ?? null,
    project_id: project,
    task_id: task,
    ...plainColumns(wire),
    rate: wire.rate ?? 0,
    currency: wire.currency,
  })
  await closeAttempt(trx, 'time', state.local)
  await patchTimeRecord(trx, state.local, {
    base: JSON.stringify(wire),
    remote: null,
    dirty: 0,
    deleted: 0,
    parked: null,
    seen_at: now,
  })
  const detail = { groups: [], deletedHere: true as const }
  await raiseCard(trx, 'time', state.local, { kind: 'conflict', detail }, now)
  await recordTime(work, state.local, undefined)
  work.touched.add(state.local)
}

/** Deleted there, untouched here: goes, with its last version in the history. */
export async function dropTime(work: Work, state: TimeState): Promise<void> {
  await deleteTime(work.trx, state.local)
  await forgetTime(work.trx, state.local)
  await resolveCards(work.trx, 'time', state.local, work.now)
  await recordTime(work, state.local, state.row)
  work.touched.add(state.local)
}

/** Deleted there, changed here: waits for the person, who may send it again or let it go. */
export async function askAboutGone(work: Work, state: TimeState): Promise<void> {
  await closeAttempt(work.trx, 'time', state.local)
  await patchTimeRecord(work.trx, state.local, { parked: 'gone' })
  const card = { kind: 'gone', detail: { remote: state.remote! } } as const
  await raiseCard(work.trx, 'time', state.local, card, work.now)
  work.touched.add(state.local)
}

/** The service no longer has what was deleted here. */
export async function confirmDeleted(work: Work, state: TimeState): Promise<void> {
  await retireTime(work.trx, state.remote!, state.local, work.now)
  await forgetTime(work.trx, state.local)
  await resolveCards(work.trx, 'time', state.local, work.now)
}

/** Gone from the service, but wanted: the next request makes it anew, under another id. */
export async function recreateTime(work: Work, state: TimeState): Promise<void> {
  await closeAttempt(work.trx, 'time', state.local)
  await unlinkTime(work.trx, state.local, state.remote!, work.now)
  await resolveCards(work.trx, 'time', state.local, work.now)
  work.touched.add(state.local)
}

/** True when a list row says nothing that is not known: most rows of most pages. */
export async function saysNothingNew(
  work: Work,
  state: TimeState,
  wire: TimeWire,
): Promise<boolean> {
  const { row } = state
  const known = state.newer ?? state.base
  if (!known || !row || state.attempt) return false
  const same =
    known.updated_at === wire.updated_at &&
    known.increment === wire.increment &&
    sameTimeVersion(timeVersionOf(known), timeVersionOf(wire))
  if (!same || state.dirty) return same
  return (
    row.notes === plainNotes(wire) &&
    row.rate === (wire.rate ?? row.rate) &&
    row.currency === (wire.currency ?? row.currency) &&
    row.created_at === wire.created_at &&
    (!wire.user || (await work.harvest.user(wire.user)) === row.user_id)
  )
}

/** Takes in the records that an entry names, changed or not. */
export async function related(
  work: Work,
  wire: TimeWire,
): Promise<{ project: number; task: number; user: number | undefined }> {
  const hint = { increment: wire.increment, rate: wire.rate ?? null, currency: wire.currency }
  return {
    project: await work.harvest.project(wire.project, hint),
    task: await work.harvest.task(wire.task),
    user: wire.user ? await work.harvest.user(wire.user) : undefined,
  }
}

const plainColumns = (wire: TimeWire) => ({
  date: wire.date,
  start: wire.start,
  quantity: wire.quantity,
  increment: wire.increment,
  notes: plainNotes(wire),
  created_at: wire.created_at,
  updated_at: wire.updated_at,
})

const plainNotes = (wire: TimeWire): string | null =>
  normaliseNote(wire.notes) === null ? null : wire.notes

/** The entry as it stands here; its absence is a bug of the caller. */
function present({ local, row, version }: TimeState): { row: FullTimeRow; version: TimeVersion } {
  if (!row || !version) throw new Error(`time ${local} is not here to be merged`)
  return { row, version }
}
