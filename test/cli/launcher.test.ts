import type { ChildProcess } from 'node:child_process'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { needs } from '../support/needs.ts'
import { clockEnvironment, onAnyDay } from '../support/test-day.ts'
import { until } from '../support/until.ts'
import { ended, installed, slowAtControlC, startNode } from './installed.ts'
import {
  afterControlC,
  controlC,
  hasTerminal,
  startAtTerminal,
  withoutTerminal,
} from './terminal.ts'

onAnyDay()

const built = fileURLToPath(new URL('../../out/main/cli.cjs', import.meta.url))

const { path, write, writeProgram } = installed()

const old = `Object.defineProperty(process.versions, 'node', { value: '20.19.0' })\n`
beforeEach(() => write('old.cjs', old))

/** Puts a Node beside the program; it drops the two arguments that make a Node look old. */
function bundleNode(): void {
  const node = `node_modules/node-${process.platform}-${process.arch}/bin/node`
  writeProgram(node, `#!/bin/sh\nshift 2\nexec '${process.execPath}' "$@"\n`)
}

function start(node: 'old' | 'new', ...argv: string[]): ChildProcess {
  const pretend = node === 'old' ? ['--require', path('old.cjs')] : []
  return startNode(path(), [...pretend, 'electron/cli/stint.cjs', ...argv])
}

describe('stint on a Node that is too old', () => {
  needs(process.platform !== 'win32', 'the bundled Node of the test is a shell script')

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

  /** The same at a terminal. */
  const atTerminal = (...argv: string[]) =>
    startAtTerminal(
      [process.execPath, '--require', path('old.cjs'), 'electron/cli/stint.cjs', ...argv],
      {
        cwd: path(),
        env: { ...process.env, ...clockEnvironment(), STINT_HOME: path(), STINT_LOG: '1' },
      },
    )

  it('leaves Ctrl+C to the terminal, which sends it to the program as well', async ({ skip }) => {
    skip(!hasTerminal, withoutTerminal)
    bundleNode()
    write('old.cjs', old + slowAtControlC)
    const signals = ['SIGINT', 'SIGTERM']
    expect(await afterControlC(atTerminal('listen'))).toEqual({ code: 7, signals })
  })

  it('ends a service in order by one Ctrl+C', async ({ skip }) => {
    skip(!hasTerminal, withoutTerminal)
    bundleNode()
    write('out/main/cli.cjs', `module.exports = require(${JSON.stringify(built)})`)
    const { shown, press, ended } = atTerminal('serve', '--port', '0')
    await until(() => expect(shown()).toContain('Press Ctrl+C to stop.'))
    press(controlC)
    expect(await ended).toBe(0)
    expect(shown()).toContain('the service has stopped')
  })

  it('ends by the signal that ended the program', async () => {
    bundleNode()
    expect(await ended(start('old', 'die'))).toMatchObject({ code: null, signal: 'SIGKILL' })
  })

  it('says in one sentence what is needed where no other Node is bundled', async () => {
    const { code, out, said } = await ended(start('old', 'status'))
    expect(said).toBe(
      'Stint needs Node 22.14 or newer. This is Node 20.19.0. ' +
        'Install a newer one from https://nodejs.org and try again.\n',
    )
    expect({ code, out }).toEqual({ code: 2, out: '' })
  })
})

describe('stint on a Node that is new enough', () => {
  it('runs in the same process, with the exit code that the program answers', async () => {
    expect(await ended(start('new', 'refuse'))).toMatchObject({ code: 1, said: '' })
  })

  it('caches compiled code in the person’s folder, and beside the bundle in a working copy', async () => {
    const caches = path('caches')
    const own = { LOCALAPPDATA: caches, XDG_CACHE_HOME: caches, NODE_COMPILE_CACHE: '' }
    const run = () =>
      ended(startNode(path(), ['electron/cli/stint.cjs'], { env: { ...process.env, ...own } }))
    expect(await run()).toMatchObject({ code: 0, said: '' })
    expect(existsSync(path('out', '.compile-cache'))).toBe(false)
    expect(readdirSync(path('caches', 'stint', 'compiled'))).not.toEqual([])
    write('electron/cli/index.ts', '')
    expect(await run()).toMatchObject({ code: 0, said: '' })
    expect(readdirSync(path('out', '.compile-cache'))).not.toEqual([])
  })

  it('says that a copy without its program has to be installed again', async () => {
    rmSync(path('out'), { recursive: true })
    const { code, said } = await ended(start('new', 'status'))
    expect(said).toBe('This copy of Stint is incomplete. Reinstall it.\n')
    expect(code).toBe(2)
  })
})

describe('npm run dev', () => {
  needs(process.platform !== 'win32', 'the Electron of the test is a shell script')

  /** Runs it with an Electron of the test's own. */
  function develop(
    electron: string,
    { args = ['--quiet'], env = {} }: { args?: string[]; env?: NodeJS.ProcessEnv } = {},
  ): ChildProcess {
    for (const folder of ['shared', 'renderer', 'electron/main']) write(`${folder}/.keep`, '')
    write('node_modules/electron/package.json', '{ "version": "45.4.1" }')
    write('node_modules/electron/path.txt', 'electron')
    write('node_modules/electron/dist/version', '45.4.1')
    writeProgram('node_modules/electron/dist/electron', `#!/bin/sh\n${electron}\n`)
    const child = startNode(path(), ['electron/cli/dev.cjs', ...args], {
      env: { ...process.env, ...env },
    })
    onTestFinished(() => void child.kill('SIGKILL'))
    return child
  }

  it('starts Electron again where its own side changed, and leaves pages to be reloaded', async () => {
    const child = develop('echo "started $@"\ntrap exit TERM\nwhile :; do sleep 0.1; done')
    let starts = 0
    child.stdout!.setEncoding('utf8').on('data', (text: string) => {
      starts += text.split('started ').length - 1
    })
    await until(() => expect(starts).toBe(1))
    write('renderer/page.vue', '')
    write('electron/main/index.ts', '')
    await until(() => expect(starts).toBe(2))
    child.kill('SIGTERM')
    expect(await ended(child)).toMatchObject({ code: 0 })
    expect(starts).toBe(2)
  })

  it('names the remedy and goes on in a browser where the system forbids the sandbox', async () => {
    const child = develop("echo '[1:FATAL:zygote.cc(126)] No usable sandbox!' >&2\nkill -TRAP $$")
    let out = ''
    let said = ''
    child.stdout!.setEncoding('utf8').on('data', (text: string) => (out += text))
    child.stderr!.setEncoding('utf8').on('data', (text: string) => (said += text))
    await until(() => expect(out).toContain('{"argv":["app","--quiet"]'))
    expect(said).toContain('The system doesn’t let Electron set up its sandbox')
    // Once is enough.
    said = ''
    write('electron/main/index.ts', '')
    await until(() => expect(out).toContain('{"argv":["app","--no-open","--quiet"]'))
    expect(said).not.toContain('sandbox')
  })

  it.each([
    ['--browser', { args: ['--browser', '--quiet'] }],
    ['STINT_HOST=browser', { env: { STINT_HOST: 'browser' } }],
  ])('opens a browser at once where %s wants one', async (_how, options) => {
    const child = develop('echo "started $@"', options)
    let out = ''
    child.stdout!.setEncoding('utf8').on('data', (text: string) => (out += text))
    await until(() => expect(out).toContain('{"argv":["app","--quiet"]'))
    expect(out).not.toContain('started')
  })
})
