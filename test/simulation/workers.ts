/** Spreads seeds over workers, and gives up on one that plays a seed for ever. */
import { fork } from 'node:child_process'
import type { Met } from './ledger.ts'
import { addSum, emptySum, type Sum } from './seeds.ts'
import type { Batch, Told } from './worker.ts'

export interface Spread {
  /** Seeds that are played before the others, and in every case. */
  kept?: readonly number[]
  from: number
  count: number
  workers: number
  /** Ends early once this many seeds failed. */
  enough: number
  /** Receives the sum so far. */
  onSum?: (sum: Sum) => void
  /** Receives the seeds of a finished batch, and what they met. */
  onMet?: (seeds: Batch, met: Met) => void
  /** Seeds that a worker plays between two reports. */
  batch?: number
  /** Another worker file, and additional data for it. */
  entry?: { file: URL; data: object }
}

/** The failure of a world that never rests; playing it again would only mean to wait once more. */
export const endless = 'it comes to no end, computing or waiting'

const batchSize = 20
/**
 * Milliseconds for one seed. A process that never rests is recognized by its number of awaits
 * (`vitals.ts`); this is for a loop without any, and no machine is so slow that others take as
 * long.
 */
const patience = 600_000
const lookEvery = 1_000

export async function spreadSeeds(spread: Spread): Promise<Sum> {
  const sum = emptySum()
  const end = spread.from + spread.count
  const length = spread.batch ?? batchSize
  let next = spread.from
  let kept = spread.kept ?? []

  /** Returns the batch to play next, or null when there is enough. */
  function take(): Batch | null {
    if (sum.failed.length >= spread.enough) return null
    if (kept.length > 0) {
      const batch = kept.slice(0, length)
      kept = kept.slice(length)
      return batch
    }
    const count = Math.min(length, end - next)
    if (count <= 0) return null
    const from = next
    next += count
    return Array.from({ length: count }, (_, place) => from + place)
  }

  function add(part: Sum): void {
    addSum(sum, part)
    spread.onSum?.(sum)
  }

  async function work(): Promise<void> {
    for (let rest: Batch | null = take(); rest;) {
      const stuck = await playOn(spread, rest, take, add)
      if (stuck === null) return
      add({
        ...emptySum(),
        seeds: 1,
        failed: [
          {
            seed: stuck.seed,
            failure: { invariant: 0, what: endless },
          },
        ],
      })
      rest = stuck.rest.length > 0 ? stuck.rest : take()
    }
  }

  await Promise.all(Array.from({ length: spread.workers }, work))
  sum.failed.sort((one, other) => one.seed - other.seed)
  return sum
}

/**
 * Runs one worker from its beginning to its end. Resolves to null when there was no more to do, or
 * to the seed that hung and the rest of its batch.
 */
function playOn(
  { entry, onMet }: Spread,
  first: Batch,
  take: () => Batch | null,
  add: (part: Sum) => void,
): Promise<{ seed: number; rest: Batch } | null> {
  const file = entry?.file ?? new URL('./worker.ts', import.meta.url)
  // A process: threads that read TypeScript beside each other can end both
  // (docs/decisions/2026-11-24-one-second-thread.md).
  const worker = fork(file, [JSON.stringify(entry?.data ?? {})], {
    // Most objects are short-lived: with more room the garbage is collected less often.
    execArgv: [...process.execArgv, '--max-semi-space-size=64'],
  })
  return new Promise((resolve, reject) => {
    let batch = first
    /** How many of the batch are finished, and since when. */
    let through = 0
    let since = performance.now()
    const watch = setInterval(() => {
      if (performance.now() - since <= patience) return
      finish(() => resolve({ seed: batch[through]!, rest: batch.slice(through + 1) }))
    }, lookEvery)
    let isOver = false
    const finish = (then: () => void) => {
      isOver = true
      clearInterval(watch)
      worker.kill('SIGKILL')
      then()
    }
    let events: Record<string, number> = {}
    worker.on('message', ({ sum, took }: Told) => {
      if (isOver) return
      through += 1
      since = performance.now()
      add(sum)
      for (const [name, count] of Object.entries(sum.events)) {
        events[name] = (events[name] ?? 0) + count
      }
      if (!took) return
      onMet?.(batch, { ranges: took, events })
      events = {}
      const more = take()
      if (!more) return finish(() => resolve(null))
      batch = more
      through = 0
      worker.send(more)
    })
    worker.on('error', (reason) => finish(() => reject(reason)))
    worker.on('exit', (code, signal) => {
      if (!isOver) finish(() => reject(new Error(`A worker ended with ${signal ?? code}`)))
    })
    worker.send(first)
  })
}
