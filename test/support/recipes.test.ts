/** The recipes of CONTRIBUTING.md: their files exist, and have the example that each names. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const read = (file: string): string => readFileSync(join(root, file), 'utf8')

const codeIn = (text: string): string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, code]) => code!)

/** A file is named by its whole path, unlike in other documents. */
const isPath = (code: string): boolean => /^[\w.-]+(?:\/[\w.-]+)+\.[a-z]+$/.test(code)

const [, section] = /^## Recipes\n([^]*?)^## /m.exec(read('CONTRIBUTING.md'))!

const recipes = section!
  .split(/^### /m)
  .slice(1)
  .map((text) => {
    const [title] = text.split('\n')
    const [, example] = /^Example: (.*)$/m.exec(text) ?? []
    const steps = [...text.matchAll(/^(\d+)\. (.*)$/gm)].map(([, number, step]) => ({
      number: Number(number),
      files: codeIn(step!).filter(isPath),
    }))
    return { title: title!, examples: codeIn(example ?? ''), steps }
  })

it('tell how to add what people add', () => {
  expect(recipes.map(({ title }) => title)).toEqual([
    'Add a field',
    'Add a page',
    'Add a setting',
    'Add a command',
    'Add a call',
  ])
})

describe.each(recipes)('$title', ({ examples, steps }) => {
  const files = steps.flatMap((step) => step.files)

  it('has an example and steps in order, each with its files', () => {
    expect(examples).not.toEqual([])
    expect(steps.map(({ number }) => number)).toEqual(steps.map((_, index) => index + 1))
    expect(steps.filter((step) => step.files.length === 0)).toEqual([])
  })

  it('names files that exist, each once', () => {
    expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([])
    expect(files).toHaveLength(new Set(files).size)
  })

  it('finds its example in each of them', () => {
    const without = files.filter((file) => {
      const text = read(file)
      return !examples.some((example) => text.includes(example))
    })
    expect(without).toEqual([])
  })
})
