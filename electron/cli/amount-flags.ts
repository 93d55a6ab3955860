/** Parses and formats amounts in flags and in texts. */
import { failField, ok, type Result } from '#shared/errors.ts'
import { currencyPlaces } from '#shared/rules/money.ts'
import { parseAmount, moneyText } from '#shared/rules/money-text.ts'
import { readNumber } from '#shared/rules/number-text.ts'
import type { CommandContext } from './command.ts'
import { textFlag } from './parse-values.ts'
import { t, listText } from './language.ts'

/** What the help says about every flag that takes an amount. */
export const amountHelp = `An AMOUNT is in the smallest unit of its currency, as in the API: 1250 for 12.50 EUR.
With a decimal point, give all decimal places of the currency (12.50 EUR, 1.250 KWD).`

/** What the help says about the flag that names what amounts are in. */
export const currencyHelp = `EUR            default for a new one: that of the newest project, else of the
                       country in LC_MONETARY or LANG, else EUR`

/**
 * Parses a flag that takes an amount, in the smallest unit. Notes how a whole number below one unit
 * of the currency was read, since people often mean whole units.
 * @param currency null where it is unknown
 * @param known flags that make it known, for the error
 */
export function amountFlag(
  context: CommandContext,
  name: string,
  currency: string | null,
  known = '--currency',
): Result<number | undefined> {
  const text = textFlag(context, name)
  if (text === undefined) return ok(undefined)
  const amount = parseAmount(text, currency)
  if (amount === undefined) {
    return failField(name, signProblem(amountProblem(name, currency, known), text, currency))
  }
  if (currency !== null && isSmallWhole(text, amount, currency)) {
    const meant = `${text}.${'0'.repeat(currencyPlaces(currency))}`
    context.note(
      t('{flag} {text} is {amount}. For {meant} {currency}, write {meant}', {
        flag: `--${name}`,
        text,
        amount: amountText(amount, currency),
        meant,
        currency,
      }),
    )
  }
  return ok(amount)
}

function amountProblem(name: string, currency: string | null, flags: string): string {
  const problem = t('{flag} needs a whole number of the smallest unit, like 1250', {
    flag: `--${name}`,
  })
  if (currency === null) return t('{problem}. For decimal places, use {flags}', { problem, flags })
  const places = currencyPlaces(currency)
  return places === 0
    ? t('{problem}: {currency} has no decimal places', { problem, currency })
    : t('{problem}, or an amount of {currency} with {places} decimal places', {
        problem,
        currency,
        places,
      })
}

/** Adds that a sign or a code beside the number cannot choose a currency here. */
function signProblem(problem: string, text: string, currency: string | null): string {
  const written = readNumber(text)
  const sign = written
    ? listText([written.before, written.after].filter(Boolean), '{one} and {other}')
    : ''
  if (sign === '') return problem
  return currency === null
    ? t('{problem}. Write it without {sign}', { problem, sign })
    : t('{problem}. Write it without {sign}: it is in {currency}', { problem, sign, currency })
}

const isSmallWhole = (text: string, amount: number, currency: string): boolean =>
  !text.includes('.') && amount !== 0 && Math.abs(amount) < 10 ** currencyPlaces(currency)

/** Formats `12.50 EUR`; the smallest unit where the currency is unknown. */
export const amountText = (amount: number, currency: string | null): string =>
  currency === null ? String(amount) : moneyText(amount, currency)
