/**
 * Observes one account of one machine and knows what the engine cannot: what the person committed,
 * what the machine was shown, what the service really holds. Checks every step.
 */
import { looking } from './looking.ts'
import type Sqlite from 'better-sqlite3'
import type { HttpOutcome, HttpRequest } from '#core/ports.ts'
import { modelTable } from '#core/store/sync/sync-records.ts'
import type { Reused } from '../databases.ts'
import { everIn, identityOf, type Organisation } from '../service/held.ts'
import type { World } from '../world.ts'
import { makeActs, type Acts } from './acts.ts'
import { makeDoubted } from './doubted.ts'
import { makeEvidence } from './evidence.ts'
import { kindNames, kindOfResource, kinds, type Kind } from './kinds.ts'
import { observe, type Note } from './observer.ts'
import { makeHalves } from './halves.ts'
import { makeRequestChecks } from './requests.ts'
import { makeSentAgain, type SentAgain } from './sent-again.ts'
import { makeTotals } from './totals.ts'
import { makeUids, type Uids } from './uids.ts'
import { makeUnits, type Units } from './units.ts'
import { makeWishes, nameOf, remoteIn, rowIn, type Wishes } from './wishes.ts'

export interface Witness {
  readonly name: string
  readonly organisation: Organisation
  readonly wishes: Wishes
  readonly units: Units
  readonly uids: Uids
  readonly acts: Acts
  readonly sentAgain: SentAgain
  /** Local records that the service explicitly refused. */
  readonly refused: Set<string>
  /** Records that the machine was falsely told are gone. */
  readonly lied: Set<string>
  /** Records that a list concealed from the machine. */
  readonly hidden: Set<number>
  readonly database: Reused
  sqlite(): Sqlite.Database
  began(): void
  committed(): void
  /** The number of committed transactions. */
  commits(): number
  /** The local record behind a create, or null. */
  asked(request: HttpRequest): string | null
  answered(request: HttpRequest, outcome: HttpOutcome): void
  died(): void
  /** The database was copied. */
  copied(): void
  /** Another machine continues with the copy: nothing that was done here since exists there. */
  goesOn(): void
  /** The name of the maker of a record of the service. */
  makerOf(kind: string, local: number): string
  /** The local record by that name; null for one that is not in the copy that continues. */
  madeBy(maker: string): { kind: Kind; local: number } | null
}

/** True for an answer by which a request is certainly refused. */
const isRefusal = (method: string, status: number): boolean =>
  status >= 400 &&
  status < 500 &&
  ![401, 408, 429].includes(status) &&
  (method === 'POST' || status !== 412)

const lastNumber = (sqlite: Sqlite.Database, table: string): number =>
  (
    looking(sqlite, 'select seq from sqlite_sequence where name = ?').get(table) as
      { seq: number } | undefined
  )?.seq ?? 0

export const pathOf = (request: HttpRequest): string =>
  request.url.replace(/^https:\/\/[^/]+\/api\/v1/, '')

/** True for a request that begins a reading of categories. */
const beginsReading = (path: string): boolean => /^\/(changes|categories\?.*page=1$)/.test(path)

export function makeWitness(
  world: World,
  name: string,
  organisation: Organisation,
  database: Reused,
): Witness {
  const { sqlite } = database
  const observer = observe(sqlite)
  const now = () => world.timeline.now()
  const fail = (invariant: number, what: string) => world.fail(invariant, `${name}: ${what}`)
  const wishes = makeWishes(() => sqlite)
  const requests = makeRequestChecks(() => sqlite, now, fail)
  const totals = makeTotals(() => sqlite, organisation, wishes, fail)
  const units = makeUnits(() => sqlite)
  const uids = makeUids(() => sqlite)
  const acts = makeActs(() => sqlite)
  const sentAgain = makeSentAgain(() => sqlite, now)
  const halves = makeHalves(() => sqlite, fail)
  const evidence = makeEvidence(now)
  const doubted = makeDoubted(() => sqlite, fail)
  const lied = new Set<string>()
  const hidden = new Set<number>()
  const refused = new Set<string>()
  let commits = 0

  /** The local record that a request is about, by name. */
  function recordBehind(request: HttpRequest, path: string): string | null {
    const [, resource, id] = path.split('?')[0]!.split('/')
    const kind = kindOfResource(resource)
    if (!kind) return null
    if (id === undefined) return posted.get(request) ?? null
    const text = 'select local_id from sync_record where resource = ? and remote_id = ?'
    const row = looking(sqlite, text).get(kind, Number(id)) as { local_id: number } | undefined
    return row ? nameOf(kind, row.local_id) : null
  }
  const posted = new WeakMap<HttpRequest, string>()

  function take(note: Note, removedHere: ReadonlySet<string>): void {
    const kind = note.resource as Kind
    if (!(kind in kinds)) return
    if (note.is === 'gone') {
      if (!removedHere.has(nameOf(kind, note.local))) checkRemoval(kind, note)
      return
    }
    if (note.is === 'other') {
      const { local, from, to } = note
      return fail(15, `${kind} ${local}, created ${from}, took from a record created ${to}`)
    }
    const { local, from, to } = note
    const wish = wishes.of(kind, local)
    if (from !== null && to !== null) fail(3, `${kind} ${local} was ${from} and became ${to}`)
    if (from !== null && to === null && !isRetired(kind, from)) {
      fail(3, `${kind} ${local} lost ${from}, which is not retired`)
    }
    // A category in the archives is created again where the service cannot restore it.
    if (from !== null && to === null && kind !== 'category') {
      const { resource } = kinds[kind]
      const isLost = wasGivenAgain(from) || isUnderAnotherId(resource, from)
      if (!evidence.reportedGone(resource, from) && !isLost) {
        fail(5, `${kind} ${local} lost ${from}, whose own address never said that it is gone`)
      }
    }
    if (to === null) return wishes.anew(kind, local)
    requests.known(kind, local)
    // What was deleted again in the same transaction is no longer known.
    const created = createdOf(kind, local)
    const held = everIn(organisation).findLast(
      (one) => one.id === to && (!created || identityOf(one) === `${to} ${created}`),
    )
    if (!held) return fail(11, `${kind} ${local} became ${to}, which is not of this organisation`)
    wish.remotes.add(identityOf(held))
    if (held.maker === makerOf(kind, local)) held.known = true
    else if (kind === 'time') acts.took(local, held)
  }

  /** True when more than one record has had the id: another one may have been shown under it. */
  const wasGivenAgain = (id: number): boolean =>
    everIn(organisation).filter((held) => held.id === id).length > 1

  /** When the record that a local one is synced with was created, as the service wrote it. */
  const createdOf = (kind: Kind, local: number): string | undefined =>
    (
      looking(
        sqlite,
        `select json_extract(base, '$.created_at') as at from sync_record
        where resource = ? and local_id = ?`,
      ).get(kind, local) as { at: string } | undefined
    )?.at

  /** A uid is one record's: the service lost the first one. */
  const isUnderAnotherId = (resource: string, id: number): boolean => {
    const uid = everIn(organisation).findLast(
      (one) => one.resource === resource && one.id === id,
    )?.uid
    return organisation.ever.some(
      (one) =>
        one.resource === resource && one.id !== id && one.uid !== undefined && one.uid === uid,
    )
  }

  /** Invariant 5. */
  function checkRemoval(kind: Kind, note: Extract<Note, { is: 'gone' }>): void {
    const { local, remote, date } = note
    if (remote === null) return fail(5, `${kind} ${local} went, which the service never had`)
    // Nothing is asked about one whose id another record has: it is gone for certain.
    if (wasGivenAgain(remote)) return
    const agreed = agreementTo(kind, remote)
    if (!agreed && !wasAskedAlone(kind, local)) {
      countUnasked(kind, `${kinds[kind].resource}/${remote}`)
    }
    const everything = agreed?.everything === 1
    const why = evidence.whyNotGone(kinds[kind].resource, remote, date, everything)
    if (why !== null) fail(5, `${kind} ${local} (${remote}) went here although ${why}`)
  }

  /** The person's consent to the removal; `everything`: of all that is known. */
  const agreementTo = (kind: Kind, remote: number) =>
    looking(
      sqlite,
      `select json_extract(inbox.detail, '$.everything') as everything from inbox, json_each(inbox.detail, '$.remotes') where inbox.resource = ?
      and inbox.kind = 'removals' and json_extract(inbox.detail, '$.agreed') = 1 and value = ?`,
    ).get(kind, remote) as { everything: 1 | null } | undefined

  /** True where the person has answered a card about this record alone. */
  const wasAskedAlone = (kind: Kind, local: number): boolean =>
    looking(
      sqlite,
      `select 1 from history r join change c on c.id = r.change_id
      where c.action = 'inbox.resolve' and c.undone_by is null and r.resource = 'inbox'
      and json_extract(r.after, '$.resource') = ? and json_extract(r.after, '$.local_id') = ?`,
    ).get(kind, local) !== undefined

  /**
   * Only a few of those deleted at once may be deleted without consent. Archiving takes nothing
   * away, so categories count only with those of the same reading.
   */
  function countUnasked(kind: Kind, record: string): void {
    const removed = world.removedAtOnce.find((all) => all.has(record))
    if (!removed) return
    const before = unasked.get(removed)
    const isApart = kind === 'category' && before?.reading !== reading
    const count = before && !isApart ? before.count + 1 : 1
    unasked.set(removed, { count, reading })
    if (count > 10) fail(5, `${record} is the eleventh of those removed at once that went unasked`)
  }
  const unasked = new Map<ReadonlySet<string>, { count: number; reading: number }>()
  let reading = 0

  /** By kind, the highest id of a record in the copy from before it was copied. */
  let common: ReadonlyMap<string, number> | null = null
  let last: ReadonlyMap<string, number> = new Map()
  let goBack = () => {}

  /** A machine that continues with a copy assigns the same ids again. */
  const makerOf = (kind: string, local: number): string =>
    `${name}/${nameOf(kind, local)}${local > (common?.get(kind) ?? Infinity) ? ' anew' : ''}`

  function madeBy(maker: string): { kind: Kind; local: number } | null {
    const [kind, number] = maker.slice(name.length + 1).split(' ') as [Kind, string]
    const local = Number(number)
    return makerOf(kind, local) === maker ? { kind, local } : null
  }

  /**
   * The records that the original created and that have no record of the service in the copy, or a
   * deleted one: they can still be found. Where one was changed first, or since, it cannot be
   * recognized: one of the limits in SYNC.md.
   */
  function forgetKnown(): void {
    for (const held of organisation.ever) {
      const made = held.maker?.startsWith(`${name}/`) ? madeBy(held.maker) : null
      if (!made || remoteIn(sqlite)(made.kind, made.local) === held.id) continue
      held.known = false
      const here = rowIn(sqlite, made.kind, made.local)
      const there = kinds[made.kind].ofValues(held.values)
      if (Object.keys(there).some((group) => here?.[group] !== there[group])) held.disturbed = true
    }
  }

  const isRetired = (kind: Kind, remote: number): boolean =>
    looking(sqlite, 'select 1 from retired_remote where resource = ? and remote_id = ?').get(
      kind,
      remote,
    ) !== undefined

  return {
    name,
    organisation,
    wishes,
    units,
    uids,
    acts,
    sentAgain,
    lied,
    hidden,
    refused,
    database,
    sqlite: () => sqlite,
    began: () => observer.began(),
    commits: () => commits,
    committed() {
      commits++
      const { removed, written } = wishes.read()
      for (const note of observer.committed()) take(note, removed)
      // A category that the person reverted may be deleted although ten were.
      if (written.some(({ resource, actor }) => resource === 'category' && actor === 'person')) {
        reading++
      }
      totals.take(written)
      units.take(written)
      halves.committed()
      uids.committed()
      doubted.decided(written)
      sentAgain.take(written)
    },
    asked(request) {
      const path = pathOf(request)
      // An organisation has more than one token, and each is its own.
      if (!(request.headers.Authorization ?? '').includes(`token-${organisation.id}`)) {
        fail(11, `${request.method} ${path} carries the token of another account`)
      }
      if (request.method === 'GET' && beginsReading(path)) reading++
      doubted.asked(request.method, path)
      const made = requests.asked(request, path)
      if (made) posted.set(request, nameOf(made.kind, made.local))
      if (made?.kind === 'time') halves.posted(made.local)
      return made && makerOf(made.kind, made.local)
    },
    answered(request, outcome) {
      const path = pathOf(request)
      const answer = outcome.is === 'answer' ? outcome : null
      const unreached = outcome.is === 'unreached'
      requests.answered(
        request,
        path,
        unreached ? 400 : (answer?.status ?? null),
        answer?.body ?? '',
      )
      const behind =
        answer && isRefusal(request.method, answer.status) ? recordBehind(request, path) : null
      if (behind !== null) refused.add(behind)
      if (answer) evidence.seen(request.method, path, answer.status, answer.body)
    },
    died: () => requests.died(),
    copied() {
      const backs = [wishes.keep(), units.keep()]
      goBack = () => backs.forEach((back) => back())
      last = new Map(kindNames.map((kind) => [kind, lastNumber(sqlite, modelTable(kind))] as const))
    },
    goesOn() {
      goBack()
      halves.forget()
      uids.forget()
      acts.forget()
      sentAgain.forget()
      common = last
      unasked.clear()
      forgetKnown()
      doubted.begin()
    },
    makerOf,
    madeBy,
  }
}

export const witnessesOf = (machines: readonly { witnesses(): readonly Witness[] }[]): Witness[] =>
  machines.flatMap((machine) => machine.witnesses())

/** Records a violation, in a witness's name. */
export const failFor =
  (world: World, witness: Witness) =>
  (invariant: number, what: string): void =>
    world.fail(invariant, `${witness.name}: ${what}`)
