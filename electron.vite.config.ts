import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Resvg } from '@resvg/resvg-js'
import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'electron-vite'
import icons from 'unplugin-icons/vite'
import type { Plugin } from 'vite'

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))

// Pure JavaScript is bundled: one file opens faster than the hundreds a package spreads over.
// What stays outside is native (better-sqlite3) or the host itself (electron).
const bundled = [
  '@hono/node-server',
  'fflate',
  'hono',
  'ical-generator',
  'kysely',
  'papaparse',
  'pdfkit',
  'temporal-polyfill',
  'write-excel-file',
  'ws',
  'zod',
]

/** Writes down which packages a bundle took in, by where they lie, for the notices of their licenses. */
const parts = (): Plugin => ({
  name: 'parts',
  generateBundle(_options, bundle) {
    const found = new Set<string>()
    for (const output of Object.values(bundle)) {
      if (output.type !== 'chunk') continue
      for (const [id, { renderedLength }] of Object.entries(output.modules)) {
        if (renderedLength === 0) continue
        if (id.includes('~icons/')) found.add('node_modules/@iconify-json/lucide')
        const [place] = /node_modules\/(?:.*node_modules\/)?(?:@[^/]+\/)?[^/]+/.exec(id) ?? []
        if (place !== undefined) found.add(place)
      }
    }
    this.emitFile({
      type: 'asset',
      fileName: 'parts.json',
      source: JSON.stringify([...found].sort(), null, 2),
    })
  },
})

/** The drawing of the renderer as a picture, for windows on X11, which take no SVG. */
const windowIcon = (): Plugin => ({
  name: 'window-icon',
  generateBundle() {
    const svg = readFileSync(path('renderer/icon.svg'), 'utf8')
    const source = new Resvg(svg, { fitTo: { mode: 'width', value: 256 } }).render().asPng()
    this.emitFile({ type: 'asset', fileName: 'icon.png', source })
  },
})

/** Identifies what calls take and return, by the files that say so. */
function contractHash(): string {
  const hash = createHash('sha256')
  for (const file of globSync(['shared/ipc/**/*.ts', 'shared/resources/**/*.ts'], {
    cwd: path('.'),
  }).sort()) {
    hash.update(`${file}\0`).update(readFileSync(path(file)))
  }
  return hash.digest('hex').slice(0, 16)
}

const entries = {
  index: path('electron/main/index.ts'),
  cli: path('electron/cli/index.ts'),
  // What would hold up a window runs on threads that begin here.
  worker: path('electron/core/worker.ts'),
}

const commandFiles = globSync('electron/cli/commands/*.ts', { cwd: path('.') }).map(path)
/**
 * Where loading begins. A command loads its own file once it is named, and the core only where no
 * app answers.
 */
const beginnings: Readonly<Record<string, readonly string[]>> = {
  index: [entries.index],
  cli: [entries.cli],
  worker: [entries.worker],
  status: [path('electron/cli/commands/status.ts')],
  timer: [path('electron/cli/commands/timer.ts')],
  command: commandFiles,
}

/** Of a module of the core: who imports it, apart from what they import when needed. */
const importersInCore = new Map<string, string>()

/**
 * Reads at every build what opening an account loads: a few files then hold it in place of sixty,
 * each of which costs a command a third of a millisecond. They are divided by who imports them, so
 * that none loads more than it imports.
 */
const coreChunks = (): Plugin => ({
  name: 'core-chunks',
  buildEnd() {
    const importedBy = (roots: readonly string[]) => {
      const found = new Set(roots)
      // The set grows while the loop goes through it.
      for (const id of found) {
        for (const imported of this.getModuleInfo(id)?.importedIds ?? []) found.add(imported)
      }
      return found
    }
    const importedByEach = Object.entries(beginnings).map(
      ([name, roots]) => [name, importedBy(roots)] as const,
    )
    importersInCore.clear()
    for (const id of importedBy([path('electron/core/core.ts')])) {
      const names = importedByEach.flatMap(([name, imported]) => (imported.has(id) ? [name] : []))
      // Every command loads all that the command line imports, also what a window imports too.
      importersInCore.set(id, ['core', ...(names.includes('cli') ? ['cli'] : names)].join('-'))
    }
  },
})

export default defineConfig({
  main: {
    plugins: [parts(), windowIcon(), coreChunks()],
    define: { __CONTRACT__: JSON.stringify(contractHash()) },
    build: {
      // The command line runs the same bundle on Node, the oldest being the one in `engines`.
      target: 'node22.14',
      externalizeDeps: { exclude: bundled },
      rolldownOptions: {
        input: entries,
        output: {
          codeSplitting: {
            groups: [
              {
                name: (id) => importersInCore.get(id),
                debugName: 'core',
                includeDependenciesRecursively: false,
              },
            ],
          },
          // Modules start 20 ms slower: the compile cache stores functions of CommonJS as well.
          format: 'cjs',
          entryFileNames: '[name].cjs',
          chunkFileNames: 'chunks/[name]-[hash].cjs',
        },
      },
    },
  },
  preload: {
    build: {
      target: 'node22.14',
      // A sandboxed preload can require nothing but Electron's own few modules.
      externalizeDeps: false,
      rolldownOptions: {
        input: { index: path('electron/preload/index.ts') },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: path('renderer'),
    plugins: [vue(), icons({ compiler: 'vue3' }), parts()],
    // Browsers have Temporal themselves by now; the polyfill is there for those that do not.
    resolve: {
      alias: [{ find: /^temporal-polyfill$/, replacement: path('renderer/temporal.ts') }],
    },
    // What the app does not use of Vue and vue-i18n stays out of the bundle.
    define: {
      __VUE_OPTIONS_API__: 'false',
      __VUE_PROD_DEVTOOLS__: 'false',
      __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'false',
      __VUE_I18N_FULL_INSTALL__: 'false',
      __VUE_I18N_LEGACY_API__: 'false',
      __INTLIFY_PROD_DEVTOOLS__: 'false',
      // Messages are read by messages/compile-messages.ts.
      __INTLIFY_DROP_MESSAGE_COMPILER__: 'true',
    },
    build: {
      target: 'chrome130',
      outDir: path('out/renderer'),
      minify: true,
      // The content security policy allows no `data:` but images, and nothing inline.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: { index: path('renderer/index.html') },
        output: {
          // What every window loads first is one file: that packs better than sixty.
          codeSplitting: { groups: [{ name: 'first', tags: ['$initial'] }] },
        },
      },
    },
  },
})
