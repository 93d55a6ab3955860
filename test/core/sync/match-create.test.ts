import { describe, expect, it } from 'vitest'
import { isSameText, creationWindow, matchVerdict } from '#core/sync/match-create.ts'

const at = (text: string) => Date.parse(`2026-11-19T${text}Z`)
const stamp = (text: string) => `2026-11-19 ${text}`

describe('what a record that no one here knows means for a lost create', () => {
  const span = creationWindow(at('14:00:00'), at('14:01:00'), 0)

  it('is ours when it is the same and was made in the span', () => {
    expect(matchVerdict('same', stamp('14:00:30'), span)).toBe('ours')
  })

  it('is for the person when it is the same but was made at another time', () => {
    expect(matchVerdict('same', stamp('12:00:00'), span)).toBe('unsure')
    expect(matchVerdict('same', 'no time at all', span)).toBe('unsure')
  })

  it('is ours when it is the same and nothing is known of the clock', () => {
    expect(matchVerdict('same', stamp('12:00:00'), null)).toBe('ours')
  })

  it('is for the person when a service may have written it in its own way', () => {
    expect(matchVerdict('near', stamp('12:00:00'), span)).toBe('unsure')
    expect(matchVerdict('near', stamp('12:00:00'), null)).toBe('unsure')
  })

  it('is for the person when it may have been changed there since, and only then', () => {
    expect(matchVerdict('kin', stamp('14:00:30'), span)).toBe('unsure')
    expect(matchVerdict('kin', stamp('12:00:00'), span)).toBeNull()
    expect(matchVerdict('kin', stamp('14:00:30'), null)).toBeNull()
  })

  it('is nothing when it is another', () => {
    expect(matchVerdict(null, stamp('14:00:30'), span)).toBeNull()
  })

  it('goes by the clock of the service', () => {
    const hourAhead = creationWindow(at('14:00:00'), at('14:01:00'), 3_600_000)
    expect(matchVerdict('same', stamp('15:00:30'), hourAhead)).toBe('ours')
    expect(matchVerdict('same', stamp('14:00:30'), hourAhead)).toBe('unsure')
  })
})

describe('texts that a service may have written in its own way', () => {
  it.each([
    ['R&D, “Lunch”', 'R&amp;D, "lunch"', true],
    ['Tom & Anna', 'Tom &amp; Anna', true],
    ['  Lunch –  Vienna ', 'Lunch - Vienna', true],
    ['Café ☕', 'CAFÉ', true],
    ['A long text that the service cut off', 'A long text that the service', true],
    ['Day 1', 'Day', false],
    ['Day 1', 'Day 2', false],
    ['Lunch', null, false],
    [null, '', true],
  ])('%j and %j: %j', (sent, seen, alike) => {
    expect(isSameText(sent, seen)).toBe(alike)
  })
})
