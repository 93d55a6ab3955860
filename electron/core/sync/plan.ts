/**
 * What to do next with one time: a pure function of what was observed, so that there is no queue
 * to rewrite. Created and changed becomes one POST, created and deleted before sending becomes
 * nothing, changed and deleted becomes one DELETE.
 */
import {
  holds,
  sameTimeVersion,
  type TimeFields,
  type TimeVersion,
} from '#shared/resources/time-version.ts'

/** What the service shows of the record: not asked yet, gone (404), or its version. */
export type Observation = { is: 'unasked' } | { is: 'gone' } | { is: 'here'; version: TimeVersion }

/** A request whose outcome is not known. */
export interface OpenAttempt {
  kind: 'create' | 'update' | 'delete'
  /** Fields of the request; none for a delete. */
  sent: Partial<TimeFields>
  /** Epoch milliseconds until which it can still be carried out; null while it is under way. */
  until: number | null
}

export interface Situation {
  /** What stands here; null when it was deleted here. */
  local: TimeVersion | null
  /** What the service acknowledged last; null when it never did. */
  base: TimeVersion | null
  remote: Observation
  attempt: OpenAttempt | null
  /** Waits for the person; null when it does not. */
  parked: 'refused' | 'conflict' | 'gone' | null
  /** Epoch milliseconds. */
  now: number
}

export type Action =
  | { do: 'nothing' }
  /** Has no project or task that the service knows, or waits for the person. */
  | { do: 'hold' }
  /** An earlier request may still be carried out; null while it is under way. */
  | { do: 'wait'; until: number | null }
  | { do: 'create' }
  /** Find out what became of a create. */
  | { do: 'probe' }
  /** Ask the service for the record, then plan again. */
  | { do: 'look' }
  /** Bring both sides together and send what remains; `sent`: an update that did arrive. */
  | { do: 'merge'; sent: Partial<TimeFields> | null }
  | { do: 'delete' }
  /** The service does not have it any more, as was wanted. */
  | { do: 'deleted' }
  /** Never reached the service and is not wanted: nothing remains. */
  | { do: 'forget' }
  /** Deleted here, changed there: it comes back, and the person hears of it. */
  | { do: 'restore' }
  /** Deleted there at our request, wanted here again: becomes a new record. */
  | { do: 'recreate' }
  /** Deleted there, untouched here: goes. */
  | { do: 'drop' }
  /** Deleted there, changed here: the person decides. */
  | { do: 'ask' }

export function plan(situation: Situation): Action {
  const { local, base, remote, attempt } = situation
  if (attempt?.kind === 'create') {
    return settled(attempt, situation.now) ? { do: 'probe' } : { do: 'wait', until: attempt.until }
  }
  if (base === null) return planUnknown(situation)
  switch (remote.is) {
    case 'unasked':
      return planUnasked(situation, base)
    case 'gone':
      if (local === null) return { do: 'deleted' }
      if (attempt?.kind === 'delete') return { do: 'recreate' }
      return sameTimeVersion(local, base) ? { do: 'drop' } : { do: 'ask' }
    case 'here':
      return local === null
        ? planDeleted(base, remote.version, attempt)
        : planPresent(remote.version, attempt, situation.now)
  }
}

/** The service never acknowledged it, and no request is open. */
function planUnknown({ local, parked }: Situation): Action {
  if (local === null) return { do: 'forget' }
  if (parked !== null || !sendable(local)) return { do: 'hold' }
  return { do: 'create' }
}

function planUnasked({ local, attempt, parked, now }: Situation, base: TimeVersion): Action {
  // Brought back while its deletion may still be carried out: only time tells.
  if (attempt?.kind === 'delete' && local !== null && !settled(attempt, now)) {
    return { do: 'wait', until: attempt.until }
  }
  if (attempt !== null) return { do: 'look' }
  if (parked !== null) return { do: 'hold' }
  if (local === null) return { do: 'look' }
  if (sameTimeVersion(local, base)) return { do: 'nothing' }
  return sendable(local) ? { do: 'look' } : { do: 'hold' }
}

function planDeleted(base: TimeVersion, theirs: TimeVersion, attempt: OpenAttempt | null): Action {
  // An update of ours that lost its answer is no change by someone else.
  const expected = attempt && holds(theirs, attempt.sent) ? { ...base, ...attempt.sent } : base
  return sameTimeVersion(theirs, expected) ? { do: 'delete' } : { do: 'restore' }
}

function planPresent(theirs: TimeVersion, attempt: OpenAttempt | null, now: number): Action {
  if (attempt?.kind === 'update' && holds(theirs, attempt.sent)) {
    return { do: 'merge', sent: attempt.sent }
  }
  if (attempt !== null && !settled(attempt, now)) return { do: 'wait', until: attempt.until }
  return { do: 'merge', sent: null }
}

const settled = (attempt: OpenAttempt, now: number): boolean =>
  attempt.until !== null && now >= attempt.until

const sendable = (version: TimeVersion): boolean =>
  version.project_id !== null && version.task_id !== null
