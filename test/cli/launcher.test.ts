import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const launchers = fileURLToPath(new URL('../../electron/cli', import.meta.url))

/** A program in the place of the built one: says what it was given, or waits for a signal. */
const program = `
const said = (text) => process.stdout.write(text + '\\n')
exports.main = async (argv) => {
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

let installed: string

function write(path: string, text: string): void {
  const file = join(installed, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

beforeEach(() => {
  installed = mkdtempSync(join(tmpdir(), 'stint-launcher-'))
  cpSync(launchers, join(installed, 'electron', 'cli'), {
    recursive: true,
    filter: (source) => !source.endsWith('.ts'),
  })
  write('package.json', '{ "type": "module" }')
  write('out/main/cli.cjs', program)
  write('old.cjs', `Object.defineProperty(process.versions, 'node', { value: '20.19.0' })`)
})

afterEach(() => rmSync(installed, { recursive: true, force: true }))

/** A Node beside the program; it drops the two arguments that make a Node look old. */
function bundleNode(): void {
  const path = `node_modules/node-${process.platform}-${process.arch}/bin/node`
  write(path, `#!/bin/sh\nshift 2\nexec '${process.execPath}' "$@"\n`)
  chmodSync(join(installed, path), 0o755)
}

function start(node: 'old' | 'new', ...argv: string[]): ChildProcess {
  const pretend = node === 'old' ? ['--require', join(installed, 'old.cjs')] : []
  return spawn(process.execPath, [...pretend, 'electron/cli/stint.cjs', ...argv], {
    cwd: installed,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

async function ended(child: ChildProcess) {
  let out = ''
  let said = ''
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (out += text))
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (said += text))
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null]
  return { code, signal, out, said }
}

describe.skipIf(process.platform === 'win32')('stint on a Node that is too old', () => {
  it('runs again with the bundled Node and passes on arguments, output and exit code', async () => {
    bundleNode()
    const { code, out } = await ended(start('old', 'refuse', 'two words', '--json'))
    const { argv, version } = JSON.parse(out) as { argv: string[]; version: string }
    expect(argv).toEqual(['refuse', 'two words', '--json'])
    expect(version).toBe(process.versions.node)
    expect(code).toBe(1)
  })

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('passes on %s', async (signal) => {
    bundleNode()
    const child = start('old', 'wait')
    const end = ended(child)
    child.stdout?.once('data', () => child.kill(signal))
    expect(await end).toMatchObject({ code: 7, out: expect.stringContaining(signal) as string })
  })

  it('ends by the signal that ended the program', async () => {
    bundleNode()
    expect(await ended(start('old', 'die'))).toMatchObject({ code: null, signal: 'SIGKILL' })
  })

  it('says in one sentence what is needed where no other Node is bundled', async () => {
    const { code, out, said } = await ended(start('old', 'status'))
    expect(said).toBe(
      'Stint needs Node 22.14 or newer and this is Node 20.19.0: ' +
        'install a newer one from https://nodejs.org and try again.\n',
    )
    expect({ code, out }).toEqual({ code: 2, out: '' })
  })
})

describe('stint on a Node that is new enough', () => {
  it('runs in the same process, with the exit code that the program answers', async () => {
    expect(await ended(start('new', 'refuse'))).toMatchObject({ code: 1, said: '' })
  })

  it('says that a copy without its program has to be installed again', async () => {
    rmSync(join(installed, 'out'), { recursive: true })
    const { code, said } = await ended(start('new', 'status'))
    expect(said).toBe('This copy of Stint is incomplete: install it again.\n')
    expect(code).toBe(2)
  })
})
