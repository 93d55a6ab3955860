/** The database handles that queries take. */
import type { Kysely, Transaction } from 'kysely'
import type { Database } from '../tables/index.ts'

/** A handle for reading and writing; may be a transaction. */
export type Db = Kysely<Database>
/** A transaction handle, required by writes that must commit together. */
export type Trx = Transaction<Database>
