/** How a locale writes dates and decimals in tables, as spreadsheets of that locale read them. */

export interface LocaleText {
  /**
   * A byte order mark, without which a spreadsheet takes UTF-8 for the system's legacy encoding.
   */
  readonly mark: '' | '\uFEFF'
  /** Separator of cells: where the comma is the decimal sign, it cannot be one, too. */
  readonly separator: ',' | ';'
  /** Formats a civil date. */
  date(date: string): string
  /** Formats a civil date for people: `2 Mar 2026`, where that is usual. */
  day(date: string): string
  /** Formats a month, `YYYY-MM`. */
  month(month: string): string
  /** Formats a decimal that is written with a point. */
  decimal(text: string): string
}

/** What every program reads: ISO dates, decimal points, commas as separators. */
export const neutralLocaleText: LocaleText = {
  mark: '',
  separator: ',',
  date: (date) => date,
  day: (date) => date,
  month: (month) => month,
  decimal: (text) => text,
}

export function createLocaleText(locale: string): LocaleText {
  const common = { timeZone: 'UTC', calendar: 'gregory', numberingSystem: 'latn' } as const
  const inFigures = { ...common, year: 'numeric', month: '2-digit' } as const
  const daysInFigures = new Intl.DateTimeFormat(locale, { ...inFigures, day: '2-digit' })
  const days = new Intl.DateTimeFormat(locale, { ...common, dateStyle: 'medium' })
  const months = new Intl.DateTimeFormat(locale, inFigures)
  const sign = new Intl.NumberFormat(locale, { numberingSystem: 'latn' })
    .formatToParts(1.5)
    .find(({ type }) => type === 'decimal')!.value
  return {
    mark: '\uFEFF',
    separator: sign === ',' ? ';' : ',',
    date: (date) => daysInFigures.format(Date.parse(`${date}T00:00:00Z`)),
    day: (date) => days.format(Date.parse(`${date}T00:00:00Z`)),
    month: (month) => months.format(Date.parse(`${month}-01T00:00:00Z`)),
    decimal: (text) => text.replace('.', sign),
  }
}

/** True for a locale that this runtime has names and formats for. */
export function isLocale(locale: string): boolean {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(locale).length > 0
  } catch {
    return false
  }
}
