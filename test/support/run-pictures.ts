/**
 * `npm run pictures`: takes the pictures of the documents again, by the end-to-end specs,
 * compresses them, and deletes those that no document shows.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureOtherPrograms, isHere } from './other-programs.ts'
import { playTests } from './play-tests.ts'
import { root } from './steps.ts'

const kept = join(root, 'docs', 'pictures')
const taken = join(root, 'test-results', 'pictures')

/** The specs that take the pictures of documents. */
const specs = ['screens', 'all-screens', 'palette', 'timer']

const shown = (): Set<string> =>
  new Set(
    globSync(['*.md', 'docs/**/*.md'], { cwd: root }).flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(/\bpictures\/([\w-]+\.png)/g)].map(
        ([, name]) => name!,
      ),
    ),
  )

async function main(): Promise<number> {
  ensureOtherPrograms(['pngquant'])
  if (!isHere('pngquant')) return 1
  rmSync(taken, { recursive: true, force: true })
  const files = specs.map((name) => `test/e2e/${name}.test.ts`)
  const { failed } = await playTests({
    options: ['--project=e2e', ...files],
    env: { STINT_PICTURES: taken },
  })
  if (failed > 0) return 1
  const names = shown()
  const missing = [...names].filter((name) => !existsSync(join(taken, name)))
  if (missing.length > 0) {
    console.error(`No spec takes ${missing.join(', ')}: name it in test/support/run-pictures.ts`)
    return 1
  }
  mkdirSync(kept, { recursive: true })
  for (const name of names) {
    const small = ['--force', '--strip', '--output', join(kept, name), join(taken, name)]
    const { status, stderr } = spawnSync('pngquant', small, { encoding: 'utf8' })
    if (status === 0) continue
    console.error(`pngquant ${name}: ${stderr}`)
    return 1
  }
  for (const name of readdirSync(kept)) if (!names.has(name)) rmSync(join(kept, name))
  console.log(`${names.size} pictures taken`)
  return 0
}

process.exitCode = await main()
