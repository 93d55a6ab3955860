/** Builds packages for Fedora and openSUSE, with rpmbuild. */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { changed, description, fixModes, summary, write, type LinuxPackage } from './linux.ts'
import { manifest, output } from './tree.ts'

const architecture = process.arch === 'x64' ? 'x86_64' : 'aarch64'

/** Returns the path of the file. */
export function makeRpm(found: LinuxPackage): string {
  const { name, version, tree, other, extra } = found
  const top = join(output, 'rpm')
  rmSync(top, { recursive: true, force: true })
  mkdirSync(top, { recursive: true })
  const owned = listing(tree).map((path) => {
    if (path.endsWith('/chrome-sandbox')) return `%attr(4755, root, root) ${path}`
    if (path.startsWith('/usr/share/doc/')) return `%doc ${path}`
    if (path.startsWith('/usr/share/man/')) return `%doc ${path}`
    return path
  })
  const spec = [
    `Name: ${name}`,
    `Version: ${version.replaceAll('-', '~')}`,
    'Release: 1',
    `Summary: ${summary[0]!.toUpperCase()}${summary.slice(1)}`,
    `License: ${manifest.license}`,
    `URL: ${manifest.homepage}`,
    'Group: Productivity/Office/Other',
    `Packager: ${manifest.author}`,
    `Conflicts: ${other}`,
    // Its libraries are private: other packages must not depend on them.
    'AutoProv: no',
    '%define __requires_exclude_from ^/usr/lib/stint-desktop/.*\\.so.*$',
    '%global _build_id_links none',
    '%global debug_package %{nil}',
    '%global __os_install_post %{nil}',
    '%description',
    ...description,
    '',
    ...extra,
    '%install',
    `cp -a ${tree}/. %{buildroot}/`,
    '%files',
    ...owned,
    '%changelog',
    `* ${rpmDate()} ${manifest.author} - ${version}-1`,
    `- See CHANGELOG.md at ${manifest.homepage}`,
    '',
  ].join('\n')
  fixModes(tree)
  write(join(top, `${name}.spec`), spec)
  execFileSync(
    'rpmbuild',
    [
      '-bb',
      '--define',
      `_topdir ${top}`,
      '--define',
      '_binary_payload w9.xzdio',
      '--target',
      architecture,
      join(top, `${name}.spec`),
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const [made] = readdirSync(join(top, 'RPMS', architecture))
  const file = join(output, made!)
  cpSync(join(top, 'RPMS', architecture, made!), file)
  return file
}

const rpmDate = (): string => {
  const [day, date, month, year] = changed().toUTCString().replace(',', '').split(' ')
  return `${day} ${month} ${date} ${year}`
}

/** Lists the files of a tree, and the folders that no other package owns. */
function listing(tree: string): string[] {
  const own = /^\/usr\/lib\/stint(?:-desktop)?(?:\/|$)|^\/usr\/share\/doc\/stint/
  return readdirSync(tree, { recursive: true, withFileTypes: true })
    .flatMap((entry) => {
      const path = join(entry.parentPath, entry.name).slice(tree.length)
      if (!entry.isDirectory()) return [path]
      return own.test(path) ? [`%dir ${path}`] : []
    })
    .sort()
}
