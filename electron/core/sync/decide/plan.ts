/**
 * Decides what to do next with one record: a pure function of what was observed, so that there is
 * no queue to rewrite. Created and changed becomes one POST, created and deleted before sending
 * becomes nothing, changed and deleted becomes one DELETE.
 */
import { containsFields } from '#shared/resources/version-fields.ts'

/** What the service has of the record: not requested yet, deleted (404), or its version. */
export type Observation<Version extends object = object> =
  { is: 'unread' } | { is: 'missing' } | { is: 'present'; version: Version }

/** A request whose outcome is not known. */
export interface OpenAttempt {
  kind: 'create' | 'update' | 'delete' | 'restore'
  /** Fields of the request; empty for a deletion. */
  sent: object
  /** Epoch milliseconds until which it may still be carried out; null while it is under way. */
  until: number | null
  /** The service gives the same request the same reply as the first time. */
  repeatable: boolean
}

export interface Situation<Version extends object = object> {
  /** The local version; null when it was deleted here. */
  local: Version | null
  /** The base version; null when the service never acknowledged one, or has archived the record. */
  base: Version | null
  /** The version in the service's archive; null when the record is not archived. */
  archived: Version | null
  remote: Observation<Version>
  attempt: OpenAttempt | null
  /** Why the record waits for the person; null when it does not. */
  parked: 'refused' | 'conflict' | 'gone' | 'moved' | 'unit' | null
  /** The person wants to keep it although it seems to be deleted on the service. */
  isKept: boolean
  /** A newer version of the service was seen, but not applied because of a conflict. */
  unmerged: boolean
  /** The store is a copy: the original may have sent the record, and changed it again, since. */
  copied: boolean
  /** A deletion that can still be undone without a request. */
  inGrace: boolean
  /** Epoch milliseconds. */
  now: number
}

/** What a decision needs to know of a resource. */
export interface PlanRules<Version extends object = object> {
  /** Returns true when no field differs that people decide. */
  same(one: Version, other: Version): boolean
  /** Returns true when everything that it refers to has an id of the service. */
  isSendable(version: Version): boolean
}

export type SyncAction =
  | { do: 'nothing' }
  /**
   * Refers to something that the service does not have, waits for the person, or is in its grace
   * period.
   */
  | { do: 'hold' }
  /** An earlier request may still be carried out; `until` is null while it is under way. */
  | { do: 'wait'; until: number | null }
  | { do: 'create' }
  /** Find out the outcome of a create. */
  | { do: 'probe' }
  /** Send a create once more with its key: the service replies as it did the first time. */
  | { do: 'retry' }
  /** Request the record from the service, then plan again. */
  | { do: 'read' }
  /**
   * Merge both versions and send what remains; `sent`: the fields of an update that was carried
   * out.
   */
  | { do: 'merge'; sent: object | null }
  | { do: 'delete' }
  /** The service no longer has it, as intended. */
  | { do: 'deleted' }
  /** Deleted here before it reached the service: nothing remains. */
  | { do: 'forget' }
  /** Deleted here, changed on the service (or it is unknown): restore it, and notify the person. */
  | { do: 'restore' }
  /** Restored from the archive on the service: show it here again. */
  | { do: 'reappear' }
  /** Archived on the service, wanted here: restore it from the archive. */
  | { do: 'revive' }
  /** Deleted on the service, at our request or not, and wanted here: make it a new record. */
  | { do: 'recreate' }
  /** Deleted on the service, unchanged here: remove it, if a complete list or the feed agrees. */
  | { do: 'drop' }
  /** Deleted on the service, changed here: the person decides. */
  | { do: 'ask' }

export function planSync<Version extends object>(
  rules: PlanRules<Version>,
  situation: Situation<Version>,
): SyncAction {
  const { local, base, remote, attempt } = situation
  if (attempt?.kind === 'create') return planOpenCreate(attempt, situation.now)
  if (situation.archived) return planArchived(rules, situation, situation.archived)
  if (base === null) return planUnknown(rules, situation)
  switch (remote.is) {
    case 'unread':
      return planUnread(rules, situation, base)
    case 'missing':
      if (local === null) return { do: 'deleted' }
      if (attempt?.kind === 'delete' || situation.isKept) return { do: 'recreate' }
      return rules.same(local, base) ? { do: 'drop' } : { do: 'ask' }
    case 'present':
      return local === null
        ? planDeleted(rules, situation, base, remote.version)
        : planPresent(remote.version, attempt, situation.now)
  }
}

function planOpenCreate(attempt: OpenAttempt, now: number): SyncAction {
  // Under way at this moment, or in an earlier run of this program that has ended since.
  if (attempt.until === null) return { do: 'wait', until: null }
  if (attempt.repeatable) return { do: 'retry' }
  return now >= attempt.until ? { do: 'probe' } : { do: 'wait', until: attempt.until }
}

/** Plans a record that the service never acknowledged and that has no open request. */
function planUnknown<Version extends object>(
  rules: PlanRules<Version>,
  { local, parked }: Situation<Version>,
): SyncAction {
  if (local === null) return { do: 'forget' }
  if (parked !== null || !rules.isSendable(local)) return { do: 'hold' }
  return { do: 'create' }
}

function planArchived<Version extends object>(
  rules: PlanRules<Version>,
  situation: Situation<Version>,
  archived: Version,
): SyncAction {
  const { local, remote, parked, attempt } = situation
  if (attempt?.kind === 'restore' && local === null) {
    // Archived here again while the outcome of its restoration is unknown.
    if (remote.is === 'unread') return { do: 'read' }
    return remote.is === 'missing'
      ? { do: 'deleted' }
      : planDeleted(rules, situation, archived, remote.version)
  }
  if (remote.is === 'present') return { do: local === null ? 'reappear' : 'merge', sent: null }
  if (local === null) return { do: 'nothing' }
  if (parked !== null || !rules.isSendable(local)) return { do: 'hold' }
  if (!situation.copied) return { do: 'revive' }
  return { do: remote.is === 'unread' ? 'read' : 'ask' }
}

function planUnread<Version extends object>(
  rules: PlanRules<Version>,
  { local, attempt, parked, isKept, unmerged, inGrace, now }: Situation<Version>,
  base: Version,
): SyncAction {
  // Restored here while its deletion may still be carried out: only waiting can settle this.
  if (attempt?.kind === 'delete' && local !== null && !isQuarantineOver(attempt, now)) {
    return { do: 'wait', until: attempt.until }
  }
  if (attempt !== null) return { do: 'read' }
  if (parked !== null || inGrace) return { do: 'hold' }
  // Only a request to its own URL can tell whether it has to be created again.
  if (local === null || isKept) return { do: 'read' }
  // When the person has reverted their side of a conflict, the service's version must be applied.
  if (rules.same(local, base)) return { do: unmerged ? 'read' : 'nothing' }
  return rules.isSendable(local) ? { do: 'read' } : { do: 'hold' }
}

function planDeleted<Version extends object>(
  rules: PlanRules<Version>,
  { attempt, copied }: Situation<Version>,
  base: Version,
  remote: Version,
): SyncAction {
  // The deletion may have been undone in the original since: the person decides.
  if (copied) return { do: 'restore' }
  // An update of our own that lost its reply is not a change by someone else.
  const arrived = attempt?.kind === 'update' && containsFields(remote, attempt.sent)
  const expected = arrived ? { ...base, ...attempt.sent } : base
  return rules.same(remote, expected) ? { do: 'delete' } : { do: 'restore' }
}

function planPresent(remote: object, attempt: OpenAttempt | null, now: number): SyncAction {
  if (attempt?.kind === 'update' && containsFields(remote, attempt.sent)) {
    return { do: 'merge', sent: attempt.sent }
  }
  if (attempt !== null && !isQuarantineOver(attempt, now))
    return { do: 'wait', until: attempt.until }
  return { do: 'merge', sent: null }
}

/** Returns true when a request can no longer be carried out. */
export const isQuarantineOver = (attempt: Pick<OpenAttempt, 'until'>, now: number): boolean =>
  attempt.until !== null && now >= attempt.until
