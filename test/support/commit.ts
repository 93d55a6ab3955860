/** A number that differs from commit to commit: what CI plays is drawn from it, and can be again. */
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The first 28 bits of the hash of the commit that is checked out; 1 outside of a clone. */
export function numberOfCommit(): number {
  try {
    const hash = execFileSync('git', ['rev-parse', 'HEAD'], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return Number.parseInt(hash.slice(0, 7), 16)
  } catch {
    return 1
  }
}
