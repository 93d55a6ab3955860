/** Work that must not overlap, such as reading what there is and writing what follows from it. */

export interface Turns {
  <T>(run: () => Promise<T>): Promise<T>
  /** Waits until what was given to it so far has ended, however that ended. */
  settled(): Promise<void>
}

/** A queue: what is given to it runs when all before it has ended, however that ended. */
export function workInTurn(): Turns {
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(run: () => Promise<T>): Promise<T> => {
    const turn = last.then(run)
    last = turn.catch(() => undefined)
    return turn
  }
  return Object.assign(inTurn, { settled: async () => void (await last) })
}
