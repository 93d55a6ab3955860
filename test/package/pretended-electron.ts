/** An Electron without a program in it, for packages where the real one is unavailable. */
import { chmodSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createPackageFromFiles } from '@electron/asar'
import { manifest, output } from '../../electron/package/tree.ts'

/** A folder laid out like Electron's, whose binary has the default fuses of a real one. */
export async function pretendElectron(): Promise<string> {
  const folder = join(output, 'pretended-electron')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(join(folder, 'resources'), { recursive: true })
  mkdirSync(join(folder, 'locales'))
  for (const name of ['en-US', 'en-GB', 'de', 'fr']) {
    writeFileSync(join(folder, 'locales', `${name}.pak`), 'pretended')
  }
  // A sentinel, the version of the fuses, their number, and the state of each.
  const fuses = Buffer.concat([
    Buffer.from('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'),
    Buffer.from([1, 8]),
    Buffer.from('10110001'),
  ])
  writeFileSync(join(folder, 'electron'), Buffer.concat([readFileSync('/bin/true'), fuses]))
  chmodSync(join(folder, 'electron'), 0o755)
  for (const name of ['chrome-sandbox', 'chrome_crashpad_handler']) {
    cpSync('/bin/true', join(folder, name))
  }
  writeFileSync(join(folder, 'LICENSE'), 'pretended')
  writeFileSync(join(folder, 'LICENSES.chromium.html'), '<p>pretended</p>')
  writeFileSync(join(folder, 'version'), manifest.devDependencies['electron']!)
  const nothing = join(folder, 'default_app')
  mkdirSync(nothing)
  writeFileSync(join(nothing, 'package.json'), '{}')
  await createPackageFromFiles(nothing, join(folder, 'resources/default_app.asar'), [
    join(nothing, 'package.json'),
  ])
  rmSync(nothing, { recursive: true })
  return folder
}
