/** Opens the database of a service by the name that an operator gives it. */
import { randomBytes } from 'node:crypto'
import type { Db } from '#core/store/database/db.ts'
import { openStore, type Store } from '#core/store/open/open-store.ts'
import { beginEpoch, readEpoch } from '#core/store/service/service-state.ts'
import type { Result } from '#shared/errors.ts'
import { writeInTransaction } from './write.ts'

const groups = ['model', 'service'] as const

/**
 * Opens and migrates a file, `:memory:`, or a PostgreSQL database by its URL (`postgres://…`). A
 * database without an epoch, such as a backup, begins one. Fails with `database`, in plain words.
 */
export async function openServiceDatabase(database: string, now: number): Promise<Result<Store>> {
  const opened = await openAny(database, now)
  if (opened.ok && !(await readEpoch(opened.value.db))) {
    await renewEpoch(opened.value.db, now, { onlyFirst: true })
  }
  return opened
}

async function openAny(database: string, now: number): Promise<Result<Store>> {
  if (/^postgres(ql)?:/i.test(database)) {
    const { openPostgres } = await import('#core/store/open/open-postgres.ts')
    return openPostgres({ address: database, groups, now })
  }
  return openStore({ file: database, groups, now })
}

/** @param onlyFirst keeps an epoch that the database has */
export const renewEpoch = (
  db: Db,
  now: number,
  { onlyFirst = false }: { onlyFirst?: boolean } = {},
): Promise<void> => {
  const epoch = randomBytes(12).toString('base64url')
  return writeInTransaction(db, null, (trx) => beginEpoch(trx, { epoch, now }, { onlyFirst }))
}
