/** The handles that queries take. */
import type { Kysely, Transaction } from 'kysely'
import type { Database } from './tables.ts'

/** A handle that reads and writes; a transaction is one too. */
export type Db = Kysely<Database>
/** Only inside a transaction: what must commit together asks for this. */
export type Trx = Transaction<Database>
