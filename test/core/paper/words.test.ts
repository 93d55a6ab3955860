/** The words on paper: every language has all of them. */
import { describe, expect, it } from 'vitest'
import { english, loadPaperWords } from '#shared/sentences/paper-words.ts'
import { faultsIn } from '../../support/plain-german.ts'
import { onAnyDay } from '../../support/test-day.ts'

onAnyDay()

type Tree = string | readonly Tree[] | { [key: string]: Tree }
function leaves(tree: Tree, path = ''): [path: string, words: string][] {
  return typeof tree === 'string'
    ? [[path, tree]]
    : Object.entries(tree).flatMap(([key, inner]) => leaves(inner, `${path}.${key}`))
}
const placesIn = (words: string) => words.match(/\{\w+\}/g)?.toSorted() ?? []
/** The same in both languages. */
const shared = new Set(['Person', 'Name', 'Status {values}', 'Person {values}'])

describe('the words on paper', () => {
  it('exist in plain German, each with its places', async () => {
    const german = await loadPaperWords('de')
    const [one, other] = [leaves(english), leaves(german)]
    expect(other.map(([path]) => path)).toEqual(one.map(([path]) => path))
    for (const [nth, [path, words]] of one.entries()) {
      const [, translated] = other[nth]!
      expect({ path, places: placesIn(translated) }).toEqual({ path, places: placesIn(words) })
      if (!shared.has(words)) expect({ path, words: translated }).not.toEqual({ path, words })
      expect(faultsIn([{ where: path, english: words, german: translated }])).toEqual([])
    }
  })

  it('are English in a language that has none', async () => {
    expect(await loadPaperWords('fr')).toBe(english)
  })
})
