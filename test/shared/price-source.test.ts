import { describe, expect, it } from 'vitest'
import {
  classifyChargeChange,
  priceSourceOfChange,
  priceSourceOfNew,
} from '#shared/rules/price-source.ts'
import {
  isConverted,
  sameCurrencyPrice,
  convertUnitPrice,
  unknownRatePrice,
} from '#shared/rules/unit-price.ts'

const charge = { charge: 4_505, currency: 'EUR' }
const current = {
  charge: {},
  project: { currency: 'NZD' },
  unit_charge: 8_334,
  original_unit_charge: 4_505,
  original_currency: 'EUR',
  exchange_rate: '1.85',
}
const change = {
  current,
  kind: 'kept' as const,
  charge: undefined,
  unit_charge: undefined,
  moves: false,
  currency: 'NZD',
}

describe('the source of a price', () => {
  it('is the charge of a new expense before any amount, and null where there is neither', () => {
    expect(priceSourceOfNew(charge, 1, 'NZD')).toEqual({
      is: 'charge',
      charge: { amount: 4_505, currency: 'EUR' },
      currency: 'NZD',
    })
    expect(priceSourceOfNew(undefined, -1, 'NZD')).toEqual({
      is: 'one-off',
      charge: { amount: -1, currency: 'NZD' },
    })
    expect(priceSourceOfNew(undefined, undefined, 'NZD')).toBeUndefined()
  })

  it('is the agreed price while charge and currency stay', () => {
    expect(priceSourceOfChange(change)).toEqual({ is: 'unchanged' })
    expect(priceSourceOfChange({ ...change, currency: 'EUR', moves: true })).toMatchObject({
      is: 'charge',
      charge: { amount: 4_505, currency: 'EUR' },
      currency: 'EUR',
    })
  })

  it('is looked up again where no rate was known', () => {
    const unknown = { ...current, ...unknownRatePrice({ amount: 4_505, currency: 'EUR' }) }
    expect(isConverted(unknown)).toBe(false)
    expect(priceSourceOfChange({ ...change, current: unknown })).toMatchObject({ is: 'charge' })
  })

  it('is the current amount when a charge is cleared', () => {
    expect(classifyChargeChange(current, null)).toBe('one-off')
    expect(priceSourceOfChange({ ...change, kind: 'one-off' })).toEqual({
      is: 'one-off',
      charge: { amount: 8_334, currency: 'NZD' },
    })
  })

  it('stays where a one-off keeps its amount and project, as a service may have it', () => {
    const oneOff = { ...change, current: { ...current, charge: null }, kind: 'one-off' as const }
    expect(priceSourceOfChange(oneOff)).toEqual({ is: 'unchanged' })
  })

  it('is in the currency that the project had when the amount was set', () => {
    const oneOff = { ...current, charge: null, exchange_rate: '0' }
    const set = { ...change, current: oneOff, kind: 'one-off' as const }
    const of = (more: object) => priceSourceOfChange({ ...set, currency: 'JPY', ...more })
    const inCurrency = (amount: number, currency: string) => ({
      is: 'one-off',
      charge: { amount, currency },
    })
    expect(of({})).toEqual(inCurrency(8_334, 'EUR'))
    expect(of({ unit_charge: 9_000 })).toEqual(inCurrency(9_000, 'JPY'))
    expect(of({ unit_charge: 9_000, currency: null })).toEqual(inCurrency(9_000, 'EUR'))
    expect(of({ moves: true })).toEqual(inCurrency(8_334, 'JPY'))
  })
})

describe('a price', () => {
  it('is rounded once, half to even', () => {
    const of = (amount: number) =>
      convertUnitPrice('NZD', { amount, currency: 'EUR' }, '0.5')?.unit_charge
    expect([1, 3, 5, -1, -3].map(of)).toEqual([0, 2, 2, -0, -2].map((value) => value + 0))
  })

  it('is as it is where nothing is to be converted, known currency or not', () => {
    expect(sameCurrencyPrice({ amount: 7, currency: null })).toEqual({
      unit_charge: 7,
      original_unit_charge: 7,
      original_currency: null,
      exchange_rate: '1',
    })
  })
})
