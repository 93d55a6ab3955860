import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import vue from '@vitejs/plugin-vue'
import icons from 'unplugin-icons/vite'
import { useOwnTemp } from './support/own-temp.ts'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'

const root = fileURLToPath(new URL('..', import.meta.url))

// More than there are processors: a file often waits for a program, a browser or a service.
const maxWorkers = Math.ceil(1.5 * availableParallelism())
// Not 0: on a machine with two cores Vitest would put these after every other group.
const quick = { maxWorkers, sequence: { groupOrder: 1 } }

// Waits for a state last as long as on a busy machine; a passing test does not take longer.
const patient = {
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 90_000 } },
}

// No clock at all until a spec names its day (test/support/test-day.ts).
const env = { STINT_NOW: 'the day that playAt() names' }

useOwnTemp()

/** The tests of packages that need no built one. */
const packageFacts =
  'test/package/{changelog,deb-scripts,flatpak,icons,identity,notices,workflows}.test.ts'

const propertySeed = 'test/support/property-seed.ts'

// The built app as a person uses it: real processes and a real Chromium.
const endToEnd = {
  env,
  environment: 'node',
  globalSetup: ['test/support/e2e-setup.ts'],
  setupFiles: ['test/support/e2e-each.ts'],
  // Three at a time: one of them always waits for its browser or its program.
  maxWorkers: 3,
  // After everything else: these start browsers and want the machine to themselves.
  sequence: { groupOrder: 2 },
  ...patient,
} satisfies TestProjectInlineConfiguration['test']

/**
 * Eight projects: `unit` (the core and `shared`), `service`, `postgres` (the service once more, on a
 * PostgreSQL server of its own), `node` (everything else without a page, real processes among it),
 * `dom` (components in happy-dom), `e2e` (on the host that STINT_E2E_HOST names, the browser host unless
 * it names one), `stand-in` (some of them once more, on the stand-in for Electron) and `package`
 * (installable packages: built, inspected and used).
 */
export default defineConfig({
  root,
  test: {
    // Of every property test; `npm run explore -- properties` provides others.
    provide: { propertySeed: 20_261_119, fuzzFactor: 1 },
    projects: [
      {
        root,
        test: {
          ...quick,
          ...patient,
          env,
          name: 'unit',
          environment: 'node',
          // The core is loaded once for a worker, not once for each of a hundred files.
          isolate: false,
          globalSetup: ['test/support/other-programs-setup.ts', 'test/support/built-setup.ts'],
          setupFiles: [propertySeed],
          include: ['test/{shared,core}/**/*.test.ts'],
        },
      },
      {
        root,
        test: {
          ...quick,
          ...patient,
          env,
          name: 'node',
          environment: 'node',
          globalSetup: ['test/support/other-programs-setup.ts', 'test/support/built-setup.ts'],
          setupFiles: [propertySeed],
          include: [
            'test/{browser,cli,main,preload,scenarios,simulation,explore,stress,bench,support}/**/*.test.ts',
            packageFacts,
          ],
        },
      },
      {
        root,
        test: {
          ...quick,
          ...patient,
          env,
          name: 'service',
          environment: 'node',
          // The service is loaded once for a worker, here and on PostgreSQL.
          isolate: false,
          restoreMocks: true,
          setupFiles: [propertySeed],
          include: ['test/service/**/*.test.ts'],
        },
      },
      {
        root,
        test: {
          ...quick,
          ...patient,
          env,
          name: 'postgres',
          environment: 'node',
          isolate: false,
          restoreMocks: true,
          setupFiles: [propertySeed],
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
          env,
          name: 'dom',
          environment: 'happy-dom',
          // Core, components and window are loaded once for a worker.
          isolate: false,
          setupFiles: ['test/renderer/support/empty-page.ts', propertySeed],
          include: ['test/renderer/**/*.test.ts'],
        },
      },
      { root, test: { ...endToEnd, name: 'e2e', include: ['test/e2e/**/*.test.ts'] } },
      {
        root,
        test: {
          ...endToEnd,
          name: 'stand-in',
          // Every key, two windows, new starts: what goes through the host. CONTRIBUTING.md says how
          // all of them run there.
          include: ['test/e2e/{keyboard,two-windows}.test.ts'],
          env: { ...env, STINT_E2E_HOST: 'stand-in' },
        },
      },
      {
        root,
        test: {
          name: 'package',
          environment: 'node',
          env,
          globalSetup: ['test/support/package-setup.ts'],
          include: ['test/package/**/*.test.ts'],
          exclude: [packageFacts],
          // They write into one folder, and install on the system.
          maxWorkers: 1,
          sequence: { groupOrder: 3 },
          testTimeout: 600_000,
          hookTimeout: 1_200_000,
        },
      },
    ],
  },
})
