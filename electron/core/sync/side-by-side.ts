/** Several reads under way at once, their answers in the order in which they were asked for. */

export interface SideBySide<Read, Answer> {
  signal: AbortSignal
  /** Lets what was asked for leave this machine. */
  breathe(): Promise<void>
  /** How many may be under way, asked anew before each read. */
  atOnce(): number
  /** @param atOnce true while others may be under way as well */
  read(read: Read, signal: AbortSignal, atOnce: boolean): Promise<Answer>
}

/** So many times as many answers as may be under way wait for the listener at most, those included. */
const ahead = 2

/**
 * Keeps as many reads under way as are allowed, also while the listener takes its time; a slow one
 * never has more than twice as many answers in memory.
 */
export async function* readSideBySide<Read, Answer>(
  reads: Iterable<Read>,
  { signal, breathe, atOnce, read }: SideBySide<Read, Answer>,
): AsyncGenerator<Answer, void, void> {
  const left = new AbortController()
  const either = AbortSignal.any([signal, left.signal])
  const waiting = reads[Symbol.iterator]()
  /** In the order of asking, answered or not. */
  const asked: Promise<Answer>[] = []
  let underWay = 0
  let more = true

  function fill(): void {
    const allowed = Math.max(1, atOnce())
    const most = allowed > 1 ? ahead * allowed : 1
    while (more && !either.aborted && underWay < allowed && asked.length < most) {
      const next = waiting.next()
      if (next.done) more = false
      else asked.push(ask(next.value, allowed > 1))
    }
  }

  async function ask(next: Read, beside: boolean): Promise<Answer> {
    underWay++
    try {
      return await read(next, either, beside)
    } finally {
      underWay--
      // The next leaves as soon as there is room, not when the listener comes round.
      fill()
    }
  }

  try {
    for (fill(); asked.length > 0;) {
      const answer = await asked.shift()!
      fill()
      await breathe()
      yield answer
    }
  } finally {
    left.abort()
    await Promise.all(asked)
    waiting.return?.()
  }
}
