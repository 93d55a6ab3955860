import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { hunt } from './gate.ts'
import { mutate } from './mutant.ts'
import { mutants } from './mutants.ts'

const root = new URL('../../../', import.meta.url)
const sourceOf = (file: string): string => readFileSync(new URL(file, root), 'utf8')

describe('the gate of known bugs', () => {
  it('has at least thirty, each with a name of its own', () => {
    expect(mutants.length).toBeGreaterThanOrEqual(30)
    expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length)
  })

  it.each(mutants)('finds the text to replace: $name', (mutant) => {
    expect(mutate(sourceOf(mutant.file), mutant)).not.toBe(sourceOf(mutant.file))
  })

  it('refuses a text that does not occur, or occurs twice', () => {
    const mutant = { name: 'it', file: 'a.ts', find: 'one', replace: 'two' }
    expect(() => mutate('three', mutant)).toThrow('occurs 0 times')
    expect(() => mutate('one one', mutant)).toThrow('occurs 2 times')
  })

  /** A few that take few seeds; all of them by `npm run simulate:mutations`. */
  const sample = mutants.filter(({ name }) =>
    /^a 401 |before a create leaves|is not shown$/.test(name),
  )

  it.each(sample)('catches: $name', async (mutant) => {
    const caught = await hunt(mutant, { seeds: 300, failing: new Set() })
    expect(caught.seed).not.toBeNull()
  })
})
