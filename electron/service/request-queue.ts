/**
 * Queues organisations for the database fairly: one with many requests delays itself before it
 * delays others (docs/decisions/2026-11-24-fairness.md).
 */

export interface RequestQueue {
  /**
   * Runs the work through the organisation's queue. Throws `Crowded` when the queue is full, unless
   * the work waits always, which is for work with few requests at a time.
   */
  run<Value>(
    organisation: number,
    work: (turn: Turn) => Promise<Value>,
    waits?: 'always',
  ): Promise<Value>
}

/** What running work may do with its slot. */
export interface Turn {
  /**
   * Lets other work run first once this one has run for `longestPiece`; resolves when this work may
   * continue. Must not be called inside a transaction.
   */
  yield: () => Promise<void>
}

/** The queue of callers without a valid token, who share one like an organisation. */
export const nobody = 0

/** The organisation's queue is full; more would only wait too. */
export class Crowded extends Error {}

export interface TurnLimits {
  /** Maximum of concurrent works, of all organisations and of one. */
  all: number
  organisation: number
  /** Maximum of queued works of one organisation. */
  waiting: number
}

/**
 * SQLite does one thing at a time, and everything on one thread, so one work at a time loses
 * nothing, and its duration is its cost. With PostgreSQL, one organisation gets a third of the
 * connections.
 */
export function turnLimits(connections: number | null): TurnLimits {
  if (connections === null) return { all: 1, organisation: 1, waiting: 200 }
  return { all: connections, organisation: Math.max(1, Math.floor(connections / 3)), waiting: 200 }
}

/**
 * Limits of large bodies that are read and processed at a time. 64 of them at once block the event
 * loop for longer than any work, and those that wait in memory cause long garbage collections.
 */
export const bodyLimits: TurnLimits = { all: Infinity, organisation: 2, waiting: 200 }

/** Milliseconds in which half of what an organisation spent is forgotten. */
const halfLife = 1_000
/**
 * Milliseconds that a request costs outside of its slot, to be read, authenticated and answered.
 * Without it, a caller with thousands of tiny requests a second would take precedence over all
 * others.
 */
const besides = 0.2
/** Milliseconds after which work that can yield does. */
const longestPiece = 2
/** Organisations that are remembered before idle ones are removed. */
const mostKnown = 10_000

interface Queue {
  running: number
  waiting: (() => void)[]
  /** Milliseconds that its works took recently. */
  spent: number
  /** The moment for which that holds. */
  at: number
}

/** @param now monotonic milliseconds */
export function createRequestQueue(
  limits: TurnLimits,
  now: () => number = () => performance.now(),
): RequestQueue {
  const queues = new Map<number, Queue>()
  /** Queues with waiting work. */
  const crowd = new Set<Queue>()
  let running = 0

  function queueOf(organisation: number): Queue {
    const known = queues.get(organisation)
    if (known) return known
    if (queues.size >= mostKnown) {
      for (const [one, { running, waiting }] of queues) {
        if (running === 0 && waiting.length === 0) queues.delete(one)
      }
    }
    const queue = { running: 0, waiting: [], spent: 0, at: now() }
    queues.set(organisation, queue)
    return queue
  }

  function spend(queue: Queue, milliseconds: number): number {
    const at = now()
    queue.spent = queue.spent * 0.5 ** ((at - queue.at) / halfLife) + milliseconds
    queue.at = at
    return queue.spent
  }

  const hasRoom = (queue: Queue): boolean =>
    running < limits.all && queue.running < limits.organisation

  /** Starts as much work as the limits allow, that of the organisation that spent least first. */
  function begin(): void {
    while (running < limits.all) {
      let chosen: { queue: Queue; spent: number } | undefined
      for (const queue of crowd) {
        const spent = spend(queue, 0)
        if (hasRoom(queue) && spent < (chosen?.spent ?? Infinity)) chosen = { queue, spent }
      }
      if (chosen === undefined) return
      const { queue } = chosen
      const go = queue.waiting.shift()!
      if (queue.waiting.length === 0) crowd.delete(queue)
      running += 1
      queue.running += 1
      go()
    }
  }

  /**
   * Starts work in the event loop's next round, when every request that has arrived was read and is
   * queued too. Work on SQLite ends without such a round: if the next started right after it,
   * requests of others would not be read until the queues are empty.
   */
  let isDue = false
  function beginSoon(): void {
    if (isDue || crowd.size === 0) return
    isDue = true
    setImmediate(() => {
      isDue = false
      begin()
    })
  }

  /** Waits for a slot, after or before the organisation's other work. */
  function take(queue: Queue, place: 'last' | 'first'): Promise<void> {
    return new Promise((resolve) => {
      if (place === 'last') queue.waiting.push(resolve)
      else queue.waiting.unshift(resolve)
      crowd.add(queue)
      beginSoon()
    })
  }

  function give(queue: Queue, milliseconds: number): void {
    spend(queue, milliseconds)
    queue.running -= 1
    running -= 1
    beginSoon()
  }

  return {
    async run(organisation, work, waits) {
      const queue = queueOf(organisation)
      if (waits !== 'always' && queue.waiting.length >= limits.waiting) throw new Crowded()
      await take(queue, 'last')
      let from = now()
      try {
        return await work({
          yield: async () => {
            const lasted = now() - from
            if (lasted < longestPiece) return
            give(queue, lasted)
            await take(queue, 'first')
            from = now()
          },
        })
      } finally {
        give(queue, now() - from + besides)
      }
    },
  }
}

/**
 * Creates a queue for works that line up among themselves: each organisation runs one of them at a
 * time, which is never refused, and its other requests run in between.
 */
export function createLine(turns: RequestQueue): RequestQueue {
  const line = createRequestQueue({ all: Infinity, organisation: 1, waiting: Infinity })
  return {
    run: (organisation, work) =>
      line.run(organisation, () => turns.run(organisation, work, 'always')),
  }
}
