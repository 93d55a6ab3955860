/** What a command loads: most of its time is spent on that. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { onAnyDay } from '../support/test-day.ts'
import { commandLine } from './run.ts'

onAnyDay()

const { home, run } = commandLine()

const listLoaded = `process.on('exit', () => {
  const files = Object.keys(require.cache)
  require('node:fs').writeFileSync(process.env.LOADED_FILES, JSON.stringify(files))
})`

/** The built files that a command loads. */
async function bundlesOf(...command: string[]): Promise<string[]> {
  const folder = home()
  const [hook, list] = [join(folder, 'list-loaded.cjs'), join(folder, 'loaded.json')]
  writeFileSync(hook, listLoaded)
  await run(folder, ['tasks', 'add', '--name', 'Design'])
  const { code } = await run(folder, command, {
    env: { NODE_OPTIONS: `--require=${hook}`, LOADED_FILES: list },
  })
  expect(code).toBe(0)
  const files = JSON.parse(readFileSync(list, 'utf8')) as string[]
  return files.filter((file) => /[\\/]out[\\/]main[\\/]/.test(file))
}

/** The source files in them, which they name in comments. */
async function modulesOf(...command: string[]): Promise<string[]> {
  const bundles = await bundlesOf(...command)
  return bundles.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/^\/\/ (\S+\.ts)$/gm)].map(([, module]) => module!),
  )
}

it('opens an account from few built files', async () => {
  const { length } = await bundlesOf('status')
  expect(length).toBeGreaterThan(1)
  expect(length).toBeLessThan(60)
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
