import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { needs } from '../support/needs.ts'
import { clockEnvironment, onAnyDay } from '../support/test-day.ts'
import { until } from '../support/until.ts'
import { controlC, hasTerminal, startAtTerminal, withoutTerminal } from './terminal.ts'

onAnyDay()

const launchers = fileURLToPath(new URL('../../electron/cli', import.meta.url))
const built = fileURLToPath(new URL('../../out/main/cli.cjs', import.meta.url))

/** A program in the place of the built one: says what it was given, or waits for signals. */
const program = `
const said = (text) => process.stdout.write(text + '\\n')
exports.main = async (argv) => {
  if (argv[0] === 'listen') {
    process.on('SIGINT', said)
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
      [
        process.execPath,
        '--require',
        join(installed, 'old.cjs'),
        'electron/cli/stint.cjs',
        ...argv,
      ],
      {
        cwd: installed,
        env: { ...process.env, ...clockEnvironment(), STINT_HOME: installed, STINT_LOG: '1' },
      },
    )

  it('leaves Ctrl+C to the terminal, which sends it to the program as well', async ({ skip }) => {
    skip(!hasTerminal, withoutTerminal)
    bundleNode()
    const { shown, press, ended } = atTerminal('listen')
    const launcher = await until(() => Number(/launcher (\d+)/.exec(shown())![1]))
    press(controlC)
    await until(() => expect(shown()).toContain('SIGINT'))
    // The launcher has its own SIGINT before this, and passes signals on in their order.
    process.kill(launcher, 'SIGTERM')
    expect(await ended).toBe(7)
    expect(shown().match(/SIG\w+/g)).toEqual(['SIGINT', 'SIGTERM'])
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

  it('keeps compiled code with the person, and beside the bundle in a working copy', async () => {
    const caches = join(installed, 'caches')
    const env = { ...process.env, LOCALAPPDATA: caches, XDG_CACHE_HOME: caches }
    const run = () =>
      ended(
        spawn(process.execPath, ['electron/cli/stint.cjs'], {
          cwd: installed,
          env: { ...env, NODE_COMPILE_CACHE: '' },
          stdio: ['ignore', 'pipe', 'pipe'],
        }),
      )
    expect(await run()).toMatchObject({ code: 0, said: '' })
    expect(existsSync(join(installed, 'out', '.compile-cache'))).toBe(false)
    expect(readdirSync(join(caches, 'stint', 'compiled'))).not.toEqual([])
    write('electron/cli/index.ts', '')
    expect(await run()).toMatchObject({ code: 0, said: '' })
    expect(readdirSync(join(installed, 'out', '.compile-cache'))).not.toEqual([])
  })

  it('says that a copy without its program has to be installed again', async () => {
    rmSync(join(installed, 'out'), { recursive: true })
    const { code, said } = await ended(start('new', 'status'))
    expect(said).toBe('This copy of Stint is incomplete. Reinstall it.\n')
    expect(code).toBe(2)
  })
})

describe('npm run dev', () => {
  needs(process.platform !== 'win32', 'the Electron of the test is a shell script')

  /** Runs it with an Electron of the test's own. */
  function develop(electron: string): ChildProcess {
    for (const folder of ['shared', 'renderer', 'electron/main']) write(`${folder}/.keep`, '')
    write('node_modules/electron/path.txt', 'electron')
    write('node_modules/electron/dist/electron', `#!/bin/sh\n${electron}\n`)
    chmodSync(join(installed, 'node_modules/electron/dist/electron'), 0o755)
    const child = spawn(process.execPath, ['electron/cli/dev.cjs', '--quiet'], {
      cwd: installed,
      stdio: ['ignore', 'pipe', 'pipe'],
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
})

describe('npm start with an Electron', () => {
  needs(process.platform !== 'win32', 'the Electron of the test is a shell script')

  const binary = 'node_modules/electron/dist/electron'
  /** In the place of Electron's own: leaves a binary that prints its arguments. */
  const installer = `
    const { writeFileSync, mkdirSync } = require('node:fs')
    mkdirSync(__dirname + '/dist', { recursive: true })
    writeFileSync(__dirname + '/dist/electron', '#!/bin/sh\\necho "in Electron $2"\\n', { mode: 0o755 })
    writeFileSync(__dirname + '/path.txt', 'electron')
  `
  let asked: string[]
  let mirror: string
  let status: number

  beforeEach(async () => {
    asked = []
    status = 200
    const server = createServer((request, response) => {
      asked.push(`${request.method} ${request.url}`)
      response.writeHead(status).end()
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    mirror = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
    write('node_modules/electron/package.json', '{ "version": "45.4.1" }')
    write('node_modules/electron/install.js', installer)
    return () => void server.close()
  })

  const npmStart = (args: string[], env = {}) =>
    ended(
      spawn(process.execPath, ['electron/cli/start.cjs', ...args], {
        cwd: installed,
        env: { ...process.env, ELECTRON_MIRROR: mirror, ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
    )

  it('fetches it once and opens it', async () => {
    expect((await npmStart(['/reports'])).out).toBe('in Electron /reports\n')
    expect(asked).toEqual(['HEAD /v45.4.1/SHASUMS256.txt'])
    expect((await npmStart(['/week'])).out).toBe('in Electron /week\n')
    expect(asked).toHaveLength(1)
  })

  it('opens a browser where it cannot be had, and does not ask again for a day', async () => {
    status = 503
    const first = await npmStart(['--quiet'])
    expect(JSON.parse(first.out)).toMatchObject({ argv: ['app', '--quiet'] })
    expect(first.said).toContain('Opening Stint in your browser instead')
    status = 200
    expect((await npmStart([])).said).toContain('Opening Stint in your browser instead')
    expect(asked).toHaveLength(1)
    const dayAndMore = (performance.timeOrigin + performance.now()) / 1000 - 25 * 60 * 60
    utimesSync(join(installed, 'node_modules/electron/.fetch-failed'), dayAndMore, dayAndMore)
    expect((await npmStart(['/day'])).out).toBe('in Electron /day\n')
  })

  it('opens a browser where the download fails', async () => {
    write('node_modules/electron/install.js', 'process.exit(1)')
    expect((await npmStart([])).said).toContain('Opening Stint in your browser instead')
    await npmStart([])
    expect(asked).toHaveLength(1)
  })

  it.each([
    ['--browser', ['--browser', '--quiet'], {}],
    ['STINT_HOST=browser', ['--quiet'], { STINT_HOST: 'browser' }],
  ])('asks nobody where %s wants a browser', async (_how, args, env) => {
    const { out, said } = await npmStart(args, env)
    expect(JSON.parse(out)).toMatchObject({ argv: ['app', '--quiet'] })
    expect({ said, asked }).toEqual({ said: '', asked: [] })
    expect(existsSync(join(installed, binary))).toBe(false)
  })

  describe('whose sandbox the system forbids', () => {
    /** Ends as Chromium does, before any page. */
    const forbidden = (says: string) => {
      write('node_modules/electron/path.txt', 'electron')
      write(
        binary,
        `#!/bin/sh\ncase "$*" in *--no-sandbox*) echo unsafe;; esac\necho '[1:FATAL:zygote_host_impl_linux.cc(126)] ${says}' >&2\nkill -TRAP $$\n`,
      )
      chmodSync(join(installed, binary), 0o755)
    }

    it.each([
      'No usable sandbox! If you are running on Ubuntu 23.10+ see the documents.',
      'The SUID sandbox helper binary was found, but is not configured correctly.',
    ])('names the remedy and opens a browser: %s', async (says) => {
      forbidden(says)
      const { code, out, said } = await npmStart(['--quiet'])
      expect(said).toContain(says)
      expect(said).toContain('The system doesn’t let Electron set up its sandbox')
      expect(said).toContain(
        process.getuid?.() === 0
          ? 'Start Stint as a user other than root.'
          : `sudo chmod 4755 '${join(installed, 'node_modules/electron/dist/chrome-sandbox')}'`,
      )
      // Once, in the browser, and never without a sandbox.
      expect(JSON.parse(out)).toMatchObject({ argv: ['app', '--quiet'] })
      expect(code).toBe(0)
    })

    it('opens no browser after another end', async () => {
      forbidden('Check failed: 1 + 1 == 3')
      expect(await npmStart([])).toMatchObject({ code: 1, out: '' })
    })
  })

  describe('whose folder ELECTRON_OVERRIDE_DIST_PATH names', () => {
    it('opens that one, and asks nobody', async () => {
      const name =
        process.platform === 'darwin' ? 'Electron.app/Contents/MacOS/Electron' : 'electron'
      write(`own electron/${name}`, '#!/bin/sh\necho "in my Electron $2"\n')
      chmodSync(join(installed, 'own electron', name), 0o755)
      const own = { ELECTRON_OVERRIDE_DIST_PATH: join(installed, 'own electron') }
      expect((await npmStart(['/week'], own)).out).toBe('in my Electron /week\n')
      expect(asked).toEqual([])
    })

    it('says so where none is there, fetches none, and opens a browser', async () => {
      const own = { ELECTRON_OVERRIDE_DIST_PATH: join(installed, 'empty') }
      const { out, said } = await npmStart(['--quiet'], own)
      expect(said).toBe(
        `ELECTRON_OVERRIDE_DIST_PATH names ${own.ELECTRON_OVERRIDE_DIST_PATH}, but Electron isn’t there. ` +
          'Opening Stint in your browser instead.\n',
      )
      expect(JSON.parse(out)).toMatchObject({ argv: ['app', '--quiet'] })
      expect(asked).toEqual([])
    })
  })
})
