import { describe, expect, it } from 'vitest'
import { isNestedTooDeep, parseJson } from '#shared/rules/parse-json.ts'

const lists = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
const objects = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`

describe('JSON from outside', () => {
  it.each([
    ['lists', lists],
    ['objects', objects],
  ])('is parsed with %s of up to 64 levels, and refused from 65', (_, nested) => {
    expect(parseJson(nested(64))).toEqual(JSON.parse(nested(64)))
    expect(() => parseJson(nested(65))).toThrow('Nested deeper than 64 levels')
  })

  it('counts a level that ended no longer', () => {
    const wide = `[${Array(1_000).fill(lists(63)).join(',')}]`
    expect(parseJson(wide)).toHaveLength(1_000)
    expect(isNestedTooDeep(`[${lists(63)},${lists(64)}]`)).toBe(true)
  })

  it.each([
    ['brackets', '[{'.repeat(100)],
    ['brackets behind a quote', `"${'['.repeat(100)}`],
    ['brackets behind a backslash and a quote', `\\"${'['.repeat(100)}`],
  ])('ignores %s in a text', (_, text) => {
    expect(parseJson(JSON.stringify({ [text]: text }))).toEqual({ [text]: text })
  })

  it('counts brackets behind a text that ends with a backslash', () => {
    expect(isNestedTooDeep(`["\\\\",${lists(64)}]`)).toBe(true)
  })

  it.each([
    ['brackets that are not closed', '['.repeat(65), true],
    ['fewer of them', '['.repeat(64), false],
    ['brackets in a text that is not closed', `"${'['.repeat(100)}`, false],
    ['brackets that were not opened', ']'.repeat(100), false],
  ])('is refused with %s', (_, text, isTooDeep) => {
    expect(isNestedTooDeep(text)).toBe(isTooDeep)
    expect(() => parseJson(text)).toThrow(SyntaxError)
  })
})
