/** Reports, exports and imports, as scripts and people call them. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import type { Report } from '#shared/ipc/reports.ts'
import type { ImportPlan } from '#shared/ipc/transfer.ts'
import type { Page } from '#shared/resources/page.ts'
import type { Project } from '#shared/resources/project.ts'
import { playAt } from '../support/test-day.ts'
import { commandLine } from './run.ts'

playAt('2026-11-19T15:00[Europe/Berlin]')

const { home, run, json } = commandLine({ isQuick: true })
const fixture = (name: string) =>
  fileURLToPath(new URL(`../core/transfer/fixtures/${name}`, import.meta.url))
const toggl = ['import', fixture('toggl-detailed.csv'), '--from', 'toggl']

describe('stint report', () => {
  it('sums up a range by the given criterion, with each currency separately', async () => {
    const folder = home()
    await json(folder, [
      ...['projects', 'add', '--name', 'Web shop', '--code', 'WEB', '--increment', '15'],
      ...['--rate', '12000', '--currency', 'NZD'],
    ])
    await json(folder, ['tasks', 'add', '--name', 'Call'])
    const when = ['--date', '2026-03-02', '--start', '9:00', '--duration', '1h30']
    await json(folder, ['times', 'add', '--project-id', '1', '--task-id', '1', ...when])
    await json(folder, ['times', 'add', ...when])
    await json(folder, [
      ...['expenses', 'add', '--project-id', '1', '--name', 'Train', '--unit-charge', '1250'],
      ...['--date', '2026-03-02', '--total-cost', '900', '--tax', 'none', '--tax-rate', '0'],
      ...['--currency', 'EUR', '--chargeable'],
    ])
    const range = ['--from', '2026-03-01', '--to', '2026-03-31']
    const { value } = await json<Report>(folder, ['report', ...range, '--by', 'day'])
    const amount = (currency: string, amount: number) => [{ currency, amount }]
    expect(value).toEqual({
      ...{ from: '2026-03-01', to: '2026-03-31', by: 'day', whose: 'mine' },
      rows: [{ key: '2026-03-02', id: null, name: null, code: null, ...value.total }],
      total: {
        ...{ minutes: 180, entries: 2, values: amount('NZD', 18_000) },
        ...{ expenses: amount('NZD', 1250), chargeable: amount('NZD', 1250) },
        costs: amount('EUR', 900),
        taxes: [],
      },
      ...{ filter: [], counted: { times: 2, of: 2 } },
      ...{ drafts: 1, unpriced: 0, valued: true, rate: { means: 'hour', said: 'service' } },
      // Without a service nothing is out of date.
      asOf: null,
    })
    const { stdout } = await run(folder, ['report', ...range])
    expect(stdout).toMatch(/^WEB Web shop +1:30 +180.00 NZD +12.50 NZD +12.50 NZD +9.00 EUR$/m)
  })

  it('begins with the week, as the window does', async () => {
    const folder = home()
    // A Thursday.
    const from = async (env: Record<string, string>) =>
      (JSON.parse((await run(folder, ['report', '--json'], { env })).stdout) as Report).from
    expect(await from({})).toBe('2026-11-16')
    expect(await from({ LANG: 'C.UTF-8' })).toBe('2026-11-16')
    expect(await from({ LANG: 'en_US.UTF-8' })).toBe('2026-11-15')
    expect(await from({ LANG: 'en_US.UTF-8', LC_TIME: 'de_AT.UTF-8' })).toBe('2026-11-16')
  })

  it('names the flag that it does not understand', async () => {
    const folder = home()
    const wrong = await json(folder, ['report', '--by', 'year'])
    expect(wrong).toMatchObject({
      code: 1,
      value: { error: { fields: { by: [expect.stringContaining('month, project')] } } },
    })
    const turned = ['report', '--from', '2026-03-02', '--to', '2026-03-01']
    expect(await json(folder, turned)).toMatchObject({
      code: 1,
      value: { error: { code: 'validation', fields: { to: expect.anything() } } },
    })
  })
})

describe('stint import and stint export', () => {
  it('preview first, add what is possible, name the rest, and are undone in one step', async () => {
    const folder = home()
    const look = await json<ImportPlan>(folder, [...toggl, '--dry-run'])
    expect(look).toMatchObject({ code: 1, value: { made: false, times: 6, badCount: 2 } })
    const times = async () => (await json<{ total: number }>(folder, ['times', 'list'])).value.total
    expect(await times()).toBe(0)
    const { stdout } = await run(folder, toggl)
    expect(stdout).toContain('line 8: date: “2026-02-30” isn’t a date')
    expect(stdout).toContain('Imported 6 entries, 5:19 (5:18 in the file)')
    expect(await times()).toBe(6)
    expect((await json<ImportPlan>(folder, toggl)).value).toMatchObject({ times: 0, imported: 6 })
    await json(folder, ['undo'])
    expect(await times()).toBe(0)
  })

  it('show before an import what expenses will be, and what they add up to', async () => {
    const folder = home()
    const file = join(folder, 'expenses.csv')
    const rows = ['2026-03-04,Hotel,1500,JPY', '2026-03-05,Taxi,−9.50,', '2026-03-06,Tea,1e3,']
    writeFileSync(file, `Date,Name,Amount,Currency\n${rows.join('\n')}\n`)
    const look = await run(folder, ['import', file, '--currency', 'EUR', '--dry-run'])
    expect(look.stdout).toContain('Amounts without a currency are in EUR')
    expect(look.stdout).toMatch(/3 +2026-03-05 +Taxi +1 +-9\.50 EUR/)
    expect(look.stdout).toContain('line 4: amount: “1e3” isn’t an amount. Write it like 1250.00')
    expect(look.stdout).toContain('Would import 2 expenses, 1500 JPY + -9.50 EUR')
    expect((await json<ImportPlan>(folder, ['import', file, '--dry-run'])).value).toMatchObject({
      amounts: expect.arrayContaining([{ currency: 'JPY', amount: 1500, count: 1 }]) as unknown,
    })
  })

  it('read amounts in the currency of the locale where nothing else says one', async () => {
    const folder = home()
    const file = join(folder, 'expenses.csv')
    writeFileSync(file, 'Date,Name,Amount\n2026-03-04,Ramen,1500\n')
    const japan = { env: { LANG: 'ja_JP.UTF-8' } }
    const look = await run(folder, ['import', file, '--dry-run'], japan)
    expect(look.stdout).toContain('Would import 1 expense, 1500 JPY')
  })

  it('carry everything from one data folder into another', async () => {
    const [one, other] = [home(), home()]
    await run(one, toggl)
    const file = join(one, 'times.json')
    const written = await json(one, ['export', 'times', '--format', 'json', file])
    expect(written).toEqual({ code: 0, value: { file, rows: 6 } })
    await json(other, ['import', file, '--from', 'stint'])
    const again = await run(other, ['export', 'times', '--format', 'json'])
    expect(again.stdout).toBe(readFileSync(file, 'utf8'))
    expect(readdirSync(one).filter((name) => name.startsWith('times.json'))).toEqual(['times.json'])
  })

  it('write to a device what belongs there, and say that it is full', async ({ skip }) => {
    skip(!existsSync('/dev/full'), 'this system has no /dev/full')
    const folder = home()
    await run(folder, toggl)
    const table = ['export', 'times', '--format', 'csv']
    const printed = await run(folder, table)
    expect(await run(folder, [...table, '/dev/stdout'])).toEqual(printed)
    expect(await run(folder, [...table, '/dev/full'])).toEqual({
      code: 1,
      stdout: '',
      stderr: 'Can’t write /dev/full: the disk is full. Free up some space or use another file\n',
    })
  })

  it('recognize the program that wrote a file, and use the account’s rounding and currency', async () => {
    const folder = home()
    await json(folder, ['projects', 'add', '--name', 'Website relaunch', '--currency', 'NZD'])
    const file = fixture('toggl-detailed.csv')
    const { stdout, stderr } = await run(folder, ['import', file])
    expect(stderr).toBe('Read as --from toggl\n')
    expect(stdout).toMatch(/^project Website relaunch .* 2 +2:31 +2:45$/m)
    expect(stdout).toContain('Imported although an earlier line is the same: 1\n  line 10: ')
    const own = await json<Page<Project>>(folder, ['projects', 'list', '--query', 'Own'])
    expect(own.value.data).toMatchObject([{ currency: 'NZD' }])
  })

  it('read standard input, and tables as Windows writes them', async () => {
    const folder = home()
    const text = 'Date,Start,Minutes,Project,Task\n2026-01-05,9:00,30,Öffnung,x\n'
    const file = join(folder, 'wide.csv')
    writeFileSync(file, `\uFEFF${text}`, 'utf16le')
    await json(folder, ['import', file, '--from', 'csv'])
    const piped = await json<ImportPlan>(folder, ['import', '-', '--from', 'csv'], { input: text })
    expect(piped.value).toMatchObject({ times: 0, imported: 1 })
    const narrow = join(folder, 'narrow.csv')
    writeFileSync(narrow, text.replaceAll(',', ';'), 'latin1')
    const read = await json<ImportPlan>(folder, ['import', narrow, '--from', 'csv'])
    expect(read.value).toMatchObject({ times: 0, imported: 1 })
  })

  it('name what is missing', async () => {
    const folder = home()
    for (const [args, code] of [
      [['import', 'x.csv'], 1],
      [['import'], 2],
      [['import', 'x.csv', '--from', 'elsewhere'], 1],
      [['import', 'no-such-file.csv', '--from', 'csv'], 1],
      [['import', fixture('harvest-time.csv'), '--from', 'toggl'], 1],
      [['export', 'times'], 2],
      [['export', 'projects', '--format', 'csv'], 2],
      [['export', 'times', '--format', 'csv', join(folder, 'no', 'folder.csv')], 1],
    ] as const) {
      const ended = await json(folder, [...args])
      expect(ended, args.join(' ')).toMatchObject({ code, value: { error: expect.anything() } })
    }
  })
})
