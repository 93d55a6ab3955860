/** Organisations: whom every other record belongs to. */
import type { Db, Trx } from './db.ts'

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
