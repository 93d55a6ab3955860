/**
 * Two implementations of the same work, alternating so that both meet the same noise; or one, where
 * there is no other to compare it with.
 */

/** Microseconds. */
export interface Spread {
  median: number
  p95: number
}

export interface Measured {
  store: Spread
  raw: Spread | null
  /** Rounds that each side took. */
  turns: number
}

export interface Sides {
  store(turn: number): unknown
  raw?(turn: number): unknown
}

export interface Effort {
  /** Rounds before anything is counted. */
  warmUp: number
  turns: number
  /** Milliseconds after which slow work ends early, but never before `fewest` rounds. */
  patience: number
  fewest: number
}

export async function measure(sides: Sides, effort: Effort): Promise<Measured> {
  const { raw } = sides
  const times = { store: [] as number[], raw: [] as number[] }
  const work = { store: (turn: number) => sides.store(turn), raw: (turn: number) => raw?.(turn) }
  const ways = raw ? (['store', 'raw'] as const) : (['store'] as const)
  const began = performance.now()
  for (let turn = 0; turn < effort.warmUp; turn++) {
    for (const way of ways) await timed(() => work[way](turn))
    if (performance.now() - began > effort.patience / 4) break
  }
  const from = performance.now()
  for (let turn = 0; turn < effort.turns; turn++) {
    // The second one finds warmer caches, so the order alternates.
    const order = turn % 2 === 0 ? ways : ways.toReversed()
    for (const way of order) times[way].push(await timed(() => work[way](turn)))
    if (turn + 1 >= effort.fewest && performance.now() - from > effort.patience) break
  }
  return {
    store: spread(times.store),
    raw: raw ? spread(times.raw) : null,
    turns: times.store.length,
  }
}

/** Microseconds that the work takes. One that is not asynchronous does not wait for a tick. */
async function timed(work: () => unknown): Promise<number> {
  const from = performance.now()
  const answer = work()
  if (answer instanceof Promise) await answer
  return (performance.now() - from) * 1000
}

function spread(times: readonly number[]): Spread {
  const sorted = times.toSorted((one, other) => one - other)
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!
  return { median: at(0.5), p95: at(0.95) }
}
