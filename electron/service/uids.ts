/**
 * The capability `uid`: a client names a record that it creates, so that creating it once more
 * returns it (docs/API.md, Uids).
 */
import type { Db } from '#core/store/database/db.ts'
import {
  findRecordByUid,
  insertRecordUid,
  readRecordUids,
  type NamedResource,
} from '#core/store/service/record-uids.ts'
import type { FieldTexts } from '#shared/errors.ts'
import { uid as uidField } from '#shared/resources/fields.ts'
import type { WriteScope } from './changes/commit-write.ts'
import { HttpProblem } from './http/problem.ts'
import { readFields } from './http/read-fields.ts'
import { requireKnown } from './records/require-known.ts'
import type { Service } from './service-context.ts'

/** A row with its uid, or null; the field is absent without the capability. */
export type WithUid<Row> = Row & { uid?: string | null }

type Body = Record<string, unknown>

/** Adds the uids to rows of one resource, in one read. The rows are not copied. */
export async function withUids<Row extends { id: number }>(
  service: Service,
  db: Db,
  organisation: number,
  resource: NamedResource,
  rows: Row[],
): Promise<WithUid<Row>[]> {
  if (!service.capabilities.has('uid')) return rows
  const ids = rows.map(({ id }) => id)
  const uids = await readRecordUids(db, organisation, resource, ids)
  const named: WithUid<Row>[] = rows
  for (const row of named) row.uid = uids.get(row.id) ?? null
  return named
}

export async function withUid<Row extends { id: number }>(
  service: Service,
  db: Db,
  organisation: number,
  resource: NamedResource,
  row: Row,
): Promise<WithUid<Row>> {
  const [named] = await withUids(service, db, organisation, resource, [row])
  return named!
}

/** A record that can be created; entries have a user. */
export interface Creatable {
  id: number
  user?: { id: number } | null
}

/**
 * Creates the record of a body, or reads the one that was created with its uid. The transaction is
 * the organisation's only one, so of two at the same moment the second reads what the first
 * created.
 * @param create writes the record and returns its id; is given the problems that are known already
 * @param read undefined for a deleted record
 */
export async function createOnce<Row extends Creatable>(
  service: Service,
  { trx, caller }: WriteScope,
  resource: NamedResource,
  body: Body,
  {
    create,
    read,
  }: {
    create(problems: FieldTexts): Promise<number>
    read(id: number): Promise<Row | undefined>
  },
): Promise<{ row: WithUid<Row>; created: boolean }> {
  const hasUids = service.capabilities.has('uid')
  const { values, problems } = hasUids
    ? readFields({ uid: uidField.optional() }, body)
    : { values: {}, problems: {} }
  const { uid } = values
  const name =
    uid === undefined ? undefined : { organisation_id: caller.organisation, resource, uid }
  const known = name && (await findRecordByUid(trx, name))
  if (known !== undefined) {
    const row = await read(known)
    if (!row) throw deletedSince()
    if (row.user && row.user.id !== caller.user.id) throw usedByOther()
    return { row: { ...row, uid: uid ?? null }, created: false }
  }
  const id = await create(problems)
  if (name) await insertRecordUid(trx, { ...name, record_id: id })
  const row = requireKnown(await read(id), resource)
  return { row: hasUids ? { ...row, uid: uid ?? null } : row, created: true }
}

/** The problem of an update's body that names another uid than the record's own. */
export const changedUid = (row: WithUid<object>, body: Body): FieldTexts =>
  row.uid === undefined || !Object.hasOwn(body, 'uid') || body['uid'] === row.uid
    ? {}
    : { uid: ['Can’t be changed. Leave it out'] }

const deletedSince = () =>
  new HttpProblem(
    410,
    'The record with this uid was deleted. Use a new uid to create it once more.',
  )

/** Without the record: the caller would take it for their own. */
const usedByOther = () =>
  new HttpProblem(409, 'Another person’s record has this uid. Use a new one.')
