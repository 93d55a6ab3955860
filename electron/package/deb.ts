/** Builds packages for Debian and its derivatives, with dpkg-deb. */
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { changed, description, fixModes, summary, write, type LinuxPackage } from './linux.ts'
import { inputs, manifest, output } from './tree.ts'

const architecture = process.arch === 'x64' ? 'amd64' : process.arch

/** Returns the path of the file. */
export function makeDeb(found: LinuxPackage, compression: 'xz' | 'gzip' = 'xz'): string {
  const { name, version, tree, other, depends, recommends, extra, overrides } = found
  const control = [
    ['Package', name],
    ['Version', version.replaceAll('-', '~')],
    ['Architecture', architecture],
    ['Maintainer', manifest.author],
    ['Installed-Size', String(Math.ceil(sizeOf(tree) / 1_024))],
    ['Depends', depends.join(', ')],
    ['Recommends', recommends.join(', ')],
    // Only one of the two can be installed: they share the menu entry and the person's data.
    ['Conflicts', other],
    ['Replaces', other],
    ['Section', 'misc'],
    ['Priority', 'optional'],
    ['Homepage', manifest.homepage],
    ['Description', summary],
  ].map(([key, value]) => `${key}: ${value}`)
  const text = [...description, '.', ...extra].map((line) => ` ${line}`)
  write(join(tree, 'DEBIAN/control'), `${[...control, ...text].join('\n')}\n`)
  for (const script of ['postinst', 'prerm', 'postrm']) {
    const file = join(inputs, `${name}.${script}`)
    if (existsSync(file)) write(join(tree, 'DEBIAN', script), readFileSync(file), 0o755)
  }
  if (overrides.length > 0) {
    write(join(tree, 'usr/share/lintian/overrides', name), `${overrides.join('\n')}\n`)
  }
  const file = join(output, `${name}_${version}_${architecture}.deb`)
  fixModes(tree)
  execFileSync('dpkg-deb', ['--root-owner-group', `-Z${compression}`, '--build', tree, file], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, SOURCE_DATE_EPOCH: String(changed().getTime() / 1_000) },
  })
  rmSync(join(tree, 'DEBIAN'), { recursive: true })
  return file
}

const sizeOf = (folder: string): number =>
  readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return sum + sizeOf(path)
    return sum + (entry.isFile() ? statSync(path).size : 0)
  }, 0)
