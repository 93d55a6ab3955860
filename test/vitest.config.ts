import { fileURLToPath } from 'node:url'
import vue from '@vitejs/plugin-vue'
import icons from 'unplugin-icons/vite'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'

const root = fileURLToPath(new URL('..', import.meta.url))

// Not 0: on a machine with two cores Vitest would put these after every other group.
const quick = { maxWorkers: '100%', sequence: { groupOrder: 1 } }

// A state is waited for as long as a busy machine takes; a test that passes does not take longer.
const patient = {
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 90_000 } },
}

// Threads that tests start read TypeScript, which Node strips by a WebAssembly program in each of
// them; V8 13.6 (Node 24) frees wrappers of such programs twice when it collects their code, and
// the process dies. Later versions do not (V8 has AddRefIfNotDying in Node 26.10).
const typeStrippingThreads = ['--no-wasm-code-gc']

// The built app before a person: real processes and a real Chromium.
const endToEnd = {
  environment: 'node',
  globalSetup: ['test/support/e2e-setup.ts'],
  setupFiles: ['test/support/e2e-each.ts'],
  // Two at a time: one of them always waits for its browser or its program.
  maxWorkers: 2,
  // After everything else: these start browsers and want the machine to themselves.
  sequence: { groupOrder: 2 },
  ...patient,
} satisfies TestProjectInlineConfiguration['test']

/**
 * Five projects: `node` (no page), `postgres` (the service once more, on a PostgreSQL server of its
 * own), `dom` (components in happy-dom), `e2e` (on the host that STINT_E2E_HOST names, the browser
 * host unless it names one) and `stand-in` (some of them once more, on the stand-in for Electron).
 */
export default defineConfig({
  root,
  test: {
    // Of every property test; `npm run explore -- properties` provides others.
    provide: { propertySeed: 20_261_119 },
    projects: [
      {
        root,
        test: {
          ...quick,
          ...patient,
          name: 'node',
          environment: 'node',
          execArgv: typeStrippingThreads,
          globalSetup: ['test/support/other-programs-setup.ts'],
          setupFiles: ['test/support/property-seed.ts'],
          include: [
            'test/{shared,core,service,browser,cli,main,preload,scenarios,simulation,explore,bench,support}/**/*.test.ts',
          ],
        },
      },
      {
        root,
        test: {
          ...quick,
          ...patient,
          name: 'postgres',
          environment: 'node',
          execArgv: typeStrippingThreads,
          setupFiles: ['test/support/property-seed.ts'],
          include: ['test/{service,postgres}/**/*.test.ts'],
          globalSetup: ['test/support/postgres-setup.ts'],
        },
      },
      {
        root,
        plugins: [vue(), icons({ compiler: 'vue3' })],
        test: {
          ...quick,
          ...patient,
          name: 'dom',
          environment: 'happy-dom',
          setupFiles: ['test/support/property-seed.ts'],
          include: ['test/renderer/**/*.test.ts'],
        },
      },
      { root, test: { ...endToEnd, name: 'e2e', include: ['test/e2e/**/*.test.ts'] } },
      {
        root,
        test: {
          ...endToEnd,
          name: 'stand-in',
          // Every key, two windows, new starts. CONTRIBUTING.md says how all of them run there.
          include: ['test/e2e/{keyboard,two-windows}.test.ts'],
          env: { STINT_E2E_HOST: 'stand-in' },
        },
      },
    ],
  },
})
