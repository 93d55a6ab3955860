/**
 * Answers cards of the inbox: decides purely what to do, then writes it as one change of the
 * person. Undo reverts it and opens the cards again.
 */
import { fail, failFields, ok, type Result } from '#shared/errors.ts'
import { moneyText } from '#shared/rules/money-text.ts'
import type { ChangedResource } from '#shared/ipc/contract.ts'
import type { CardAnswer } from '#shared/resources/inbox-card.ts'
import { sentence, type Sentence } from '#shared/sentences/sentence.ts'
import type { Clock } from '../../ports.ts'
import { recordChange, recordRow, setChangeSummary } from '../../store/history/change-history.ts'
import type { Db, Trx } from '../../store/database/db.ts'
import type { CardBody } from '../../store/inbox/inbox.ts'
import { readCardSnapshot } from '../../store/history/card-snapshots.ts'
import { readSyncState, type RecordSyncState } from '../../store/sync/record-sync-state.ts'
import { settleRepeatedActs } from '../../store/acts/repeated-acts.ts'
import type { EntryResource } from '../../store/tables/index.ts'
import {
  countOf,
  readStoredCard,
  allowedTakes,
  type CardOf,
  type StoredCard,
} from './inbox-cards.ts'
import { moveDeletedToTrash } from '../records/move-deleted-to-trash.ts'
import { recountSummary } from './changed-unit.ts'
import { syncAdapters } from '../records/sync-adapters.ts'
import { dropHalves } from './split-halves.ts'
import {
  consentToRemovals,
  closeInboxCard,
  countInIncrements,
  deleteRecordEverywhere,
  deleteDuplicates,
  endMove,
  changePrice,
  convertIncrements,
  keepAsDraft,
  keepRepeated,
  deleteRepeated,
  deleteOtherHours,
  pricesOn,
  keepRemovedRecords,
  ignoreUnreadable,
  discardLocally,
  retrySend,
  remoteVersions,
  sendAsNewRecord,
  keepLocalVersion,
  acceptRemoteFields,
  acceptRemoteVersion,
} from './card-resolutions.ts'
import { createSyncTransaction, type SyncTransaction } from '../records/sync-transaction.ts'

/** What answering needs: the store of one account. The context of an action is one. */
export interface ResolveContext {
  readonly db: Db
  readonly clock: Clock
  readonly organisation: number
  /** Notifies windows and the sync, after the commit. */
  changed(resource: ChangedResource, locals: number[]): void
}

/** What an answer does. */
export type Resolution =
  /** Only closes the card. */
  | 'close'
  /** Sends the local version over the service's. */
  | 'take-mine'
  /** Replaces the local version by the service's. */
  | 'take-theirs'
  /** Takes some fields from the service's version and keeps the others. */
  | 'accept-fields'
  /** Sends the record again unchanged. */
  | 'send-again'
  /** Deleted on the service: creates it there again. */
  | 'send-as-new'
  /** Deletes it here, and on the service where it has it. */
  | 'delete'
  /** Deletes it here only; the service does not have it, or has it under another record. */
  | 'discard'
  /** Deletes the duplicates, on both sides. */
  | 'delete-others'
  /** As many of the service's increments as give the minutes that were meant. */
  | 'keep-minutes'
  /** Sends the amount that was typed in the currency that its project has by now. */
  | 'take-currency'
  /** Drops an unsent amount for the service's. */
  | 'take-price'
  /** Takes the expense out of its project, and with it out of what is sent. */
  | 'keep-draft'
  | 'agree-to-removals'
  /** Keeps the records here and creates them on the service again. */
  | 'keep-removed'
  /** No other copy can have sent what was unsent: sends it. */
  | 'trust-moved'
  /** Another copy may have sent what was unsent: each record is asked about separately. */
  | 'doubt-moved'
  /** Keeps both records of each pair that the same act created. */
  | 'keep-repeated'
  /** Deletes one record of each such pair. */
  | 'delete-repeated'
  /** Keeps the hours from here and those from elsewhere in a cell. */
  | 'add-hours'
  /** Deletes the hours from elsewhere. */
  | 'keep-hours'
  /** Deletes the hours from here. */
  | 'drop-hours'
  /**
   * Leaves an unreadable record out: it is not asked about again while its content is unchanged.
   */
  | 'ignore'

/** Returns what an answer to a card does, or null where it makes no sense. Pure. */
export function planResolution(
  card: CardBody,
  state: (Pick<RecordSyncState, 'base'> & Partial<Pick<RecordSyncState, 'newer'>>) | undefined,
  take: CardAnswer,
): Exclude<Resolution, 'accept-fields'> | null {
  if (!allowedTakes(card, state).includes(take)) return null
  switch (card.kind) {
    case 'refused':
    case 'archived':
      if (take === 'again') return 'send-again'
      // The service has archived the record: then it is archived here, too.
      if (take === 'theirs') {
        return (state?.newer ?? state?.base)?.deleted === true ? 'discard' : 'take-theirs'
      }
      return 'delete'
    case 'conflict':
      if (card.detail.deletedHere) return take === 'mine' ? 'delete' : 'close'
      return take === 'mine' ? 'take-mine' : 'take-theirs'
    case 'twin':
      if (card.detail.adopted !== null) return take === 'mine' ? 'close' : 'delete-others'
      if (!state) return take === 'theirs' ? 'close' : 'delete-others'
      return take === 'again' ? 'send-again' : 'discard'
    case 'gone':
      // Its own URL cannot tell: it is searched for before it is sent.
      if (card.detail.replaced || card.detail.lost || card.detail.missing)
        return take === 'again' ? 'send-again' : 'delete'
      return take === 'again' ? 'send-as-new' : 'discard'
    case 'unit':
      if (take === 'again') return 'take-currency'
      if (take === 'mine') return card.detail.unsent ? 'keep-draft' : 'keep-minutes'
      return card.detail.unsent ? 'take-price' : 'close'
    case 'removals':
      return take === 'theirs' ? 'agree-to-removals' : 'keep-removed'
    case 'moved':
      return take === 'mine' ? 'trust-moved' : 'doubt-moved'
    case 'repeated':
      return take === 'mine' ? 'keep-repeated' : 'delete-repeated'
    case 'cell':
      return take === 'again' ? 'add-hours' : take === 'mine' ? 'keep-hours' : 'drop-hours'
    case 'bad-record':
      return 'ignore'
  }
}

/**
 * Returns the fields to take from the service when these are named: always whole groups. Null where
 * a field is named that the card does not ask about. Pure.
 */
function takenFields(card: CardBody, requested: readonly string[]): string[] | null {
  const groups = card.kind === 'conflict' ? card.detail.groups : []
  const takenGroups = groups.filter(({ theirs: remote }) =>
    requested.some((field) => Object.hasOwn(remote, field)),
  )
  const fields = takenGroups.flatMap(({ theirs: remote }) => Object.keys(remote))
  return requested.every((field) => fields.includes(field)) ? fields : null
}

/** Answers one card, as `resolveCards` does. */
export const resolveCard = (
  context: ResolveContext,
  id: number,
  take: CardAnswer,
  remoteFields?: readonly string[],
): Promise<Result<{ change: number }>> => resolveCards(context, [id], take, remoteFields)

/**
 * Answers cards, all alike, as one change of the person, which undo reverts. Returns the change's
 * number. Does nothing and fails with `not-found`, with `conflict` when one of them was answered
 * already, and with `validation` on `take` for an answer that makes no sense for one of them.
 * @param remoteFields fields that are taken from the service although the answer is `mine`
 */
export async function resolveCards(
  context: ResolveContext,
  ids: readonly [number, ...number[]],
  take: CardAnswer,
  remoteFields: readonly string[] = [],
): Promise<Result<{ change: number }>> {
  const { db, clock, organisation } = context
  const at = clock.now()
  const tx = await db.transaction().execute(async (trx) => {
    const answers: Answer[] = []
    for (const id of new Set(ids)) {
      const answer = await planAnswer(trx, id, take, remoteFields)
      if (!answer.ok) return answer
      answers.push(answer.value)
    }
    const [first, ...more] = answers as [Answer, ...Answer[]]
    const tx = createSyncTransaction(trx, organisation, at)
    const summary = summaryOf(first)
    const what = { action: 'inbox.resolve', summary }
    const change = await recordChange(trx, { at, actor: 'person', ...what })
    const hasDropped = await carryOut(tx, first, change)
    if (hasDropped) {
      const text = '{summary}, without its second half'
      await setChangeSummary(trx, change, sentence(text, { summary }))
    }
    for (const { card } of more) {
      const answer = await planAnswer(trx, card.id, take, remoteFields)
      // The one before may have settled it.
      if (answer.ok) await carryOut(tx, answer.value, change)
    }
    if (more.length > 0) {
      const text = '{summary}, and {count} more'
      await setChangeSummary(trx, change, sentence(text, { summary, count: more.length }))
    }
    await settleRepeatedActs(trx, (resource) => tx.changedLocals[resource], at)
    return ok({ change, locals: tx.changedLocals })
  })
  if (!tx.ok) return tx
  const { change, locals } = tx.value
  for (const [resource, changed] of Object.entries(locals)) {
    if (changed.size > 0) context.changed(resource as ChangedResource, [...changed])
  }
  for (const resource of ['inbox', 'history', 'trash'] as const) context.changed(resource, [])
  return ok({ change })
}

/** An answer to one card, with what is known of its record. */
interface Answer {
  card: StoredCard
  state: RecordSyncState | undefined
  resolution: Resolution
  /** Fields that are taken from the service, where the resolution is `accept-fields`. */
  fields: readonly string[]
}

async function planAnswer(
  trx: Trx,
  id: number,
  take: CardAnswer,
  remoteFields: readonly string[],
): Promise<Result<Answer>> {
  const card = await readStoredCard(trx, id)
  if (!card) return fail('not-found', 'Can’t find item {number} in Needs review', { number: id })
  if (card.resolvedAt !== null) return fail('conflict', 'This is already settled')
  const resource = card.resource as EntryResource
  const state =
    resource in syncAdapters ? await readSyncState(trx, resource, card.local) : undefined
  const answer = planResolution(card, state, take)
  if (answer === null) {
    const possible = allowedTakes(card, state).join(' or ')
    return failFields('validation', sentence('Choose one of: {takes}', { takes: possible }), {
      take: [`Needs ${possible}`],
    })
  }
  const fields = takenFields(card, remoteFields)
  if (fields === null || (fields.length > 0 && answer !== 'take-mine')) {
    return failFields('validation', 'You can only use the service’s value for fields that differ', {
      theirs: ['--theirs needs fields of a conflict resolved with --take mine'],
    })
  }
  return ok({ card, state, resolution: fields.length > 0 ? 'accept-fields' : answer, fields })
}

/** Returns true where the second half of a split went with the record. */
async function carryOut(tx: SyncTransaction, answer: Answer, change: number): Promise<boolean> {
  const { card, state, resolution, fields } = answer
  const { trx } = tx
  const before = (await readCardSnapshot(trx, card.id))!
  const lengthBefore = tx.history.length
  await closeInboxCard(tx, card)
  if (resolution === 'accept-fields') await acceptRemoteFields(tx, card, state!, fields, change)
  else await resolve(tx, card, state, resolution, change)
  const hasDropped =
    state !== undefined && dropsLength(answer) && (await dropHalves(tx, state, change)) > 0
  // Recorded before the rows: undo runs backwards, so the marks that the rows change are restored
  // last.
  const after = (await readCardSnapshot(trx, card.id))!
  await recordRow(trx, change, { resource: 'inbox', local: card.id, before, after })
  for (const row of tx.history.slice(lengthBefore)) {
    await recordRow(trx, change, row)
    await moveDeletedToTrash(tx, row, { change, actor: 'person' })
  }
  return hasDropped
}

async function resolve(
  tx: SyncTransaction,
  card: StoredCard,
  state: RecordSyncState | undefined,
  resolution: Exclude<Resolution, 'accept-fields'>,
  change: number,
): Promise<void> {
  switch (resolution) {
    case 'close':
      return
    case 'take-mine':
      return keepLocalVersion(tx, card, state!, change)
    case 'take-theirs':
      return acceptRemoteVersion(tx, card, state!)
    case 'send-again':
      return retrySend(tx, state!, change)
    case 'send-as-new':
      return sendAsNewRecord(tx, state!, change)
    case 'delete':
      return deleteRecordEverywhere(tx, state!, change)
    case 'discard':
      return discardLocally(tx, state!, change)
    case 'delete-others':
      return deleteDuplicates(tx, ofKind(card, 'twin'), change)
    case 'keep-minutes':
      return convertIncrements(tx, ofKind(card, 'unit'), state!, change)
    case 'take-currency':
    case 'take-price':
      return changePrice(tx, ofKind(card, 'unit'), state!, resolution, change)
    case 'keep-draft':
      return keepAsDraft(tx, state!, change)
    case 'agree-to-removals':
      return consentToRemovals(tx, ofKind(card, 'removals'))
    case 'keep-removed':
      return keepRemovedRecords(tx, ofKind(card, 'removals'), change)
    case 'trust-moved':
      return endMove(tx, ofKind(card, 'moved'), true)
    case 'doubt-moved':
      return endMove(tx, ofKind(card, 'moved'), false)
    case 'keep-repeated':
      return keepRepeated(tx, ofKind(card, 'repeated'), change)
    case 'add-hours':
      return keepRepeated(tx, ofKind(card, 'cell'), change)
    case 'keep-hours':
      await keepRepeated(tx, ofKind(card, 'cell'), change)
      return deleteOtherHours(tx, ofKind(card, 'cell'), change)
    case 'drop-hours':
      return deleteRecordEverywhere(tx, state!, change)
    case 'delete-repeated':
      return deleteRepeated(tx, ofKind(card, 'repeated'), change)
    case 'ignore':
      return ignoreUnreadable(tx, card)
  }
}

/** A card whose resolution only one kind has. */
function ofKind<Kind extends StoredCard['kind']>(card: StoredCard, kind: Kind): CardOf<Kind> {
  if (card.kind !== kind) throw new Error(`a card of ${card.kind} is answered as one of ${kind}`)
  return card as CardOf<Kind>
}

/** True for an answer after which the length of an entry from here counts no more. */
const dropsLength = ({ resolution, fields }: Answer): boolean =>
  resolution === 'take-theirs' || resolution === 'discard' || fields.includes('quantity')

/** Returns the record's title after the answer, with the fields that are taken from the service. */
function titleOf({ card, state, resolution, fields }: Answer): string {
  if (!state?.row) return 'a record'
  const { resource, row } = state
  const wire = remoteVersions(card, state).offered
  const remote = wire && Object.entries(syncAdapters[resource].versionOf(wire))
  const taken = remote?.filter(
    ([field]) =>
      resolution === 'take-theirs' || (resolution === 'accept-fields' && fields.includes(field)),
  )
  return syncAdapters[resource].title({ ...row, ...Object.fromEntries(taken ?? []) })
}

function summaryOf(answer: Answer): Sentence {
  const { card } = answer
  const subject = titleOf(answer)
  switch (answer.resolution) {
    case 'close':
      return sentence('Kept {subject} as is', { subject })
    case 'take-mine':
      return sentence('Kept your version of {subject}', { subject })
    case 'take-theirs':
      return sentence('Used the service’s version of {subject}', { subject })
    case 'accept-fields':
      return sentence('Merged both versions of {subject}', { subject })
    case 'send-again':
      return sentence('Sent {subject} again', { subject })
    case 'send-as-new':
      return sentence('Kept {subject}, deleted on the service', { subject })
    case 'delete':
      return sentence('Deleted {subject}', { subject })
    case 'discard':
      return sentence('Deleted {subject} here too', { subject })
    case 'delete-others':
      return sentence('Deleted duplicate of {subject}', { subject })
    case 'keep-minutes':
      return durationSummary(card, subject)
    case 'take-currency':
      return sentence('Changed {subject} from {before} to {amount}', {
        subject,
        before: amountOf(card, 'sent'),
        amount: amountOf(card, 'counted'),
      })
    case 'take-price':
      return sentence('Used the service’s price of {subject}', { subject })
    case 'keep-draft':
      return sentence('Kept {subject} as a draft with {amount}', {
        subject,
        amount: amountOf(card, 'sent'),
      })
    case 'agree-to-removals':
      return sentence('Removed {subject} missing from the service', { subject: countOf(card) })
    case 'keep-removed':
      return sentence('Kept {subject} missing from the service', { subject: countOf(card) })
    case 'trust-moved':
      return sentence('Sent {subject} from the folder that was moved here', {
        subject: countOf(card),
      })
    case 'doubt-moved':
      return sentence('Asked about each of {subject} from the folder that was copied here', {
        subject: countOf(card),
      })
    case 'keep-repeated':
      return sentence('Kept {subject} created on another computer, too', { subject: countOf(card) })
    case 'delete-repeated':
      return sentence('Deleted duplicates of {subject} created on another computer, too', {
        subject: countOf(card),
      })
    case 'add-hours':
      return sentence('Kept the hours of {subject} from here and elsewhere', { subject })
    case 'keep-hours':
      return sentence('Kept the hours of {subject} from here', { subject })
    case 'drop-hours':
      return sentence('Kept the hours from elsewhere, not {subject}', { subject })
    case 'ignore':
      return sentence('Skipped an unreadable record', {})
  }
}

function amountOf(card: StoredCard, side: 'sent' | 'counted'): string {
  const { unit_charge, project_currency } = pricesOn(ofKind(card, 'unit'))[side]
  return moneyText(unit_charge, project_currency)
}

/** Other increments may make other minutes of what was typed. */
function durationSummary(card: StoredCard, subject: string): Sentence {
  const recount = countInIncrements(ofKind(card, 'unit'))
  if (recount.minutes === recount.typed.quantity * recount.typed.increment) {
    return sentence('Kept the duration of {subject}', { subject })
  }
  return recountSummary(subject, recount.typed, recount)
}
