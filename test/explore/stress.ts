/**
 * Real processes that open, write, back up, restore, ruin, abort and close, some killed, while all
 * cores are busy. It looks for a process that ends by a signal of its own, which no test inside
 * that process could report; and for an acknowledged entry that is missing.
 */
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, constants, setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { ensureBuilt } from '../../electron/cli/ensure-built.cjs'
import { chance, type Chance } from '../simulation/chance.ts'
import { stackOf, startWithCore } from '../stress/native-crash.ts'
import { writeFinding } from './ledger.ts'
import type { Explored, Options, Stretch } from './options.ts'

const session = fileURLToPath(new URL('../stress/session.ts', import.meta.url))
/** Milliseconds; a process that is silent for longer hangs. */
const patience = 5 * 60_000

/** Processes that run now; they end with this one. */
const running = new Set<ChildProcess>()
process.once('exit', () => running.forEach((child) => child.kill('SIGKILL')))
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1))

/** Runs one process to its end. Returns why it failed, or null. */
async function run(
  folder: string,
  seed: number,
  company: 'alone' | 'beside',
  killAfter: number | null,
): Promise<string | null> {
  const cwd = mkdtempSync(join(folder, 'cwd-'))
  const child = startWithCore(cwd, [session, folder, String(seed), company])
  running.add(child)
  const complaint = text(child.stderr)
  const wrong: string[] = []
  const trace: string[] = []
  let seen = 0
  const ending = { isKilled: false, isHung: false }
  const hang = () => {
    ending.isHung = true
    // With a core dump, so that its stack shows where.
    child.kill('SIGABRT')
  }
  let timer = setTimeout(hang, patience)
  createInterface(child.stdout).on('line', (line) => {
    clearTimeout(timer)
    timer = setTimeout(hang, patience)
    const [, account, entry] = /^\+ (\S+) (.*)$/.exec(line) ?? []
    if (entry !== undefined) appendFileSync(join(folder, `${account}.acknowledged`), `${entry}\n`)
    else if (/^(lost|wrong) /.test(line)) wrong.push(line)
    else trace.push(line)
    if (++seen === killAfter) {
      ending.isKilled = true
      child.kill('SIGKILL')
    }
  })
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null]
  clearTimeout(timer)
  running.delete(child)
  const isAsWanted = code === 0 || (ending.isKilled && signal === 'SIGKILL')
  if (!isAsWanted) {
    wrong.push(ending.isHung ? 'It hung.' : `It ended with ${signal ?? `exit code ${code}`}.`)
    if (signal !== null) wrong.push(stackOf(child.pid!, cwd))
  }
  rmSync(cwd, { recursive: true, force: true })
  if (wrong.length === 0) return null
  return [
    ...wrong,
    ...trace.slice(-10),
    ...(await complaint).trimEnd().split('\n').slice(-40),
  ].join('\n')
}

/** A data folder from its first process to its last. */
async function live(seed: number, sum: Explored): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'stint-stress-'))
  for (const account of ['a', 'b']) mkdirSync(join(folder, account))
  const draw = chance(seed, 'life')
  for (let left = draw.between(3, 8); left > 0; left--) {
    // Two at once would each create an account where there is none yet.
    const mayBeTwo = ['a', 'b'].every((home) => existsSync(join(folder, home, 'accounts')))
    const processes = draw.percent(25) && mayBeTwo ? 2 : 1
    const company = processes === 1 ? 'alone' : 'beside'
    const plans = Array.from({ length: processes }, () => plan(draw))
    const ends = await Promise.all(
      plans.map(({ seed: drawn, killAfter }) => run(folder, drawn, company, killAfter)),
    )
    for (const why of ends) {
      if (why === null) {
        sum.passed += 1
        continue
      }
      sum.failed += 1
      const again = `Replay it: npm run explore -- stress --seed ${seed} --seeds 1`
      const file = writeFinding(`stress-${seed}`, [why, `Its files: ${folder}`, again])
      console.log(`\n${why}\nwritten to ${file}`)
    }
    if (ends.some((why) => why !== null)) return
  }
  rmSync(folder, { recursive: true, force: true })
}

const plan = (draw: Chance) => ({
  seed: draw.between(0, 2 ** 31 - 1),
  killAfter: draw.percent(40) ? draw.between(1, 120) : null,
})

/** Keeps all cores busy; the machine stays usable. */
function makeLoad(): Worker[] {
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
  return Array.from(
    { length: availableParallelism() },
    () => new Worker('for (;;) Math.random()', { eval: true }),
  )
}

/** A seed is the life of a data folder; its processes are counted. */
export async function exploreStress(
  { from, count }: Stretch,
  { workers }: Options,
): Promise<Explored> {
  if (!ensureBuilt()) throw new Error('The second thread cannot be built.')
  const load = makeLoad()
  const sum = { passed: 0, failed: 0 }
  let next = from
  const hands = Array.from({ length: Math.min(count, workers) }, async () => {
    while (next < from + count) await live(next++, sum)
  })
  await Promise.all(hands)
  await Promise.all(load.map((busy) => busy.terminate()))
  return sum
}
