/**
 * The end-to-end specs with the processors kept busy, on the browser host and on the stand-in. A
 * test fails here that passes only on a quiet machine, or only most of the time.
 */
import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { runVitest } from '../support/run-vitest.ts'
import { foundIn } from './found.ts'
import type { Explored, Options, Stretch } from './options.ts'

/**
 * Starts a busy loop in a process for each processor, until this one ends.
 * @returns ends them
 */
function keepBusy(): () => void {
  const loop =
    'process.on("disconnect", () => process.exit()); (function turn() { for (let n = 0; n < 1e7; n++); setImmediate(turn) })()'
  const busy = Array.from({ length: availableParallelism() }, () =>
    spawn(process.execPath, ['--eval', loop], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] }),
  )
  return () => {
    for (const child of busy) child.kill('SIGKILL')
  }
}

export async function exploreAgain({ from }: Stretch, { files }: Options): Promise<Explored> {
  const rest = keepBusy()
  const report = await runVitest(['--project=e2e', '--project=stand-in', ...files])
  rest()
  return foundIn(
    report,
    `again-${from}`,
    ['npm run explore -- again --times 5', ...files].join(' '),
  )
}
