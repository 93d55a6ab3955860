/** Child processes whose native crash is reported with its stack, where the system provides one. */
import { spawn, spawnSync, type ChildProcessByStdio } from 'node:child_process'
import { existsSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'

const frames = 30

/**
 * Starts this Node with these arguments. Where there is a shell, a crash leaves a core dump.
 * @param folder the child's own: its working directory
 */
export function startWithCore(
  folder: string,
  argv: readonly string[],
): ChildProcessByStdio<null, Readable, Readable> {
  const whole = [process.execPath, ...argv]
  // Limits are inherited, and Node has no call that raises one. A hard limit may refuse it.
  const call =
    process.platform === 'win32'
      ? whole
      : ['/bin/sh', '-c', 'ulimit -c unlimited 2>/dev/null; exec "$@"', 'sh', ...whole]
  return spawn(call[0]!, call.slice(1), { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
}

/**
 * Returns the stack of a process that ended by a signal, or why there is none. The core dump is
 * removed.
 */
export function stackOf(pid: number, folder: string): string {
  const core = coreOf(pid, folder)
  if (typeof core !== 'string') return core.why
  try {
    const threads = ['-ex', `bt ${frames}`, '-ex', `thread apply all bt ${frames}`]
    const gdb = spawnSync('gdb', ['-nx', '-batch', ...threads, process.execPath, core], {
      encoding: 'utf8',
    })
    if (gdb.error) return 'No stack: gdb is not installed (on Debian `apt-get install gdb`)'
    return gdb.stdout
      .split('\n')
      .filter((line) => /^(#|Thread|Program terminated)/.test(line))
      .join('\n')
  } finally {
    rmSync(core, { force: true })
  }
}

/** Linux names core dumps by a pattern: a path, or a name in the working directory. */
function coreOf(pid: number, folder: string): string | { why: string } {
  const setting = '/proc/sys/kernel/core_pattern'
  if (!existsSync(setting)) return { why: 'No stack: core dumps are looked for on Linux alone' }
  const pattern = readFileSync(setting, 'utf8').trim()
  if (pattern.startsWith('|')) {
    return {
      why: `No stack: this system hands core dumps to ${pattern.slice(1).split(' ', 1)[0]!}`,
    }
  }
  const place = pattern.startsWith('/') ? dirname(pattern) : folder
  const isOurs = (name: string) =>
    pattern.startsWith('/') ? name.split(/\D+/).includes(String(pid)) : name.startsWith('core')
  const name = existsSync(place) ? readdirSync(place).find(isOurs) : undefined
  return name === undefined
    ? { why: `No stack: there is no core dump in ${place}` }
    : join(place, name)
}
