/** What the main thread (node/off-thread.ts) and the one beside it (worker.ts) share. */

/** A task for the thread, which is sent one at a time. */
export interface Order {
  task: string
  input: unknown
  state: TaskState
}

/** What it sends back. Of an error, the fields that a copy between threads would lose. */
export type Answer = { value: unknown } | { thrown: Partial<NodeJS.ErrnoException> }

/**
 * How a task hears that it was aborted. The thread is not ended for that: the task looks at the
 * signal between two steps. Once it commits, it is too late to abort it; so a task that was aborted
 * has no effect.
 */
export interface TaskSignal {
  /** Throws when the task was aborted. */
  throwIfAborted(): void
  /** Before what cannot be taken back. Throws when the task was aborted; afterwards it cannot be. */
  commit(): void
}

/** One number, which both threads read and write. */
export type TaskState = SharedArrayBuffer

const running = 0
const aborted = 1
const committed = 2
const ended = 3

export const taskState = (): TaskState => new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)

/** @returns false when the task has committed: it goes on to its end */
export const abortTask = (state: TaskState): boolean =>
  Atomics.compareExchange(new Int32Array(state), 0, running, aborted) !== committed

/** Blocks until the task has ended, or so many milliseconds are over. */
export function waitForTask(state: TaskState, most: number): void {
  const view = new Int32Array(state)
  const now = Atomics.load(view, 0)
  if (now !== ended) Atomics.wait(view, 0, now, most)
}

export function taskSignal(state: TaskState): TaskSignal {
  const view = new Int32Array(state)
  return {
    throwIfAborted() {
      if (Atomics.load(view, 0) === aborted) throw taskAborted()
    },
    commit() {
      if (Atomics.compareExchange(view, 0, running, committed) === aborted) throw taskAborted()
    },
  }
}

export function endTask(state: TaskState): void {
  const view = new Int32Array(state)
  Atomics.store(view, 0, ended)
  Atomics.notify(view, 0)
}

export const taskAborted = (): Error =>
  Object.assign(new Error('The task was aborted'), { name: 'AbortError', code: 'ABORT_ERR' })
