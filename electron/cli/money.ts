/** Amounts in flags and in texts. */
import { failField, ok, type Result } from '#shared/errors.ts'
import { currencyPlaces } from '#shared/rules/money.ts'
import { parseAmount, writeAmount } from '#shared/rules/money-text.ts'
import type { Context } from './command.ts'
import { textFlag } from './values.ts'

/** What the help says about every flag that takes an amount. */
export const amountHelp = `An AMOUNT is in the smallest unit of its currency, as the API has it: 1250 for 12.50 EUR.
With a decimal point it has all the places of the currency (12.50 EUR, 1.250 KWD).`

/** A flag that takes an amount, in the smallest unit; `currency` null where it is not known. */
export function amountFlag(
  context: Context,
  name: string,
  currency: string | null,
): Result<number | undefined> {
  const text = textFlag(context, name)
  if (text === undefined) return ok(undefined)
  const amount = parseAmount(text, currency)
  if (amount !== undefined) return ok(amount)
  const places = currency === null ? 0 : currencyPlaces(currency)
  const decimal = places === 0 ? '' : `, or an amount of ${currency} with ${places} decimal places`
  return failField(
    name,
    `--${name} needs a whole number of the smallest unit, such as 1250${decimal}`,
  )
}

/** `12.50 EUR`; the smallest unit where the currency is not known. */
export const amountText = (amount: number, currency: string | null): string =>
  currency === null ? String(amount) : `${writeAmount(amount, currency)} ${currency}`
