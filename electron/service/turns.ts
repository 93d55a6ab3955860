/**
 * Lets organisations at the database in turn, so that one that asks for much waits for itself
 * before it makes others wait (DECISIONS.md, One organisation and the others).
 */

export interface Turns {
  /**
   * Runs the work when it is this organisation's turn. Throws `Crowded` when too much waits, unless
   * it waits always: for work of which few ask at a time.
   */
  run<Value>(
    organisation: number,
    work: (turn: Turn) => Promise<Value>,
    waits?: 'always',
  ): Promise<Value>
}

/** What a work that has its turn may do with it. */
export interface Turn {
  /**
   * Where the turn has lasted for `longestPiece`, lets others have theirs first; resolves when it
   * is this work's turn again. Not to be called inside a transaction.
   */
  yield: () => Promise<void>
}

/** Who asks without a token in use: all of them together take turns as one organisation does. */
export const nobody = 0

/** So much of one organisation waits that more would only wait too. */
export class Crowded extends Error {}

export interface TurnLimits {
  /** Works at a time, of all and of one organisation. */
  all: number
  organisation: number
  /** Works of one organisation that may wait. */
  waiting: number
}

/**
 * SQLite does one thing at a time, and everything on one thread, so one work at a time loses
 * nothing, and how long it takes is what it costs. Of PostgreSQL's connections one organisation
 * has a third.
 */
export function turnLimits(connections: number | null): TurnLimits {
  if (connections === null) return { all: 1, organisation: 1, waiting: 200 }
  return { all: connections, organisation: Math.max(1, Math.floor(connections / 3)), waiting: 200 }
}

/**
 * Large bodies that are read and dealt with at a time. 64 of them at once hold the event loop for
 * longer than any work, and those that wait in memory make its collector stop everybody.
 */
export const bodyLimits: TurnLimits = { all: Infinity, organisation: 2, waiting: 200 }

/** Milliseconds in which half of what an organisation spent is forgotten. */
const halfLife = 1_000
/**
 * Milliseconds that a request takes beside its turn, to be read, recognised and answered. Whoever
 * asks for next to nothing, but thousands of times a second, would go before everybody else
 * without it.
 */
const besides = 0.2
/** Milliseconds after which a work that can be interrupted is. */
const longestPiece = 2
/** Organisations that are remembered before those without work are let go. */
const mostKnown = 10_000

interface Queue {
  running: number
  waiting: (() => void)[]
  /** Milliseconds that its works took lately. */
  spent: number
  /** When that was so. */
  at: number
}

/** @param now milliseconds that only go forward */
export function createTurns(
  limits: TurnLimits,
  now: () => number = () => performance.now(),
): Turns {
  const queues = new Map<number, Queue>()
  /** Those of which something waits. */
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

  /** Begins what there is room for, first of who has spent least. */
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
   * Begins in the event loop's next round, when every request that has arrived was read and waits
   * here too. Work on SQLite ends without such a round: if the next began right after it, requests
   * of others would not be read until nobody waits any more.
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

  /** Waits for a turn, behind or before what else of the organisation waits. */
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
 * Turns for works that line up among themselves: of an organisation one at a time waits for its
 * turn, is never refused, and what else the organisation asks for comes between.
 */
export function createLine(turns: Turns): Turns {
  const line = createTurns({ all: Infinity, organisation: 1, waiting: Infinity })
  return {
    run: (organisation, work) =>
      line.run(organisation, () => turns.run(organisation, work, 'always')),
  }
}
