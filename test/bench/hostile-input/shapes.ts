/** Texts that have made readers slow: repetitions that end slightly differently than expected. */

/** Made of a length. */
type Shape = readonly [name: string, make: (length: number) => string]

/** Repeated. */
const parts = [
  ...['0', '1', '9', 'a', 'A', 'e', 'h', 'ß', '한', '🙂', '\u0301', '\ud800', '\0', '\ufeff'],
  ...[' ', '\t', '\n', '\r', '\r\n', '\u00a0', '\u2028'],
  ...[
    '.',
    ',',
    ';',
    ':',
    '-',
    '–',
    '/',
    '\\',
    "'",
    '"',
    '“',
    '(',
    '[',
    '{',
    '<',
    '&',
    '%',
    '#',
    '@',
  ],
  ...['""', '\\"', '","', '":', '[]', '{}', '[{"a":', '1,', '1.', '0.0', '1e1,', '"k":0,', '-0'],
  ...[
    'a ',
    ' a',
    'a-',
    '1:',
    '1h ',
    '1 h',
    'ABC ',
    'data:',
    'id: 1\n',
    '<b>',
    '&amp;',
    '%20',
    '../',
  ],
  ...['\u0301\u0327', 'a\u0301', '#a ', '@"', '"a",', 'a,b\n', 'BEGIN:VEVENT\r\n', 'inc 2026'],
]

/** One kind after the other. */
const pairs = [
  ['\u0301', '\u0327'],
  ['0', '1'],
  [' ', '0'],
  ['"', ' '],
  ['[', ']'],
  ['{', '}'],
  ['(', ')'],
  ['a', ' '],
  ['-', 'a'],
] as const

const ends = ['', '1', 'x', '"', ' ', '\u0327'] as const

const repeated = (part: string, length: number): string =>
  part.repeat(Math.max(1, Math.ceil(length / part.length))).slice(0, length)

/** Only letters that a terminal shows as they are. */
const shown = (text: string): string =>
  JSON.stringify(text)
    .slice(1, -1)
    .replaceAll(/[^ -~ß–“]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** @param around the text before and after, where the reader gets it inside of another */
export function shapes(around: readonly (readonly [string, string])[] = [['', '']]): Shape[] {
  const made: Shape[] = []
  for (const [before, after] of around) {
    const context = before + after === '' ? '' : ` in ${shown(`${before}…${after}`)}`
    const add = (name: string, make: (length: number) => string) =>
      made.push([name + context, (length) => before + make(length) + after])
    for (const part of parts) {
      for (const end of ends) {
        add(`${shown(part)}ⁿ${shown(end)}`, (length) => `a${repeated(part, length)}${end}`)
      }
      add(`1.${shown(part)}ⁿ1`, (length) => `1.${repeated(part, length)}1`)
    }
    for (const [one, other] of pairs) {
      add(
        `a${shown(one)}ⁿ${shown(other)}ⁿ`,
        (length) => `a${repeated(one, length / 2)}${repeated(other, length / 2)}`,
      )
    }
  }
  return made
}
