import { describe, expect, it } from 'vitest'
import { moments } from './moments.ts'
import { kinds, readOptions, stretchOf } from './options.ts'

const problemOf = (...words: string[]): string => {
  const read = readOptions(words)
  return read.is === 'options' ? '' : read.text.split('\n')[0]!
}

describe('the command line of exploring', () => {
  it('runs for ten minutes unless told otherwise', () => {
    expect(readOptions(['worlds'])).toMatchObject({
      options: {
        kind: 'worlds',
        files: [],
        seed: null,
        seeds: null,
        minutes: 10,
        shard: { part: 1, of: 1 },
      },
    })
    expect(readOptions(['properties', '--seeds', '3', '--seed=7'])).toMatchObject({
      options: { kind: 'properties', seed: 7, seeds: 3, minutes: Number.POSITIVE_INFINITY },
    })
  })

  it('plays the named files, as often as given', () => {
    expect(readOptions(['again', '--times', '5', 'a.test.ts', 'b.test.ts'])).toMatchObject({
      options: { kind: 'again', seeds: 5, files: ['a.test.ts', 'b.test.ts'] },
    })
  })

  it('makes packages once, and replays one file', () => {
    expect(readOptions(['package'])).toMatchObject({ options: { seed: 0, seeds: 1 } })
    expect(readOptions(['hands', '--replay', 'x.json'])).toMatchObject({
      options: { seed: 0, seeds: 1, replay: 'x.json' },
    })
  })

  it.each([
    [['word'], `Name one of ${kinds.join(', ')}, not “word”.`],
    [[], `Name one of ${kinds.join(', ')}, not “”.`],
    [['worlds', '--steps', '9'], '--steps is for hands.'],
    [['stress', 'a.test.ts'], 'stress takes no files, such as “a.test.ts”.'],
    [['worlds', '--seeds', '0'], '--seeds needs a whole number from 1, not “0”.'],
    [['package', '--seed', '3'], '--seed means nothing with package, which draws nothing.'],
    [
      ['hands', '--replay', 'x.json', '--shard', '1/2'],
      '--shard means nothing with --replay, which draws nothing.',
    ],
    [['worlds', '--minutes', 'x'], '--minutes needs a whole number from 1, not “x”.'],
    [
      ['worlds', '--shard', '5/4'],
      '--shard needs a part and their number, such as 2/4, not “5/4”.',
    ],
  ])('explains the problem with %j', (words, text) => {
    expect(problemOf(...words)).toBe(text)
  })

  it('divides seeds among shards, so that each is played by one of them', () => {
    const kind = 'worlds'
    const parts = [1, 2, 3].map((part) =>
      stretchOf({ kind, seeds: 10, shard: { part, of: 3 } }, 100),
    )
    expect(parts).toEqual([
      { from: 100, count: 3 },
      { from: 103, count: 3 },
      { from: 106, count: 4 },
    ])
    const [one, other] = [1, 2].map((part) =>
      stretchOf({ kind, seeds: null, shard: { part, of: 2 } }, 5),
    )
    expect(one!.from + one!.count).toBeLessThanOrEqual(other!.from)
  })

  it('divides the days among shards, so that no two play the same', () => {
    const parts = [1, 2, 3].map((part) =>
      stretchOf({ kind: 'days', seeds: null, shard: { part, of: 3 } }, 0),
    )
    const played = parts.flatMap(({ from, count }) =>
      Array.from({ length: count }, (_, nth) => moments[from + nth]),
    )
    expect(played).toEqual([...moments])
  })
})
