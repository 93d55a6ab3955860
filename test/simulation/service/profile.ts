/** How a service behaves where the specification leaves it open. */
import type { Capability } from '#shared/resources/service-info.ts'
import type { Chance } from '../chance.ts'

export interface Profile {
  /** The shape of a refusal. */
  errors: 'nested' | 'single' | 'flat' | 'html'
  /** The answer without a valid token. */
  signedOut: 'json' | 'html' | 'redirect' | 'whole-redirect'
  /** How it asks for fewer requests. */
  tooMany: 'plain' | 'seconds' | 'date'
  /** The status of a create. */
  created: 200 | 201
  /** Numbers of the envelope, and of records, as text. */
  numbers: 'plain' | 'text'
  /** `last_page` of an empty list. */
  emptyLastPage: 0 | 1
  /** It returns this many times fewer records a page than are requested. */
  pageDivisor: number
  /** Milliseconds by which its clock differs. */
  clockOff: number
  capabilities: readonly Capability[]
  /** How many changes the feed reaches back. */
  remembers: number
  /**
   * Answers of deletions: as the specification shows them, or as services in the wild give them.
   */
  deleted: 'record' | 'bare'
  /** It answers a create that equals an existing record with that record, and makes no second. */
  folds: boolean
  /**
   * Names of categories are unique among the active ones, or among all ever used, regardless of
   * case.
   */
  names: 'active' | 'ever'
  /**
   * Ids of deleted records are given to new ones, as a database without AUTOINCREMENT does with the
   * highest one; or never.
   */
  ids: 'once' | 'again'
  /** An update that changes nothing: gives the record a new date, or leaves it as it is. */
  unchanged: 'dated' | 'left'
  /** An update keeps the date of creation, or gives the record a new one. */
  creation: 'kept' | 'rewritten'
  /** The feed reports what comes after a cursor, or the last change before it again. */
  feed: 'once' | 'again'
  /** The value of work on the last project: as on the others, or by its own currency and rate. */
  worth: 'alike' | 'apart'
}

/** The specification as most readers understand it, and nothing beyond it. */
export const plainProfile: Profile = {
  errors: 'nested',
  signedOut: 'json',
  tooMany: 'plain',
  created: 201,
  numbers: 'plain',
  emptyLastPage: 0,
  pageDivisor: 1,
  clockOff: 0,
  capabilities: [],
  remembers: Infinity,
  deleted: 'record',
  folds: false,
  names: 'ever',
  ids: 'once',
  unchanged: 'left',
  creation: 'kept',
  feed: 'once',
  worth: 'alike',
}

/** @param offered what the model can do beyond the specification */
export function drawProfile(from: Chance, offered: readonly Capability[]): Profile {
  const some = from.percent(40)
  return {
    errors: from.pick(['nested', 'single', 'flat', 'html']),
    signedOut: from.pick(['json', 'html', 'redirect', 'whole-redirect']),
    tooMany: from.pick(['plain', 'seconds', 'date']),
    created: from.pick([200, 201]),
    numbers: from.percent(25) ? 'text' : 'plain',
    emptyLastPage: from.pick([0, 1]),
    pageDivisor: from.percent(30) ? from.pick([20, 30, 45]) : 1,
    clockOff: from.percent(30) ? from.between(-300_000, 300_000) : 0,
    capabilities: some ? (from.percent(40) ? offered : offered.filter(() => from.percent(50))) : [],
    remembers: from.percent(75) ? Infinity : from.between(1, 6),
    deleted: from.pick(['record', 'bare']),
    folds: from.percent(8),
    names: 'active',
    ids: 'once',
    unchanged: 'dated',
    creation: 'kept',
    feed: 'once',
    worth: 'alike',
  }
}
