/** Parses and formats amounts in flags and in texts. */
import { failField, ok, type Result } from '#shared/errors.ts'
import { currencyPlaces } from '#shared/rules/money.ts'
import { parseAmount, moneyText } from '#shared/rules/money-text.ts'
import { readNumber } from '#shared/rules/number-text.ts'
import type { CommandContext } from './command.ts'
import { textFlag } from './parse-values.ts'

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
 * @param known how to make it known, for the error
 */
export function amountFlag(
  context: CommandContext,
  name: string,
  currency: string | null,
  known = 'use --currency',
): Result<number | undefined> {
  const text = textFlag(context, name)
  if (text === undefined) return ok(undefined)
  const amount = parseAmount(text, currency)
  if (amount === undefined) {
    return failField(name, amountProblem(name, currency, known) + signProblem(text, currency))
  }
  if (currency !== null && isSmallWhole(text, amount, currency)) {
    const meant = `${text}.${'0'.repeat(currencyPlaces(currency))}`
    context.note(
      `--${name} ${text} is ${amountText(amount, currency)}. For ${meant} ${currency}, write ${meant}`,
    )
  }
  return ok(amount)
}

function amountProblem(name: string, currency: string | null, known: string): string {
  const whole = `--${name} needs a whole number of the smallest unit, like 1250`
  if (currency === null) return `${whole}. For decimal places, ${known}`
  const places = currencyPlaces(currency)
  return places === 0
    ? `${whole}: ${currency} has no decimal places`
    : `${whole}, or an amount of ${currency} with ${places} decimal places`
}

/** A sign or a code beside the number, which cannot choose a currency here. */
function signProblem(text: string, currency: string | null): string {
  const written = readNumber(text)
  const sign = written ? [written.before, written.after].filter(Boolean).join(' and ') : ''
  if (sign === '') return ''
  return `. Write it without ${sign}${currency === null ? '' : `: it is in ${currency}`}`
}

const isSmallWhole = (text: string, amount: number, currency: string): boolean =>
  !text.includes('.') && amount !== 0 && Math.abs(amount) < 10 ** currencyPlaces(currency)

/** Formats `12.50 EUR`; the smallest unit where the currency is unknown. */
export const amountText = (amount: number, currency: string | null): string =>
  currency === null ? String(amount) : moneyText(amount, currency)
