/**
 * Defines the sync adapter: what differs by resource. Everything else (plan, push, pull, probe) is
 * the same for times, expenses and categories.
 */
import { firstLine } from '#shared/rules/entry-name.ts'
import { isStorable } from '#shared/rules/search-text.ts'
import type { z } from '#shared/resources/zod.ts'
import type { Sentence } from '#shared/sentences/sentence.ts'
import type { FullRow } from '../../store/resources/full-rows.ts'
import type { CountedNumber } from '../../store/inbox/inbox.ts'
import type { WireRecord } from '../../store/sync/record-sync-state.ts'
import type { EntryResource } from '../../store/tables/index.ts'
import type { SyncTransaction } from './sync-transaction.ts'
import type { Likeness } from '../decide/match-create.ts'
import type { GroupConflict, MergeRules } from '../decide/merge.ts'
import type { PlanRules } from '../decide/plan.ts'

/**
 * Declares methods in method syntax, so that the adapter of times is assignable to `SyncAdapter`.
 */
export interface SyncAdapter<
  Wire extends WireRecord = WireRecord,
  Version extends object = object,
  Row extends FullRow = FullRow,
>
  extends PlanRules<Version>, MergeRules<Version> {
  resource: EntryResource
  /** Path of its endpoints, after the version: `/times`. */
  path: string
  schema: { safeParse(item: unknown): z.ZodSafeParseResult<Wire> }
  /** The nouns for one record and for several. */
  nouns: { one: string; many: string }
  /** True when a deleted record is archived and can be restored. */
  isArchivable: boolean

  /** Returns the part of a service's record that people decide. */
  versionOf(wire: Wire): Version
  /** Builds a create body (specification, create body of the resource). */
  createBody(version: Version): object
  /**
   * Builds an update body from whole groups (specification, update body).
   * @param wire the service's current record
   */
  updateBody(send: Partial<Version>, wire: Wire): object
  /**
   * Returns the natural key. Two creates with one key cannot be told apart on the service, so they
   * are sent one after the other.
   */
  naturalKey(version: Version): string
  likeness(sent: Version, candidate: Version): Likeness

  /** Upserts the references of a record, whether or not it changed. */
  upsertRelated(tx: SyncTransaction, wire: Wire): Promise<void>
  /** Inserts a row for a record that is new here, under its former id where there is one. */
  insert(tx: SyncTransaction, wire: Wire, local?: number): Promise<number>
  /** Inserts rows for records that are new here; returns their local ids by the service's ids. */
  insertAll(tx: SyncTransaction, wires: readonly Wire[]): Promise<ReadonlyMap<number, number>>
  /**
   * Inserts a row of the trash under its former local id, as one that the service does not have;
   * missing where deleted rows stay in their table.
   */
  insertAgain?(tx: SyncTransaction, row: Row): Promise<void>
  /**
   * Updates what differs. A value of the service is stored as the service wrote it; a local value
   * stays byte for byte. Returns true when a field changed that people decide.
   */
  writeRow(tx: SyncTransaction, row: Row, wire: Wire, version: Version): Promise<boolean>
  /** Deletes the row, or archives it as of `now` where the resource can be archived. */
  remove(tx: SyncTransaction, row: Row): Promise<void>
  /** Returns the service's record, with the groups in conflict as in the last common base. */
  mergeBase(wire: Wire, base: Wire, conflicts: readonly GroupConflict[]): Wire
  /**
   * Returns true when the fields that only the service decides are the same in the row and the
   * record.
   */
  hasSameComputed(tx: SyncTransaction, row: Row, wire: Wire): Promise<boolean>
  /** Returns the title that the person knows the record by: `“Homepage hero”`, or `an entry`. */
  title(row: Row): string
  /**
   * Returns what the service has made of a price that no one typed, as a sentence; null where it is
   * as it was shown, or was not known.
   */
  repriced?(before: Row, after: Row): Sentence | null
  /** Returns the number of a version whose unit its project decides; null where it has none. */
  counted?(version: Version): CountedNumber | null
  /** Returns the same number in the unit that the person saw who typed it. */
  typed?(row: Row): CountedNumber | null
  /** Returns the number of a record of the service as its row has it. */
  received?(wire: Wire): CountedNumber | null
}

/**
 * Accepts only records whose every text can be stored byte for byte. A record with NUL or half of a
 * surrogate pair is set aside like an unreadable one, since it would come back changed.
 */
export const storableSchema = <Schema extends z.ZodType>(schema: Schema): Schema =>
  schema.refine(isAllStorable, 'has a character that can’t be saved')

function isAllStorable(value: unknown): boolean {
  if (typeof value === 'string') return isStorable(value)
  if (typeof value !== 'object' || value === null) return true
  return Object.values(value).every(isAllStorable)
}

/** Returns the first line of a text in quotes, or `otherwise` where it is empty. */
export function quoteFirstLine(text: string | null | undefined, otherwise: string): string {
  const line = firstLine(text ?? '')
  return line === '' ? otherwise : `“${line}”`
}

/** Returns the fields of a patch in which the row differs. */
export function differingFields<Row extends object>(row: Row, patch: Partial<Row>): Partial<Row> {
  const fields = (Object.keys(patch) as (keyof Row)[]).filter(
    (field) => patch[field] !== undefined && row[field] !== patch[field],
  )
  return Object.fromEntries(fields.map((field) => [field, patch[field]])) as Partial<Row>
}
