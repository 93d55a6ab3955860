/** Queries for organisations, to which all other records belong. */
import { sql } from 'kysely'
import type { Db, Trx } from '../database/db.ts'
import { isPostgres } from '../database/dialect.ts'

export interface OrganisationRow {
  id: number
  name: string
}

/** Inserts an organisation and returns its id. */
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

/** Lists all organisations of this database, oldest first. */
export async function listOrganisations(db: Db): Promise<OrganisationRow[]> {
  return db.selectFrom('organisation').select(['id', 'name']).orderBy('id').execute()
}

/**
 * Locks an organisation for writing until the end of the transaction, waiting for other writers.
 * SQLite has only one writer anyway.
 */
export async function lockOrganisation(trx: Trx, id: number): Promise<void> {
  if (!isPostgres(trx)) return
  // Not `for update`, which would also block inserts that only refer to the organisation.
  await sql`select id from organisation where id = ${id} for no key update`.execute(trx)
}
