/** The package for Debian that brings its own Node: built, checked, and used for its whole life. */
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeDeb } from '../../electron/package/deb.ts'
import { browserPackage, type LinuxPackage } from '../../electron/package/linux.ts'
import { bundledNode, build, manifest } from '../../electron/package/tree.ts'
import { appId } from '../../electron/main/identity.ts'
import { ensureBrowser } from '../support/ensure-browser.ts'
import { needs, needsProgram } from '../support/needs.ts'
import { clockEnvironment, onAnyDay } from '../support/test-day.ts'
import { until } from '../support/until.ts'

onAnyDay()

/** Whether this may install on the system, which must not have a Stint already. */
const isOurs =
  process.getuid?.() === 0 &&
  existsSync('/usr/bin/apt-get') &&
  !spawnSync('dpkg-query', ['--status', 'stint'], { encoding: 'utf8' }).stdout.includes(
    'Status: install ok installed',
  )
const node = bundledNode()
const canRun = isOurs && node !== null

const apt = (...args: string[]) =>
  execFileSync('apt-get', ['-o', 'DPkg::Lock::Timeout=300', '-y', '-q', ...args], {
    encoding: 'utf8',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })

describe('the package for Debian with its own Node', () => {
  needs(canRun, 'it is installed only on Debian as root, where no stint is installed')
  for (const program of ['Xvfb', 'xdotool', 'lintian', 'appstreamcli'] as const)
    needsProgram(program)

  let older: string
  let newer: string
  let made: LinuxPackage
  /** The folder of a person who installs it. */
  let home: string

  beforeAll(() => {
    if (!canRun) return
    build()
    // Only the one that is checked has to be as small as what is released.
    older = makeDeb(browserPackage('0.0.9', node), 'gzip')
    made = browserPackage(manifest.version, node)
    newer = makeDeb(made)
    home = mkdtempSync(join(tmpdir(), 'stint-person-'))
  }, 1_800_000)
  afterAll(() => {
    if (!canRun) return
    apt('purge', 'stint')
    rmSync(home, { recursive: true, force: true, maxRetries: 5 })
  })

  const env = () => ({
    ...clockEnvironment(),
    ...{ PATH: process.env['PATH'], TMPDIR: process.env['TMPDIR'], HOME: home, LANG: 'C.UTF-8' },
    STINT_BROWSER: ensureBrowser(),
  })
  const stint = (...args: string[]) =>
    execFileSync('stint', args, { encoding: 'utf8', env: env(), cwd: home })
  const status = () =>
    JSON.parse(stint('status', '--json')) as {
      running: boolean
      startedAt?: number
    }

  it('passes the checks of Debian and of desktops without a warning', () => {
    const said = spawnSync(
      'lintian',
      ['--fail-on=error,warning,info', '--tag-display-limit=0', newer],
      {
        encoding: 'utf8',
        env: { ...process.env, LC_ALL: 'C' },
      },
    )
    expect([said.stdout, said.status]).toEqual(['', 0])
    const share = join(made.tree, 'usr/share')
    execFileSync('desktop-file-validate', [join(share, 'applications', `${appId}.desktop`)])
    const metainfo = join(share, 'metainfo', `${appId}.metainfo.xml`)
    const appstream = spawnSync('appstreamcli', ['validate', '--no-net', metainfo], {
      encoding: 'utf8',
    })
    expect([appstream.stdout, appstream.status]).toEqual([
      expect.stringContaining('Validation was successful'),
      0,
    ])
  })

  it('carries no sources, no other system’s binding, and no second Node', () => {
    const listing = execFileSync('dpkg-deb', ['--contents', newer], { encoding: 'utf8' })
    const paths = listing.split('\n').flatMap((line) => line.split(/\s+/)[5] ?? [])
    expect(paths.filter((path) => path.endsWith('.node'))).toEqual([
      `./usr/lib/stint/node_modules/better-sqlite3/prebuilds/linux-${process.arch}.node`,
    ])
    expect(
      paths.filter((path) => /\.(?:ts|vue|map|cc|gyp)$|node-linux|index\.cjs$/.test(path)),
    ).toEqual([])
    // Half of it is Node.
    const megabytes = readFileSync(newer).length / 1e6
    expect(megabytes).toBeLessThan(40)
  })

  it(
    'is installed, used, upgraded with its data kept, and removed',
    { timeout: 900_000 },
    async () => {
      apt('install', '--no-install-recommends', older)
      expect(stint('--version').trim()).toBe('stint 0.0.9')
      expect(status().running).toBe(false)

      // Started from the menu, on a screen, and used by its keys.
      const screen = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1280x800x24'], {
        stdio: ['ignore', 'pipe', 'ignore'],
      })
      const [number] = (await once(createInterface({ input: screen.stdout }), 'line')) as [string]
      const display = { ...env(), DISPLAY: `:${number}` }
      const entry = readFileSync(`/usr/share/applications/${appId}.desktop`, 'utf8')
      const [program, ...args] = /^Exec=(.*)$/m.exec(entry)![1]!.split(' ')
      const app = spawn(program!, args, { env: display, cwd: home, stdio: 'ignore' })
      const xdotool = (...call: string[]) =>
        execFileSync('xdotool', call, { encoding: 'utf8', env: display, timeout: 300_000 }).trim()
      const [window] = xdotool('search', '--sync', '--onlyvisible', '--name', 'Stint').split('\n')
      xdotool('windowfocus', '--sync', window!)
      await until(() => {
        if (!status().running) xdotool('key', '--window', window!, 's')
        expect(status().running).toBe(true)
      })
      app.kill('SIGTERM')
      await once(app, 'exit')
      screen.kill()

      // The timer runs on through the upgrade.
      const { startedAt } = status()
      apt('install', '--no-install-recommends', newer)
      expect(stint('--version').trim()).toBe(`stint ${manifest.version}`)
      expect(status()).toMatchObject({ running: true, startedAt })
      stint('stop')
      expect(JSON.parse(stint('times', 'list', '--json'))).toMatchObject({ total: 1 })
      expect(stint('doctor')).toContain('The database and its indexes are OK')
      // The files beside the program.
      for (const file of [
        '/usr/lib/systemd/system/stint.service',
        '/usr/share/man/man1/stint.1.gz',
        '/usr/share/bash-completion/completions/stint',
        '/usr/share/doc/stint/copyright',
        '/usr/share/doc/stint/THIRD-PARTY-NOTICES.gz',
      ]) {
        expect(existsSync(file), file).toBe(true)
      }
      if (existsSync('/usr/bin/systemd-analyze')) {
        const unit = '/usr/lib/systemd/system/stint.service'
        const verified = spawnSync('systemd-analyze', ['verify', '--man=no', unit], {
          encoding: 'utf8',
        })
        expect([verified.stderr, verified.status]).toEqual(['', 0])
      }

      apt('remove', 'stint')
      expect(existsSync('/usr/bin/stint')).toBe(false)
      expect(existsSync('/usr/lib/stint')).toBe(false)
      // The person's data stays.
      expect(existsSync(join(home, '.local/share/stint/stint.json'))).toBe(true)
    },
  )
})
