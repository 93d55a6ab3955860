/** What a release says of itself, which CHANGELOG.md says already. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { plainText, releaseNotes } from '../../electron/package/changelog.ts'
import { root } from '../../electron/package/tree.ts'
import { onAnyDay } from '../support/test-day.ts'

onAnyDay()

const changelog = `# Changelog

Notable changes, newest first.

## Unreleased

- Nothing yet.

## 0.2.0 (1 December 2026)

### Added

- \`stint report --by client\` is **faster**: see [SYNC.md](SYNC.md).

### Fixed

- \`__proto__ ** [a](b)\` is text.

## 0.2

## 0.1.0

- The first one.
`

describe('the notes of a version', () => {
  it('are its section of the changelog', () => {
    expect(releaseNotes('0.1.0', changelog)).toBe('- The first one.')
    expect(releaseNotes('0.2.0', changelog.replaceAll('\n', '\r\n'))).toBe(
      [
        '### Added',
        '',
        '- `stint report --by client` is **faster**: see [SYNC.md](SYNC.md).',
        '',
        '### Fixed',
        '',
        '- `__proto__ ** [a](b)` is text.',
      ].join('\n'),
    )
  })

  it('are asked for where there are none', () => {
    expect(() => releaseNotes('0.3.0', changelog)).toThrow(
      'CHANGELOG.md has no section “## 0.3.0”. Add it above the changes of this version, or choose another one with --version: Unreleased, 0.2.0, 0.2, 0.1.0.',
    )
    expect(() => releaseNotes('0.2', changelog)).toThrow(
      'The section “## 0.2” of CHANGELOG.md is empty. Say what changed.',
    )
  })

  it('are text without marks in Settings, which shows them as they are', () => {
    expect(plainText(releaseNotes('0.2.0', changelog))).toBe(
      [
        'Added',
        '',
        '• stint report --by client is faster: see SYNC.md.',
        '',
        'Fixed',
        '',
        '• __proto__ ** [a](b) is text.',
      ].join('\n'),
    )
  })
})

describe('npm run package -- release-notes', () => {
  const run = (version: string) => {
    const call = ['electron/package/run.ts', 'release-notes', '--version', version]
    return spawnSync(process.execPath, call, { cwd: root, encoding: 'utf8' })
  }

  it('prints them alone, and builds nothing', () => {
    const text = readFileSync(join(root, 'CHANGELOG.md'), 'utf8')
    const [, newest] = /^## (\S+)/m.exec(text)!
    expect(run(newest!)).toMatchObject({
      ...{ stdout: `${releaseNotes(newest!)}\n`, stderr: '', status: 0 },
    })
  })

  it('says what is missing', () => {
    const { stdout, stderr, status } = run('99.0.0')
    expect({ stdout, status }).toEqual({ stdout: '', status: 2 })
    expect(stderr).toMatch(/^CHANGELOG\.md has no section “## 99\.0\.0”\. .*\n$/)
  })
})

describe('the feed of newer versions', () => {
  /** Packages read the address of the feed when they are made. */
  async function configurationWith(url: string) {
    vi.stubEnv('STINT_UPDATES_URL', url)
    vi.resetModules()
    onTestFinished(() => {
      vi.unstubAllEnvs()
      vi.resetModules()
    })
    return (await import('../../electron/package/electron.ts')).configuration
  }

  it('has them as Settings shows them', async () => {
    const configuration = await configurationWith('https://updates.example/stint')
    const [, newest] = /^## (\S+)/m.exec(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'))!
    expect(configuration(newest!).releaseInfo).toEqual({
      releaseNotes: plainText(releaseNotes(newest!)),
    })
    expect(() => configuration('99.0.0')).toThrow('no section “## 99.0.0”')
  })

  it('is not needed to make a package', async () => {
    const configuration = await configurationWith('')
    expect(configuration('99.0.0')).not.toHaveProperty('releaseInfo')
  })
})
