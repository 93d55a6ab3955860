/** What a command loads: most of its time is spent on that. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { onAnyDay } from '../support/test-day.ts'
import { commandLine } from './run.ts'

onAnyDay()

const { home, run, start } = commandLine()

const listLoaded = `process.on('exit', () => {
  const files = Object.keys(require.cache)
  require('node:fs').writeFileSync(process.env.LOADED_FILES, JSON.stringify(files))
})`

/** The files that a command loads, besides those of Node. */
async function filesOf(folder: string, command: string[]): Promise<string[]> {
  const [hook, list] = [join(folder, 'list-loaded.cjs'), join(folder, 'loaded.json')]
  writeFileSync(hook, listLoaded)
  await run(folder, ['tasks', 'add', '--name', 'Design'])
  const { code } = await run(folder, command, {
    env: { NODE_OPTIONS: `--require=${hook}`, LOADED_FILES: list },
  })
  expect(code).toBe(0)
  return JSON.parse(readFileSync(list, 'utf8')) as string[]
}

const isBuilt = (file: string) => /[\\/]out[\\/]main[\\/]/.test(file)

/** The built files that a command loads. */
const bundlesOf = async (...command: string[]): Promise<string[]> =>
  (await filesOf(home(), command)).filter(isBuilt)

/** The source files in them, which they name in comments. */
const modulesIn = (bundles: readonly string[]): string[] =>
  bundles.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/^\/\/ (\S+\.ts)$/gm)].map(([, module]) => module!),
  )
const modulesOf = async (...command: string[]) => modulesIn(await bundlesOf(...command))

it('opens an account from few built files, and without what would ask an app', async () => {
  const bundles = await bundlesOf('status')
  expect(bundles.length).toBeGreaterThan(1)
  expect(bundles.length).toBeLessThan(60)
  const modules = modulesIn(bundles)
  expect(modules).not.toContain('electron/core/node/control-client.ts')
  expect(modules).not.toContain('electron/core/timer/timer-actions.ts')
  expect(modules.filter((module) => /sentences\/de|german/.test(module))).toEqual([])
})

it('leaves out the schemas of resources that only sync would need', async () => {
  const resources = (modules: readonly string[]) =>
    modules.flatMap((module) => /^shared\/resources\/(\w+)\.ts$/.exec(module)?.[1] ?? [])
  const categories = resources(await modulesOf('categories', 'list'))
  expect(categories).toContain('category')
  for (const other of ['time', 'expense', 'project']) expect(categories).not.toContain(other)
  const tasks = resources(await modulesOf('tasks', 'list'))
  expect(tasks).toContain('task')
  for (const other of ['time', 'expense', 'category']) expect(tasks).not.toContain(other)
})

it('asks an app without the core and its packages, and for the timer alone without a calendar', async () => {
  const folder = home()
  await start(folder, ['app', '--no-open', '--port', '0', '--json']).ready
  const listed = await filesOf(folder, ['times', 'list'])
  expect(listed.filter((file) => /better-sqlite3/.test(file))).toEqual([])
  const ofCore = /^electron\/core\/(core\.ts|accounts|actions|handlers|store|sync)/
  expect(modulesIn(listed.filter(isBuilt)).filter((module) => ofCore.test(module))).toEqual([])
  const status = await filesOf(folder, ['status'])
  expect(status.filter(isBuilt).length).toBeLessThan(15)
  const modules = modulesIn(status.filter(isBuilt))
  expect(modules).toContain('electron/core/node/control-client.ts')
  expect(modules).not.toContain('shared/rules/calendar.ts')
  expect(modules).not.toContain('shared/resources/zod.ts')
})
