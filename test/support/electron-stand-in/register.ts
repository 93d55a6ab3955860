import { createRequire, registerHooks } from 'node:module'
import path, { dirname, join } from 'node:path'
import { isMainThread } from 'node:worker_threads'
import { isPackaged, platform } from './platform.ts'

const standIn = new URL('./electron.ts', import.meta.url).href

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron' ? { url: standIn, shortCircuit: true } : next(specifier, context),
})

if (isMainThread) {
  const main = process.argv[1]!
  if (platform !== process.platform) {
    // The native binding is this machine's, on every pretended system: loaded before that is set.
    const database = createRequire(main)('better-sqlite3') as new (file: string) => unknown
    void new database(':memory:')
    await import('./electron.ts')
    // Its files stay where files of this machine are.
    Object.assign(path, { win32: path.posix })
    Object.defineProperty(process, 'platform', { value: platform })
  }
  // From sources Electron's first argument is the folder of the app; a package has none.
  process.argv.splice(1, 1, ...(isPackaged ? [] : [join(dirname(main), '..', '..')]))
  if (!isPackaged) Object.defineProperty(process, 'defaultApp', { value: true })
}
