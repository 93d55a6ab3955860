/** What the packages for Debian do with a running service when they are upgraded and removed. */
import { execFileSync, spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { makeDeb } from '../../electron/package/deb.ts'
import { write } from '../../electron/package/linux.ts'
import { output } from '../../electron/package/tree.ts'
import { testFolder } from '../support/folder.ts'
import { needs } from '../support/needs.ts'
import { onAnyDay } from '../support/test-day.ts'

onAnyDay()

const systemd = '/run/systemd/system'

/** Makes the package around one file and returns the folder with its control files. */
function controlOf(name: 'stint' | 'stint-desktop'): string {
  const tree = testFolder()
  write(join(tree, 'usr/share/doc', name, 'copyright'), 'MIT\n')
  mkdirSync(output, { recursive: true })
  const file = makeDeb(
    {
      ...{ name, version: '0.0.0-scripts', tree, other: 'other', depends: ['libc6'] },
      ...{ recommends: ['xvfb'], extra: ['A test.'], overrides: [] },
    },
    'gzip',
  )
  const control = join(testFolder(), 'control')
  execFileSync('dpkg-deb', ['--control', file, control])
  rmSync(file)
  return control
}

describe('the package for Debian', () => {
  needs(existsSync('/usr/bin/dpkg-deb'), 'packages for Debian are made on Debian')

  let control: string
  let root: string
  /** A system whose programs write down how they are called, and which has no others. */
  let programs: string

  beforeEach(() => {
    control = controlOf('stint')
    root = testFolder()
    programs = join(root, 'bin')
    mkdirSync(join(root, systemd), { recursive: true })
    for (const name of ['systemctl', 'deb-systemd-invoke', 'deb-systemd-helper'])
      answer(name, `[ "$1" != debian-installed ]`)
    // What belongs to people.
    write(join(root, 'home/.local/share/stint/stint.json'), '{}')
    write(join(root, 'var/lib/stint/service.db'), '')
  })

  const answer = (name: string, status: string) =>
    write(
      join(programs, name),
      `#!/bin/sh\necho "${name} $*" >> '${root}/calls'\n${status}\n`,
      0o755,
    )

  /** Runs a script as dpkg does, and returns the calls that it made. */
  function run(script: string, ...args: string[]): string[] {
    const text = readFileSync(join(control, script), 'utf8')
    expect(text).toContain(systemd)
    const here = join(root, script)
    writeFileSync(here, text.replaceAll(systemd, join(root, systemd)))
    writeFileSync(join(root, 'calls'), '')
    const env = { PATH: programs, HOME: join(root, 'home') }
    const { status, stderr } = spawnSync('/bin/sh', [here, ...args], { env, encoding: 'utf8' })
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    return readFileSync(join(root, 'calls'), 'utf8').split('\n').slice(0, -1)
  }

  const reload = 'systemctl --system daemon-reload'
  const restart = 'deb-systemd-invoke try-restart stint.service'
  const stop = 'deb-systemd-invoke stop stint.service'

  it('has scripts that dpkg may run', () => {
    for (const script of ['postinst', 'prerm', 'postrm'])
      expect(statSync(join(control, script)).mode & 0o777, script).toBe(0o755)
  })

  it('starts and enables no service when it is installed', () => {
    expect(run('postinst', 'configure', '')).toEqual([
      'deb-systemd-helper debian-installed stint.service',
      'deb-systemd-helper update-state stint.service',
      reload,
    ])
  })

  it('restarts a running service when it is upgraded', () => {
    expect(run('prerm', 'upgrade', '0.2.0')).toEqual([])
    expect(run('postrm', 'upgrade', '0.2.0')).toEqual([])
    expect(run('postinst', 'configure', '0.1.0').slice(-2)).toEqual([reload, restart])
  })

  it('keeps a service enabled that was enabled', () => {
    answer('deb-systemd-helper', 'true')
    expect(run('postinst', 'configure', '0.1.0')).toContain(
      'deb-systemd-helper enable stint.service',
    )
  })

  it('stops a running service when it is removed, also for the other package', () => {
    expect(run('prerm', 'remove')).toEqual([stop])
    expect(run('prerm', 'remove', 'in-favour', 'stint-desktop', '0.2.0')).toEqual([stop])
    expect(run('postrm', 'remove')).toEqual([reload])
  })

  it('forgets its unit when it is purged, and removes nobody’s data', () => {
    expect(run('postrm', 'purge')).toEqual(['deb-systemd-helper purge stint.service'])
    expect(existsSync(join(root, 'home/.local/share/stint/stint.json'))).toBe(true)
    expect(existsSync(join(root, 'var/lib/stint/service.db'))).toBe(true)
  })

  it('is installed, upgraded and removed where systemd does not run, or fails', () => {
    const life = () => [
      ...run('postinst', 'configure', '0.1.0'),
      ...run('prerm', 'remove'),
      ...run('postrm', 'remove'),
      ...run('postrm', 'purge'),
    ]
    for (const name of readdirSync(programs)) answer(name, 'exit 1')
    expect(life()).toEqual(expect.arrayContaining([restart, stop]))
    rmSync(join(root, systemd), { recursive: true })
    expect(life().filter((call) => !call.startsWith('deb-systemd-helper'))).toEqual([])
  })

  it('with windows of its own has no service, and runs nothing', () => {
    expect(readdirSync(controlOf('stint-desktop'))).toEqual(['control'])
  })
})
