/**
 * Packages the desktop app with electron-builder, which is told what to include: its own choice has
 * 216 MB too many. deb.ts and rpm.ts make those packages, because electron-builder needs fpm for
 * them, which it downloads. The command line is a package of its own: Electron as its Node
 * (`runAsNode`) would let anyone run code under the app's name.
 */
import { cpSync, existsSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { build as buildElectron, Platform, type Configuration } from 'electron-builder'
import { appId } from '../main/identity.ts'
import { plainText, releaseNotes } from './changelog.ts'
import { drawIcons } from './icons.ts'
import { feed, here, inputs, layModules, manifest, output, root } from './tree.ts'

const { electronBinary } = createRequire(import.meta.url)('../cli/electron-binary.cjs') as {
  electronBinary(): string | null
}

const native = ['node_modules/better-sqlite3']

/** Lays out the app's resources: bundles, notices and the one binding, without sources. */
function layApp(version: string, system = here): string {
  const app = join(output, 'app')
  rmSync(app, { recursive: true, force: true })
  for (const folder of ['out/main', 'out/preload', 'out/renderer']) {
    cpSync(join(root, folder), join(app, folder), {
      recursive: true,
      // The command line needs Node, and Electron's is disabled.
      filter: (source) => !/[\\/](?:cli\.cjs|parts\.json)$/.test(source),
    })
  }
  cpSync(join(root, 'LICENSE'), join(app, 'LICENSE'))
  cpSync(join(inputs, 'THIRD-PARTY-NOTICES'), join(app, 'THIRD-PARTY-NOTICES'))
  // Only the command line runs a service on PostgreSQL; the app never loads `pg`.
  layModules(app, system, ['better-sqlite3'])
  const { name, productName, desktopName, description, license, author, homepage } = manifest
  const facts = {
    name,
    productName,
    desktopName,
    version,
    description,
    license,
    author,
    homepage,
    ...(feed && { updates: feed }),
  }
  writeFileSync(
    join(app, 'package.json'),
    JSON.stringify({ ...facts, type: 'module', main: 'out/main/index.cjs' }, null, 2),
  )
  return app
}

/**
 * @param electron a folder with an Electron, unless electron-builder shall download its own
 */
export function configuration(version: string, electron?: string): Configuration {
  const icons = join(output, 'icons')
  return {
    appId,
    productName: manifest.productName,
    copyright: '© 2026 The Stint authors',
    directories: { app: join(output, 'app'), output: join(output, 'electron') },
    // electron-builder copies a folder called node_modules only when its contents are named.
    files: ['**/*', ...native.map((path) => ({ from: path, to: path }))],
    asar: { smartUnpack: false },
    asarUnpack: ['**/*.node'],
    // The layout is complete: no module is searched for or rebuilt. The binding uses Node-API and
    // fits every Electron.
    beforeBuild({ platform, arch }) {
      layApp(version, `${platform.nodeName}-${arch}`)
      return Promise.resolve(false)
    },
    electronVersion: manifest.devDependencies['electron'],
    ...(electron && { electronDist: electron }),
    electronLanguages: ['en-US', 'en-GB', 'de'],
    electronFuses: {
      runAsNode: false,
      enableCookieEncryption: true,
      enableNodeOptionsEnvironmentVariable: false,
      enableNodeCliInspectArguments: false,
      enableEmbeddedAsarIntegrityValidation: true,
      onlyLoadAppFromAsar: true,
      grantFileProtocolExtraPrivileges: false,
      // Arm64 runs nothing with a broken signature, also where the app is not signed again.
      resetAdHocDarwinSignature: true,
    },
    protocols: [{ name: 'Stint', schemes: ['stint'] }],
    artifactName: `stint-desktop-${version}-\${os}-\${arch}.\${ext}`,
    publish: feed === undefined ? null : [{ provider: 'generic', url: feed.url }],
    ...(feed && { releaseInfo: { releaseNotes: plainText(releaseNotes(version)) } }),
    generateUpdatesFilesForAllChannels: false,
    linux: {
      executableName: 'stint-desktop',
      icon: join(icons, 'linux'),
      category: 'Office',
      syncDesktopName: true,
      desktop: { entry: { StartupWMClass: appId, Icon: appId } },
      // Never without its sandbox. The launcher of an AppImage turns it off where the system forbids
      // it, and the app then shows the remedy and exits.
      executableArgs: [],
      target: [{ target: 'AppImage' }],
    },
    mac: {
      category: 'public.app-category.productivity',
      icon: join(icons, 'icon.icns'),
      target: ['dmg', 'zip'].map((target) => ({ target, arch: ['arm64', 'x64'] })),
      hardenedRuntime: true,
      entitlements: join(inputs, 'entitlements.mac.plist'),
      entitlementsInherit: join(inputs, 'entitlements.mac.plist'),
      notarize: process.env['APPLE_API_KEY'] !== undefined,
      // App Nap would suspend the timer's checks while its windows are hidden.
      extendInfo: { NSAppSleepDisabled: true, LSMinimumSystemVersion: '13.0' },
    },
    win: {
      icon: join(icons, 'icon.ico'),
      target: [{ target: 'nsis', arch: ['x64', 'arm64'] }],
    },
    nsis: {
      oneClick: true,
      perMachine: false,
      deleteAppDataOnUninstall: false,
      // The shortcut has the app's id, and Electron leaves it unchanged.
      shortcutName: manifest.productName,
      uninstallDisplayName: manifest.productName,
    },
  }
}

/** Returns the paths of the files, or of the folder where only that is requested. */
export async function makeElectron(
  version: string,
  { isFolder, electron }: { isFolder: boolean; electron?: string },
): Promise<string[]> {
  layApp(version)
  drawIcons(join(output, 'icons'))
  const targets = isFolder
    ? Platform.current().createTarget('dir')
    : Platform.current().createTarget()
  const made = await buildElectron({
    targets,
    config: configuration(version, electron),
    publish: 'never',
  })
  return isFolder ? [unpacked()] : made
}

/** Returns the output folder of electron-builder, which has its own names for systems. */
export function unpacked(
  platform: NodeJS.Platform = process.platform,
  arch: string = process.arch,
): string {
  const suffix = arch === 'x64' ? '' : `-${arch}`
  if (platform === 'darwin') return join(output, 'electron', `mac${suffix}`)
  const system = platform === 'win32' ? 'win' : platform
  return join(output, 'electron', `${system}${suffix}-unpacked`)
}

/**
 * Returns the folder of the Electron that `npx install-electron` downloaded; undefined:
 * electron-builder downloads one.
 */
export function electronHere(): string | undefined {
  const folder = join(root, 'node_modules/electron/dist')
  return electronBinary() !== null && existsSync(folder) ? folder : undefined
}
