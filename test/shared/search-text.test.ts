import { describe, expect, it } from 'vitest'
import fc from 'fast-check'
import {
  composed,
  fold,
  toHaystack,
  isStorable,
  likePattern,
  toNeedle,
  normaliseNote,
  searchTerms,
  withoutTrailing,
} from '#shared/rules/search-text.ts'

/** The expected hits of a search, computed the slow and plain way. */
function matches(text: string, term: string): boolean {
  const folded = fold(text)
  if ([...term].length >= 3) return folded.includes(term)
  for (let at = folded.indexOf(term); at >= 0; at = folded.indexOf(term, at + 1)) {
    const before = [...folded.slice(0, at)].at(-1)
    if (before === undefined || !/[\p{L}\p{N}\p{M}]/u.test(before)) return true
  }
  return false
}

describe('fold', () => {
  it('makes case irrelevant, also where lower and upper case differ in length', () => {
    expect(fold('STRASSE')).toBe(fold('Straße'))
    expect(fold('Σίσυφος')).toBe(fold('ΣΊΣΥΦΟΣ'))
  })

  it('ignores how an accent is encoded', () => {
    expect(fold('Ko\u0304whai')).toBe(fold('K\u014Dwhai'))
  })

  it('returns the same when applied twice', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(fold(fold(text))).toBe(fold(text))
      }),
    )
  })
})

describe('composed', () => {
  const marks = fc.constantFrom('\u0301', '\u0327', '\u0304', '\u0323', 'a', 'é', ' ', '한')

  it('is the normal form of text that any language has', () => {
    fc.assert(
      fc.property(fc.string({ unit: marks, maxLength: 30 }), (text) => {
        expect(composed(text)).toBe(text.normalize('NFC'))
      }),
    )
  })

  it('returns the same when applied twice, also where it leaves a heap of marks as it is', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: marks, maxLength: 20 }),
        fc.string({ unit: marks, minLength: 20, maxLength: 80 }),
        (text, more) => {
          const once = composed(text + '\u0301'.repeat(40) + more)
          expect(composed(once)).toBe(once)
          expect(fold(fold(once))).toBe(fold(once))
        },
      ),
    )
  })
})

it('removes one character from the end of a text, as often as it occurs', () => {
  expect(withoutTrailing('10.500', '0')).toBe('10.5')
  expect(withoutTrailing('000', '0')).toBe('')
  expect(withoutTrailing('', '0')).toBe('')
})

describe('search keys', () => {
  it('finds long terms anywhere and short ones only where a word begins', () => {
    const text = toHaystack('Homepage hero, 3rd round')
    expect(text).toContain(toNeedle('mepag'))
    expect(text).toContain(toNeedle('3r'))
    expect(text).toContain(toNeedle('he'))
    expect(text).not.toContain(toNeedle('om'))
  })

  it('never matches across two fields', () => {
    expect(toHaystack('web', 'site')).not.toContain(toNeedle('website'))
    expect(toHaystack('abc', 'def')).not.toContain(toNeedle('cde'))
  })

  it('agrees with the plain definition for any text and term', () => {
    const word = fc.string({
      unit: fc.constantFrom('a', 'b', 'ß', 'é', ' ', '-', '1', '%'),
      maxLength: 12,
    })
    fc.assert(
      fc.property(word, word, (text, query) => {
        for (const term of searchTerms(query)) {
          expect(toHaystack(text).includes(toNeedle(term)), `${term} in ${text}`).toBe(
            matches(text, term),
          )
        }
      }),
      { numRuns: 500 },
    )
  })

  it('escapes what LIKE would read as a pattern', () => {
    expect(likePattern('100%_\\')).toContain('\\%')
    expect(likePattern('100%_\\')).toContain('\\_')
    expect(likePattern('100%_\\')).toContain('\\\\')
  })
})

describe('notes', () => {
  it('are equal with any trimming or line ends of a service', () => {
    expect(normaliseNote('  a\r\nb ')).toBe('a\nb')
    expect(normaliseNote('   ')).toBeNull()
    expect(normaliseNote(undefined)).toBeNull()
  })

  it('may not contain what a database cannot store', () => {
    expect(isStorable('fine 🙂')).toBe(true)
    expect(isStorable('nul\0')).toBe(false)
    expect(isStorable('\uD83D')).toBe(false)
  })
})
