import { describe, expect, it } from 'vitest'
import fc from 'fast-check'
import {
  composed,
  fold,
  foldForSearch,
  toHaystack,
  isStorable,
  likePattern,
  toNeedle,
  normalizeNote,
  searchTerms,
  withoutTrailing,
} from '#shared/rules/search-text.ts'

const found = (text: string, query: string): boolean =>
  searchTerms(query).every((term) => toHaystack(text).includes(toNeedle(term)))

/** The expected hits of a search, computed the slow and plain way. */
function matches(text: string, term: string): boolean {
  const folded = foldForSearch(text)
  if ([...term].length >= 3) return folded.includes(term)
  for (let at = folded.indexOf(term); at >= 0; at = folded.indexOf(term, at + 1)) {
    const before = [...folded.slice(0, at)].at(-1)
    if (before === undefined || !/[\p{L}\p{N}\p{M}]/u.test(before)) return true
    if (/\p{scx=Han}|\p{scx=Thai}/u.test(before + [...term][0]!)) return true
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

  it('keeps names apart that differ in more than case', () => {
    for (const [one, other] of [
      ['Müller', 'Muller'],
      ['Café', 'Cafe'],
      ['Ørsted', 'Orsted'],
      ['さくら', 'サクラ'],
      ['ＷＥＢ', 'WEB'],
    ] as const) {
      expect(fold(one)).not.toBe(fold(other))
    }
  })
})

describe('foldForSearch', () => {
  it.each([
    ['café', 'CAFE'],
    ['Straße', 'strasse'],
    ['Überschrift', 'uberschrift'],
    ['Łódź Ørsted đá', 'lodz orsted da'],
    ['Æbleskiver œuvre Þór', 'aebleskiver oeuvre thor'],
    ['İstanbul ıstanbul', 'istanbul istanbul'],
    ['ﬁle oﬃce', 'file office'],
    ['ＷＥＢ １２', 'web 12'],
    ['client’s “plan” – ´x´', `client's "plan" - 'x'`],
    ['ｻｸﾗ サクラ', 'さくら さくら'],
    ['Ёлка Ήλιος', 'елка ηλιος'],
    ['أَحْمَدُ שָׁלוֹם', 'احمد שלום'],
    ['a\u00ADb\u200Bc', 'abc'],
  ])('finds %s as %s', (text, typed) => {
    expect(foldForSearch(text)).toBe(foldForSearch(typed))
  })

  it('keeps what are letters of their own', () => {
    for (const [one, other] of [
      ['が', 'か'],
      ['กิน', 'กน'],
      ['हिन्दी', 'हन्द'],
      ['한', '하'],
    ] as const) {
      expect(foldForSearch(one)).not.toBe(foldForSearch(other))
    }
  })

  it('returns the same when applied twice, and finds what has the same name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 8 }), (text) => {
        expect(foldForSearch(foldForSearch(text))).toBe(foldForSearch(text))
        // The small iota below a Greek vowel is a letter in capitals.
        if (!/\u0345/.test(text.normalize('NFD')))
          expect(foldForSearch(fold(text))).toBe(foldForSearch(text))
      }),
      { numRuns: 2000 },
    )
  })

  it('leaves the keys of ASCII text as every version has made them', () => {
    expect(toHaystack('Hero (2nd), a_b', 'X')).toBe(
      '\u0001hero \u0001(\u00012nd)\u0001,\u0001 \u0001a_\u0001b\u0002\u0001x',
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

  it.each([
    '你好世界',
    'さくらデザイン',
    'ｻﾞｰﾊﾞ',
    '주간회의록',
    'สวัสดีครับน้ำ',
    'ສະບາຍດີ',
    'សួស្តីពិភពលោក',
    'မြန်မာစာ',
    'ㄅㄆㄇ',
  ])('finds any one, two or more neighboring letters of %s', (text) => {
    const letters = [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment)
    for (let from = 0; from < letters.length; from++) {
      for (let to = from + 1; to <= letters.length; to++) {
        const part = letters.slice(from, to).join('')
        expect(found(`x ${text} y`, part), part).toBe(true)
      }
    }
    expect(found(text, '好世好')).toBe(false)
  })

  it('lets a word begin where the script changes', () => {
    for (const part of ['世', '世界', '界2', 'eb世', '2', 'we']) {
      expect(found('WEB世界2', part), part).toBe(true)
    }
    expect(found('WEB世界2', 'eb')).toBe(false)
  })

  it('splits a query at the spaces that folding makes', () => {
    expect(searchTerms('a\u00A0b a')).toEqual(['a', 'b'])
    expect(searchTerms('\u00AD \u0640')).toEqual([])
  })

  it('never matches across two fields', () => {
    expect(toHaystack('web', 'site')).not.toContain(toNeedle('website'))
    expect(toHaystack('abc', 'def')).not.toContain(toNeedle('cde'))
  })

  it('agrees with the plain definition for any text and term', () => {
    const word = fc.string({
      unit: fc.constantFrom('a', 'b', 'ß', 'é', ' ', '-', '1', '%', '世', '界', 'ก', 'า'),
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
    expect(normalizeNote('  a\r\nb ')).toBe('a\nb')
    expect(normalizeNote('   ')).toBeNull()
    expect(normalizeNote(undefined)).toBeNull()
  })

  it('may not contain what a database cannot store', () => {
    expect(isStorable('fine 🙂')).toBe(true)
    expect(isStorable('nul\0')).toBe(false)
    expect(isStorable('\uD83D')).toBe(false)
  })
})
