/** What is known of a file before it is read, and the arguments of the core's calls. */
import fc from 'fast-check'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { importFields, importSources } from '#shared/ipc/transfer.ts'
import { detectImportSource, readTableHead } from '#shared/rules/import-source.ts'
import { sentence } from '#shared/sentences/sentence.ts'
import {
  exportDatesOf,
  exportDatesProblem,
  type ExportChoices,
  toExportRequest,
  toImportOptions,
  missingChoiceOf,
  defaultImportChoices,
} from '../../renderer/features/transfer/transfer-choices.ts'
import {
  readFileHead,
  detectColumnMapping,
  readFileChunks,
  withColumnMapping,
} from '../../renderer/features/transfer/detect-source.ts'
import { setClock } from './support/clock.ts'
import { entriesIn, studio, type TestCore } from './support/core.ts'
import { type Screen, showPage } from './support/mount.ts'

const fixture = (name: string): string =>
  readFileSync(join(import.meta.dirname, '../core/transfer/fixtures', name), 'utf8')

describe('the program that wrote a file', () => {
  it.each([
    ['toggl-detailed.csv', 'toggl'],
    ['clockify-detailed.csv', 'clockify'],
    ['harvest-time.csv', 'harvest'],
    ['harvest-expenses.csv', 'harvest'],
    ['timewarrior-export.json', 'timewarrior'],
    ['timewarrior-2026-11.data', 'timewarrior'],
    ['any-german.csv', 'csv'],
  ])('of %s is %s', (name, program) => {
    expect(detectImportSource(fixture(name))).toBe(program)
  })

  it('is Stint for its own JSON, and a table for anything else', () => {
    expect(detectImportSource('\uFEFF{"stint": 1,\n')).toBe('stint')
    expect(detectImportSource('')).toBe('csv')
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(importSources).toContain(detectImportSource(text))
      }),
    )
  })
})

describe('the columns of a table', () => {
  it('are listed with sample values, with any separator', () => {
    const head = readTableHead(fixture('any-german.csv'))
    expect(head.columns).toEqual([
      ...['Datum', 'Von', 'Bis', 'Kunde', 'Projekt', 'Tätigkeit', 'Beschreibung'],
    ])
    expect(head.samples.at(-1)).toBe('Skizzen; erste Runde')
    expect(readTableHead('a\tb\n\n1\t\n\t2').samples).toEqual(['1', '2'])
    expect(readTableHead('sep=;\r\na;b,c\r\n1;2').columns).toEqual(['a', 'b,c'])
  })

  it('are matched by their usual names', () => {
    expect(detectColumnMapping(readTableHead(fixture('any-german.csv')).columns)).toEqual({
      ...{ date: 'Datum', start: 'Von', end: 'Bis', client: 'Kunde', project: 'Projekt' },
      ...{ task: 'Tätigkeit', notes: 'Beschreibung' },
    })
    expect(detectColumnMapping(['project_CODE', 'x'])).toEqual({ 'project-code': 'project_CODE' })
  })

  it('belong to one field each, and each field to one column', () => {
    const column = fc.constantFrom('a', 'b', 'c')
    const field = fc.constantFrom('' as const, ...importFields)
    fc.assert(
      fc.property(fc.array(fc.tuple(column, field)), (steps) => {
        let matched: ReturnType<typeof withColumnMapping> = {}
        for (const [name, is] of steps) {
          matched = withColumnMapping(matched, name, is)
          const names = Object.values(matched)
          expect(new Set(names).size).toBe(names.length)
          if (is === '') expect(names).not.toContain(name)
          else expect(matched[is]).toBe(name)
        }
      }),
    )
  })
})

describe('the text of a file', () => {
  const read = async (file: Blob) => {
    let text = ''
    let last = 0
    for await (const piece of readFileChunks(file)) {
      text += piece.text
      last = piece.bytes
    }
    return { text, last }
  }

  it('is complete where a chunk ends within a character', async () => {
    const text = `x${'ä€😀'.repeat(40_000)}`
    const file = new Blob([text])
    expect(await read(file)).toEqual({ text, last: file.size })
    expect(text.startsWith((await readFileHead(file)).slice(0, 100))).toBe(true)
  })

  it('is read as UTF-16 where it has its byte order mark', async () => {
    const file = new Blob([new Uint8Array([0xff, 0xfe, 0xe4, 0x00, 0x3b, 0x00])])
    expect((await read(file)).text).toBe('ä;')
  })

  it('is read as spreadsheets on Windows write it', async () => {
    const file = new Blob([new Uint8Array([0x54, 0xe4, 0x74, 0x3b, 0x80])])
    expect((await read(file)).text).toBe('Tät;€')
    expect(await readFileHead(file)).toBe('Tät;€')
  })
})

describe('the arguments of an import and an export', () => {
  it('contain every field of a table, those without a column, too', () => {
    const { columns } = toImportOptions(
      defaultImportChoices('csv', { date: 'Tag' }, 'up'),
      'a.csv',
      'NZD',
    )
    expect(Object.keys(columns!).toSorted()).toEqual([...importFields].toSorted())
    expect(columns).toMatchObject({ date: 'Tag', notes: '' })
  })

  it('leave to the core what was not chosen', () => {
    expect(toImportOptions(defaultImportChoices('toggl', {}, 'up'), 'a.csv', 'NZD')).toEqual({
      ...{ from: 'toggl', name: 'a.csv', rounding: 'up', increment: 1, again: false },
      currency: 'NZD',
    })
  })

  it('name the choice that a refusal asks for', () => {
    const dates =
      'Dates like {date} could be day first or month first. Choose one with --dates dmy or --dates mdy'
    expect(missingChoiceOf(sentence(dates, { date: '03/04/2026' }))).toBe('dates')
    const columns =
      'Can’t tell which column is the {field}. Set it with --columns {field}=…. The file has {columns}'
    expect(missingChoiceOf(sentence(columns, { field: 'date', columns: 'A, B' }))).toBe('columns')
    const none = 'There’s no column “{name}”. The file has {columns}'
    expect(missingChoiceOf(sentence(none, { name: 'C', columns: 'A, B' }))).toBeUndefined()
    expect(missingChoiceOf(undefined)).toBeUndefined()
  })

  it('have the days of months, also over the end of a year', () => {
    const custom = { from: '', to: '' }
    expect(exportDatesOf({ days: 'thisMonth', ...custom }, '2028-02-10')).toEqual({
      ...{ from: '2028-02-01', to: '2028-02-29' },
    })
    expect(exportDatesOf({ days: 'lastMonth', ...custom }, '2026-01-31')).toEqual({
      ...{ from: '2025-12-01', to: '2025-12-31' },
    })
    expect(exportDatesOf({ days: 'all', ...custom }, '2026-01-31')).toEqual({})
  })

  it('report which of two days is wrong', () => {
    const problem = (from: string, to: string) => exportDatesProblem({ days: 'custom', from, to })
    expect(problem('', '2026-01-01')).toBe('from')
    expect(problem('2026-01-01', '2026-02-30')).toBe('to')
    expect(problem('2026-01-02', '2026-01-01')).toBe('backwards')
    expect(problem('2026-01-01', '2026-01-01')).toBeUndefined()
  })

  const choices: ExportChoices = {
    ...{
      what: 'times',
      by: 'project',
      then: undefined,
      format: 'csv',
      days: 'all',
      from: '',
      to: '',
    },
    ...{ whose: 'mine', filter: [], forClient: undefined, local: true, rate: 'hour' },
  }
  const here = { today: '2026-11-21', language: 'de', locale: 'de-AT', firstDay: 7 }

  it('include a locale and a rate only where they count', () => {
    expect(toExportRequest(choices, undefined, here)).toEqual({
      ...{ what: 'times', format: 'csv', whose: 'mine', locale: 'de-AT', rate: 'hour' },
    })
    expect(toExportRequest({ ...choices, format: 'json' }, undefined, here)).toEqual({
      ...{ what: 'times', format: 'json', whose: 'mine' },
    })
    expect(
      toExportRequest({ ...choices, what: 'expenses', format: 'ics' }, undefined, here),
    ).toEqual({ what: 'expenses', format: 'csv', whose: 'mine', locale: 'de-AT' })
  })

  it('are those of a report, of some days, for one client of several', () => {
    const report: ExportChoices = {
      ...{ ...choices, what: 'report', by: 'task', then: 'person', format: 'pdf', rate: '' },
      ...{ days: 'lastMonth', local: false, filter: [{ kind: 'notes', is: true }] },
    }
    const days = { from: '2026-10-01', to: '2026-10-31' }
    const request = {
      what: 'report',
      by: 'task',
      then: 'person',
      firstDay: 7,
      whose: 'mine',
    } as const
    const form = { format: 'pdf', language: 'de', locale: 'de-AT' }
    expect(toExportRequest(report, undefined, here)).toEqual({
      ...{ ...request, ...days, ...form, filter: [{ kind: 'notes', is: true }] },
    })
    const forClient = { values: true, people: false }
    const client = { key: 4, id: null, name: 'Acme Ltd', code: '' }
    // Rows by people name them.
    expect(toExportRequest({ ...report, forClient }, client, here)).toEqual({
      ...{ ...request, ...days, ...form, forClient: { values: true, people: true } },
      filter: [
        { kind: 'notes', is: true },
        { kind: 'client', of: [4] },
      ],
    })
    // JSON has everything.
    const everything: ExportChoices = { ...choices, format: 'json', forClient }
    expect(toExportRequest(everything, undefined, here)).toMatchObject({ format: 'csv' })
  })
})

describe('an import', () => {
  beforeEach(setClock)

  /** Chooses a file on the page. */
  async function take(core: TestCore, rows: string): Promise<Screen> {
    const screen = await showPage(core, '#/transfer')
    const picker = screen.wrapper.get<HTMLInputElement>('input[type=file]')
    Object.defineProperty(picker.element, 'files', { value: [new File([rows], 'rows.csv')] })
    await picker.trigger('change')
    return screen
  }
  /** The same, and waits until its preview is there. */
  async function choose(core: TestCore, rows: string): Promise<Screen> {
    const screen = await take(core, rows)
    await expect.poll(() => screen.wrapper.find('#transfer-preview').exists()).toBe(true)
    return screen
  }
  const textsIn = (screen: Screen, selector: string, parts: string) =>
    screen.wrapper
      .findAll(selector)
      .map((one) => one.findAll(parts).map((part) => part.text().replaceAll(/\s+/g, ' ')))

  it('shows first what expenses will be, and what they add up to in each currency', async () => {
    const screen = await choose(
      await studio(),
      [
        'Date,Name,Quantity,Amount,Currency,Project,Tax',
        '2026-11-02,Mileage,42,28.14,USD,Roads,x',
        '2026-11-03,Hotel,1,1500,JPY,,x',
        '2026-11-04,Taxi,1,−9.50,USD,,x',
      ].join('\n'),
    )
    expect(textsIn(screen, 'table[aria-label="First expenses"] tbody tr', 'td, th')).toEqual([
      ['2 Nov', 'Mileage Roads', 'US$28.14 42 × US$0.67'],
      ['3 Nov', 'Hotel', 'JP¥1,500'],
      ['4 Nov', 'Taxi', '−US$9.50'],
    ])
    expect(textsIn(screen, '.figures > div', 'dt, dd')).toEqual([
      ['Expenses', '3'],
      ['Amount in USD', 'US$18.64', '2 expenses'],
      ['Amount in JPY', 'JP¥1,500', '1 expense'],
      ['Days', '2 – 4 November'],
    ])
    expect(screen.wrapper.text()).toContain('Columns left out: Tax')
  })

  it('reads amounts in the currency of the person’s country where nothing else says one', async () => {
    const core = await studio({ account: 'none' })
    await core.do('account.createLocal')
    await core.do('settings.set', { locale: 'ja-JP' })
    const screen = await choose(core, 'Date,Name,Amount,Project\n2026-11-02,Ramen,1500,Tokyo\n')
    expect(textsIn(screen, '.figures > div', 'dt, dd')).toContainEqual([
      'Amount in JPY',
      expect.stringMatching(/^.1,500$/),
    ])
    await screen.press('Enter', { ctrlKey: true })
    await expect.poll(() => screen.wrapper.text()).toContain('Imported 1 expense')
    expect((await core.do('expenses.list', {})).data).toMatchObject([
      { unit_charge: 1500, project: { name: 'Tokyo', currency: 'JPY' } },
    ])
  })

  it('asks for the order of a date that it names, in every language', async () => {
    const core = await studio()
    const asks = async (words: string) => {
      const screen = await take(core, 'Date,Hours\n03/04/2026,1:00\n')
      await expect.poll(() => screen.wrapper.text()).toContain(words)
    }
    await asks('Dates like 03/04/2026 could start with the day or the month')
    await core.do('settings.set', { language: 'de' })
    await asks('Datumsangaben wie 03/04/2026 können mit dem Tag oder dem Monat beginnen')
  })

  it('is made by Ctrl+Enter with the text of the field that has the focus', async () => {
    const core = await studio()
    const screen = await choose(core, 'Date,Hours,Notes\n2026-11-02,1:00,Sketches\n')
    expect(screen.wrapper.text()).toContain('Import 1 entry')
    const task = screen.wrapper.get<HTMLInputElement>('input[aria-label="Default task"]')
    task.element.focus()
    task.element.value = 'Drawing'
    await task.trigger('input')
    await screen.press('Enter', { ctrlKey: true })
    await expect.poll(() => screen.wrapper.text()).toContain('Imported 1 entry')
    expect(await entriesIn(core)).toMatchObject([{ notes: 'Sketches', task: { name: 'Drawing' } }])
  })
})
