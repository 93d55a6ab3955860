/**
 * `npm run test:again -- 20`: repeats the end-to-end specs with the processors kept busy beside
 * them, on the browser host and on the stand-in. What passes only on a quiet machine, or only most
 * of the time, does not pass here.
 */
import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { playRounds, roundsFlags } from './rounds.ts'

const usage = `npm run test:again -- N [options] [files]

Repeats the end-to-end specs N times, 20 unless given, with a busy process for each processor.
  --shard I/N  the I-th part of N
  --continue   goes on where the run before has stopped`

/** One process for each processor that does nothing as fast as it can, until this one ends. */
function keepBusy(): void {
  const loop =
    'process.on("disconnect", () => process.exit()); (function turn() { for (let n = 0; n < 1e7; n++); setImmediate(turn) })()'
  for (let n = 0; n < availableParallelism(); n++) {
    const child = spawn(process.execPath, ['--eval', loop], {
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    child.unref()
    child.channel?.unref()
  }
}

function main(): number {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { help: { type: 'boolean', default: false }, ...roundsFlags },
  })
  if (values.help) {
    console.log(usage)
    return 0
  }
  const [times = '20', ...files] = positionals
  if (!/^[1-9]\d*$/.test(times)) {
    console.error(`How many times? A whole number from 1, not “${times}”`)
    return 2
  }
  keepBusy()
  const rounds = Array.from({ length: Number(times) }, (_, nth) => ({
    name: `round ${nth + 1}`,
    options: ['--project=e2e', '--project=stand-in', ...files],
  }))
  return playRounds('again', rounds, values)
}

process.exitCode = main()
