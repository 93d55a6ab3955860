/** The demo's expenses: the same for every start, spread over the four months up to yesterday. */
import { divideHalfEven } from '#shared/rules/increments.ts'
import type { Chance } from './chance.ts'
import { charges, projects, rates, type ChargeName, type ProjectCode } from './studio.ts'
import { spending, type Spending } from './work.ts'

export interface DemoExpense {
  user: number
  /** Days before today. */
  ago: number
  project: ProjectCode
  charge: ChargeName | null
  name: string
  notes: string | null
  chargeable: boolean
  quantity: number
  unit: string | null
  unit_charge: number
  total_cost: number
  tax: 'includes' | 'none'
  tax_rate: string
  currency: string
  original_unit_charge: number
  original_currency: string
  exchange_rate: string
}

const count = 60
/** Goods and services tax, percent. */
const salesTax = '15'

/** Oldest first. */
export function demoExpenses(chance: Chance): DemoExpense[] {
  return Array.from({ length: count }, (_, index) => {
    const ago = 1 + 2 * (count - 1 - index)
    const item = spending[index % spending.length]!
    const own = projects.find(({ code }) => code === item.project)!
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
  chance: Chance,
  item: Extract<Spending, { charge: ChargeName }>,
  currency: string,
) {
  const charge = charges.find(({ name }) => name === item.charge)!
  const rate = rates.find(({ from, to }) => from === charge.currency && to === currency)
  const converted = rate
    ? Number(divideHalfEven(BigInt(charge.charge) * BigInt(rate.hundredths), 100n))
    : charge.charge
  return {
    charge: item.charge,
    name: charge.name,
    quantity: chance.between(...item.quantity),
    unit: charge.unit,
    unit_charge: converted,
    total_cost: 0,
    tax: 'none' as const,
    tax_rate: '0',
    currency,
    original_unit_charge: charge.charge,
    original_currency: charge.currency,
    exchange_rate: rate ? String(rate.hundredths / 100) : '1',
  }
}

function oneOff(chance: Chance, item: Exclude<Spending, { charge: ChargeName }>, currency: string) {
  // Prices end in round cents.
  const amount = Math.round(chance.between(...item.amount) / 50) * 50
  const quantity = item.unit === null ? 1 : chance.between(1, 3)
  return {
    charge: null,
    name: item.name,
    quantity,
    unit: item.unit,
    unit_charge: amount,
    total_cost: amount * quantity,
    tax: item.taxed ? ('includes' as const) : ('none' as const),
    tax_rate: item.taxed ? salesTax : '0',
    currency,
    original_unit_charge: amount,
    original_currency: currency,
    exchange_rate: '1',
  }
}
