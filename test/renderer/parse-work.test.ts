import { describe, expect, it } from 'vitest'
import { parseStartTime } from '../../renderer/features/timer/parse-start.ts'
import {
  findTokenCompletions,
  parseWork,
  tokenAt,
  withoutToken,
} from '../../renderer/features/timer/parse-work.ts'

const projects = [
  { local: 1, code: 'WEB', name: 'Website relaunch' },
  { local: 2, code: 'APP', name: 'Booking app' },
]
const tasks = [
  { local: 1, name: 'Design' },
  { local: 2, name: 'Design review' },
  { local: 3, name: 'Call' },
]
const read = (text: string) => parseWork(text, projects, tasks)

describe('the line of the timer', () => {
  it('reads project and task and leaves the notes', () => {
    expect(read('hero #web @call with Priya')).toEqual({
      project: 1,
      task: 3,
      notes: 'hero with Priya',
      ago: undefined,
    })
  })

  it('takes names in quotes', () => {
    expect(read('@"design review" #"booking app"')).toMatchObject({ project: 2, task: 2 })
  })

  it('prefers a whole name to the beginning of another', () => {
    expect(read('@design').task).toBe(1)
  })

  it('keeps unknown names in the notes', () => {
    expect(read('fix #123 and @nobody')).toMatchObject({
      project: null,
      task: null,
      notes: 'fix and #123 @nobody',
    })
  })

  it('takes a length as how long ago the work began', () => {
    expect(read('15m hero')).toMatchObject({ ago: 15, notes: 'hero' })
  })

  it('keeps ranges and days in the notes, since a timer only begins', () => {
    expect(read('9-10 yesterday')).toMatchObject({ notes: '9-10 yesterday', ago: undefined })
  })
})

describe('completion', () => {
  it('finds the part that ends at the caret', () => {
    expect(tokenAt('hero #we', 8)).toEqual({ sign: '#', query: 'we', from: 5, to: 8 })
    expect(tokenAt('hero #we later', 8)).toMatchObject({ query: 'we' })
    expect(tokenAt('me@example', 10)).toBeUndefined()
    expect(tokenAt('hero #web ', 10)).toBeUndefined()
  })

  it('leaves one blank where the part was', () => {
    const text = 'hero #we later'
    expect(withoutToken(text, tokenAt(text, 8)!)).toBe('hero later')
  })

  it('offers codes before names and beginnings before the middle', () => {
    const found = findTokenCompletions(
      [{ name: 'Wharf', code: 'X' }, ...projects, { name: 'New web' }],
      'w',
    )
    expect(found.map(({ name }) => name)).toEqual(['Website relaunch', 'Wharf', 'New web'])
  })
})

describe('the start of a running timer', () => {
  const now = Date.parse('2026-11-19T14:47:00Z')
  const written = (text: string) => {
    const instant = parseStartTime(text, now, 'UTC')
    return instant === undefined ? undefined : new Date(instant).toISOString().slice(0, 16)
  }

  it.each([
    ['14:00', '2026-11-19T14:00'],
    ['9', '2026-11-19T09:00'],
    ['15m', '2026-11-19T14:32'],
    ['1h30', '2026-11-19T13:17'],
  ])('reads %j', (text, instant) => {
    expect(written(text)).toBe(instant)
  })

  it('takes a future time as yesterday’s', () => {
    expect(written('23:00')).toBe('2026-11-18T23:00')
  })

  it('does not guess', () => {
    expect(written('soon')).toBeUndefined()
    expect(written('24:00')).toBeUndefined()
  })
})
