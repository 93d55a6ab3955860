/**
 * What sync needs to know of one resource. Everything else (plan, push, pull, probe) is the same for
 * times, expenses and categories.
 */
import { firstLine } from '#shared/rules/entry-name.ts'
import { isStorable } from '#shared/rules/text.ts'
import type { z } from '#shared/resources/zod.ts'
import type { FullRow } from '../../store/full-rows.ts'
import type { WireRecord } from '../../store/record-state.ts'
import type { EntryResource } from '../../store/tables.ts'
import type { Work } from '../work.ts'
import type { Likeness } from '../match.ts'
import type { Conflict, MergeRules } from '../merge.ts'
import type { PlanRules } from '../plan.ts'

/** Methods are written as methods, so that a kind of times is a kind. */
export interface Kind<
  Wire extends WireRecord = WireRecord,
  Version extends object = object,
  Row extends FullRow = FullRow,
>
  extends PlanRules<Version>, MergeRules<Version> {
  resource: EntryResource
  /** Of its endpoints, after the version: `/times`. */
  path: string
  schema: { safeParse(item: unknown): z.ZodSafeParseResult<Wire> }
  /** What people call one of them, and several. */
  nouns: { one: string; many: string }
  /** A deleted one stays in the archives and may come back. */
  isArchivable: boolean

  /** What a person decides, inside a record of the service. */
  versionOf(wire: Wire): Version
  /** A create body (specification, create body of the resource). */
  createBody(version: Version): object
  /**
   * An update body of whole groups (specification, update body).
   * @param theirs what the service has at present
   */
  updateBody(send: Partial<Version>, theirs: Wire): object
  /** Two creates of one key cannot be told apart on the service, so they go one after the other. */
  naturalKey(version: Version): string
  likeness(sent: Version, seen: Version): Likeness

  /** Takes in the records that it mentions, changed or not. */
  related(work: Work, wire: Wire): Promise<void>
  /** Writes a row for a record that is new here, under its former id where there is one. */
  insert(work: Work, wire: Wire, local?: number): Promise<number>
  /** Writes rows for records that are new here; answers their local ids by the service's. */
  insertAll(work: Work, wires: readonly Wire[]): Promise<ReadonlyMap<number, number>>
  /**
   * Writes what differs; a value of the service is taken as it wrote it, what stands here stays
   * byte for byte. True when something changed that a person decides.
   */
  writeRow(work: Work, row: Row, wire: Wire, version: Version): Promise<boolean>
  /** Takes the row away; what can be archived is archived, as of `now`. */
  remove(work: Work, row: Row): Promise<void>
  /** The service's record, with the groups in conflict as both sides had them last. */
  keepBase(wire: Wire, base: Wire, conflicts: readonly Conflict[]): Wire
  /** True when the row holds what only the service decides as the record says it. */
  holdsComputed(work: Work, row: Row, wire: Wire): Promise<boolean>
  /** What the person knows it by: `“Homepage hero”`, or `an entry`. */
  title(row: Row): string
  /** What a person counts in, where the service may count otherwise than was assumed. */
  increment?(version: Version): { quantity: number; increment: number }
}

/**
 * A record whose every text can be kept byte for byte; one with NUL or half of a surrogate pair is
 * set aside like one that cannot be read, since it would come back changed.
 */
export const storable = <Schema extends z.ZodType>(schema: Schema): Schema =>
  schema.refine(isAllStorable, 'has a character that can’t be saved')

function isAllStorable(value: unknown): boolean {
  if (typeof value === 'string') return isStorable(value)
  if (typeof value !== 'object' || value === null) return true
  return Object.values(value).every(isAllStorable)
}

/** The first line of a text in quotes, or what is said without one. */
export function quoted(text: string | null | undefined, otherwise: string): string {
  const line = firstLine(text ?? '')
  return line === '' ? otherwise : `“${line}”`
}

/** The fields of a patch in which a row differs. */
export function differing<Row extends object>(row: Row, patch: Partial<Row>): Partial<Row> {
  const fields = (Object.keys(patch) as (keyof Row)[]).filter(
    (field) => patch[field] !== undefined && row[field] !== patch[field],
  )
  return Object.fromEntries(fields.map((field) => [field, patch[field]])) as Partial<Row>
}
