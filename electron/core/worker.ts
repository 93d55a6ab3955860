/**
 * Runs tasks on the worker thread (node/run-off-thread.ts), one after the other. Each closes the
 * files that it opened before it replies. Errors are sent back with their code, by which the main
 * thread distinguishes a full disk from a bug.
 */
import { parentPort } from 'node:worker_threads'
import { tasks } from './backup/worker-tasks.ts'
import { endTask, taskSignal, type Answer, type Order } from './thread.ts'

const port = parentPort!

async function run({ task, input, state }: Order): Promise<Answer> {
  try {
    const value: unknown = await tasks[task as keyof typeof tasks](
      input as never,
      taskSignal(state),
    )
    return { value }
  } catch (thrown) {
    const { name, message, stack, code, path } = thrown as NodeJS.ErrnoException
    return { thrown: { name, message, stack, code, path } }
  } finally {
    endTask(state)
  }
}

port.on('message', (order: Order) => void run(order).then((answer) => port.postMessage(answer)))
