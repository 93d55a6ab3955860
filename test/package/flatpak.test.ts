/** What a flatpak is allowed, held to what the program needs: nothing here builds one. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { appId } from '../../electron/main/identity.ts'
import { layFlatpak } from '../../electron/package/desktop.ts'
import { inputs, manifest, root } from '../../electron/package/tree.ts'
import { needs } from '../support/needs.ts'
import { onAnyDay } from '../support/test-day.ts'

onAnyDay()

/** Lines of the manifest, without its comments. */
const lines = readFileSync(join(inputs, `${appId}.yml`), 'utf8')
  .split('\n')
  .map((line) => line.trim())
  .filter((line) => !line.startsWith('#'))
const allowed = lines.flatMap((line) => /^- (--[\w-]+=.+)$/.exec(line)?.[1] ?? [])

describe('the manifest', () => {
  it('lets the program ask the bus for all that it asks', () => {
    const asked = readFileSync(join(root, 'electron/main/session-bus.ts'), 'utf8')
    const names = [...asked.matchAll(/'(org\.(?:gnome|kde|freedesktop)\.[\w.]+)'/g)].map(
      ([, name]) => name!,
    )
    const needed = names.filter((name) => !/^org\.freedesktop\.(?:DBus|login1\.Session)/.test(name))
    expect(needed.length).toBeGreaterThan(3)
    for (const name of needed) {
      const bus = name === 'org.freedesktop.login1' ? 'system-talk-name' : 'talk-name'
      expect(allowed).toContain(`--${bus}=${name}`)
    }
  })

  it('lets it write the file by which it starts at login, and no other of the person', () => {
    expect(allowed.filter((each) => each.startsWith('--filesystem='))).toEqual([
      '--filesystem=xdg-config/autostart:create',
    ])
  })

  it('has all its starts share the folder in which the first one is found', () => {
    const script = lines.slice(lines.indexOf('commands:') + 1).join('\n')
    expect(script).toBe(
      '- export TMPDIR="$XDG_RUNTIME_DIR/app/$FLATPAK_ID"\n' +
        '- exec zypak-wrapper /app/stint/stint-desktop "$@"\n',
    )
  })
})

describe('the files beside the manifest', () => {
  needs(process.platform === 'linux', 'packages for Linux are made on Linux')

  it('are those that it copies, and have links opened by the program', () => {
    vi.stubEnv('SOURCE_DATE_EPOCH', '0')
    onTestFinished(() => void vi.unstubAllEnvs())
    const folder = layFlatpak(join(root, 'none'), manifest.version)
    const copied = lines.flatMap((line) => /^- install \S+ ([\w.]+) /.exec(line)?.[1] ?? [])
    // The manifest itself makes this one.
    const own = copied.filter((name) => name !== 'stint-desktop.sh')
    expect(readdirSync(folder).sort()).toEqual([...own, `${appId}.yml`].sort())
    const entry = readFileSync(join(folder, `${appId}.desktop`), 'utf8')
    expect(entry).toMatch(/^Exec=stint-desktop %U$/m)
    expect(entry).toMatch(/^MimeType=x-scheme-handler\/stint;$/m)
    expect(entry).toMatch(new RegExp(`^StartupWMClass=${appId}$`, 'm'))
  })
})
