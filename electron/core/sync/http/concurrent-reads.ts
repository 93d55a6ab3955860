/** Keeps several reads under way at once, and yields their replies in the order of the requests. */

export interface ConcurrentReads<Read, Answer> {
  signal: AbortSignal
  /** Yields to the event loop, so that pending requests leave this computer. */
  yieldTurn(): Promise<void>
  /** Returns how many reads may be under way; called before each read. */
  concurrency(): number
  /** @param atOnce true while others may be under way as well */
  read(read: Read, signal: AbortSignal, atOnce: boolean): Promise<Answer>
}

/**
 * The consumer has at most this many times the allowed reads ahead of it, those under way included.
 */
const ahead = 2

/**
 * Keeps as many reads under way as are allowed, also while the consumer is busy. A slow consumer
 * never has more than twice as many replies in memory.
 */
export async function* readConcurrently<Read, Answer>(
  reads: Iterable<Read>,
  { signal, yieldTurn: breathe, concurrency: atOnce, read }: ConcurrentReads<Read, Answer>,
): AsyncGenerator<Answer, void, void> {
  const cancellation = new AbortController()
  const either = AbortSignal.any([signal, cancellation.signal])
  const waiting = reads[Symbol.iterator]()
  /** In the order of the requests, answered or not. */
  const answers: Promise<Answer>[] = []
  let underWay = 0
  let more = true

  function fill(): void {
    const allowed = Math.max(1, atOnce())
    const most = allowed > 1 ? ahead * allowed : 1
    while (more && !either.aborted && underWay < allowed && answers.length < most) {
      const next = waiting.next()
      if (next.done) more = false
      else answers.push(ask(next.value, allowed > 1))
    }
  }

  async function ask(next: Read, beside: boolean): Promise<Answer> {
    underWay++
    try {
      return await read(next, either, beside)
    } finally {
      underWay--
      // The next read starts as soon as there is room, not when the consumer continues.
      fill()
    }
  }

  try {
    for (fill(); answers.length > 0;) {
      const answer = await answers.shift()!
      fill()
      await breathe()
      yield answer
    }
  } finally {
    cancellation.abort()
    await Promise.all(answers)
    waiting.return?.()
  }
}
