/** Flags that take a day or a time of day: as people write them, in every command. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Report } from '#shared/ipc/reports.ts'
import type { ImportPlan } from '#shared/ipc/transfer.ts'
import type { Expense } from '#shared/resources/expense.ts'
import type { Page } from '#shared/resources/page.ts'
import type { Project } from '#shared/resources/project.ts'
import type { TimeEntry } from '#shared/resources/time.ts'
import { commands } from '../../electron/cli/commands.ts'
import { describeCommands } from '../../electron/cli/introspection/command-surface.ts'
import { playAt } from '../support/test-day.ts'
import { commandLine } from './run.ts'

const { day } = playAt('2026-11-19T15:00[Europe/Berlin]')

const { home, run, json } = commandLine({ isQuick: true })

it('are not described by the format of a machine in any help', async () => {
  for (const { name, help } of await describeCommands(commands)) {
    expect(help, name).not.toMatch(/YYYY|HH:MM/)
  }
})

describe('a day and a time of day', () => {
  it('are read in entries', async () => {
    const folder = home()
    const add = (...args: string[]) =>
      json<TimeEntry>(folder, ['times', 'add', '--duration', '1h', ...args])
    const written = await add('--date', 'yesterday', '--start', '9am')
    expect(written.value).toMatchObject({ date: day(-1), start: 540 })
    const inGerman = await add('--date', 'vor 3 Tagen', '--start', '18 Uhr')
    expect(inGerman.value).toMatchObject({ date: day(-3), start: 1080 })
    const asBefore = await add('--date', '2026-03-02', '--start', '9')
    expect(asBefore.value).toMatchObject({ date: '2026-03-02', start: 9 })

    const listed = await json<Page<TimeEntry>>(folder, ['times', 'list', '--date', 'gestern'])
    expect(listed.value.data.map(({ local }) => local)).toEqual([1])
    const moved = await json<TimeEntry>(folder, [
      ...['times', 'update', '1', '--date', '2 days ago', '--start', 'noon'],
    ])
    expect(moved.value).toMatchObject({ date: day(-2), start: 720 })
  })

  it('are read in expenses, projects, and an import', async () => {
    const folder = home()
    const expense = await json<Expense>(folder, [
      ...['expenses', 'add', '--name', 'Ferry', '--unit-charge', '500', '--date', 'yesterday'],
    ])
    expect(expense.value).toMatchObject({ date: day(-1) })
    const dates = ['--start-date', 'yesterday', '--end-date', 'tomorrow']
    const project = await json<Project>(folder, ['projects', 'add', '--name', 'Web', ...dates])
    expect(project.value).toMatchObject({ start_date: day(-1), end_date: day(1) })
    const open = await json<Project>(folder, ['projects', 'update', '1', '--end-date', 'none'])
    expect(open.value).toMatchObject({ end_date: null })

    const file = join(folder, 'hours.csv')
    writeFileSync(file, 'Day,Hours\n2026-03-02,1:30\n')
    const columns = ['--from', 'csv', '--dates', 'ymd', '--columns', 'date=Day,duration=Hours']
    await json<ImportPlan>(folder, ['import', file, ...columns, '--start', '1pm'])
    const imported = await json<Page<TimeEntry>>(folder, ['times', 'list'])
    expect(imported.value.data).toMatchObject([{ date: '2026-03-02', start: 780 }])
  })

  it('are read in reports and exports', async () => {
    const folder = home()
    for (const date of [day(-3), day(-1), day()]) {
      await json(folder, ['times', 'add', '--date', date, '--start', '540', '--quantity', '60'])
    }
    const range = ['--from', '3 days ago', '--to', 'yesterday']
    const report = await json<Report>(folder, ['report', ...range])
    expect(report.value).toMatchObject({ from: day(-3), to: day(-1), total: { entries: 2 } })
    const file = join(folder, 'times.csv')
    const saved = await json(folder, ['export', 'times', '--format', 'csv', ...range, file])
    expect(saved.value).toMatchObject({ rows: 2 })
    expect(readFileSync(file, 'utf8')).not.toContain(day())
    const today = ['--from', day(), '--to', day()]
    const one = await run(folder, ['export', 'times', '--format', 'csv', ...today, file])
    expect(one.stdout).toBe(`${file}: 1 entry\n`)
  })
})

describe('what cannot be read', () => {
  const added = ['--start', '540', '--quantity', '1']
  const expense = ['--name', 'Ferry', '--unit-charge', '500']
  it.each([
    [['times', 'add', ...added, '--date', 'last week'], 'date'],
    [['times', 'add', ...added, '--date', '2026-02-30'], 'date'],
    [['times', 'list', '--date', 'soon'], 'date'],
    [['expenses', 'add', ...expense, '--date', 'soon'], 'date'],
    [['projects', 'add', '--name', 'Web', '--end-date', 'soon'], 'end-date'],
    [['report', '--from', 'soon'], 'from'],
    [['report', '--to', 'soon'], 'to'],
    [['export', 'times', '--format', 'csv', '--from', 'soon'], 'from'],
  ])('is refused, naming the flag and what is read instead: %j', async (args, flag) => {
    const { code, stdout, stderr } = await run(home(), args)
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr.replace(/^No account yet.*\n/, '')).toBe(
      `--${flag} needs a day, like 2026-11-20, Nov 20, yesterday, or last Friday\n`,
    )
  })

  it.each([
    [['times', 'add', '--quantity', '1', '--start', 'teatime']],
    [['times', 'add', '--quantity', '1', '--start', '1440']],
    [['import', 'hours.csv', '--start', 'teatime']],
  ])('is refused as a time of day, too: %j', async (args) => {
    const { code, stderr } = await run(home(), args)
    expect(code).toBe(1)
    expect(stderr).toContain(
      '--start needs a time, like 09:30, 9:30pm, or noon, or minutes after midnight (0 to 1439)\n',
    )
  })
})
