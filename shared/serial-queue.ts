/**
 * Serializes work that must not overlap, such as reading a state and writing what follows from it.
 */

export interface SerialQueue {
  <T>(run: () => Promise<T>): Promise<T>
  /** Resolves when everything queued so far has settled. */
  settled(): Promise<void>
}

/** Creates a queue: each task runs when all earlier ones have settled, successfully or not. */
export function createSerialQueue(): SerialQueue {
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(run: () => Promise<T>): Promise<T> => {
    const turn = last.then(run)
    last = turn.catch(() => undefined)
    return turn
  }
  return Object.assign(inTurn, { settled: async () => void (await last) })
}
