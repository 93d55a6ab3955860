import { describe, expect, it } from 'vitest'
import { fileText } from '#shared/rules/file-text.ts'

/** The file in chunks of one length. */
function read(bytes: readonly number[] | Uint8Array, length = 1_000): string {
  const text = fileText(TextDecoder)
  const whole = Uint8Array.from(bytes)
  const pieces: string[] = []
  for (let from = 0; from < whole.length; from += length) {
    pieces.push(text(whole.slice(from, from + length), false))
  }
  return pieces.join('') + text(new Uint8Array(), true)
}

const utf8 = (text: string) => new TextEncoder().encode(text)
const ascii = (text: string) => [...utf8(text)]

describe('the text of a file', () => {
  it.each([1, 2, 3, 5, 1_000])('is the same in chunks of %i bytes', (length) => {
    const text = 'Tätigkeit;Größe;Kosten €;🙂\r\nlast'
    expect(read(utf8(text), length)).toBe(text)
    expect(read([0xef, 0xbb, 0xbf, ...utf8(text)], 1_000)).toBe(text)
    const windows = ascii('Datum;T\u0000tigkeit\r\n').map((byte) => byte || 0xe4)
    const rest = [...ascii('Gr'), 0xf6, 0xdf, ...ascii('e 9,50 '), 0x80, 0x20, 0x93, 0x96, 0x94]
    expect(read([...windows, ...rest], length)).toBe('Datum;Tätigkeit\r\nGröße 9,50 € “–”')
  })

  it('of a file that ends with a letter in Windows encoding is complete', () => {
    expect(read([...ascii('Caf'), 0xe9])).toBe('Café')
  })

  it('in two bytes is recognized by its byte order mark, in either order', () => {
    const wide = [...'Ä1'].map((letter) => letter.charCodeAt(0))
    expect(read([0xff, 0xfe, ...wide.flatMap((code) => [code, 0])])).toBe('Ä1')
    expect(read([0xfe, 0xff, ...wide.flatMap((code) => [0, code])], 3)).toBe('Ä1')
  })

  it('in two bytes without a mark is recognized by the zeros of its Latin letters', () => {
    const wide = [...'Datum;Größe\n1;作業'].map((letter) => letter.charCodeAt(0))
    const bytes = (code: number) => [code & 0xff, code >> 8]
    expect(read(wide.flatMap(bytes))).toBe('Datum;Größe\n1;作業')
    expect(read(wide.flatMap((code) => bytes(code).toReversed()))).toBe('Datum;Größe\n1;作業')
    // A zero in another file is one.
    const damaged = `Datum;Gr\u0000sse\n${'2026-03-04;1\n'.repeat(9)}`
    expect(read(ascii(damaged))).toBe(damaged)
  })

  it('has replacement characters where UTF-8 is damaged, and stays UTF-8', () => {
    const damaged = [...utf8('Größe '), 0xe4, ...utf8(' später')]
    for (const length of [1, 4, 1_000]) expect(read(damaged, length)).toBe('Größe \uFFFD später')
    expect(read([0xef, 0xbb, 0xbf, ...ascii('a'), 0xe4, ...ascii('b')])).toBe('a\uFFFDb')
  })
})
