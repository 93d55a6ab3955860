/** Spreads seeds over workers, and gives up on one that plays a seed for ever. */
import { Worker } from 'node:worker_threads'
import { addSum, emptySum, type Sum } from './seeds.ts'
import type { Given, Stretch, Told } from './worker.ts'

export interface Spread {
  from: number
  count: number
  workers: number
  /** Ends early once so many seeds failed. */
  enough: number
  /** Hears the sum so far. */
  onSum?: (sum: Sum) => void
  /** Another worker, and what it is given besides. */
  entry?: { file: URL; data: object }
}

const stretchLength = 20
/**
 * Milliseconds for one seed. A process that never rests is told by counting its awaits
 * (`vitals.ts`); this is for a loop without any, and no machine is so slow that others take as long.
 */
const patience = 600_000
const lookEvery = 1_000

export async function spreadSeeds(spread: Spread): Promise<Sum> {
  const sum = emptySum()
  const end = spread.from + spread.count
  let next = spread.from

  /** The stretch to play next, or null when there is enough. */
  function take(): Stretch | null {
    const count = Math.min(stretchLength, end - next)
    if (count <= 0 || sum.failed.length >= spread.enough) return null
    const stretch = { from: next, count }
    next += count
    return stretch
  }

  function add(part: Sum): void {
    addSum(sum, part)
    spread.onSum?.(sum)
  }

  async function work(): Promise<void> {
    for (let rest: Stretch | null = take(); rest;) {
      const stuck = await playOn(spread, rest, take, add)
      if (stuck === null) return
      add({
        ...emptySum(),
        seeds: 1,
        failed: [
          {
            seed: stuck.seed,
            failure: { invariant: 0, what: 'it computes for ever, without an await' },
          },
        ],
      })
      rest = stuck.count > 0 ? { from: stuck.seed + 1, count: stuck.count } : take()
    }
  }

  await Promise.all(Array.from({ length: spread.workers }, work))
  sum.failed.sort((one, other) => one.seed - other.seed)
  return sum
}

/**
 * One worker from its beginning to its end. Answers null when there was no more to do, or the seed
 * that it did not come out of and how many of its stretch are left after that one.
 */
function playOn(
  { entry }: Spread,
  first: Stretch,
  take: () => Stretch | null,
  add: (part: Sum) => void,
): Promise<{ seed: number; count: number } | null> {
  // The seed that the worker plays, readable while it computes.
  const playing = new Int32Array(new SharedArrayBuffer(4))
  const worker = new Worker(entry?.file ?? new URL('./worker.ts', import.meta.url), {
    workerData: { ...entry?.data, playing } satisfies Given,
    // Much is made and little kept: with more room it is collected less often.
    resourceLimits: { maxYoungGenerationSizeMb: 128 },
  })
  return new Promise((resolve, reject) => {
    let stretch = first
    let seen = -1
    let since = performance.now()
    const watch = setInterval(() => {
      const seed = Atomics.load(playing, 0)
      if (seed !== seen) {
        seen = seed
        since = performance.now()
      } else if (performance.now() - since > patience) {
        const stuck = Math.max(seed, stretch.from)
        finish(() => resolve({ seed: stuck, count: stretch.from + stretch.count - stuck - 1 }))
      }
    }, lookEvery)
    const finish = (then: () => void) => {
      clearInterval(watch)
      void worker.terminate().then(then)
    }
    worker.on('message', ({ sum, last }: Told) => {
      add(sum)
      if (!last) return
      const more = take()
      if (!more) return finish(() => resolve(null))
      stretch = more
      worker.postMessage(more)
    })
    worker.on('error', (reason: Error) => finish(() => reject(reason)))
    worker.postMessage(first)
  })
}
