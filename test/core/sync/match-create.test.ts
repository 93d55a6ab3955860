import { describe, expect, it } from 'vitest'
import { isSameText, creationWindow, matchVerdict } from '#core/sync/decide/match-create.ts'

const at = (text: string) => Date.parse(`2026-11-19T${text}Z`)
const stamp = (text: string) => `2026-11-19 ${text}`

describe('a remote record that is unknown here, compared with a lost create', () => {
  const span = creationWindow(at('14:00:00'), at('14:01:00'), 0)

  it('is the created one when it is the same and was made in the time span', () => {
    expect(matchVerdict('same', stamp('14:00:30'), span)).toBe('ours')
  })

  it('is for the person to judge when it is the same but was made at another time', () => {
    expect(matchVerdict('same', stamp('12:00:00'), span)).toBe('unsure')
    expect(matchVerdict('same', 'no time at all', span)).toBe('unsure')
  })

  it('is the created one when it is the same and nothing is known of the clock', () => {
    expect(matchVerdict('same', stamp('12:00:00'), null)).toBe('ours')
  })

  it('is for the person to judge when a service may have rewritten it', () => {
    expect(matchVerdict('near', stamp('12:00:00'), span)).toBe('unsure')
    expect(matchVerdict('near', stamp('12:00:00'), null)).toBe('unsure')
  })

  it('is for the person to judge when it may have been changed there since, and only then', () => {
    expect(matchVerdict('kin', stamp('14:00:30'), span)).toBe('unsure')
    expect(matchVerdict('kin', stamp('12:00:00'), span)).toBeNull()
    expect(matchVerdict('kin', stamp('14:00:30'), null)).toBe('unsure')
  })

  it('is unrelated when it differs', () => {
    expect(matchVerdict(null, stamp('14:00:30'), span)).toBeNull()
  })

  it('is judged by the clock of the service', () => {
    const hourAhead = creationWindow(at('14:00:00'), at('14:01:00'), 3_600_000)
    expect(matchVerdict('same', stamp('15:00:30'), hourAhead)).toBe('ours')
    expect(matchVerdict('same', stamp('14:00:30'), hourAhead)).toBe('unsure')
  })
})

describe('texts that a service may have rewritten', () => {
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
