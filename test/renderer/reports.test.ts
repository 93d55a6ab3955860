import { beforeEach, describe, expect, it, vi } from 'vitest'
import { noDesktop } from '#core/handlers/desktop.ts'
import { ok } from '#shared/errors.ts'
import { setClock, today } from './support/clock.ts'
import { changeTime, running, studio, type TestCore, worked } from './support/core.ts'
import { type Screen, show } from './support/mount.ts'
import { quietSync } from './support/records.ts'

let core: TestCore

/** Two and a quarter hours on two days, in two currencies, and two expenses. */
beforeEach(async () => {
  setClock()
  core = await studio()
  const rated = (project: number, currency: string, rate: number) =>
    core.write((db) => db.updateTable('project').set({ currency, rate }).where('id', '=', project))
  await rated(1, 'EUR', 10_000)
  await rated(2, 'NZD', 16_000)
  await core.do('settings.set', { rateMeaning: 'hour' })
  await worked(core, { date: '2026-11-18' })
  await worked(core, { quantity: 2 })
  await worked(core, { start: 600, project: 2, quantity: 5 })
  await worked(core, { start: 660, project: null, task: null, quantity: 1 })
  const expense = { date: today, name: 'Ferry', chargeable: true }
  const cost = { total_cost: 1_000, tax: 'none', tax_rate: 0, currency: 'EUR' }
  await core.do('expenses.create', { ...expense, project: 1, unit_charge: 2_550 })
  await core.do('expenses.create', { ...expense, ...cost, project: 2, unit_charge: 0 })
})

async function open(): Promise<Screen> {
  const screen = await show(core)
  await import('../../renderer/features/reports/ReportsPage.vue')
  await screen.press('g')
  await screen.press('r')
  await screen.settle(10)
  await screen.settle(10)
  return screen
}
const cells = (screen: Screen) =>
  screen.wrapper
    .findAll('.report-table tbody tr')
    .map((one) => one.findAll('th, td').map((cell) => cell.text()))
const button = (screen: Screen, text: string) =>
  screen.wrapper.findAll('button').find((one) => one.text().startsWith(text))!
const page = () => document.querySelector('.report')!.textContent.replaceAll(/\s+/g, ' ')

describe('the figures', () => {
  it('are whole above and exact in the table, each currency separately', async () => {
    const screen = await open()
    expect(core.asked('reports.show')).toEqual({
      ...{ from: '2026-11-01', to: '2026-11-30', by: 'project', whose: 'mine' },
    })
    const headlines = screen.wrapper.findAll('.headline').map((one) => one.text())
    expect(headlines[0]).toContain('2:15')
    expect(headlines[0]).toContain('1:08 a day')
    expect(headlines[1]).toMatch(/€150.*and NZ\$80, not converted/)
    // What the client pays, and what it cost, are parts of one figure.
    expect(headlines[2]).toMatch(/^Expenses€26€26 billable · €10 cost$/)
    expect(headlines).toHaveLength(3)
    expect(cells(screen)).toEqual([
      ['WEBWebsite relaunch', '1:30', '67%', '€150.00', '€25.50', '€25.50', '–'],
      ['APPBooking app', '0:30', '22%', 'NZ$80.00', '–', '–', '€10.00'],
      ['No project', '0:15', '11%', '–', '–', '–', '–'],
    ])
  })

  it('show in words what is a draft, what has no price, and that a timer runs', async () => {
    await worked(core, { start: 700, task: null })
    const permit = { name: 'Permit', charge: 1_200, unit: '', currency: 'USD' }
    const { local: charge } = await core.do('charges.add', permit)
    const common = { project: 1, date: today, quantity: 1, chargeable: true }
    await core.do('expenses.create', { ...common, charge })
    await running(core, 0)
    await open()
    expect(page()).toContain('2 entries are missing a project or task. They’re included.')
    expect(page()).toContain('1 expense counts as 0')
    expect(page()).toContain('plus 0:15 running')
    expect(page()).toContain('Includes changes that haven’t synced yet.')
  })

  it('count of a timer that runs since yesterday what falls into their days', async () => {
    // 15:47 counts as 16:00, of which the hour before midnight is part of yesterday.
    await running(core, 15 * 60 + 47)
    const screen = await open()
    expect(page()).toContain('plus 16:00 running')
    await button(screen, 'Custom').trigger('click')
    await screen.settle(10)
    const [from, to] = screen.wrapper.findAll<HTMLInputElement>('.custom input')
    await from!.setValue(today)
    await to!.setValue(today)
    await screen.settle(10)
    expect(page()).toContain('plus 15:00 running')
  })

  it('are read again when an entry changes, and show the target where there is one', async () => {
    await core.do('settings.set', { dailyTarget: 450 })
    const screen = await open()
    expect(page()).toContain('1:08 a day, target 7:30')
    expect(screen.wrapper.find('.target-text').text()).toBe('Target 7:30')
    await changeTime(core, 1, { quantity: 38 })
    await screen.settle(10)
    expect(cells(screen)[0]![1]).toBe('10:00')
  })

  it('offer the period before where nothing was logged', async () => {
    core = await studio()
    const screen = await open()
    expect(page()).toContain('Nothing logged in this period')
    await button(screen, 'Previous month').trigger('click')
    expect(core.asked('reports.show')).toMatchObject({ from: '2026-10-01', to: '2026-10-31' })
  })
})

describe('the meaning of a rate', () => {
  it('is asked where it is unknown, kept for the account, and can be changed', async () => {
    await core.do('settings.set', { rateMeaning: null })
    const screen = await open()
    expect(page()).toContain('Rates not set up yet')
    expect(page()).toContain('Are rates per hour or per increment?')
    await button(screen, 'Per increment').trigger('click')
    await screen.settle(10)
    expect(core.asked('settings.set')).toMatchObject({ rateMeaning: 'increment' })
    expect(page()).toContain('Rates are per increment.')
    await button(screen, 'Change').trigger('click')
    expect(core.asked('settings.set')).toMatchObject({ rateMeaning: null })
  })
})

describe('the charts', () => {
  it('describe as images what they show, and are walked through by keys, column by column', async () => {
    const screen = await open()
    const image = screen.wrapper.get('.time-chart [role=img]')
    expect(image.attributes('aria-label')).toContain(
      'Hours by day, stacked by project: 2 hours 15 minutes total. Highest: 1 hour 15 minutes, Thursday 19 November',
    )
    const walker = screen.wrapper.get<HTMLElement>('[role=slider]')
    walker.element.focus()
    await screen.settle(1)
    expect(walker.attributes('aria-valuetext')).toBe(
      'Thursday 19 November: 1 hour 15 minutes, WEB 30 minutes, APP 30 minutes, No project 15 minutes',
    )
    expect(screen.wrapper.find('.bubble').text()).toContain('1:15')
    await walker.trigger('keydown', { key: 'ArrowLeft' })
    expect(walker.attributes('aria-valuetext')).toMatch(
      /^Wednesday 18 November: 1 hour, WEB 1 hour/,
    )
    await walker.trigger('keydown', { key: 'Home' })
    expect(walker.attributes('aria-valuenow')).toBe('0')
    await walker.trigger('keydown', { key: 'End' })
    expect(walker.attributes('aria-valuetext')).toMatch(/^Monday 30 November: 0/)
  })

  it('give each project one color in columns, their legend, and bars, and tell them apart', async () => {
    const internal = async (name: string) => {
      const { local } = await core.do('projects.add', { name, type: 'internal', currency: 'EUR' })
      await worked(core, { project: local, start: 720 })
    }
    await internal('Admin')
    await internal('Studio')
    const screen = await open()
    const markOf = (element: { classes: () => string[] }) =>
      element.classes().find((name) => name.startsWith('p-'))
    const marks = new Map(
      screen.wrapper.findAll('.of-time .legend .code').map((code) => [code.text(), markOf(code)]),
    )
    expect([...marks.keys()].toSorted()).toEqual(['APP', 'Admin', 'No project', 'Studio', 'WEB'])
    expect(new Set(marks.values()).size).toBe(5)
    expect(marks.get('No project')).toBe('p-none')
    const parts = screen.wrapper.findAll('.time-chart .part')
    expect(new Set(parts.map(markOf))).toEqual(new Set(marks.values()))
    for (const title of ['By project', 'Value']) {
      const rows = screen.wrapper.findAll(`.bars[aria-label^="${title}"] .bar-row`)
      expect(rows.length).toBeGreaterThan(1)
      for (const row of rows) {
        const mark = marks.get(row.get('.head').text())
        expect([markOf(row.get('.head')), markOf(row.get('rect'))]).toEqual([mark, mark])
      }
    }
  })

  it('become tables by one key, with every value, and charts again', async () => {
    const screen = await open()
    expect(screen.wrapper.findAll('.figures')).toHaveLength(0)
    await screen.press('v')
    const tables = screen.wrapper.findAll('.figures')
    expect(tables.map((table) => table.attributes('aria-label'))).toEqual([
      ...['Hours by day', 'By project', 'Value', 'Expenses'],
    ])
    const days = tables[0]!.findAll('tr').map((one) => one.findAll('th, td').map((c) => c.text()))
    expect(days[0]).toEqual(['Day', 'Total', 'WEB', 'APP', 'No project'])
    expect(days).toContainEqual(['Thursday 19 November', '1:15', '0:30', '0:30', '0:15'])
    expect(tables[2]!.text()).toContain('NZ$80.00')
    await screen.wrapper.get('[aria-label="Show as chart"]').trigger('click')
    expect(screen.wrapper.findAll('.figures')).toHaveLength(3)
    await screen.press('v')
    await screen.press('v')
    expect(screen.wrapper.findAll('.figures')).toHaveLength(0)
  })

  it('of a longer period open the column as a period', async () => {
    core = await studio()
    await worked(core, { date: '2026-03-10' })
    const screen = await open()
    await button(screen, 'Year').trigger('click')
    await screen.settle(10)
    expect(core.asked('reports.timeSeries')).toMatchObject({ unit: 'month', from: '2026-01-01' })
    await screen.wrapper.get('[role=slider]').trigger('keydown', { key: 'Enter' })
    await screen.settle(10)
    expect(core.asked('reports.show')).toMatchObject({ from: '2026-03-01', to: '2026-03-31' })
  })
})

describe('the table', () => {
  it('is sorted by its heads, both ways and in the original order', async () => {
    const screen = await open()
    const names = () => cells(screen).map(([name]) => name)
    button(screen, 'Project').element.focus()
    const heads = screen.wrapper.findAll('.report-table thead button')
    await heads[0]!.trigger('click')
    expect(names()).toEqual(['APPBooking app', 'WEBWebsite relaunch', 'No project'])
    expect(screen.wrapper.get('th[aria-sort]').attributes('aria-sort')).toBe('ascending')
    await heads[0]!.trigger('click')
    expect(names()).toEqual(['WEBWebsite relaunch', 'APPBooking app', 'No project'])
    await heads[0]!.trigger('keydown', { key: 'ArrowRight' })
    expect(document.activeElement === heads[1]!.element).toBe(true)
    await heads[1]!.trigger('click')
    await heads[1]!.trigger('click')
    expect(names()).toEqual(['No project', 'APPBooking app', 'WEBWebsite relaunch'])
    await heads[1]!.trigger('click')
    expect(screen.wrapper.find('th[aria-sort]').exists()).toBe(false)
  })

  it('opens the entries of the row in focus, and gives the focus back', async () => {
    const screen = await open()
    await screen.press('j')
    await screen.press('j')
    await screen.press('k')
    await screen.press('Enter')
    await screen.settle(10)
    expect(core.asked('reports.entries')).toEqual({
      ...{ by: 'project', key: 1, from: '2026-11-01', to: '2026-11-30', whose: 'mine' },
      ...{ limit: 100, skip: 0 },
    })
    const list = () => screen.wrapper.findAll('aside li button')
    expect(list().map((one) => one.attributes('data-local'))).toEqual(['2', '1'])
    expect(document.activeElement === list()[0]!.element).toBe(true)
    await list()[0]!.trigger('keydown', { key: 'j' })
    expect(document.activeElement === list()[1]!.element).toBe(true)
    await screen.press('Escape')
    expect(screen.wrapper.find('aside').exists()).toBe(false)
    expect(document.activeElement!.textContent).toContain('Website relaunch')
  })

  it('hides rows beyond a limit until they are requested', async () => {
    const report = await core.do('reports.show', {
      ...{ from: '2026-11-01', to: '2026-11-30', by: 'project' },
    })
    const rows = Array.from({ length: 230 }, (_, nth) => ({
      ...{ ...report.rows[0]!, key: nth + 1, name: `P ${nth}` },
    }))
    core.script['reports.show'] = () => ok({ ...report, rows })
    const screen = await open()
    expect(cells(screen)).toHaveLength(200)
    await button(screen, 'Show 30 more').trigger('click')
    expect(cells(screen)).toHaveLength(230)
  })
})

describe('a custom range of days', () => {
  it('applies as soon as both days are in order, and shows what it needs', async () => {
    const screen = await open()
    await button(screen, 'Custom').trigger('click')
    await screen.settle(10)
    const [from, to] = screen.wrapper.findAll<HTMLInputElement>('.custom input')
    expect(document.activeElement === from!.element).toBe(true)
    expect(from!.element.value).toBe('2026-11-01')
    await to!.setValue('2026-11-10')
    await screen.settle(10)
    expect(core.asked('reports.show')).toMatchObject({ from: '2026-11-01', to: '2026-11-10' })
    await from!.setValue('2026-11-20')
    await to!.trigger('blur')
    expect(screen.wrapper.get('.custom').text()).toContain(
      'Choose an end date on or after the start date',
    )
    expect(core.asked('reports.show')).toMatchObject({ from: '2026-11-01', to: '2026-11-10' })
    await to!.setValue('2026-11-25')
    await screen.settle(10)
    expect(core.asked('reports.show')).toMatchObject({ from: '2026-11-20', to: '2026-11-25' })
    from!.element.blur()
    await screen.press(']')
    await screen.settle(10)
    expect(core.asked('reports.show')).toMatchObject({ from: '2026-11-26', to: '2026-12-01' })
    await screen.press('t')
    await screen.settle(10)
    expect(core.asked('reports.show')).toMatchObject({ from: '2026-11-01', to: '2026-11-30' })
  })
})

describe('printing', () => {
  it('is the browser’s own where no file can be made', async () => {
    const print = vi.fn()
    vi.stubGlobal('print', print)
    const screen = await open()
    await screen.press('p')
    expect(print).toHaveBeenCalledOnce()
    vi.unstubAllGlobals()
  })

  it('saves a file where the desktop can, and says where', async () => {
    core = await studio({ desktop: { ...noDesktop, pdf: true } })
    const screen = await open()
    await screen.press('p')
    await screen.settle(10)
    expect(core.asked('desktop.savePdf')).toEqual({ name: 'Reports November 2026' })
    expect(document.body.textContent).toContain('Saved as /home/ada/Reports November 2026.pdf')
  })
})

describe('figures that are older than an hour', () => {
  const asOf = () => document.querySelector('.choices [role=status]')?.textContent ?? ''
  const printed = () => document.querySelector('.print-head .hint')!.textContent
  const quarterToTwo = '2026-11-19T13:45:00Z'

  async function reportAsOf(at: string | number) {
    const report = await core.do('reports.show', {
      ...{ from: '2026-11-01', to: '2026-11-30', by: 'project' },
    })
    const instant = typeof at === 'number' ? at : Date.parse(at)
    core.script['reports.show'] = () => ok({ ...report, asOf: instant })
    return report
  }

  it.each([
    [quarterToTwo, 'As of 13:45'],
    ['2026-11-17T13:45:00Z', 'As of Tue 17 Nov 13:45'],
    [0, 'Some of these days haven’t been synced yet'],
  ])('show as of when they are (%s), on paper too', async (at, words) => {
    await reportAsOf(at)
    await open()
    expect(asOf()).toBe(words)
    expect(printed()).toContain(words)
  })

  it('no longer show it once they were read, although that changed nothing', async () => {
    const report = await reportAsOf(quarterToTwo)
    const screen = await open()
    expect(asOf()).toBe('As of 13:45')
    core.script['reports.show'] = () => ok({ ...report, asOf: null })
    core.emit({ event: 'sync', status: { ...quietSync, lastSync: 1 } })
    await screen.settle(10)
    expect(asOf()).toBe('')
    expect(printed()).toContain('As of 19 November 2026')
  })
})
