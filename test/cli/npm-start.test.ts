/** `npm start`: Electron's own installer, as it is, on a mirror of the test's own. */
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { copyFileSync, existsSync, readFileSync, rmSync, symlinkSync, utimesSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { limitFetch } from '../../electron/cli/install-electron.cjs'
import { needs } from '../support/needs.ts'
import { zip } from '../support/zip.ts'
import { ended, installed, slowAtControlC, startNode } from './installed.ts'
import { afterControlC, hasTerminal, startAtTerminal, withoutTerminal } from './terminal.ts'

const modules = fileURLToPath(new URL('../../node_modules', import.meta.url))
const { path, write, writeProgram } = installed()

const electron = process.platform === 'darwin' ? 'Electron.app/Contents/MacOS/Electron' : 'electron'
const binary = `node_modules/electron/dist/${electron}`
const archive = `electron-v45.4.1-${process.platform}-${process.arch}.zip`
const inBrowser = 'Opening Stint in your browser instead.\n'
const isMissing = 'The Electron binary is missing (get it with npx install-electron).'

const prints = (text: string) => `#!/bin/sh\necho "${text} $2"\n`

describe('npm start', () => {
  needs(process.platform !== 'win32', 'the Electron of the test is a shell script')

  let asked: string[]
  let server: Server
  let mirror: string
  let status: number

  beforeEach(async () => {
    asked = []
    status = 200
    const packed = zip({ version: '45.4.1', [electron]: prints('in Electron') })
    server = createServer((request, response) => {
      asked.push(`${request.method} ${request.url}`)
      response.writeHead(status).end(packed)
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    mirror = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
    write('node_modules/electron/package.json', '{ "version": "45.4.1" }')
    const sum = createHash('sha256').update(packed).digest('hex')
    write('node_modules/electron/checksums.json', JSON.stringify({ [archive]: sum }))
    copyFileSync(join(modules, 'electron/install.js'), path('node_modules/electron/install.js'))
    for (const scope of ['@electron', '@electron-internal']) {
      symlinkSync(join(modules, scope), path('node_modules', scope))
    }
    return () => void server.close()
  })

  /** @param settings where Electron comes from; the test's mirror unless named */
  const npmStart = (args: string[], settings: NodeJS.ProcessEnv = { ELECTRON_MIRROR: mirror }) =>
    ended(
      startNode(path(), ['electron/cli/start.cjs', ...args], {
        env: { ...process.env, electron_config_cache: path('cache'), ...settings },
      }),
    )

  /** Puts an Electron where one was downloaded before. */
  const place = (script: string) => {
    write('node_modules/electron/path.txt', electron)
    write('node_modules/electron/dist/version', '45.4.1')
    writeProgram(binary, script)
  }

  it('downloads Electron once and opens it', async () => {
    const { out, said } = await npmStart(['/reports'])
    expect(out).toBe('in Electron /reports\n')
    expect(said).toBe('Downloading Electron, once (about 120 MB)…\n')
    expect(asked).toEqual([`GET /v45.4.1/${archive}`])
    expect(await npmStart(['/week'])).toMatchObject({ out: 'in Electron /week\n', said: '' })
    expect(asked).toHaveLength(1)
  })

  it.each(['npm_config_electron_mirror', 'NPM_CONFIG_ELECTRON_MIRROR', 'ELECTRON_MIRROR'])(
    'downloads it from the mirror in %s',
    async (name) => {
      const settings = {
        [name]: `${mirror}of our own/`,
        ELECTRON_CUSTOM_DIR: 'stable-{{ version }}',
      }
      expect((await npmStart(['/week'], settings)).out).toBe('in Electron /week\n')
      expect(asked).toEqual([`GET /of%20our%20own/stable-45.4.1/${archive}`])
    },
  )

  it('takes it out of Electron’s cache without asking anybody', async () => {
    await npmStart([])
    rmSync(path('node_modules/electron/dist'), { recursive: true })
    rmSync(path('node_modules/electron/path.txt'))
    server.close()
    expect(await npmStart(['/day'])).toMatchObject({ out: 'in Electron /day\n', said: '' })
    expect(asked).toHaveLength(1)
  })

  it('replaces one that an earlier version of Stint left, and does not open it', async () => {
    write('node_modules/electron/path.txt', electron)
    write('node_modules/electron/dist/version', '44.0.0')
    writeProgram(binary, prints('in old Electron'))
    status = 503
    const first = await npmStart(['--quiet'])
    expect(JSON.parse(first.out)).toMatchObject({ argv: ['app', '--quiet'] })
    status = 200
    rmSync(path('node_modules/electron/.fetch-failed'))
    expect((await npmStart(['/day'])).out).toBe('in Electron /day\n')
  })

  it('opens a browser where it cannot be had, and asks again a day later or elsewhere', async () => {
    status = 503
    const first = await npmStart(['--quiet'])
    expect(JSON.parse(first.out)).toMatchObject({ argv: ['app', '--quiet'] })
    expect(first.said).toContain('Response code 503')
    expect(first.said).toContain(`${isMissing} ${inBrowser}`)
    status = 200
    expect((await npmStart([])).said).toBe(`${isMissing} ${inBrowser}`)
    expect(asked).toHaveLength(1)
    const mark = path('node_modules/electron/.fetch-failed')
    // A mirror may have a password in its address.
    expect(readFileSync(mark, 'utf8')).not.toContain('127.0.0.1')
    const elsewhere = { ELECTRON_MIRROR: mirror, ELECTRON_CUSTOM_DIR: 'elsewhere' }
    status = 503
    await npmStart([], elsewhere)
    expect(asked).toHaveLength(2)
    status = 200
    const dayAndMore = (performance.timeOrigin + performance.now()) / 1000 - 25 * 60 * 60
    utimesSync(mark, dayAndMore, dayAndMore)
    expect((await npmStart(['/day'], elsewhere)).out).toBe('in Electron /day\n')
  })

  it('opens a browser where what it downloaded is something else', async () => {
    write('node_modules/electron/checksums.json', JSON.stringify({ [archive]: '0'.repeat(64) }))
    const { out, said } = await npmStart([])
    expect(JSON.parse(out)).toMatchObject({ argv: ['app'] })
    expect(said).toContain(inBrowser)
    expect(existsSync(path(binary))).toBe(false)
  })

  it('names the variable of a mirror that is no address', async () => {
    const { out, said } = await npmStart([], { npm_config_electron_mirror: 'mirror.example' })
    expect(said).toBe(
      'npm_config_electron_mirror is “mirror.example”; ' +
        `set it to an address that begins with https://. ${inBrowser}`,
    )
    expect(JSON.parse(out)).toMatchObject({ argv: ['app'] })
  })

  it('names the remedy where its folder cannot be written to', async () => {
    // Root may write into every folder, but not through a link that leads nowhere.
    symlinkSync(path('missing', 'folder'), path('node_modules/electron/.fetch-failed'))
    const { out, said } = await npmStart(['--quiet'])
    expect(said).toBe(
      `The Electron binary is missing, and you can’t write to ${path('node_modules/electron')}. ` +
        `Run npx install-electron as the user who ran npm ci. ${inBrowser}`,
    )
    expect(JSON.parse(out)).toMatchObject({ argv: ['app', '--quiet'] })
    expect(asked).toEqual([])
  })

  describe('without a network', () => {
    const without = { ELECTRON_MIRROR: 'http://mirror.example/' }
    /** Has every process begin with a script. */
    const begin = (script: string) => {
      write('begin.cjs', script)
      return { ...without, NODE_OPTIONS: `--require "${path('begin.cjs')}"` }
    }

    it('asks for the name once, waits for nothing, and opens a browser', async () => {
      const { out, said } = await npmStart(
        ['--quiet'],
        begin(`
          require('node:dns').lookup = (host, options, callback) => {
            require('node:fs').appendFileSync(${JSON.stringify(path('asked'))}, host + '\\n')
            process.nextTick(callback, Object.assign(new Error('no'), { code: 'ENOTFOUND' }))
          }
          // Whatever would wait for longer than for the name, waits for ever.
          const { setTimeout } = globalThis
          globalThis.setTimeout = (call, time, ...rest) => setTimeout(call, time ? 2 ** 31 - 1 : 0, ...rest)
        `),
      )
      expect(said).toBe(
        `Error: mirror.example can’t be reached (ENOTFOUND).\n${isMissing} ${inBrowser}`,
      )
      expect(JSON.parse(out)).toMatchObject({ argv: ['app', '--quiet'] })
      expect(readFileSync(path('asked'), 'utf8')).toBe('mirror.example\n')
    })

    it('ends the installer although the name is still looked up', async () => {
      const { said } = await npmStart(
        [],
        begin(`
          // As long as a system waits for a server of names that does not answer.
          const endless = () => require('node:crypto').pbkdf2('', '', 2 ** 31 - 1, 64, 'sha512', () => {})
          require('node:dns').lookup = () => void endless()
          const { setTimeout } = globalThis
          globalThis.setTimeout = (call, time, ...rest) => setTimeout(call, time === 4000 ? 100 : time, ...rest)
        `),
      )
      expect(said).toBe(
        `Error: mirror.example didn’t respond within 4 seconds.\n${isMissing} ${inBrowser}`,
      )
    })
  })

  it.each([
    ['--browser', ['--browser', '--quiet'], {}],
    ['STINT_HOST=browser', ['--quiet'], { STINT_HOST: 'browser' }],
  ])('asks nobody where %s wants a browser', async (_how, args, env) => {
    const { out, said } = await npmStart(args, { ELECTRON_MIRROR: mirror, ...env })
    expect(JSON.parse(out)).toMatchObject({ argv: ['app', '--quiet'] })
    expect({ said, asked }).toEqual({ said: '', asked: [] })
    expect(existsSync(path(binary))).toBe(false)
  })

  it('leaves Ctrl+C to the terminal, which sends it to Electron as well', async ({ skip }) => {
    skip(!hasTerminal, withoutTerminal)
    const listen = `require('${path('out/main/cli.cjs')}').main(['listen'])`
    const end = '.then((code) => (process.exitCode = code))'
    place(`#!/bin/sh\nexec '${process.execPath}' --eval "${listen}${end}"\n`)
    write('slow.cjs', slowAtControlC)
    const started = startAtTerminal(
      [process.execPath, '--require', path('slow.cjs'), 'electron/cli/start.cjs'],
      { cwd: path(), env: process.env },
    )
    const signals = ['SIGINT', 'SIGTERM']
    expect(await afterControlC(started)).toEqual({ code: 7, signals })
  })

  describe('whose sandbox the system forbids', () => {
    /** Ends as Chromium does, before any page. */
    const forbidden = (says: string) => {
      place(
        `#!/bin/sh\ncase "$*" in *--no-sandbox*) echo unsafe;; esac\necho '[1:FATAL:zygote_host_impl_linux.cc(126)] ${says}' >&2\nkill -TRAP $$\n`,
      )
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
          : `sudo chmod 4755 '${join(path(binary), '..', 'chrome-sandbox')}'`,
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
    it('opens that one, whatever its version, and asks nobody', async () => {
      writeProgram(`own electron/${electron}`, prints('in my Electron'))
      const own = { ELECTRON_MIRROR: mirror, ELECTRON_OVERRIDE_DIST_PATH: path('own electron') }
      expect((await npmStart(['/week'], own)).out).toBe('in my Electron /week\n')
      expect(asked).toEqual([])
    })

    it('says so where none is there, downloads none, and opens a browser', async () => {
      const own = { ELECTRON_MIRROR: mirror, ELECTRON_OVERRIDE_DIST_PATH: path('empty') }
      const { out, said } = await npmStart(['--quiet'], own)
      expect(said).toBe(
        `ELECTRON_OVERRIDE_DIST_PATH names ${path('empty')}, but Electron isn’t there. ${inBrowser}`,
      )
      expect(JSON.parse(out)).toMatchObject({ argv: ['app', '--quiet'] })
      expect(asked).toEqual([])
    })
  })
})

describe('a download of Electron', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  const url = 'https://mirror.example/electron.zip'

  it('is given up when no response has begun after four seconds', async () => {
    const gaveUp = vi.fn()
    const asking = limitFetch((_url, init) => {
      const { promise, reject } = Promise.withResolvers<Response>()
      init!.signal!.addEventListener('abort', () => reject(init!.signal!.reason as Error))
      return promise
    }, gaveUp)(url)
    const outcome = expect(asking).rejects.toThrow(
      'mirror.example didn’t respond within 4 seconds.',
    )
    await vi.advanceTimersByTimeAsync(3_999)
    expect(gaveUp).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    await outcome
    expect(gaveUp).toHaveBeenCalledOnce()
  })

  it('is not waited for where the name has no address', async () => {
    const noAddress = new TypeError('fetch failed', { cause: { code: 'ENOTFOUND' } })
    const gaveUp = vi.fn()
    await expect(limitFetch(() => Promise.reject(noAddress), gaveUp)(url)).rejects.toThrow(
      'mirror.example can’t be reached (ENOTFOUND).',
    )
    expect({ timers: vi.getTimerCount(), calls: gaveUp.mock.calls }).toEqual({
      timers: 0,
      calls: [],
    })
  })

  it('takes as long as it needs once the response has begun', async () => {
    const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    const body = new TransformStream<Uint8Array, Uint8Array>()
    let signal: AbortSignal | undefined
    const response = await limitFetch((_url, init) => {
      signal = init!.signal!
      return Promise.resolve(new Response(body.readable))
    }, vi.fn())(url)
    expect(said).toHaveBeenCalledWith('Downloading Electron, once (about 120 MB)…\n')
    said.mockRestore()
    await vi.advanceTimersByTimeAsync(600_000)
    expect(signal!.aborted).toBe(false)
    expect(response.ok).toBe(true)
  })
})
