import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach } from 'vitest'

const launchers = fileURLToPath(new URL('../../electron/cli', import.meta.url))

/** A program in the place of the built one: says what it was given, or waits for signals. */
const program = `
const said = (text) => process.stdout.write(text + '\\n')
exports.main = async (argv) => {
  if (argv[0] === 'listen') {
    process.on('SIGINT', (signal) => {
      said(signal)
      require('node:fs').writeFileSync('heard', '')
    })
    const told = new Promise((resolve) => process.on('SIGTERM', resolve))
    const waiting = setInterval(() => {}, 1000)
    said('launcher ' + process.ppid)
    said(await told)
    clearInterval(waiting)
    return 7
  }
  const signal = new Promise((resolve) => {
    for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(name, resolve)
  })
  said(JSON.stringify({ argv, version: process.versions.node }))
  if (argv[0] === 'wait') {
    const waiting = setInterval(() => {}, 1000)
    said(await signal)
    clearInterval(waiting)
    return 7
  }
  if (argv[0] === 'die') process.kill(process.pid, 'SIGKILL')
  return argv[0] === 'refuse' ? 1 : 0
}
`

/**
 * For a launcher of a program that listens: handles Ctrl+C after the program has. A signal that is
 * sent while another of its kind is pending arrives as one with it.
 */
export const slowAtControlC = `
process.on('SIGINT', () => {
  const clock = new Int32Array(new SharedArrayBuffer(4))
  for (let tries = 0; tries < 1000 && !require('node:fs').existsSync('heard'); tries += 1) {
    Atomics.wait(clock, 0, 0, 10)
  }
})
`

/** A folder of each test's own with the launchers and a pretended program. */
export interface Installed {
  path(...parts: string[]): string
  write(path: string, text: string | Buffer): void
  /** The same for what the system can run. */
  writeProgram(path: string, text: string): void
}

/** Has to be called where the tests are defined. */
export function installed(): Installed {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'stint-launcher-'))
    cpSync(launchers, join(folder, 'electron', 'cli'), {
      recursive: true,
      filter: (source) => !source.endsWith('.ts'),
    })
    write('package.json', '{ "type": "module" }')
    write('out/main/cli.cjs', program)
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  const path = (...parts: string[]) => join(folder, ...parts)
  const write = (file: string, text: string | Buffer) => {
    mkdirSync(dirname(path(file)), { recursive: true })
    writeFileSync(path(file), text)
  }
  const writeProgram = (file: string, text: string) => {
    write(file, text)
    chmodSync(path(file), 0o755)
  }
  return { path, write, writeProgram }
}

/** Runs Node in the folder. */
export const startNode = (
  cwd: string,
  args: string[],
  options: { env?: NodeJS.ProcessEnv } = {},
): ChildProcess =>
  spawn(process.execPath, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'], ...options })

export async function ended(child: ChildProcess) {
  let out = ''
  let said = ''
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (out += text))
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (said += text))
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null]
  return { code, signal, out, said }
}
