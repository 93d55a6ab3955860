/**
 * Splits work into time-boxed batches and yields to the event loop between them, so that windows
 * repaint and requests go out while a large pull is applied.
 */
import type { Clock } from '../../ports.ts'

const most = 100
const first = 4

export interface Batcher {
  /** Runs over all items in order, in pieces that fit into the time. */
  each<Item>(items: readonly Item[], run: (piece: readonly Item[]) => Promise<void>): Promise<void>
}

export interface BatchSize {
  /** Target duration of one piece, in milliseconds. */
  targetMilliseconds: number
  /**
   * Minimum number of items in a piece, however long they take, so that a busy computer makes
   * progress too.
   */
  minimumItems: number
}

export function createBatcher(
  clock: Clock,
  { targetMilliseconds, minimumItems: fewest }: BatchSize,
): Batcher {
  let size = first
  return {
    async each(items, run) {
      for (let from = 0; from < items.length;) {
        const piece = items.slice(from, from + size)
        await clock.sleep(0)
        const began = clock.monotonic()
        await run(piece)
        from += piece.length
        const duration = Math.max(0.5, clock.monotonic() - began)
        const next = Math.round((piece.length * targetMilliseconds) / duration)
        // Changes stepwise, so that one slow write does not make the next pieces needlessly small.
        size = Math.min(most, Math.max(fewest, next, Math.floor(size / 2)), size * 2)
      }
    },
  }
}
