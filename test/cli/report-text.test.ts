import { expect, it } from 'vitest'
import { chooseLanguage, chosenLanguage } from '../../electron/cli/language.ts'
import { reportText, writtenAsOf } from '../../electron/cli/report-text.ts'
import type { NamedCondition, Report } from '#shared/ipc/reports.ts'
import { loadPaperTexts } from '#shared/sentences/load-paper-texts.ts'

const report: Report = {
  ...{ from: '2026-11-01', to: '2026-11-30', by: 'project', whose: 'mine' },
  rows: [],
  total: { minutes: 0, entries: 0, values: [], expenses: [], chargeable: [], costs: [], taxes: [] },
  filter: [],
  ...{ counted: { times: 0, of: 0 }, drafts: 0, unpriced: 0, valued: true, rate: null, asOf: null },
}
const at = Date.parse('2026-11-24T13:05:07.891Z')
const heading = '2026-11-01 to 2026-11-30, mine'

it('says as of when it is, where its days were not read for an hour', () => {
  const asOf = writtenAsOf(at, 'Europe/Berlin')
  expect(asOf).toBe('2026-11-24T14:05:07+01:00')
  expect(reportText(report, null, 80)).toBe(`${heading}: nothing logged`)
  expect(writtenAsOf(null, 'UTC')).toBeNull()
  expect(reportText(report, asOf, 80)).toBe(`${heading}, as of 2026-11-24 14:05: nothing logged`)
  expect(reportText(report, writtenAsOf(0, 'UTC'), 80)).toBe(
    `${heading}, not all of it received yet: nothing logged`,
  )
})

it('lists the rows within a row below it', () => {
  const row = (key: number | null, name: string | null, minutes: number) => ({
    ...{ ...report.total, key, id: null, name, code: null, minutes },
  })
  const rows = [
    { ...row(1, 'Webshop', 90), rows: [row(4, 'Design', 60), row(null, null, 30)] },
    { ...row(2, 'Intranet', 60), rows: [row(4, 'Design', 60)] },
  ]
  const total = { ...report.total, minutes: 150 }
  const text = reportText({ ...report, then: 'task', rows, total }, null, 80)
  expect(text.split('\n')).toEqual([
    heading,
    'Project, Task  Hours',
    'Webshop         1:30',
    '· Design        1:00',
    '· no task       0:30',
    'Intranet        1:00',
    '· Design        1:00',
    'Total           2:30',
  ])
})

it('names the person whose name is not known', () => {
  const row = { ...report.total, id: null, code: null }
  const rows = [
    { ...row, key: 1, name: '' },
    { ...row, key: 2, name: 'Teo' },
    { ...row, key: null, name: null },
  ]
  const lines = reportText({ ...report, by: 'person', rows }, null, 80).split('\n')
  expect(lines.slice(2, -1).map((line) => line.split('  ')[0])).toEqual(['me', 'Teo', 'no person'])
})

it('names the client whom it is for, with one column of expenses', () => {
  const client = { key: 1, id: null, code: 'ACM', name: 'Acme Ltd' }
  const paid = [{ currency: 'EUR', amount: 1250 }]
  const total = { ...report.total, minutes: 60, expenses: paid, chargeable: paid }
  const rows = [{ ...total, key: 1, id: null, code: null, name: 'Webshop' }]
  expect(reportText({ ...report, client, rows, total }, null, 80).split('\n')).toEqual([
    '2026-11-01 to 2026-11-30, ACM Acme Ltd',
    'Project  Hours   Expenses',
    'Webshop   1:00  12.50 EUR',
    'Total     1:00  12.50 EUR',
  ])
  expect(reportText({ ...report, client: null }, null, 80)).toBe(
    '2026-11-01 to 2026-11-30, nothing billable: nothing logged',
  )
})

it('is in German where that is the language', async () => {
  await chooseLanguage(true)
  try {
    const filter: NamedCondition[] = [{ kind: 'task', of: [4, null], names: ['Design', null] }]
    const rows = [{ ...report.total, key: null, id: null, name: null, code: null, minutes: 15 }]
    const shown: Report = {
      ...{ ...report, filter, rows, drafts: 2, valued: false },
      ...{ total: { ...report.total, minutes: 15 }, counted: { times: 1, of: 12 } },
    }
    const words = await loadPaperTexts(chosenLanguage())
    expect(reportText(shown, null, 80, words).split('\n')).toEqual([
      '2026-11-01 bis 2026-11-30, eigene',
      'Aufgabe Design oder ohne: 1 von 12 Einträgen',
      'Projekt       Stunden',
      'ohne Projekt     0:15',
      'Gesamt           0:15',
      'Ausgaben haben keine Aufgabe und zählen daher nicht',
      'Bei 2 Einträgen fehlt ein Projekt oder eine Aufgabe',
      'Der Dienst gibt nicht an, wofür Sätze gelten. Für Werte --rate hour oder --rate increment verwenden',
    ])
  } finally {
    await chooseLanguage(false)
  }
})

it('says what the filter is, and how many entries fit', () => {
  const filter: NamedCondition[] = [
    { kind: 'client', of: [1, 9, null], names: ['Acme', null, null] },
    { kind: 'project', not: true, of: [2], names: ['Intranet'] },
    { kind: 'status', of: ['incomplete'] },
    { kind: 'task', of: [null], names: [null] },
    { kind: 'notes', is: false },
    { kind: 'words', text: 'logo draft' },
  ]
  const filtered = { ...report, filter, counted: { times: 1, of: 12 } }
  const line =
    'Client Acme or #9 or none · Project isn’t Intranet · Status incomplete · No task · ' +
    'Without notes · Words “logo draft”: 1 of 12 entries'
  expect(reportText(filtered, null, 80)).toBe(`${heading}\n${line}`)
  const rows = [{ ...report.total, key: null, id: null, name: null, code: null, minutes: 15 }]
  const lines = reportText({ ...filtered, rows }, null, 80).split('\n')
  expect(lines[1]).toBe(line)
  expect(lines.at(-1)).toBe('Expenses have no task, so they aren’t counted')
})
