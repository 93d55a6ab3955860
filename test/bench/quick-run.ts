/** A benchmark at its smallest, as its test runs it: in a process of its own. */
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { onTestFinished } from 'vitest'
import { testFolder } from '../support/folder.ts'

const script = fileURLToPath(new URL('run.ts', import.meta.url))

/**
 * Runs `npm run bench -- … --quick`; it ends with the test, also when that fails.
 * @param args which benchmark, and its options
 * @param env in addition to ours
 * @returns what it printed, and what it wrote as JSON
 */
export async function quickRun<Results>(
  args: string[],
  env: NodeJS.ProcessEnv = {},
): Promise<{ printed: string; results: Results }> {
  const output = join(testFolder(), 'results.json')
  const ending = new AbortController()
  onTestFinished(() => ending.abort())
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [script, ...args, '--quick', '--output', output],
    { signal: ending.signal, env: { ...process.env, ...env } },
  )
  return { printed: stdout, results: JSON.parse(readFileSync(output, 'utf8')) as Results }
}
