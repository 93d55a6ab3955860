/** The texts in the rows of a conflict's card. */
import { describe, expect, it } from 'vitest'
import type { CardField, InboxCard } from '#shared/resources/inbox-card.ts'
import { toCardRows } from '../../renderer/features/sync/card-rows.ts'

const value = (of: unknown, currency?: string) => ({
  value: of,
  names: [],
  ...(currency === undefined ? {} : { currency }),
})
const field = (name: string, base: unknown, mine: unknown, theirs: unknown, currency?: string) =>
  ({
    field: name,
    group: 'charge',
    base: value(base, currency),
    mine: value(mine, currency),
    theirs: value(theirs, currency),
    words: [],
  }) satisfies CardField
const card = (fields: CardField[]): InboxCard => ({
  card: 1,
  kind: 'conflict',
  resource: 'expense',
  local: 1,
  id: 1,
  title: '“Spade”',
  raisedAt: 0,
  takes: ['mine', 'theirs'],
  fields,
  message: null,
  others: [],
  note: null,
  raw: null,
})

describe('a row of several fields', () => {
  it('shows only those in which the sides differ, and amounts as money', () => {
    const fields = [
      field('charge_id', null, null, null),
      field('name', 'Spade', 'Spade', 'Spade'),
      field('unit_charge', 1000, 12_000, 1000, 'EUR'),
      field('unit', null, null, null),
      field('quantity', 1, 1, 300),
      field('total_cost', 0, 0, 0),
      field('currency', null, null, null),
    ]
    const [row, ...others] = toCardRows(card(fields), (key) => key)
    expect(others).toEqual([])
    expect(row).toMatchObject({
      label: 'Unit price, quantity',
      base: { text: '1 × €10.00' },
      mine: { text: '1 × €120.00' },
      theirs: { text: '300 × €10.00' },
    })
    expect(row!.fields).toEqual(fields.map((one) => one.field))
  })

  it('shows the name of a charge in place of its price, and the quantity', () => {
    const mileage = { value: 3, names: ['Mileage'] }
    const fields = [
      { ...field('charge_id', null, null, null), mine: mileage },
      field('unit_charge', 1000, null, 1000, 'EUR'),
      field('unit', 'km', null, 'km'),
      field('quantity', 1, 1, 300),
    ]
    const t = (key: string, values = {}) => [key, ...Object.values(values)].join(' ')
    const [row] = toCardRows(card(fields), t)
    expect(row).toMatchObject({
      mine: { text: '1 × Mileage' },
      theirs: { text: '300 × €10.00 expenses.perUnit km' },
    })
  })

  it('shows the tax and the currency with a cost, and neither without one', () => {
    const fields = [
      { ...field('total_cost', 0, 2000, 0), mine: value(2000, 'NZD') },
      field('tax', null, 'includes', null),
      field('tax_rate', null, '15', null),
      field('currency', null, 'NZD', null),
      field('unit_charge', 1000, 1000, 1000, 'NZD'),
      field('quantity', 1, 1, 7),
    ]
    const [row] = toCardRows(card(fields), (key) => key)
    expect(row).toMatchObject({
      label: 'Cost, tax, tax rate, quantity',
      mine: { text: 'NZ$20.00, expenses.taxKind.includes, 15, 1 × NZ$10.00' },
      theirs: { text: '–, 7 × NZ$10.00' },
    })
  })
})
