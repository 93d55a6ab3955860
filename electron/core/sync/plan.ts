/**
 * What to do next with one record: a pure function of what was observed, so that there is no queue
 * to rewrite. Created and changed becomes one POST, created and deleted before sending becomes
 * nothing, changed and deleted becomes one DELETE.
 */
import { holds } from '#shared/resources/version.ts'

/** What the service shows of the record: not asked yet, gone (404), or its version. */
export type Observation<Version extends object = object> =
  { is: 'unasked' } | { is: 'gone' } | { is: 'here'; version: Version }

/** A request whose outcome is not known. */
export interface OpenAttempt {
  kind: 'create' | 'update' | 'delete' | 'restore'
  /** Fields of the request; none for a deletion. */
  sent: object
  /** Epoch milliseconds until which it can still be carried out; null while it is under way. */
  until: number | null
  /** The service answers the same request as it answered the first. */
  repeatable: boolean
}

export interface Situation<Version extends object = object> {
  /** What stands here; null when it was deleted here. */
  local: Version | null
  /** What the service acknowledged last; null when it never did, or has it in its archives. */
  base: Version | null
  /** What the service has in its archives; null when it is not there. */
  archived: Version | null
  remote: Observation<Version>
  attempt: OpenAttempt | null
  /** Waits for the person; null when it does not. */
  parked: 'refused' | 'conflict' | 'gone' | 'moved' | null
  /** The person wants to keep it although it seems to be gone from the service. */
  kept: boolean
  /** A version of the service's was seen that a conflict kept from being taken in. */
  unmerged: boolean
  /** Whoever went on with the original of this copy may have sent it, and changed it again since. */
  copied: boolean
  /** A deletion that may still be taken back for nothing. */
  inGrace: boolean
  /** Epoch milliseconds. */
  now: number
}

/** What deciding needs to know of a kind of record. */
export interface PlanRules<Version extends object = object> {
  /** True when nothing that a person decides differs. */
  same(one: Version, other: Version): boolean
  /** True when everything that it names has an id of the service. */
  isSendable(version: Version): boolean
}

export type Action =
  | { do: 'nothing' }
  /** Names something that the service does not know, waits for the person, or for its grace. */
  | { do: 'hold' }
  /** An earlier request may still be carried out; null while it is under way. */
  | { do: 'wait'; until: number | null }
  | { do: 'create' }
  /** Find out what became of a create. */
  | { do: 'probe' }
  /** Send a create once more with its key: it is answered as the first was. */
  | { do: 'repeat' }
  /** Ask the service for the record, then plan again. */
  | { do: 'look' }
  /** Bring both sides together and send what remains; `sent`: an update that did arrive. */
  | { do: 'merge'; sent: object | null }
  | { do: 'delete' }
  /** The service does not have it any more, as was wanted. */
  | { do: 'deleted' }
  /** Never reached the service and is not wanted: nothing remains. */
  | { do: 'forget' }
  /** Deleted here, changed there (or nobody knows): it comes back, and the person hears of it. */
  | { do: 'restore' }
  /** Taken out of the archives there: it comes back. */
  | { do: 'reappear' }
  /** In the archives there, wanted here: taken out of them. */
  | { do: 'revive' }
  /** Deleted there, at our request or not, and wanted here: becomes a new record. */
  | { do: 'recreate' }
  /** Deleted there, untouched here: goes, where a complete list or the feed says so too. */
  | { do: 'drop' }
  /** Deleted there, changed here: the person decides. */
  | { do: 'ask' }

export function plan<Version extends object>(
  rules: PlanRules<Version>,
  situation: Situation<Version>,
): Action {
  const { local, base, remote, attempt } = situation
  if (attempt?.kind === 'create') return planOpenCreate(attempt, situation.now)
  if (situation.archived) return planArchived(rules, situation, situation.archived)
  if (base === null) return planUnknown(rules, situation)
  switch (remote.is) {
    case 'unasked':
      return planUnasked(rules, situation, base)
    case 'gone':
      if (local === null) return { do: 'deleted' }
      if (attempt?.kind === 'delete' || situation.kept) return { do: 'recreate' }
      return rules.same(local, base) ? { do: 'drop' } : { do: 'ask' }
    case 'here':
      return local === null
        ? planDeleted(rules, situation, base, remote.version)
        : planPresent(remote.version, attempt, situation.now)
  }
}

function planOpenCreate(attempt: OpenAttempt, now: number): Action {
  // Under way in this very moment, or in another life of this program that has ended since.
  if (attempt.until === null) return { do: 'wait', until: null }
  if (attempt.repeatable) return { do: 'repeat' }
  return now >= attempt.until ? { do: 'probe' } : { do: 'wait', until: attempt.until }
}

/** The service never acknowledged it, and no request is open. */
function planUnknown<Version extends object>(
  rules: PlanRules<Version>,
  { local, parked }: Situation<Version>,
): Action {
  if (local === null) return { do: 'forget' }
  if (parked !== null || !rules.isSendable(local)) return { do: 'hold' }
  return { do: 'create' }
}

function planArchived<Version extends object>(
  rules: PlanRules<Version>,
  situation: Situation<Version>,
  archived: Version,
): Action {
  const { local, remote, parked, attempt } = situation
  if (attempt?.kind === 'restore' && local === null) {
    // Archived here again while its way out of the archives is open.
    if (remote.is === 'unasked') return { do: 'look' }
    return remote.is === 'gone'
      ? { do: 'deleted' }
      : planDeleted(rules, situation, archived, remote.version)
  }
  if (remote.is === 'here') return { do: local === null ? 'reappear' : 'merge', sent: null }
  if (local === null) return { do: 'nothing' }
  if (parked !== null || !rules.isSendable(local)) return { do: 'hold' }
  if (!situation.copied) return { do: 'revive' }
  return { do: remote.is === 'unasked' ? 'look' : 'ask' }
}

function planUnasked<Version extends object>(
  rules: PlanRules<Version>,
  { local, attempt, parked, kept, unmerged, inGrace, now }: Situation<Version>,
  base: Version,
): Action {
  // Brought back while its deletion may still be carried out: only time tells.
  if (attempt?.kind === 'delete' && local !== null && !isSettled(attempt, now)) {
    return { do: 'wait', until: attempt.until }
  }
  if (attempt !== null) return { do: 'look' }
  if (parked !== null || inGrace) return { do: 'hold' }
  // Only its own address can say whether there is anything to make anew.
  if (local === null || kept) return { do: 'look' }
  // Where the person took their side of a conflict back, the service's is to be taken in.
  if (rules.same(local, base)) return { do: unmerged ? 'look' : 'nothing' }
  return rules.isSendable(local) ? { do: 'look' } : { do: 'hold' }
}

function planDeleted<Version extends object>(
  rules: PlanRules<Version>,
  { attempt, copied }: Situation<Version>,
  base: Version,
  theirs: Version,
): Action {
  // It may have been taken back since: the person decides.
  if (copied) return { do: 'restore' }
  // An update of ours that lost its answer is no change by someone else.
  const arrived = attempt?.kind === 'update' && holds(theirs, attempt.sent)
  const expected = arrived ? { ...base, ...attempt.sent } : base
  return rules.same(theirs, expected) ? { do: 'delete' } : { do: 'restore' }
}

function planPresent(theirs: object, attempt: OpenAttempt | null, now: number): Action {
  if (attempt?.kind === 'update' && holds(theirs, attempt.sent)) {
    return { do: 'merge', sent: attempt.sent }
  }
  if (attempt !== null && !isSettled(attempt, now)) return { do: 'wait', until: attempt.until }
  return { do: 'merge', sent: null }
}

/** True when a request can no longer be carried out. */
export const isSettled = (attempt: Pick<OpenAttempt, 'until'>, now: number): boolean =>
  attempt.until !== null && now >= attempt.until
