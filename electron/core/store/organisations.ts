/** Organisations: whom every other record belongs to. */
import { sql } from 'kysely'
import type { Db, Trx } from './db.ts'
import { isPostgres } from './dialect.ts'

export interface OrganisationRow {
  id: number
  name: string
}

/** Writes a new organisation and answers its id. */
export async function insertOrganisation(
  trx: Trx,
  organisation: { name: string; created_at: string; updated_at: string },
): Promise<number> {
  const { id } = await trx
    .insertInto('organisation')
    .values(organisation)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function readOrganisation(db: Db, id: number): Promise<OrganisationRow | undefined> {
  return db
    .selectFrom('organisation')
    .select(['id', 'name'])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Every organisation of this database, the oldest first. */
export async function listOrganisations(db: Db): Promise<OrganisationRow[]> {
  return db.selectFrom('organisation').select(['id', 'name']).orderBy('id').execute()
}

/**
 * Waits until no other transaction writes to this organisation, and keeps others waiting until
 * this one ends. SQLite has but one writer as it is.
 */
export async function lockOrganisation(trx: Trx, id: number): Promise<void> {
  if (!isPostgres(trx)) return
  // Not `for update`, which rows that only refer to the organisation would wait for.
  await sql`select id from organisation where id = ${id} for no key update`.execute(trx)
}
