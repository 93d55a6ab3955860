/** Reads and writes small settings of an account: JSON values by name, in one table. */
import type { Db } from '../database/db.ts'
import { prepared } from '../database/prepared-query.ts'

/** Returns the value of a key, or `otherwise` when there is none. */
export async function readSetting<T>(db: Db, key: string, otherwise: T): Promise<T> {
  const [row] = await valueByKey(db, { key })
  return row ? (JSON.parse(row.value) as T) : otherwise
}

const valueByKey = prepared((db, values: { key: string }) =>
  db.selectFrom('setting').select('value').where('key', '=', values.key),
)

export async function writeSetting(db: Db, key: string, value: unknown): Promise<void> {
  await valueWritten(db, { key, value: JSON.stringify(value) })
}

const valueWritten = prepared((db, { key, value }: { key: string; value: string }) =>
  db
    .insertInto('setting')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value })),
)
