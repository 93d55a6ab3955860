/**
 * Which change an IPC call committed. Actions commit deep inside their transactions; this carries
 * the change's number up to the dispatcher without passing it through every return value.
 */
import { AsyncLocalStorage } from 'node:async_hooks'

const hearing = new AsyncLocalStorage<{ change?: number }>()

/**
 * Reports a committed change of the person. Not to be called before the commit, after which the
 * number is final.
 */
export function noteCommittedChange(change: number): void {
  const heard = hearing.getStore()
  if (heard) heard.change = change
}

/**
 * Runs `work` and returns the change that it committed: the last of several, undefined when there
 * was none.
 */
export async function withCommittedChange<Value>(
  work: () => Promise<Value>,
): Promise<{ value: Value; change: number | undefined }> {
  const heard: { change?: number } = {}
  const value = await hearing.run(heard, work)
  return { value, change: heard.change }
}
