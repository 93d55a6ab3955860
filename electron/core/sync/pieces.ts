/**
 * Applying what was received in pieces: one transaction each, short enough that nobody notices,
 * and a breath between two, in which windows are answered and requests go out.
 */
import type { Clock } from '../ports.ts'

/** Milliseconds that one piece should take. */
const wanted = 8
const fewest = 4
const most = 100
const first = 4

export interface Pieces {
  /** Runs over all items, so many in a transaction as fit into the time; in their order. */
  each<Item>(items: readonly Item[], run: (piece: readonly Item[]) => Promise<void>): Promise<void>
}

export function createPieces(clock: Clock): Pieces {
  let size = first
  return {
    async each(items, run) {
      for (let from = 0; from < items.length;) {
        const piece = items.slice(from, from + size)
        await clock.sleep(0)
        const began = clock.monotonic()
        await run(piece)
        from += piece.length
        const took = Math.max(0.5, clock.monotonic() - began)
        const next = Math.round((piece.length * wanted) / took)
        // By steps, so that one slow write does not make the next ones needlessly small.
        size = Math.min(most, Math.max(fewest, next, Math.floor(size / 2)), size * 2)
      }
    },
  }
}
