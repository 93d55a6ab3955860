/** Packages the command line without Electron: for npm, and as a standalone executable. */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { here, inputs, layProgram, output, root } from './tree.ts'

/** Lays out the package for `npm install --global`; npm installs what is outside of the bundles. */
export function makeNpmPackage(version: string): string {
  const into = join(output, 'npm')
  layProgram({ into, version, system: null })
  copyFileSync(join(root, 'README.md'), join(into, 'README.md'))
  const npm = process.env['npm_execpath']
  const [program, first] = npm === undefined ? ['npm', []] : [process.execPath, [npm]]
  const packed = execFileSync(program, [...first, 'pack', '--json', '--pack-destination', output], {
    cwd: into,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [{ filename }] = JSON.parse(packed) as [{ filename: string }]
  return join(output, filename)
}

/**
 * Builds the program into a copy of Node (a single executable application). It unpacks itself at
 * the first start (single-file.cjs), because a native binding and the code of threads have to be
 * files.
 *
 * @param node path of the Node to copy
 */
export async function makeExecutable(version: string, node = process.execPath): Promise<string> {
  const folder = join(output, 'executable')
  const tree = join(folder, 'program')
  rmSync(folder, { recursive: true, force: true })
  layProgram({ into: tree, version, system: here })
  const packed = packTree(tree)
  const digest = createHash('sha256').update(packed).digest('hex').slice(0, 16)
  writeFileSync(join(folder, 'program.bin'), packed)
  writeFileSync(join(folder, 'digest'), digest)
  writeFileSync(
    join(folder, 'sea.json'),
    JSON.stringify({
      main: join(inputs, 'single-file.cjs'),
      output: join(folder, 'blob'),
      disableExperimentalSEAWarning: true,
      assets: { program: join(folder, 'program.bin'), digest: join(folder, 'digest') },
    }),
  )
  execFileSync(node, ['--experimental-sea-config', join(folder, 'sea.json')], { stdio: 'ignore' })
  const file = join(output, `stint-${version}-${here}${process.platform === 'win32' ? '.exe' : ''}`)
  copyFileSync(node, file)
  chmodSync(file, 0o755)
  if (process.platform === 'linux') execFileSync('strip', ['--strip-unneeded', file])
  // The signature of Node's publisher would be invalid.
  if (process.platform === 'darwin') execFileSync('codesign', ['--remove-signature', file])
  const { inject } = createRequire(import.meta.url)('postject') as {
    inject(file: string, name: string, blob: Buffer, options: object): Promise<void>
  }
  await inject(file, 'NODE_SEA_BLOB', readFileSync(join(folder, 'blob')), {
    sentinelFuse: 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2',
    ...(process.platform === 'darwin' && { machoSegmentName: 'NODE_SEA' }),
  })
  // Apple silicon runs nothing unsigned; this signature has no name in it, not even in a release.
  if (process.platform === 'darwin') execFileSync('codesign', ['--sign', '-', file])
  return file
}

/** Concatenates the files, after a list of their names and lengths. */
function packTree(tree: string): Buffer {
  const files = readdirSync(tree, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
  const contents = files.map((file) => readFileSync(file))
  const list = Buffer.from(
    JSON.stringify(
      files.map((file, index) => [
        file.slice(tree.length + 1).replaceAll('\\', '/'),
        contents[index]!.length,
      ]),
    ),
  )
  const head = Buffer.alloc(4)
  head.writeUInt32LE(list.length)
  return brotliCompressSync(Buffer.concat([head, list, ...contents]), {
    params: { [constants.BROTLI_PARAM_LGWIN]: 24 },
  })
}
