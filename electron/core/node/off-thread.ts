import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { programFolder } from './program-folder.ts'

/**
 * Runs one of the core's tasks (core/worker.ts) on a thread of its own. Rejects with what it threw,
 * or when the signal aborts. Resolves when the thread has ended, so that every file it opened is closed.
 */
export function offThread(task: string, input: unknown, signal?: AbortSignal): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(entry(), { workerData: { task, input } })
    const give = () => {
      reject(new Error(`${task} was given up`))
      void worker.terminate()
    }
    signal?.addEventListener('abort', give, { once: true })
    let answer: { value?: unknown; thrown?: object } | undefined
    worker.once('message', (message: { value?: unknown; thrown?: object }) => (answer = message))
    worker.once('error', reject)
    worker.once('exit', (code) => {
      signal?.removeEventListener('abort', give)
      if (!answer) reject(new Error(`The thread for ${task} ended with ${code}`))
      else if (answer.thrown) reject(Object.assign(new Error(), answer.thrown))
      else resolve(answer.value)
    })
  })
}

/** Beside the bundle, or the source where that is what runs. */
const entry = (): string =>
  import.meta.url.endsWith('.ts')
    ? fileURLToPath(new URL('../worker.ts', import.meta.url))
    : join(programFolder(), 'out', 'main', 'worker.cjs')
