import { describe, expect, it } from 'vitest'
import { readOptions } from './options.ts'

const problemOf = (...words: string[]): string => {
  const read = readOptions(words)
  return read.is === 'problem' ? read.text.split('\n')[0]! : read.is
}

describe('the command line of the simulation', () => {
  it('plays many seeds unless one is named', () => {
    expect(readOptions([])).toMatchObject({ options: { seeds: 1_000, seed: 1, replay: false } })
    expect(readOptions(['--seeds', '20', '--seed=7'])).toMatchObject({
      options: { seeds: 20, seed: 7, replay: false },
    })
    expect(readOptions(['--seed', '7'])).toMatchObject({ options: { seed: 7, replay: true } })
  })

  it('takes the names of a shorter trace', () => {
    const read = readOptions(['--seed', '7', '--keep', 's1,a1:POST:1'])
    expect(read.is === 'options' && [...read.options.keep!]).toEqual(['s1', 'a1:POST:1'])
  })

  it.each([
    [['--sede', '7'], 'There is no option --sede.'],
    [['--seeds'], '--seeds needs a value after it.'],
    [['--seeds', 'many'], '--seeds needs a whole number from 1, not “many”.'],
    [['--workers', '0'], '--workers needs a whole number from 1, not “0”.'],
    [['--seed', '1', '--seed', '2'], '--seed is given twice; give it once.'],
    [['--seeds', '9', '--keep', 's1'], '--keep goes with --seed, without --seeds.'],
  ])('explains the problem with %j', (words, text) => {
    expect(problemOf(...words)).toBe(text)
  })

  it('explains itself', () => {
    expect(problemOf('--help')).toBe('help')
  })
})
