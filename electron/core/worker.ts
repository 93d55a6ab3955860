/**
 * What the thread beside the main one runs (node/off-thread.ts): one task after the other. Each
 * closes the files that it opened before it answers. What is thrown goes back with its code, by
 * which the other side tells a full disk from a bug.
 */
import { parentPort } from 'node:worker_threads'
import { tasks } from './backup/tasks.ts'
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
