/**
 * Which change a call made. Many actions make one, each deep in a transaction of its own; whoever
 * began the call hears of it here, without every value between carrying the number along.
 */
import { AsyncLocalStorage } from 'node:async_hooks'

const hearing = new AsyncLocalStorage<{ change?: number }>()

/** Says that a change of the person is committed. Not before: its number may become another's. */
export function tellMade(change: number): void {
  const heard = hearing.getStore()
  if (heard) heard.change = change
}

/** Runs `work` and answers the change that it made, the last of several; undefined without one. */
export async function hearMade<Value>(
  work: () => Promise<Value>,
): Promise<{ value: Value; change: number | undefined }> {
  const heard: { change?: number } = {}
  const value = await hearing.run(heard, work)
  return { value, change: heard.change }
}
