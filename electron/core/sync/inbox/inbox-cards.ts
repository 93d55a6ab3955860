/** Reads the inbox with everything that a screen needs to ask the person. */
import type { FieldTexts } from '#shared/errors.ts'
import type {
  CardField,
  CardRelatedRecord,
  CardValue,
  InboxCard,
  CardAnswer,
} from '#shared/resources/inbox-card.ts'
import type { VersionFields } from '#shared/resources/version-fields.ts'
import { nounOf } from '#shared/rules/record-nouns.ts'
import type { Db } from '../../store/database/db.ts'
import { readFullRow, readFullRows } from '../../store/resources/full-rows.ts'
import { noRecord, type CardBody, type RepeatedPair } from '../../store/inbox/inbox.ts'
import { readRemoteName, type NamedResource } from '../../store/sync/remote-names.ts'
import { readSyncState, type RecordSyncState } from '../../store/sync/record-sync-state.ts'
import { comparedFields } from '../../store/sync/local-versions.ts'
import { findLocalId, readRemoteIds } from '../../store/sync/sync-records.ts'
import { readTrashed } from '../../store/history/trash.ts'
import type { EntryResource, InboxTable } from '../../store/tables/index.ts'
import type { Selectable } from 'kysely'
import { syncAdapters } from '../records/sync-adapters.ts'

/** A card of the inbox with its detail parsed. */
export type StoredCard = CardBody & {
  id: number
  resource: Selectable<InboxTable>['resource']
  local: number
  createdAt: number
  resolvedAt: number | null
}

/** A stored card of one kind. */
export type CardOf<Kind extends CardBody['kind']> = Extract<StoredCard, { kind: Kind }>

const toCard = (row: Selectable<InboxTable>): StoredCard =>
  ({
    id: row.id,
    resource: row.resource,
    local: row.local_id,
    createdAt: row.created_at,
    resolvedAt: row.resolved_at,
    kind: row.kind,
    detail: JSON.parse(row.detail) as unknown,
  }) as StoredCard

/** Reads one card, answered or not; undefined when there is none. */
export async function readStoredCard(db: Db, id: number): Promise<StoredCard | undefined> {
  const row = await db.selectFrom('inbox').selectAll().where('id', '=', id).executeTakeFirst()
  return row && toCard(row)
}

/** Lists the open cards, oldest first. */
export async function readInboxCards(db: Db): Promise<InboxCard[]> {
  const rows = await db
    .selectFrom('inbox')
    .selectAll()
    .where('resolved_at', 'is', null)
    .orderBy('id')
    .execute()
  return Promise.all(rows.map((row) => toView(db, toCard(row))))
}

const isEntry = (resource: string): resource is EntryResource =>
  Object.hasOwn(syncAdapters, resource)

async function toView(db: Db, card: StoredCard): Promise<InboxCard> {
  const about = isEntry(card.resource) && card.local !== noRecord
  const state = about
    ? await readSyncState(db, card.resource as EntryResource, card.local)
    : undefined
  return {
    card: card.id,
    kind: card.kind,
    resource: card.resource,
    local: card.local === noRecord ? null : card.local,
    id: state?.remote ?? null,
    title: await titleOf(db, card, state),
    raisedAt: card.createdAt,
    takes: [...allowedTakes(card, state)],
    fields: await fieldsOf(db, card, state),
    message: messageOf(card),
    others: await othersOf(db, card),
    note: noteOf(card, state),
    raw: card.kind === 'bad-record' && !card.detail.more ? card.detail.raw : null,
  }
}

/**
 * Returns the answers that make sense: first the most likely of those that lose nothing.
 * @param state what is known of the record; undefined when it was deleted here and never sent
 */
export function allowedTakes(
  card: CardBody,
  state: Pick<RecordSyncState, 'base'> | undefined,
): readonly CardAnswer[] {
  switch (card.kind) {
    case 'refused':
    case 'archived':
      // Without a version of the service there is nothing to revert to: discarding deletes the
      // record.
      return state?.base ? ['again', 'theirs', 'drop'] : ['again', 'drop']
    case 'conflict':
      return ['mine', 'theirs']
    case 'twin':
      // Sending again may create a duplicate, discarding may lose the record: so the answer that
      // loses nothing comes first.
      if (hasNoDuplicate(card)) return ['mine']
      if (card.detail.adopted !== null) return ['mine', 'drop']
      return state ? ['again', 'theirs', 'drop'] : ['theirs', 'mine']
    case 'gone':
      return ['again', 'drop']
    case 'unit':
      if (!('unit_charge' in card.detail.sent)) return ['theirs', 'mine']
      if (!card.detail.unsent) return ['theirs']
      return ['again', state?.base ? 'theirs' : 'mine']
    case 'removals':
      return ['theirs', 'again']
    case 'moved':
      return ['mine', 'again']
    case 'repeated':
      return ['mine', 'drop']
    case 'cell':
      return ['again', 'mine', 'theirs']
    case 'bad-record':
      return ['drop']
  }
}

/** True where no duplicate of the adopted record is known. */
const hasNoDuplicate = (card: CardBody): boolean =>
  card.kind === 'twin' && card.detail.adopted !== null && card.detail.others.length === 0

const article = (noun: string): string => `${/^[aeiou]/.test(noun) ? 'An' : 'A'} ${noun}`

type CardAboutMany = CardOf<'removals' | 'moved' | 'repeated'>

const isAboutMany = (card: StoredCard): card is CardAboutMany =>
  ['removals', 'moved', 'repeated'].includes(card.kind)

/** Returns the number of records that a card about several is about, with their noun. */
export function countOf(card: StoredCard): string {
  if (!isAboutMany(card)) return 'records'
  const { one, many } = syncAdapters[card.resource as EntryResource].nouns
  const { length } = card.kind === 'repeated' ? card.detail.pairs : card.detail.remotes
  return `${length} ${length === 1 ? one : many}`
}

async function titleOf(
  db: Db,
  card: StoredCard,
  state: RecordSyncState | undefined,
): Promise<string> {
  if (isAboutMany(card)) return countOf(card)
  if (card.kind === 'bad-record' && card.detail.more) return 'Other unreadable records'
  if (!isEntry(card.resource)) return `Unreadable ${nounOf(card.resource)}`
  const adapter = syncAdapters[card.resource]
  // A record deleted here may still exist on the service under another id.
  const [other] = card.kind === 'twin' ? await othersOf(db, card) : []
  const row = state?.row ?? (await readFullRow(db, card.resource, card.local))
  if (!row && other?.title) return other.title
  if (row) return adapter.title(row)
  return card.kind === 'bad-record' ? `Unreadable ${adapter.nouns.one}` : article(adapter.nouns.one)
}

function messageOf(card: CardBody): string | null {
  switch (card.kind) {
    case 'refused':
    case 'archived':
      return card.detail.message
    case 'bad-record':
      return card.detail.more ? null : card.detail.why
    default:
      return null
  }
}

function noteOf(card: CardBody, state: RecordSyncState | undefined): InboxCard['note'] {
  if (card.kind === 'twin' && card.detail.late) return 'late'
  if (hasNoDuplicate(card)) return 'found'
  if (card.kind === 'twin' && card.detail.adopted === null && !state) return 'deleted-here'
  if (card.kind === 'bad-record' && card.detail.more) return 'more'
  if (card.kind === 'gone' && card.detail.replaced) return 'replaced'
  if (card.kind === 'gone' && card.detail.lost) return 'lost'
  if (card.kind === 'gone' && card.detail.missing) return 'missing'
  if (card.kind === 'refused' && card.detail.status === 200) return 'already-here'
  if (card.kind === 'unit' && card.detail.unsent) return 'unsent'
  if (card.kind !== 'conflict') return null
  const { copied, deletedHere, earlier } = card.detail
  if (earlier) return 'earlier'
  if (copied) return deletedHere ? 'copied-deletion' : 'copied'
  return deletedHere ? 'deleted-here' : null
}

async function fieldsOf(
  db: Db,
  card: CardBody,
  state: RecordSyncState | undefined,
): Promise<CardField[]> {
  switch (card.kind) {
    case 'conflict': {
      const fields: CardField[] = []
      for (const { group, base, mine: local, theirs: remote } of card.detail.groups) {
        // The local version may have changed since the card was raised.
        const now = { ...local, ...state?.version }
        const [before, there] = [state?.base, state?.newer].map(
          (wire) => wire && syncAdapters[state!.resource].versionOf(wire),
        )
        for (const field of Object.keys(remote)) {
          fields.push({
            field,
            group,
            base: Object.hasOwn(base, field)
              ? await valueOf(db, field, { ...before, ...base })
              : null,
            mine: await valueOf(db, field, now),
            theirs: await valueOf(db, field, { ...there, ...remote }),
            words: [],
          })
        }
      }
      return fields
    }
    case 'refused':
    case 'archived':
      return refusedFields(db, card.detail.fields, (state?.version ?? {}) as VersionFields)
    case 'gone':
      return wholeFields(db, state)
    case 'cell': {
      const [local, remote] = [card.detail.mine, card.detail.theirs].map((value) => ({
        value,
        names: [],
      }))
      return [{ field: 'total', base: null, mine: local!, theirs: remote!, words: [] }]
    }
    case 'unit': {
      const [sent, counted] = [card.detail.sent, card.detail.stands] as VersionFields[]
      const fields = Object.keys(sent!).filter((field) => field !== 'project_currency')
      return Promise.all(
        fields.map(async (field) => ({
          field,
          base: null,
          mine: await valueOf(db, field, sent!),
          theirs: await valueOf(db, field, counted!),
          words: [],
        })),
      )
    }
    default:
      return []
  }
}

/**
 * Groups the errors of a refusal by field. The service names a member of a list by its index:
 * `tasks.2`.
 */
async function refusedFields(
  db: Db,
  refused: FieldTexts,
  version: VersionFields,
): Promise<CardField[]> {
  const fields = new Map<string, string[]>()
  for (const [name, texts] of Object.entries(refused)) {
    const field = name.split('.', 1)[0]!
    fields.set(field, [...(fields.get(field) ?? []), ...texts])
  }
  return Promise.all(
    [...fields].map(async ([field, words]) => ({
      field,
      base: null,
      mine: field in version ? await valueOf(db, field, version) : null,
      theirs: null,
      words,
    })),
  )
}

/** Lists the fields that were changed here since the last acknowledged version. */
async function wholeFields(db: Db, state: RecordSyncState | undefined): Promise<CardField[]> {
  if (!state?.version || !state.base) return []
  const [base, local] = [
    syncAdapters[state.resource].versionOf(state.base),
    state.version,
  ] as VersionFields[]
  const changed = [...comparedFields[state.resource], 'increment'].filter(
    (field) => JSON.stringify(base![field]) !== JSON.stringify(local![field]),
  )
  return Promise.all(
    changed.map(async (field) => ({
      field,
      base: await valueOf(db, field, base!),
      mine: await valueOf(db, field, local!),
      theirs: null,
      words: [],
    })),
  )
}

const resourceOfField: Record<string, NamedResource> = {
  project_id: 'project',
  task_id: 'task',
  charge_id: 'charge',
  tasks: 'task',
  charges: 'charge',
}

/** Maps an amount's field to the field of the version that has its currency. */
const currencyField: Record<string, string> = {
  unit_charge: 'project_currency',
  total_cost: 'currency',
}

async function valueOf(db: Db, field: string, version: VersionFields): Promise<CardValue> {
  const value = version[field]
  const resource = resourceOfField[field]
  if (resource === undefined) {
    const currency = version[currencyField[field] ?? '']
    const optionalCurrency = typeof currency === 'string' ? { currency } : {}
    return { value: value ?? null, names: [], ...optionalCurrency }
  }
  const ids = (Array.isArray(value) ? value : [value]).filter((id) => typeof id === 'number')
  const names = await Promise.all(
    ids.map(async (id: number) => (await readRemoteName(db, resource, id)) ?? `${resource} ${id}`),
  )
  return { value: value ?? null, names }
}

async function othersOf(db: Db, card: StoredCard): Promise<CardRelatedRecord[]> {
  if (!isEntry(card.resource)) return []
  const ids =
    card.kind === 'twin'
      ? card.detail.others
      : card.kind === 'gone' && card.detail.replaced
        ? [card.detail.remote]
        : card.kind === 'removals' || card.kind === 'moved'
          ? card.detail.remotes
          : card.kind === 'bad-record' && card.detail.remote !== null
            ? [card.detail.remote]
            : []
  const { resource } = card
  if (card.kind === 'repeated' || card.kind === 'cell') {
    return repeatedOf(db, resource, card.detail.pairs)
  }
  return Promise.all(
    ids.map(async (id) => {
      const local = (await findLocalId(db, resource, id)) ?? null
      const row = local === null ? undefined : await readFullRow(db, resource, local)
      if (row) return { id, local, title: syncAdapters[resource].title(row) }
      const trashed = local === null ? undefined : await readTrashed(db, resource, local)
      return { id, local, title: trashed?.title ?? null }
    }),
  )
}

/** Lists what another computer created. */
async function repeatedOf(
  db: Db,
  resource: EntryResource,
  pairs: readonly RepeatedPair[],
): Promise<CardRelatedRecord[]> {
  const others = pairs.map(({ other }) => other)
  const rows = await readFullRows(db, resource, others)
  const remotes = await readRemoteIds(db, resource, others)
  return others.flatMap((local) => {
    const [row, id] = [rows.get(local), remotes.get(local)]
    return row && id !== undefined ? [{ id, local, title: syncAdapters[resource].title(row) }] : []
  })
}
