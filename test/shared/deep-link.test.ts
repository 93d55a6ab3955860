import { describe, expect, it } from 'vitest'
import fc from 'fast-check'
import {
  toLinkPage,
  parseDeepLink,
  parseLinkPage,
  type StartLink,
} from '#shared/rules/deep-link.ts'

describe('a link into the app', () => {
  it.each([
    ['stint://start', {}],
    ['stint://start/', {}],
    ['stint://start?project=WEB', { project: 'WEB' }],
    ['STINT://start?task=Design%20review', { task: 'Design review' }],
    ['stint://start?notes=R%26D+day', { notes: 'R&D day' }],
    ['stint://start?at=9:30', { at: 570 }],
    ['stint://start?ago=1h30', { ago: 90 }],
    [
      'stint://start?project=WEB&task=Call&notes=Weekly&ago=15m',
      { project: 'WEB', task: 'Call', notes: 'Weekly', ago: 15 },
    ],
  ])('is read from %s', (link, parts) => {
    expect(parseDeepLink(link)).toEqual({ ok: true, value: parts })
  })

  it.each([
    ['another scheme', 'https://start?project=WEB', 'link'],
    ['another act', 'stint://stop', 'link'],
    ['a longer name', 'stint://starter', 'link'],
    ['a way beyond', 'stint://start/../stop', 'link'],
    ['a user', 'stint://me@start', 'link'],
    ['a fragment', 'stint://start#token=x', 'link'],
    ['too much', `stint://start?notes=${'x'.repeat(2_000)}`, 'link'],
    ['an unknown part', 'stint://start?project=WEB&do=it', 'do'],
    ['a prototype’s name', 'stint://start?__proto__=x', '__proto__'],
    ['a part twice', 'stint://start?project=WEB&project=APP', 'project'],
    ['an empty part', 'stint://start?task=', 'task'],
    ['a long name', `stint://start?project=${'x'.repeat(201)}`, 'project'],
    ['a line break', 'stint://start?notes=one%0Atwo', 'notes'],
    ['a broken character', 'stint://start?task=%E4%', 'link'],
    ['a NUL', 'stint://start?task=x%00', 'task'],
    ['a time that is none', 'stint://start?at=25:00', 'at'],
    ['a length that is none', 'stint://start?ago=soon', 'ago'],
    ['more than a day', 'stint://start?ago=25h', 'ago'],
    ['both begins', 'stint://start?at=9:00&ago=15m', 'ago'],
  ])('with %s is refused, and the part is named', (_what, link, part) => {
    expect(parseDeepLink(link)).toMatchObject({
      ok: false,
      error: { code: 'validation', fields: { [part]: [expect.any(String)] } },
    })
  })

  it('is passed on unchanged to the page that asks', () => {
    const text = fc.string({ minLength: 1, maxLength: 200, unit: 'grapheme' }).filter(isPlain)
    const links = fc.record<StartLink>(
      { project: text, task: text, notes: text, at: fc.nat({ max: 1_439 }) },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(links, (link) => {
        const page = toLinkPage(link)
        const { pathname, search } = new URL(page, 'app://stint')
        expect(pathname).toBe('/link')
        expect(parseDeepLink(`stint://start${search}`)).toEqual({ ok: true, value: link })
        expect(parseLinkPage(page)).toEqual({ ok: true, value: link })
      }),
    )
    expect(toLinkPage({ ago: 90 })).toBe('/link?ago=90m')
    expect(parseLinkPage('/link')).toEqual({ ok: true, value: {} })
  })

  it.each([
    ['/link?project=WEB&project=APP', 'project'],
    ['/link?at=soon', 'at'],
    ['/link?at=2026-11-19T14:00:00Z', 'at'],
    ['/link?do=it', 'do'],
    ['/link#ago=15m', 'link'],
  ])('is read on its page as strictly as by the host: %s', (page, part) => {
    expect(parseLinkPage(page)).toMatchObject({
      ok: false,
      error: { code: 'validation', fields: { [part]: [expect.any(String)] } },
    })
  })

  it('never throws, for any input', () => {
    fc.assert(
      fc.property(fc.string(), (rest) => parseDeepLink(`stint://start?${rest}`).ok !== null),
    )
  })
})

const isPlain = (text: string): boolean =>
  text === text.trim() && /^\P{Control}+$/u.test(text) && text.length <= 200
