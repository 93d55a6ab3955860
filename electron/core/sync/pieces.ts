/**
 * Applying what was received in pieces, short enough that nobody notices, and a breath between two,
 * in which windows are drawn and requests go out.
 */
import type { Clock } from '../ports.ts'

const most = 100
const first = 4

export interface Pieces {
  /** Runs over all items, so many at once as fit into the time; in their order. */
  each<Item>(items: readonly Item[], run: (piece: readonly Item[]) => Promise<void>): Promise<void>
}

export interface PieceSize {
  /** Milliseconds that one piece should take. */
  wanted: number
  /** So many at least, however long they take: a machine that others keep busy gets on as well. */
  fewest: number
}

export function createPieces(clock: Clock, { wanted, fewest }: PieceSize): Pieces {
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
