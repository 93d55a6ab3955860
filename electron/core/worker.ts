/**
 * The entry of a worker thread: runs one task and ends. What is thrown goes back with its code, by
 * which the other side tells a full disk from a bug.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { tasks } from './backup/tasks.ts'

const { task, input } = workerData as { task: keyof typeof tasks; input: never }

async function run(): Promise<void> {
  try {
    const value: unknown = await tasks[task](input)
    parentPort!.postMessage({ value })
  } catch (thrown) {
    const { message, stack, code, path } = thrown as NodeJS.ErrnoException
    parentPort!.postMessage({ thrown: { message, stack, code, path } })
  }
}

void run()
