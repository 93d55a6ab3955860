/** What the handlers of every domain are given: the ways into the open account. */
import type { Result } from '#shared/errors.ts'
import type { CoreEvent } from '#shared/ipc/contract.ts'
import type { ActionContext } from '../actions/change.ts'
import type { DirectWrites } from '../sync/direct-writes.ts'
import type { Sync } from '../sync/engine.ts'

/** The account that is open, as handlers see it. */
export interface OpenAccount {
  readonly context: ActionContext
  /** Null for an account that stays on this machine. */
  readonly sync: Sync | null
  /** What only the service can change; null for an account that stays on this machine. */
  readonly direct: DirectWrites | null
}

export interface Desk {
  /** Runs a call that needs an open account; without one the person is told to choose. */
  inAccount<Value>(run: (open: OpenAccount) => Promise<Result<Value>>): Promise<Result<Value>>
  /** The same for calls that may change the timer: every window is told of it. */
  onTimer<Value>(run: (open: OpenAccount) => Promise<Result<Value>>): Promise<Result<Value>>
  emit(event: CoreEvent): void
}
