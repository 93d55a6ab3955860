/** Finds the currency that a sign, a code or a name beside an amount means. */
import { toPlainCharacters, type WrittenNumber } from './number-text.ts'

/** How a locale writes a currency beside a number. */
const displays = ['symbol', 'narrowSymbol', 'code', 'name'] as const
type Display = (typeof displays)[number]

/** Numbers that languages write with different forms of a name. */
const counts = [1, 1.5, 2, 5]

/** The text beside a number: `€`, `NZ$`; the name in the form for this many: `US dollars`. */
function writtenCurrency(
  code: string,
  locale: string,
  currencyDisplay: Display,
  count = 5,
): string {
  const parts = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: code,
    currencyDisplay,
    minimumFractionDigits: 0,
  }).formatToParts(count)
  return toPlainCharacters(parts.find(({ type }) => type === 'currency')?.value ?? code)
}

const remembered = new Map<string, unknown>()
/** Computes a value once for each key. */
function once<Value>(key: string, compute: () => Value): Value {
  if (!remembered.has(key)) remembered.set(key, compute())
  return remembered.get(key) as Value
}

const knownCodes = (): ReadonlySet<string> =>
  once('codes', () => new Set(Intl.supportedValuesOf('currency')))

/** All texts by which a locale, or English, writes one currency. */
const textsOf = (code: string, locale: string): ReadonlySet<string> =>
  once(`texts ${locale} ${code}`, () => {
    const texts = [locale, 'en'].flatMap((one) =>
      displays.flatMap((display) =>
        counts.map((count) => writtenCurrency(code, one, display, count)),
      ),
    )
    return new Set(texts.map((text) => text.toLowerCase()))
  })

/** The currencies of a locale's signs: all that it writes in this way. */
const codesBySign = (locale: string, display: Display): ReadonlyMap<string, readonly string[]> =>
  once(`codes ${locale} ${display}`, () => {
    const codes = new Map<string, string[]>()
    for (const code of knownCodes()) {
      const text = writtenCurrency(code, locale, display).toLowerCase()
      codes.set(text, [...(codes.get(text) ?? []), code])
    }
    return codes
  })

/** Signs that several countries write for their own currency; only a locale says which one it is. */
const sharedSigns = new Set(['$', '¥', '￥'])

/**
 * Returns the currencies that a text beside an amount can mean; none where it means no currency.
 * @param expected the currency that the amount would have without it, which it means where it can
 * @param locale of the person who wrote it; null for a file, in which `$` can be any dollar
 */
function currenciesOfSign(
  sign: string,
  expected: string | null,
  locale: string | null,
): readonly string[] {
  const text = toPlainCharacters(sign).toLowerCase()
  if (
    expected !== null &&
    /^[A-Z]{3}$/.test(expected) &&
    textsOf(expected, locale ?? 'en').has(text)
  )
    return [expected]
  const code = text.toUpperCase()
  if (knownCodes().has(code)) return [code]
  const usual =
    locale === null && sharedSigns.has(text)
      ? undefined
      : codesBySign(locale ?? 'en', 'symbol').get(text)
  return usual ?? codesBySign(locale ?? 'en', 'narrowSymbol').get(text) ?? []
}

/**
 * Returns the currencies that the texts before and after an amount name together; undefined where
 * there is no such text, none where they name no currency or two. A code beside a sign decides which
 * of the sign’s currencies it is: `$5.00 CAD`.
 */
export function statedCurrencies(
  { before, after }: Pick<WrittenNumber, 'before' | 'after'>,
  expected: string | null,
  locale: string | null,
): readonly string[] | undefined {
  const signs = [before, after].filter((sign) => sign !== '')
  const code = signs.find((sign) => knownCodes().has(sign)) ?? expected
  const [first, ...others] = signs.map((sign) => currenciesOfSign(sign, code, locale))
  return first?.filter((one) => others.every((codes) => codes.includes(one)))
}
