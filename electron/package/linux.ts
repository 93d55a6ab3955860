/** Lays out what Linux packages install: programs, menu entries, icons and documents. */
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { appId } from '../main/identity.ts'
import { drawIcons, linuxSizes } from './icons.ts'
import { type BundledNode, inputs, layProgram, manifest, output, root } from './tree.ts'

export const summary = 'time and expense tracking that works offline'
export const description = [
  'Stint saves everything on your own computer at once, works a whole day on a',
  'train, and syncs with a time-tracking service when it can be reached: every',
  'entry once, none lost, none duplicated.',
]

/** Returns the time of the last commit, so that the same sources make identical packages. */
export const changed = (): Date =>
  new Date(
    Number(
      process.env['SOURCE_DATE_EPOCH'] ??
        execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: root, encoding: 'utf8' }),
    ) * 1_000,
  )

export interface LinuxPackage {
  name: 'stint' | 'stint-desktop'
  version: string
  /** A folder that becomes the root of the file system. */
  tree: string
  /** The other package, which this one replaces. */
  other: string
  /** Debian package names. */
  depends: string[]
  recommends: string[]
  /** Lines of the description that distinguish it from the other package. */
  extra: string[]
  /** lintian tags to override, each preceded by its reason. */
  overrides: string[]
}

export const write = (file: string, content: string | Buffer, mode = 0o644): void => {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, content)
  chmodSync(file, mode)
}

/** Fills the values into an input file. */
function filled(input: string, values: Record<string, string>): string {
  const text = readFileSync(join(inputs, input), 'utf8')
  return text.replaceAll(/@([A-Z]+)@/g, (_all, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`There’s no value for ${name} in ${input}`)
    return value
  })
}

/** Writes the menu entry, the metadata for software centers, and the icons. */
export function layDesktopFiles(
  share: string,
  { binary, exec, version }: { binary: string; exec: string; version: string },
): void {
  const date = changed().toISOString().slice(0, 10)
  const facts = { HOMEPAGE: manifest.homepage, BINARY: binary, VERSION: version, DATE: date }
  write(join(share, 'applications', `${appId}.desktop`), filled(`${appId}.desktop`, { EXEC: exec }))
  write(join(share, 'metainfo', `${appId}.metainfo.xml`), filled(`${appId}.metainfo.xml`, facts))
  const icons = join(output, 'icons')
  drawIcons(icons)
  const theme = join(share, 'icons', 'hicolor')
  for (const size of linuxSizes) {
    const png = readFileSync(join(icons, 'linux', `${size}x${size}.png`))
    write(join(theme, `${size}x${size}`, 'apps', `${appId}.png`), png)
  }
  write(join(theme, 'scalable', 'apps', `${appId}.svg`), readFileSync(join(icons, 'icon.svg')))
}

/**
 * Lays out the program with a Node of its own, for the browser host, the command line and the
 * service.
 *
 * @param node is included, stripped of debug symbols
 */
export function browserPackage(version: string, node: BundledNode): LinuxPackage {
  const tree = join(output, 'stint')
  const home = join(tree, 'usr/lib/stint')
  rmSync(tree, { recursive: true, force: true })
  layProgram({ into: home, version, system: `linux-${process.arch}` })
  mkdirSync(join(home, 'bin'))
  execFileSync('strip', ['--strip-unneeded', '-o', join(home, 'bin/node'), node.binary])
  // Run by the packaged Node, never directly.
  const launcher = join(home, 'electron/cli/stint.cjs')
  write(launcher, readFileSync(launcher, 'utf8').replace(/^#!.*\n/, ''))
  chmodSync(join(home, 'bin/node'), 0o755)
  rmSync(join(home, 'LICENSE'))
  rmSync(join(home, 'THIRD-PARTY-NOTICES'))
  write(
    join(tree, 'usr/bin/stint'),
    '#!/bin/sh\nexec /usr/lib/stint/bin/node /usr/lib/stint/electron/cli/stint.cjs "$@"\n',
    0o755,
  )
  layDesktopFiles(join(tree, 'usr/share'), { binary: 'stint', exec: 'stint app', version })
  write(
    join(tree, 'usr/lib/systemd/system/stint.service'),
    readFileSync(join(inputs, 'stint.service')),
  )

  // The program prints its own manual and completions.
  const printed = (...command: string[]) =>
    execFileSync(join(home, 'bin/node'), [join(home, 'electron/cli/stint.cjs'), ...command], {
      env: {
        ...process.env,
        STINT_HOME: join(output, 'nobody'),
        SOURCE_DATE_EPOCH: String(changed().getTime() / 1_000),
      },
      encoding: 'utf8',
      maxBuffer: 16 * 1024 * 1024,
    })
  write(join(tree, 'usr/share/man/man1/stint.1.gz'), compressed(printed('man')))
  write(join(tree, 'usr/share/bash-completion/completions/stint'), printed('completion', 'bash'))
  write(join(tree, 'usr/share/zsh/vendor-completions/_stint'), printed('completion', 'zsh'))
  write(join(tree, 'usr/share/fish/vendor_completions.d/stint.fish'), printed('completion', 'fish'))
  rmSync(join(home, 'out/.compile-cache'), { recursive: true, force: true })
  const found: LinuxPackage = {
    name: 'stint',
    version,
    tree,
    other: 'stint-desktop',
    depends: ['libc6 (>= 2.34)', 'libstdc++6'],
    recommends: ['chromium | google-chrome-stable | microsoft-edge-stable'],
    extra: [
      'This package contains the app for a browser on this computer, the command',
      'line, and the service for people who run their own. The package stint-desktop',
      'contains the app in its own windows instead.',
    ],
    overrides: [
      '# Node as its project builds it: with the zlib of Chromium, and not position independent.',
      'stint: embedded-library zlib [usr/lib/stint/bin/node]',
      'stint: hardening-no-pie [usr/lib/stint/bin/node]',
    ],
  }
  layDocuments(found, readFileSync(node.license, 'utf8'))
  return found
}

export function layDocuments({ name, tree, version }: LinuxPackage, extraLicense: string): void {
  const documents = join(tree, 'usr/share/doc', name)
  const license = readFileSync(join(root, 'LICENSE'), 'utf8').trim()
  const notices = readFileSync(join(inputs, 'THIRD-PARTY-NOTICES'), 'utf8')
  write(
    join(documents, 'copyright'),
    `Stint ${version}, from ${manifest.homepage}\n\n${license}\n\nTHIRD-PARTY-NOTICES.gz in this folder lists the third-party software that it contains.\n`,
  )
  write(
    join(documents, 'THIRD-PARTY-NOTICES.gz'),
    compressed(`${notices}${extraLicense && `\n${'-'.repeat(80)}\n\nNode.js\n\n${extraLicense}`}`),
  )
  const date = execFileSync('date', ['-R', '-d', `@${changed().getTime() / 1_000}`], {
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C', TZ: 'UTC' },
  }).trim()
  const entry = `${name} (${version}) stable; urgency=medium\n\n  * See CHANGELOG.md at ${manifest.homepage}.\n\n -- ${manifest.author}  ${date}\n`
  write(join(documents, 'changelog.gz'), compressed(entry))
}

/** Compresses without a timestamp. */
export const compressed = (text: string): Buffer => gzipSync(Buffer.from(text), { level: 9 })

/** Lets everyone read a tree, and only the owner write to it. */
export function fixModes(folder: string): void {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) fixModes(path)
    else if (entry.isFile()) {
      const { mode } = statSync(path)
      chmodSync(path, mode & 0o4000 ? 0o4755 : mode & 0o100 ? 0o755 : 0o644)
    }
  }
}
