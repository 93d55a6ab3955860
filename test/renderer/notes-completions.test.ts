import { describe, expect, it } from 'vitest'
import { findNotesCompletions } from '../../renderer/app/entries/notes-completions.ts'
import { splitByTerms } from '../../renderer/ui/highlight-text.ts'
import { entry, project, task } from './support/records.ts'

const work = (notes: string | null, [p, t]: [number, number] = [1, 1]) => {
  const made = entry({
    local: 1,
    date: '2026-11-19',
    project: project(p, p === 1 ? 'WEB' : 'APP', p === 1 ? 'Website' : 'Booking app'),
    task: task(t, t === 1 ? 'Design' : 'Call'),
  })
  return { project: made.project!, task: made.task!, notes, lastUsed: null }
}
const works = [work('Homepage hero'), work('Old hero', [1, 2]), work(null), work('Hero', [2, 1])]
const texts = (typed: string, chosen: { project?: number; task?: number } = {}) =>
  findNotesCompletions(works, typed, { project: null, task: null, ...chosen }).map(
    ({ notes }) => notes,
  )

describe('notes that were used before', () => {
  it('are found by any of their letters, beginnings first', () => {
    expect(texts('her')).toEqual(['Hero', 'Homepage hero', 'Old hero'])
    expect(texts('booking')).toEqual(['Hero'])
  })

  it('are found without accents, and keep apart what only differs by them', () => {
    const visits = [work('Café visit'), work('Cafe visit')]
    const none = { project: null, task: null }
    expect(findNotesCompletions(visits, 'CAFE', none)).toHaveLength(2)
    expect(findNotesCompletions(visits, 'cafe visit', none)).toEqual([visits[0]])
  })

  it('are those of the chosen work', () => {
    expect(texts('her', { project: 1 })).toEqual(['Homepage hero', 'Old hero'])
    expect(texts('', { project: 1, task: 2 })).toEqual(['Old hero'])
  })

  it('leave out the text that is there already, and list each once', () => {
    expect(texts('hero ')).toEqual(['Homepage hero', 'Old hero'])
    expect(
      findNotesCompletions([...works, ...works], 'home', { project: null, task: null }),
    ).toHaveLength(1)
  })
})

describe('highlighting the search terms', () => {
  const marked = (text: string, ...terms: string[]) =>
    splitByTerms(text, terms)
      .map((piece) => (piece.hit ? `[${piece.text}]` : piece.text))
      .join('')

  it('marks long terms anywhere and short ones where a word begins', () => {
    expect(marked('Homepage, hero of pages', 'page')).toBe('Home[page], hero of [page]s')
    expect(marked('Homepage hero', 'he')).toBe('Homepage [he]ro')
    expect(marked('nothing here', 'xyz')).toBe('nothing here')
  })

  it('marks any letters of scripts without spaces', () => {
    expect(marked('你好世界', '世')).toBe('你好[世]界')
    expect(marked('WEB世界', '世界')).toBe('WEB[世界]')
    expect(marked('ﾊﾞｻﾞｰ', 'ざ')).toBe('ﾊﾞ[ｻﾞ]ｰ')
  })

  it('keeps the letters as they were written', () => {
    expect(marked('STRASSE Straße', 'strass')).toBe('[STRASS]E [Straß]e')
    expect(marked('Cafe\u0301 Æther', 'cafe', 'ae')).toBe('[Cafe\u0301] [Æ]ther')
    expect(marked('🙂 Größe', 'grosse')).toBe('🙂 [Größe]')
  })
})
