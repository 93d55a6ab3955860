import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { FieldGroup } from '#shared/rules/field-groups.ts'
import {
  changeOf,
  isSameValue,
  joinGroups,
  mergeMembers,
  sidesOf,
} from '#shared/rules/three-way.ts'

/** Few enough that equal ones are drawn often. */
const value = fc.oneof(
  fc.constantFrom(null, 1, 'A', undefined),
  fc.subarray([1, 2, 3]),
  fc.record({ from: fc.constantFrom(1, 2), to: fc.constantFrom(3, null) }),
  fc.array(fc.record({ from: fc.constantFrom(1, 2) }), { maxLength: 2 }),
  fc.subarray([1, 2]).map((items) => new Set(items)),
)
const sidesAs = <Version>(version: fc.Arbitrary<Version>) =>
  fc.record({ base: version, mine: version, theirs: version })

describe('the comparison of two values', () => {
  it('knows lists, records, sets, and null', () => {
    for (const same of [
      [null, null],
      [
        [1, [2]],
        [1, [2]],
      ],
      [
        { from: 1, to: null },
        { to: null, from: 1 },
      ],
      [new Set([1, 2]), new Set([2, 1])],
      [0, -0],
    ]) {
      expect(isSameValue(same[0], same[1]), JSON.stringify(same)).toBe(true)
    }
    for (const other of [
      [null, undefined],
      [null, {}],
      [1, '1'],
      [
        [1, 2],
        [2, 1],
      ],
      [[1], [1, 2]],
      [{ from: 1 }, { from: 1, to: undefined }],
      [{ from: 1, to: undefined }, { from: 1 }],
      [{ to: undefined }, { from: undefined }],
      [[1], { 0: 1 }],
      [new Set([1]), new Set([2])],
      [new Set([1]), new Set([1, 2])],
      [new Set(), []],
      [[], {}],
      [{}, new Set()],
    ]) {
      expect(isSameValue(other[0], other[1]), JSON.stringify(other)).toBe(false)
    }
  })

  it('finds a copy equal, and is the same from both sides', () => {
    fc.assert(
      fc.property(value, value, (one, other) => {
        expect(isSameValue(one, structuredClone(one))).toBe(true)
        expect(isSameValue(one, other)).toBe(isSameValue(other, one))
      }),
    )
  })
})

describe('who changed a group', () => {
  const version = fc.record({ a: value, b: value, taken: value, other: value })
  const group = { fields: ['a', 'b'], taken: ['taken'] }
  type Version = typeof version extends fc.Arbitrary<infer One> ? One : never

  it('is nobody, one side, or both, whatever the other fields say', () => {
    fc.assert(
      fc.property(sidesAs(version), (sides) => {
        const { base, mine, theirs } = sides
        const differ = (one: Version, from: Version, ...fields: (keyof Version)[]) =>
          fields.some((field) => !isSameValue(one[field], from[field]))
        const iChanged = differ(mine, base, 'a', 'b')
        const theyChanged = differ(theirs, base, 'a', 'b', 'taken')
        const change = changeOf(group, sides)
        if (!differ(mine, theirs, 'a', 'b')) expect(change).toBe('same')
        else if (iChanged && theyChanged) expect(change).toBe('both')
        else expect(change).toBe(iChanged ? 'mine' : 'theirs')
      }),
    )
  })

  it('takes both sides as they are: turned around, it says the opposite', () => {
    const opposite = { same: 'same', both: 'both', mine: 'theirs', theirs: 'mine' }
    const fields = ['a', 'b']
    fc.assert(
      fc.property(sidesAs(version), ({ base, mine, theirs }) => {
        const turned = changeOf({ fields }, { base, mine: theirs, theirs: mine })
        expect(turned).toBe(opposite[changeOf({ fields }, { base, mine, theirs })])
      }),
    )
  })

  it('counts what is taken with the fields for the other side alone', () => {
    const [base, changed, longer] = [
      { quantity: 4, increment: 15 },
      { quantity: 5, increment: 15 },
      { quantity: 4, increment: 20 },
    ]
    const quantity = { fields: ['quantity'], taken: ['increment'] }
    expect(changeOf(quantity, { base, mine: changed, theirs: longer })).toBe('both')
    expect(changeOf(quantity, { base, mine: longer, theirs: changed })).toBe('theirs')
    expect(changeOf(quantity, { base, mine: longer, theirs: base })).toBe('same')
  })
})

describe('members', () => {
  const ids = fc.uniqueArray(fc.integer({ min: 1, max: 8 }))
  const intervals = fc.uniqueArray(
    fc.record({ from: fc.constantFrom(1, 2, 3), to: fc.constantFrom(4, 5) }),
    { comparator: isSameValue },
  )

  it.each([
    ['ids', ids],
    ['intervals', intervals],
  ])('that are %s are kept where either side added them and neither removed them', (_, members) => {
    fc.assert(
      fc.property(sidesAs<unknown[]>(members), ({ base, mine, theirs }) => {
        const isIn = (list: unknown[], one: unknown) =>
          list.some((other) => isSameValue(one, other))
        const merged = mergeMembers({ base, mine, theirs })
        for (const one of [...base, ...mine, ...theirs]) {
          const isKept = isIn(base, one)
            ? isIn(mine, one) && isIn(theirs, one)
            : isIn(mine, one) || isIn(theirs, one)
          expect(merged.filter((other) => isSameValue(one, other))).toHaveLength(isKept ? 1 : 0)
        }
        expect(merged.every((one) => isIn([...mine, ...theirs], one))).toBe(true)
      }),
    )
  })

  it('stand in the order of theirs, followed by what I added', () => {
    const members = { base: [9, 1, 5], mine: [7, 5, 9, 2], theirs: [8, 9, 1, 5] }
    expect(mergeMembers(members)).toEqual([8, 9, 5, 7, 2])
  })

  it('are those of one field of each side, in a list or a set', () => {
    const version = (...tasks: number[]) => ({ name: 'Design', tasks: new Set(tasks) })
    const sides = { base: version(1, 2), mine: version(1, 3), theirs: version(1, 2, 4) }
    expect(mergeMembers(sidesOf(sides, 'tasks'))).toEqual([1, 4, 3])
  })
})

describe('groups that are joined', () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f']
  const groups: fc.Arbitrary<FieldGroup[]> = fc
    .array(fc.constantFrom(0, 1, 2), { minLength: names.length, maxLength: names.length })
    .map((places) =>
      [0, 1, 2].flatMap((place) => {
        const [first, ...others] = names.filter((_, at) => places[at] === place)
        const name = `group ${place}`
        return first === undefined
          ? []
          : [
              {
                name,
                fields: [first, ...others],
                taken: [`${first} taken`],
                along: [first + place],
              },
            ]
      }),
    )

  it('are one where several have one of the fields, and lose nothing', () => {
    fc.assert(
      fc.property(groups, fc.subarray(names), (given, joined) => {
        const isHeld = ({ fields }: FieldGroup) => fields.some((field) => joined.includes(field))
        const [holding, free] = [given.filter(isHeld), given.filter((group) => !isHeld(group))]
        const result = joinGroups(given, joined)
        expect(result.filter((group) => !isHeld(group))).toEqual(free)
        if (holding.length < 2) {
          expect(result).toBe(given)
          return
        }
        expect(result.filter(isHeld)).toEqual([
          {
            name: holding[0]!.name,
            fields: holding.flatMap(({ fields }) => fields),
            taken: holding.flatMap(({ taken }) => taken),
            along: holding.flatMap(({ along }) => along),
          },
        ])
        expect(result.findIndex(isHeld)).toBe(given.findIndex(isHeld))
      }),
    )
  })

  it('stay apart, with what they are, where one alone has the fields', () => {
    const alone: FieldGroup[] = [
      { name: 'tasks', fields: ['tasks'], isSet: true },
      { name: 'name', fields: ['name'] },
    ]
    expect(joinGroups(alone, ['tasks'])).toBe(alone)
    expect(joinGroups(alone, ['date'])).toBe(alone)
  })
})
