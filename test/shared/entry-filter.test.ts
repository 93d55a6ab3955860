import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  filterProblem,
  fits,
  matches,
  normalFilter,
  opposite,
  type EntryFacts,
} from '#shared/rules/entry-filter.ts'
import { filterFromUrl, filterToUrl } from '#shared/rules/filter-url.ts'
import { toHaystack } from '#shared/rules/search-text.ts'
import { condition, entryFilter } from '../support/drawn-filters.ts'

const id = fc.constantFrom(1, 2, 3)
const facts: fc.Arbitrary<EntryFacts> = fc
  .record({
    isTime: fc.boolean(),
    project: fc.option(
      fc.record({
        id,
        client: fc.option(id),
        status: fc.constantFrom('incomplete', 'complete', 'none'),
        type: fc.constantFrom('client', 'internal', 'other'),
      }),
    ),
    task: fc.option(id),
    categories: fc.uniqueArray(id, { maxLength: 2 }),
    person: fc.option(id),
    chargeable: fc.boolean(),
    notes: fc.option(fc.constantFrom('Draft of the logo', 'Call')),
  })
  .map((one) => ({
    ...one,
    task: one.isTime ? one.task : null,
    haystack: toHaystack(one.notes, 'Webshop'),
  }))

/** The same conditions and values in another order, some of them twice. */
const shuffled = (filter: readonly object[]) =>
  fc
    .tuple(fc.shuffledSubarray([...filter], { minLength: filter.length }), fc.boolean())
    .map(([all, twice]) => (twice ? [...all, ...all] : all) as typeof filter)

const time: EntryFacts = {
  isTime: true,
  project: { id: 1, client: 1, status: 'Incomplete', type: 'client' },
  task: 1,
  categories: [1, 2],
  person: null,
  chargeable: false,
  notes: null,
  haystack: toHaystack('Webshop', 'Acme'),
}
const expense: EntryFacts = { ...time, isTime: false, task: null, chargeable: true }

describe('a filter', () => {
  it('that is empty matches everything', () => {
    expect(matches([], time)).toBe(true)
    expect(filterProblem([])).toBeUndefined()
  })

  it('matches what fits all of its conditions', () => {
    fc.assert(
      fc.property(entryFilter, condition, facts, (filter, more, one) => {
        expect(matches([...filter, more], one)).toBe(matches(filter, one) && fits(more, one))
      }),
    )
  })

  it('splits entries by a condition and its opposite, but for tasks of expenses', () => {
    fc.assert(
      fc.property(condition, facts, (one, of) => {
        const isOutside = one.kind === 'task' && !of.isTime
        expect(Number(fits(one, of)) + Number(fits(opposite(one), of))).toBe(isOutside ? 0 : 1)
      }),
    )
  })

  it('means the same in its normal form, in any order, and with repetitions', () => {
    const drawn = entryFilter.chain((filter) =>
      fc.tuple(fc.constant(filter), shuffled(filter) as fc.Arbitrary<typeof filter>),
    )
    fc.assert(
      fc.property(drawn, facts, ([filter, same], one) => {
        expect(normalFilter(same)).toEqual(normalFilter(filter))
        expect(normalFilter(normalFilter(filter))).toEqual(normalFilter(filter))
        expect(matches(normalFilter(filter), one)).toBe(matches(filter, one))
      }),
    )
  })

  it('has kinds in order, negations after the rest, and values sorted with none last', () => {
    expect(
      normalFilter([
        { kind: 'words', text: '  logo   draft ' },
        { kind: 'client', not: true, of: [2] },
        { kind: 'task', of: [null, 3, 1, 3] },
        { kind: 'status', of: ['On Hold'] },
        { kind: 'client', of: [5] },
        { kind: 'client', not: true, of: [null, 1] },
      ]),
    ).toEqual([
      { kind: 'client', of: [5] },
      { kind: 'client', not: true, of: [1, 2, null] },
      { kind: 'status', of: ['on hold'] },
      { kind: 'task', of: [1, 3, null] },
      { kind: 'words', text: 'logo draft' },
    ])
  })

  it.each([
    ['a list without a value', [{ kind: 'client', of: [] }], 'Choose at least one'],
    ['no words', [{ kind: 'words', text: ' \n' }], 'Enter text'],
    ['invisible words', [{ kind: 'words', text: '\u00AD' }], 'Enter text'],
    ['too many words', [{ kind: 'words', text: 'x'.repeat(201) }], 'Use 200 characters or fewer'],
    [
      'too many values, in several conditions that are one',
      [0, 100, 200].map((from) => ({
        ...{ kind: 'task', not: true },
        of: Array.from({ length: 100 }, (_, nth) => from + nth + 1),
      })),
      'Choose 200 or fewer',
    ],
    [
      'too many conditions',
      Array.from({ length: 13 }, (_, nth) => ({ kind: 'words', text: `word${nth}` })),
      'Choose 12 or fewer',
    ],
  ])('is refused with %s, never widened to everything', (_, filter, problem) => {
    expect(filterProblem(filter as Parameters<typeof filterProblem>[0])).toBe(problem)
    expect(filterFromUrl(filterToUrl(filter as Parameters<typeof filterToUrl>[0]))).toBeUndefined()
  })

  it('counts work for a client as billable whatever its rate, and expenses by their mark', () => {
    const isBillable = { kind: 'billable', is: true } as const
    const of = (project: Partial<NonNullable<EntryFacts['project']>>) =>
      fits(isBillable, { ...time, project: { ...time.project!, ...project } })
    expect(of({})).toBe(true)
    expect(of({ type: 'something new' })).toBe(true)
    expect(of({ type: 'internal' })).toBe(false)
    expect(of({ client: null })).toBe(false)
    expect(fits(isBillable, { ...time, project: null })).toBe(false)
    expect(fits(isBillable, expense)).toBe(true)
    expect(fits(isBillable, { ...expense, chargeable: false })).toBe(false)
  })

  it('finds a record in one of several categories, and those in none', () => {
    const inCategory = (of: (number | null)[]) => fits({ kind: 'category', of }, time)
    expect([inCategory([2]), inCategory([3]), inCategory([null])]).toEqual([true, false, false])
    expect(fits({ kind: 'category', of: [null] }, { ...time, categories: [] })).toBe(true)
    // Not in one of them, although in another.
    expect(fits({ kind: 'category', not: true, of: [2] }, time)).toBe(false)
  })

  it('compares the words of a status without case', () => {
    expect(fits({ kind: 'status', of: ['INCOMPLETE'] }, time)).toBe(true)
    expect(fits({ kind: 'status', of: [null] }, { ...time, project: null })).toBe(true)
  })
})

describe('a filter in an address', () => {
  it('is read as what was written', () => {
    fc.assert(
      fc.property(entryFilter, (filter) => {
        expect(filterFromUrl(filterToUrl(filter))).toEqual(normalFilter(filter))
        const address = new URLSearchParams(filterToUrl(filter).map((one) => ['f', one]))
        const read = new URLSearchParams(address.toString()).getAll('f')
        expect(filterFromUrl(read)).toEqual(normalFilter(filter))
      }),
    )
  })

  it('is short', () => {
    expect(
      filterToUrl([
        { kind: 'client', of: [3, null] },
        { kind: 'category', not: true, of: [4] },
        { kind: 'status', of: ['in progress', 'none', null] },
        { kind: 'notes', is: false },
        { kind: 'words', text: 'logo draft' },
      ]),
    ).toEqual([
      'client:3,none',
      'status:in%20progress,%6Eone,none',
      '!category:4',
      'notes:no',
      'words:logo draft',
    ])
  })

  it.each([
    '',
    'client',
    'client:',
    'client:x',
    'client:0',
    'client:1,,2',
    'colour:red',
    '!notes:no',
    'notes:maybe',
    'status:%',
    '!!task:1',
    'words: ',
  ])('is none at all with “%s”', (value) => {
    expect(filterFromUrl(['client:1', value])).toBeUndefined()
  })
})
