/** The database of a service, by the name that an operator gives it. */
import { openStore, type Store } from '#core/store/open.ts'
import { fail, type Result } from '#shared/errors.ts'

/** Opens and migrates a file or `:memory:`. Fails with `database`, in plain words. */
export async function openDatabase(database: string, now: number): Promise<Result<Store>> {
  if (/^postgres(ql)?:/i.test(database)) {
    return fail(
      'database',
      'This version keeps its data in a SQLite file and does not open PostgreSQL yet; name a file',
    )
  }
  return openStore({ file: database, groups: ['model', 'service'], now })
}
