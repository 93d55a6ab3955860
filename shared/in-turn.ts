/** Work that must not overlap, such as reading what there is and writing what follows from it. */

/** A queue: what is given to it runs when all before it has ended, however that ended. */
export function workInTurn(): <T>(run: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (run) => {
    const turn = last.then(run)
    last = turn.catch(() => undefined)
    return turn
  }
}
