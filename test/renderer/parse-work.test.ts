import { describe, expect, it } from 'vitest'
import { neutralTextStyle } from '#shared/rules/text-style.ts'
import { parseEntryLine, workOfLine } from '../../renderer/features/timer/entry/parse-entry-line.ts'
import {
  findByToken,
  findTokenCompletions,
  namedExactly,
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
const now = Date.parse('2026-11-19T14:47:00Z')
const context = { today: '2026-11-19', minute: 887, style: neutralTextStyle }
const read = (text: string) => {
  const names = { projects, tasks, chosen: new Map<string, number>() }
  return workOfLine(parseEntryLine(text, names, { ...context, purpose: 'start' }), now, 'UTC')
}
const minutesAgo = (minutes: number) => now - minutes * 60_000

describe('the line of the timer', () => {
  it('reads project and task and leaves the notes', () => {
    expect(read('hero #web @call with Priya')).toEqual({
      project: 1,
      task: 3,
      notes: 'hero with Priya',
      since: undefined,
    })
  })

  it('takes names in quotes', () => {
    expect(read('@"design review" #"booking app"')).toMatchObject({ project: 2, task: 2 })
  })

  it('prefers a whole name to the beginning of another', () => {
    expect(read('@design').task).toBe(1)
  })

  it('takes the first of several projects with one code', () => {
    const twins = [{ local: 9, code: 'WEB', name: 'Bakery website' }, ...projects]
    expect(namedExactly(twins, 'web').map(({ local }) => local)).toEqual([9, 1])
    expect(findByToken(twins, 'web')).toMatchObject({ local: 9 })
    expect(findByToken(projects, 'web')).toMatchObject({ local: 1 })
  })

  it('keeps unknown names in the notes', () => {
    expect(read('fix #123 and @nobody')).toMatchObject({
      project: null,
      task: null,
      notes: 'fix and #123 @nobody',
    })
  })

  it('takes a length as how long ago the work began', () => {
    expect(read('15m hero')).toMatchObject({ since: minutesAgo(15), notes: 'hero' })
  })

  it('keeps ranges and days in the notes, since a timer only begins', () => {
    expect(read('9-10 yesterday')).toMatchObject({ notes: '9-10 yesterday', since: undefined })
  })

  it('takes since when the work goes on', () => {
    expect(read('since 9am hero')).toMatchObject({ since: minutesAgo(347), notes: 'hero' })
    expect(read('hero gestern 18 Uhr')).toMatchObject({ since: minutesAgo(1247), notes: 'hero' })
    // Rather what the work is about.
    expect(read('prepare 6pm demo')).toMatchObject({ since: undefined, notes: 'prepare 6pm demo' })
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

it('finds a name without its accents, and prefers the one that is written the same', () => {
  const tasks = ['Müller', 'Muller', 'Café'].map((name, at) => ({ local: at + 1, name }))
  const names = (query: string) => findTokenCompletions(tasks, query).map(({ name }) => name)
  expect(names('cafe')).toEqual(['Café'])
  expect(names('müll')).toEqual(['Müller', 'Muller'])
  expect(findByToken(tasks, 'muller')?.name).toBe('Muller')
  expect(findByToken(tasks, 'MÜLLER')?.name).toBe('Müller')
  expect(findByToken(tasks, 'mull')).toBeUndefined()
  expect(findByToken(tasks, 'cafe')?.name).toBe('Café')
})
