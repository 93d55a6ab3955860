/**
 * Takes the lock of a data folder as a process of its own. `once` releases it at once, and fails
 * where another has it at the same time; `hold` says that it has it, and keeps it.
 */
import { rmSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { takeOwnerLock } from '#core/node/owner-lock.ts'

const [home, what] = process.argv.slice(2) as [string, 'once' | 'hold']
const patience = { command: Infinity, app: Infinity }
const owning = await takeOwnerLock(home, 'command', () => Promise.resolve(null), patience)
if (owning.is !== 'taken') throw new Error(`The lock is ${owning.is}`)
if (what === 'once') {
  const inside = join(home, 'inside')
  writeFileSync(inside, '', { flag: 'wx' })
  rmSync(inside)
  owning.lock.release()
} else {
  writeSync(1, 'taken\n')
  process.stdin.resume()
}
