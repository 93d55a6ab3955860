/**
 * Runs tasks on the worker thread (node/run-off-thread.ts), one after the other. Each closes the
 * files that it opened before it replies. Errors are sent back with their code, by which the main
 * thread distinguishes a full disk from a bug.
 */
import { parentPort } from 'node:worker_threads'
import { workerTasks } from './backup/worker-tasks.ts'
import { endTask, taskSignal, type TaskReply, type TaskOrder } from './thread.ts'

const port = parentPort!

async function run({ task, input, state }: TaskOrder): Promise<TaskReply> {
  try {
    const value: unknown = await workerTasks[task as keyof typeof workerTasks](
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

port.on('message', (order: TaskOrder) => void run(order).then((answer) => port.postMessage(answer)))
