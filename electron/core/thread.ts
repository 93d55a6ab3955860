/** What the main thread (node/run-off-thread.ts) and the worker thread (worker.ts) share. */

/** A task for the worker thread; one is sent at a time. */
export interface TaskOrder {
  task: string
  input: unknown
  state: TaskState
}

/** The worker's reply. For an error, it has the fields that copying between threads would lose. */
export type TaskReply = { value: unknown } | { thrown: Partial<NodeJS.ErrnoException> }

/**
 * Tells a task that it was aborted. The thread is not ended for that: the task checks the signal
 * between two steps. Once it commits, it cannot be aborted any more, so a task that was aborted has
 * no effect.
 */
export interface TaskSignal {
  /** Throws when the task was aborted. */
  throwIfAborted(): void
  /**
   * Called before an irreversible step. Throws when the task was aborted; afterwards it cannot be.
   */
  commit(): void
}

/** One number that both threads read and write. */
export type TaskState = SharedArrayBuffer

const running = 0
const aborted = 1
const committed = 2
const ended = 3

export const taskState = (): TaskState => new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)

/** @returns false when the task has committed: it runs to its end */
export const abortTask = (state: TaskState): boolean =>
  Atomics.compareExchange(new Int32Array(state), 0, running, aborted) !== committed

/** Blocks until the task has ended, at most for this many milliseconds. */
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
