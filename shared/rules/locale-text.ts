/** How a locale writes dates and decimals in tables, as spreadsheets of that locale read them. */

export interface LocaleText {
  /** A byte order mark, without which a spreadsheet takes UTF-8 for the machine's old encoding. */
  readonly mark: '' | '\uFEFF'
  /** Between the cells of a line: where a comma is the decimal sign it cannot be this too. */
  readonly separator: ',' | ';'
  /** A civil date. */
  date(date: string): string
  /** A decimal, given with a point. */
  decimal(text: string): string
}

/** What every program reads: ISO dates, decimal points, commas between. */
export const plainText: LocaleText = {
  mark: '',
  separator: ',',
  date: (date) => date,
  decimal: (text) => text,
}

export function localeText(locale: string): LocaleText {
  const days = new Intl.DateTimeFormat(locale, {
    ...{ year: 'numeric', month: '2-digit', day: '2-digit' },
    ...{ timeZone: 'UTC', calendar: 'gregory', numberingSystem: 'latn' },
  })
  const sign = new Intl.NumberFormat(locale, { numberingSystem: 'latn' })
    .formatToParts(1.5)
    .find(({ type }) => type === 'decimal')!.value
  return {
    mark: '\uFEFF',
    separator: sign === ',' ? ';' : ',',
    date: (date) => days.format(Date.parse(`${date}T00:00:00Z`)),
    decimal: (text) => text.replace('.', sign),
  }
}

/** True for a locale that this runtime has words and formats for. */
export function isLocale(locale: string): boolean {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(locale).length > 0
  } catch {
    return false
  }
}
