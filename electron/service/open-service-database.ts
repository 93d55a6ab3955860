/** Opens the database of a service by the name that an operator gives it. */
import { openStore, type Store } from '#core/store/open-store.ts'
import type { Result } from '#shared/errors.ts'

const groups = ['model', 'service'] as const

/**
 * Opens and migrates a file, `:memory:`, or a PostgreSQL database by its URL (`postgres://…`).
 * Fails with `database`, in plain words.
 */
export async function openServiceDatabase(database: string, now: number): Promise<Result<Store>> {
  if (/^postgres(ql)?:/i.test(database)) {
    const { openPostgres } = await import('#core/store/open-postgres.ts')
    return openPostgres({ address: database, groups, now })
  }
  return openStore({ file: database, groups, now })
}
