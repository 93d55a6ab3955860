/**
 * One thread for everything that would block a window (core/worker.ts). It starts with the first
 * task, runs tasks one after the other, and stays until the process ends; while it is idle it does
 * not keep the process alive.
 *
 * It is never terminated, and no thread is started for a single task: better-sqlite3 ends the whole
 * process when a thread is terminated while it loads the library, and so does V8 in Node 24 now and
 * then when threads that read TypeScript begin and end. Therefore it runs the bundle, also from
 * sources (docs/decisions/2026-11-24-one-second-thread.md).
 */
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { OffThread } from '../ports.ts'
import {
  abortTask,
  taskAborted,
  taskState,
  waitForTask,
  type TaskReply,
  type TaskOrder,
} from '../thread.ts'
import { programFolder } from './program-folder.ts'

interface Job {
  order: TaskOrder
  resolve(value: unknown): void
  reject(reason: unknown): void
}

/** Milliseconds that an aborted task has to end: only a long call into SQLite takes more. */
const patience = 1_000

/** @param entry returns the module that the thread runs; called for the first task */
export function createOffThread(entry: () => string | URL): OffThread {
  const waiting: Job[] = []
  let running: Job | undefined
  let worker: Worker | undefined
  let isWatchingExit = false

  function startNext(): void {
    running = waiting.shift()
    if (!running) return worker?.unref()
    try {
      worker ??= startWorker()
      worker.ref()
      worker.postMessage(running.order)
    } catch (thrown) {
      // The module does not exist, or the input cannot be copied to another thread.
      running.reject(thrown)
      startNext()
    }
  }

  function startWorker(): Worker {
    const started = new Worker(entry())
    if (!isWatchingExit) process.once('exit', waitAtExit)
    isWatchingExit = true
    let cause: unknown
    started.on('message', (answer: TaskReply) => {
      if ('value' in answer) running?.resolve(answer.value)
      else running?.reject(Object.assign(new Error(), answer.thrown))
      startNext()
    })
    started.on('error', (thrown) => (cause = thrown))
    // Waiting tasks run in a new thread.
    started.on('exit', (code) => {
      worker = undefined
      const why = cause instanceof Error ? cause.message : `exit code ${code}`
      running?.reject(new Error(`The thread ended during ${running.order.task}: ${why}`, { cause }))
      startNext()
    })
    return started
  }

  /**
   * Aborts and awaits the task at exit, since `process.exit` terminates every thread in the middle
   * of its work.
   */
  function waitAtExit(): void {
    if (!running) return
    abortTask(running.order.state)
    waitForTask(running.order.state, patience)
  }

  return async (task, input, signal) => {
    if (signal?.aborted) throw taskAborted()
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    const job: Job = { order: { task, input, state: taskState() }, resolve, reject }
    let timer: NodeJS.Timeout | undefined
    const abort = () => {
      const place = waiting.indexOf(job)
      if (place >= 0) {
        waiting.splice(place, 1)
        reject(taskAborted())
      } else if (abortTask(job.order.state)) {
        timer = setTimeout(() => reject(taskAborted()), patience)
      }
    }
    signal?.addEventListener('abort', abort)
    waiting.push(job)
    if (!running) startNext()
    try {
      return await promise
    } finally {
      signal?.removeEventListener('abort', abort)
      clearTimeout(timer)
    }
  }
}

/**
 * The thread of this process, for all of its cores. Running from sources requires the bundle to be
 * built.
 */
export const runOffThread: OffThread = createOffThread(() =>
  join(programFolder(), 'out', 'main', 'worker.cjs'),
)
