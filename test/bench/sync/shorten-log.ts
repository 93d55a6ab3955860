/** A thread that moves the log of a database into its file, as the app has one (backup/custody.ts). */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

const entry = new URL('../../../electron/core/worker.ts', import.meta.url)

/** Begins; the answer ends it. */
export function shortenLog(file: string): () => Promise<void> {
  const shared = new SharedArrayBuffer(4)
  const end = new Int32Array(shared)
  const workerData = { task: 'database.checkpoint', input: { file, end: shared } }

  async function run(): Promise<void> {
    while (Atomics.load(end, 0) === 0) await once(new Worker(entry, { workerData }), 'exit')
  }

  const running = run()
  return () => {
    Atomics.store(end, 0, 1)
    Atomics.notify(end, 0)
    return running
  }
}
