/**
 * Reads numbers as people, banks, spreadsheets and `Intl.NumberFormat` write them. A whole text is a
 * number, with at most a currency or a unit beside it, or it is unreadable; never a part of it. What
 * one separator before three digits means depends on the decimal sign, which the caller knows.
 */
import type { Decimal } from './money.ts'

export type DecimalSign = '.' | ','

export interface WrittenNumber {
  /** The value where a point is the decimal sign; undefined where the text is no number then. */
  readonly point: Decimal | undefined
  /** The value where a comma is the decimal sign. */
  readonly comma: Decimal | undefined
  /** The texts before and after the number, without its minus: `NZ$`, `EUR`, `h`; mostly empty. */
  readonly before: string
  readonly after: string
}

const directionMarks = /[\u200E\u200F\u061C\u202A-\u202E\u2066-\u2069]/g
const minuses = /[‐‑‒–—−﹣－]/g
const apostrophes = /[’ʼ＇]/g
const fullWidth: Readonly<Record<string, string>> = {
  '．': '.',
  '，': ',',
  '＋': '+',
  '（': '(',
  '）': ')',
}

/** The value of a decimal digit of any script: each script has its ten in a row. */
function digitValue(digit: string): string {
  const code = digit.codePointAt(0)!
  let first = code
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first -= 1
  return String((code - first) % 10)
}

/**
 * Writes digits, spaces, minus signs and apostrophes of all scripts as ASCII has them, and removes
 * marks of the direction of writing.
 */
export const toPlainCharacters = (text: string): string =>
  text
    .replaceAll(directionMarks, '')
    .replaceAll(/[^\P{Nd}0-9]/gu, digitValue)
    .replaceAll(/\s+/g, ' ')
    .replaceAll(minuses, '-')
    .replaceAll(apostrophes, "'")
    .replaceAll(/[．，＋（）]/g, (character) => fullWidth[character]!)
    .trim()

/** More characters than any number has that could be stored. */
const longestNumber = 60

/** Reads a number; undefined where the text is none with either decimal sign. */
export function readNumber(text: string): WrittenNumber | undefined {
  const plain = toPlainCharacters(text)
  const [first, last] = [plain.search(/\d/), plain.search(/\d\D*$/)]
  if (first === -1 || last - first > longestNumber) return undefined
  let [before, digits, after] = [
    plain.slice(0, first),
    plain.slice(first, last + 1),
    plain.slice(last + 1),
  ]
  // `.67`; the full stop of `Rs.500` belongs to the letters before it.
  if (/(?<!\p{L})[.,٫]$/u.test(before)) {
    digits = before.at(-1)! + digits
    before = before.slice(0, -1)
  }
  // `5.–` and `5,-` have no cents; `5.` ends with its decimal sign.
  const noCents = /^[.,] ?-+(?=$|[ \p{L}\p{Sc}])/u.exec(after)?.[0]
  if (noCents !== undefined) {
    digits += noCents[0]!
    after = after.slice(noCents.length)
  } else if (/^[.,٫](?:$|[ )\p{Sc}])/u.test(after)) {
    digits += after[0]!
    after = after.slice(1)
  }
  const isInBrackets = /^ ?\(|\( ?$/.test(before) && /^ ?\)|\) ?$/.test(after)
  if (isInBrackets) {
    before = before.replace('(', '')
    after = after.replace(/\)(?!.*\))/, '')
  }
  const [prefix, suffix] = [splitSign(before), splitSign(after)]
  const sign = (isInBrackets ? '-' : '') + prefix.sign + suffix.sign
  if (!['', '+', '-'].includes(sign)) return undefined
  const isNegative = sign === '-'
  const [point, comma] = [valueOf(digits, '.', isNegative), valueOf(digits, ',', isNegative)]
  if (!point && !comma) return undefined
  return { point, comma, before: prefix.text, after: suffix.text }
}

/** Splits a text beside a number into its sign, at the beginning or the end, and the rest. */
function splitSign(text: string): { sign: string; text: string } {
  const [, first = '', rest = '', last = ''] = /^ ?([-+]?)(.*?)([-+]?) ?$/.exec(text)!
  return { sign: first + last, text: rest.trim() }
}

/** Whole numbers in groups of three digits, or as in India in groups of two before the last three. */
const grouped = {
  '.': /^[1-9]\d{0,2}(?:(?:,\d{3})+|(?: \d{3})+|(?:'\d{3})+|(?:⹁\d{3})+)$|^[1-9]\d?(?:,\d{2})+,\d{3}$/,
  ',': /^[1-9]\d{0,2}(?:(?:\.\d{3})+|(?: \d{3})+|(?:'\d{3})+)$|^[1-9]\d?(?:\.\d{2})+\.\d{3}$/,
}

function valueOf(text: string, sign: DecimalSign, isNegative: boolean): Decimal | undefined {
  // Arabic script has signs of its own for both, and Indian groups.
  const digits = text.replace('٫', sign).replaceAll(/[٬،]/g, sign === '.' ? ',' : '.')
  const [whole = '', fraction = '', ...more] = digits.split(sign)
  if (more.length > 0 || !/^\d*$/.test(fraction)) return undefined
  if (!/^\d*$/.test(whole) && !grouped[sign].test(whole)) return undefined
  const value = BigInt(whole.replaceAll(/\D/g, '') + fraction)
  return { unscaled: isNegative ? -value : value, scale: fraction.length }
}

/**
 * The value of a number with this decimal sign. Without one, the value that the text has with
 * either, or with the only possible one; `open` where it has two.
 */
export function decideNumber(
  { point, comma }: WrittenNumber,
  sign: DecimalSign | undefined,
): Decimal | 'open' | undefined {
  if (sign !== undefined) return sign === '.' ? point : comma
  if (!point || !comma) return point ?? comma
  return point.scale === comma.scale && point.unscaled === comma.unscaled ? point : 'open'
}

/** What the numbers of a file show about its decimal sign. */
export interface DecimalEvidence {
  point: boolean
  comma: boolean
}

/** Adds a cell to the evidence; one that is no number, or could be read both ways, shows nothing. */
export function addDecimalEvidence(evidence: DecimalEvidence, text: string): void {
  if (!/[.,٫]/.test(text)) return
  const written = readNumber(text)
  if (!written || (written.point && written.comma)) return
  evidence[written.point ? 'point' : 'comma'] = true
}

/** Returns the decimal sign of a file; undefined where nothing shows it, or both occur. */
export const inferDecimalSign = ({ point, comma }: DecimalEvidence): DecimalSign | undefined =>
  point === comma ? undefined : point ? '.' : ','
