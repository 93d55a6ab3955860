import { SqliteAdapter } from 'kysely'
import type { Trx } from './db.ts'
import type { ConnectionQueue } from './connection-queue.ts'

/** Shared by all handles of a store; the driver, not Kysely, queues access to the connection. */
export class StoreAdapter extends SqliteAdapter {
  readonly turns: ConnectionQueue

  constructor(turns: ConnectionQueue) {
    super()
    this.turns = turns
  }

  override get supportsMultipleConnections(): boolean {
    return true
  }
}

/**
 * Lets queries read the state before this transaction, on the second connection, until it ends. A
 * long transaction that yields to the event loop should call it. Does nothing for a database in
 * memory or for the service.
 */
export function allowConcurrentReads(trx: Trx): void {
  const { adapter } = trx.getExecutor()
  if (adapter instanceof StoreAdapter) adapter.turns.allowReads()
}
