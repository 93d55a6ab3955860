/** The demo's expenses: the same for every start, spread over the four months up to yesterday. */
import type { TaxType } from '#shared/resources/expense.ts'
import { sameCurrencyPrice, convertUnitPrice, type UnitPrice } from '#shared/rules/unit-price.ts'
import { requireKnown } from '../records/require-known.ts'
import type { SeededRandom } from './seeded-random.ts'
import {
  demoCharges,
  demoProjects,
  demoRates,
  type DemoChargeName,
  type DemoProjectCode,
} from './demo-organisation.ts'
import { demoSpending, type DemoSpending } from './demo-work.ts'

export interface DemoExpense extends UnitPrice {
  user: number
  /** Days before today. */
  ago: number
  project: DemoProjectCode
  charge: DemoChargeName | null
  name: string
  notes: string | null
  chargeable: boolean
  quantity: number
  unit: string | null
  total_cost: number
  tax: TaxType
  /** Decimal text. */
  tax_rate: string
  /** Currency of `total_cost`. */
  currency: string
}

const count = 60
/** Goods and services tax, percent. */
const salesTax = '15'

/** Oldest first. */
export function createDemoExpenses(chance: SeededRandom): DemoExpense[] {
  return Array.from({ length: count }, (_, index) => {
    const ago = 1 + 2 * (count - 1 - index)
    const item = demoSpending[index % demoSpending.length]!
    const own = demoProjects.find(({ code }) => code === item.project)!
    const currency = 'currency' in own ? own.currency : 'NZD'
    return {
      user: chance.pick([0, 0, 1, 2]),
      ago,
      project: item.project,
      notes: item.notes,
      chargeable: item.chargeable,
      ...('charge' in item ? fromCharge(chance, item, currency) : oneOff(chance, item, currency)),
    }
  })
}

function fromCharge(
  chance: SeededRandom,
  item: Extract<DemoSpending, { charge: DemoChargeName }>,
  currency: string,
) {
  const charge = demoCharges.find(({ name }) => name === item.charge)!
  const rate = demoRates.find(({ from, to }) => from === charge.currency && to === currency)
  const unitCharge = { amount: charge.charge, currency: charge.currency }
  return {
    charge: item.charge,
    name: charge.name,
    quantity: chance.between(...item.quantity),
    unit: charge.unit,
    ...requireKnown(convertUnitPrice(currency, unitCharge, rate?.value ?? '1'), 'price'),
    total_cost: 0,
    tax: 'none' as const,
    tax_rate: '0',
    currency,
  }
}

function oneOff(
  chance: SeededRandom,
  item: Exclude<DemoSpending, { charge: DemoChargeName }>,
  currency: string,
) {
  // Prices are rounded to 50 cents.
  const amount = Math.round(chance.between(...item.amount) / 50) * 50
  const quantity = item.unit === null ? 1 : chance.between(1, 3)
  return {
    charge: null,
    name: item.name,
    quantity,
    unit: item.unit,
    ...sameCurrencyPrice({ amount, currency }),
    total_cost: amount * quantity,
    tax: item.taxed ? ('includes' as const) : ('none' as const),
    tax_rate: item.taxed ? salesTax : '0',
    currency,
  }
}
