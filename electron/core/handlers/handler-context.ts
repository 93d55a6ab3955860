/** What every handler gets: access to the open account, and a way to emit events. */
import type { Result } from '#shared/errors.ts'
import type { CoreEvent } from '#shared/ipc/contract.ts'
import type { ActionContext } from '../actions/change.ts'
import type { DatabaseKeeper } from '../backup/database-keeper.ts'
import type { DirectWrites } from '../sync/push/direct-writes.ts'
import type { SyncEngine } from '../sync/engine/engine.ts'

/** The account that is open, as handlers see it. */
export interface OpenAccount {
  readonly context: ActionContext
  /** Null for an account without a service. */
  readonly sync: SyncEngine | null
  /** Writes that only the service can carry out; null for an account without a service. */
  readonly direct: DirectWrites | null
  readonly databaseKeeper: Pick<DatabaseKeeper, 'tidy'>
}

export interface HandlerContext {
  /**
   * Runs a call that needs an open account; without one it fails and asks the person to set one up.
   */
  withOpenAccount<Value>(run: (open: OpenAccount) => Promise<Result<Value>>): Promise<Result<Value>>
  /** The same for calls that may change the timer: every window is notified. */
  withTimerBroadcast<Value>(
    run: (open: OpenAccount) => Promise<Result<Value>>,
  ): Promise<Result<Value>>
  emit(event: CoreEvent): void
}
