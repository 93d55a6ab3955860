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

/**
 * Keeps as many reads under way as are allowed, answers not yet taken included, so that a slow
 * listener never has more than those in memory.
 */
export async function* readSideBySide<Read, Answer>(
  reads: Iterable<Read>,
  { signal, breathe, atOnce, read }: SideBySide<Read, Answer>,
): AsyncGenerator<Answer, void, void> {
  const left = new AbortController()
  const either = AbortSignal.any([signal, left.signal])
  const waiting = reads[Symbol.iterator]()
  const underWay: Promise<Answer>[] = []
  let more = true

  function fill(): void {
    const allowed = Math.max(1, atOnce())
    while (more && underWay.length < allowed) {
      const next = waiting.next()
      if (next.done) more = false
      else underWay.push(read(next.value, either, allowed > 1))
    }
  }

  try {
    for (fill(); underWay.length > 0;) {
      const answer = await underWay.shift()!
      // The next leaves before the listener takes its time.
      fill()
      await breathe()
      yield answer
    }
  } finally {
    left.abort()
    await Promise.all(underWay)
    waiting.return?.()
  }
}
