/** Lays out what electron-builder made of the desktop app for Linux packages. */
import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { appId } from '../main/identity.ts'
import { compressed, layDesktopFiles, layDocuments, write, type LinuxPackage } from './linux.ts'
import { inputs, output } from './tree.ts'

/**
 * Lays out the package of the desktop app.
 * @param unpacked the output folder of electron-builder
 */
export function desktopPackage(version: string, unpacked: string): LinuxPackage {
  const tree = join(output, 'stint-desktop')
  rmSync(tree, { recursive: true, force: true })
  const home = join(tree, 'usr/lib/stint-desktop')
  cpSync(unpacked, home, { recursive: true, verbatimSymlinks: true })
  // Where Debian and Fedora forbid an unprivileged sandbox, this setuid helper sets it up.
  chmodSync(join(home, 'chrome-sandbox'), 0o4755)
  mkdirSync(join(tree, 'usr/bin'), { recursive: true })
  symlinkSync('../lib/stint-desktop/stint-desktop', join(tree, 'usr/bin/stint-desktop'))
  layAppEntry(join(tree, 'usr/share'), version)
  write(
    join(tree, 'usr/share/man/man1/stint-desktop.1.gz'),
    compressed(readFileSync(join(inputs, 'stint-desktop.1'), 'utf8')),
  )
  const found: LinuxPackage = {
    name: 'stint-desktop',
    version,
    tree,
    other: 'stint',
    depends: [
      'libasound2 | libasound2t64',
      'libatk-bridge2.0-0',
      'libcups2',
      'libdrm2',
      'libgbm1',
      'libgtk-3-0',
      'libnss3',
      'libxcomposite1',
      'libxdamage1',
      'libxrandr2',
      'xdg-utils',
      'libc6 (>= 2.34)',
    ],
    recommends: ['libnotify4', 'dbus-bin | dbus (<< 1.14)', 'libsecret-1-0'],
    extra: [
      'This package contains the app in its own windows, with a tray, global',
      'shortcuts, and notifications. The package stint contains the app for a',
      'browser, the command line, and the service instead.',
    ],
    overrides: [
      '# The helper of Chromium that sets up its sandbox where the kernel forbids that to others.',
      'stint-desktop: elevated-privileges 4755 root/root [usr/lib/stint-desktop/chrome-sandbox]',
    ],
  }
  layDocuments(found, '')
  return found
}

/** Writes the desktop's files of an app with windows of its own, which opens `stint:` links. */
function layAppEntry(share: string, version: string): void {
  layDesktopFiles(share, { binary: 'stint-desktop', exec: 'stint-desktop %U', version })
  appendFileSync(
    join(share, 'applications', `${appId}.desktop`),
    `MimeType=x-scheme-handler/stint;\nStartupWMClass=${appId}\n`,
  )
}

/** Creates the folder for flatpak-builder: the manifest and the files that it copies. */
export function layFlatpak(unpacked: string, version: string): string {
  const folder = join(output, 'flatpak')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const share = join(folder, 'share')
  layAppEntry(share, version)
  for (const file of [`applications/${appId}.desktop`, `metainfo/${appId}.metainfo.xml`]) {
    cpSync(join(share, file), join(folder, basename(file)))
  }
  rmSync(share, { recursive: true })
  cpSync(join(output, 'icons/icon.svg'), join(folder, 'icon.svg'))
  cpSync(join(inputs, `${appId}.yml`), join(folder, `${appId}.yml`))
  if (existsSync(unpacked)) symlinkSync(unpacked, join(folder, 'linux-unpacked'))
  return folder
}
