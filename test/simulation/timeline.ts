/**
 * Virtual time: events in the order of their time, and between two of them everything that can run
 * without waiting has run. A simulated world waits for nothing else.
 */

export interface Timeline {
  /** Milliseconds since the world began. */
  now(): number
  /** Runs a callback this much later; the returned function cancels it. */
  after(milliseconds: number, run: () => void): () => void
  /** Lets this much time pass. */
  pass(milliseconds: number): Promise<void>
  /** Lets time pass until the promise settles, at most this long; returns false when it did not. */
  until(promise: Promise<unknown>, most: number): Promise<boolean>
  /** The number of events that have run. */
  count(): number
}

/** More events at one moment than a world can need. */
const mostAtOnce = 500

interface Event {
  at: number
  order: number
  run: (() => void) | null
}

/** @param mostEvents more than a world can need: beyond it something runs for ever */
export function timeline(mostEvents: number): Timeline {
  const heap: Event[] = []
  let elapsed = 0
  let order = 0
  let ran = 0
  let atOnce = 0

  async function runNext(): Promise<void> {
    const event = takeFirst(heap)!
    if (!event.run) return
    if (++ran > mostEvents) throw new Error(`More than ${mostEvents} events: something never rests`)
    atOnce = event.at > elapsed ? 0 : atOnce + 1
    if (atOnce > mostAtOnce) throw new Error('Something spins: no time passes any more')
    elapsed = Math.max(elapsed, event.at)
    event.run()
    await quiet()
  }

  return {
    now: () => elapsed,
    after(milliseconds, run) {
      const event: Event = { at: elapsed + Math.max(0, milliseconds), order: order++, run }
      insert(heap, event)
      return () => void (event.run = null)
    },
    async pass(milliseconds) {
      const target = elapsed + milliseconds
      await quiet()
      while (heap.length > 0 && heap[0]!.at <= target) await runNext()
      elapsed = target
    },
    async until(promise, most) {
      const outcome = { settled: false }
      const done = () => void (outcome.settled = true)
      promise.then(done, done)
      const target = elapsed + most
      await quiet()
      while (!outcome.settled && heap.length > 0 && heap[0]!.at <= target) await runNext()
      return outcome.settled
    },
    count: () => ran,
  }
}

/**
 * Resolves once everything that can run without waiting has run: a callback that `nextTick`
 * receives while promises settle comes after all of them. A macrotask would do too, and costs an
 * iteration of the event loop.
 */
async function quiet(): Promise<void> {
  await Promise.resolve()
  await new Promise<void>((resolve) => process.nextTick(resolve))
}

const isBefore = (one: Event, other: Event): boolean =>
  one.at < other.at || (one.at === other.at && one.order < other.order)

function insert(heap: Event[], event: Event): void {
  let place = heap.push(event) - 1
  while (place > 0) {
    const parent = (place - 1) >> 1
    if (isBefore(heap[parent]!, event)) break
    heap[place] = heap[parent]!
    place = parent
  }
  heap[place] = event
}

function takeFirst(heap: Event[]): Event | undefined {
  const first = heap[0]
  const last = heap.pop()
  if (!first || !last || heap.length === 0) return first
  let place = 0
  for (;;) {
    let child = 2 * place + 1
    if (child >= heap.length) break
    if (child + 1 < heap.length && isBefore(heap[child + 1]!, heap[child]!)) child++
    if (isBefore(last, heap[child]!)) break
    heap[place] = heap[child]!
    place = child
  }
  heap[place] = last
  return first
}
