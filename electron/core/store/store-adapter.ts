import { SqliteAdapter } from 'kysely'
import type { Trx } from './db.ts'
import type { Turns } from './turns.ts'

/** What all handles of a store have in common; turns are taken in the driver, not in Kysely. */
export class StoreAdapter extends SqliteAdapter {
  readonly turns: Turns

  constructor(turns: Turns) {
    super()
    this.turns = turns
  }

  override get supportsMultipleConnections(): boolean {
    return true
  }
}

/**
 * Lets others read until this transaction is over: what takes long and gives others a turn on the
 * thread owes them that, too. Does nothing for a database in memory, or a service's.
 */
export function letOthersRead(trx: Trx): void {
  const { adapter } = trx.getExecutor()
  if (adapter instanceof StoreAdapter) adapter.turns.letRead()
}
