/** Reports over a core that answers whatever a test wants to see drawn. */
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Report, ReportCourse, ReportRow, ReportSums } from '#shared/ipc/reports.ts'
import type { FakeCore } from './support/fake-core.ts'
import { setClock, show, studio, type Screen, worked } from './support/mount.ts'

let core: FakeCore

const none = { values: [], expenses: [], chargeable: [], costs: [] } satisfies Partial<ReportSums>
const row = (key: ReportRow['key'], set: Partial<ReportRow> = {}): ReportRow => ({
  ...{ key, id: null, name: null, code: null, minutes: 0, entries: 0, ...none, ...set },
})
const euro = (amount: number) => [{ currency: 'EUR', amount }]

let rows: ReportRow[]
let set: Partial<Report>
let course: Pick<ReportCourse, 'projects' | 'points'>

beforeEach(() => {
  setClock()
  core = studio()
  rows = [
    row(1, {
      ...{ name: 'Website relaunch', code: 'WEB', minutes: 90, entries: 2 },
      ...{ values: euro(15_000), expenses: euro(2_550), chargeable: euro(2_550) },
    }),
    row(2, {
      ...{ name: 'Booking app', code: 'APP', minutes: 30, entries: 1 },
      ...{ values: [{ currency: 'NZD', amount: 8_000 }], costs: euro(1_000) },
    }),
    row(null, { minutes: 15, entries: 1 }),
  ]
  set = {}
  course = {
    projects: [
      { key: 1, id: null, name: 'Website relaunch', code: 'WEB', minutes: 90 },
      { key: 2, id: null, name: 'Booking app', code: 'APP', minutes: 30 },
      { key: null, id: null, name: null, code: null, minutes: 15 },
    ],
    points: [
      { at: '2026-11-18', project: 1, minutes: 60 },
      { at: '2026-11-19', project: 1, minutes: 30 },
      { at: '2026-11-19', project: 2, minutes: 30 },
      { at: '2026-11-19', project: null, minutes: 15 },
    ],
  }
  core.override = {
    'reports.show': ({ from, to, by, whose = 'mine' }) => ({
      ...{ from, to, by, whose, rows, drafts: 0, unpriced: 0, valued: true },
      total: {
        ...{ minutes: 135, entries: 4, expenses: euro(2_550), chargeable: euro(2_550) },
        ...{ values: [...euro(15_000), { currency: 'NZD', amount: 8_000 }], costs: euro(1_000) },
      },
      rate: { means: 'hour', said: 'service' },
      ...set,
    }),
    'reports.course': ({ from, to, unit, whose = 'mine' }) => ({
      ...{ from, to, unit, whose, ...course },
    }),
    'reports.entries': () => core.entries.toReversed(),
  }
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
const asked = (name: string) => core.calls.findLast((call) => call.name === name)?.input
const cells = (screen: Screen) =>
  screen.wrapper
    .findAll('.report-table tbody tr')
    .map((one) => one.findAll('th, td').map((cell) => cell.text()))
const button = (screen: Screen, text: string) =>
  screen.wrapper.findAll('button').find((one) => one.text().startsWith(text))!
const page = () => document.querySelector('.report')!.textContent.replaceAll(/\s+/g, ' ')

describe('the figures', () => {
  it('are whole above and exact in the table, each currency by itself', async () => {
    const screen = await open()
    expect(asked('reports.show')).toEqual({
      ...{ from: '2026-11-01', to: '2026-11-30', by: 'project', whose: 'mine' },
    })
    const headlines = screen.wrapper.findAll('.headline').map((one) => one.text())
    expect(headlines[0]).toContain('2:15')
    expect(headlines[0]).toContain('1:08 a day')
    expect(headlines[1]).toMatch(/€150.*and NZ\$80, not converted/)
    expect(headlines[2]).toContain('€26')
    expect(cells(screen)).toEqual([
      ['WEBWebsite relaunch', '1:30', '67%', '€150.00', '€25.50', '€25.50', '–'],
      ['APPBooking app', '0:30', '22%', 'NZ$80.00', '–', '–', '€10.00'],
      ['No project', '0:15', '11%', '–', '–', '–', '–'],
    ])
  })

  it('say in words what is a draft, what has no price, and that a timer runs', async () => {
    set = { drafts: 2, unpriced: 1 }
    core.sync = { ...core.sync, pending: 3 }
    core.timer = {
      ...{ running: true, startedAt: Date.now(), zone: 'UTC', project: null, task: null },
      ...{ notes: null, increment: 15, breaks: [], question: null },
    }
    await open()
    expect(page()).toContain('2 entries need a project or a task; they are counted.')
    expect(page()).toContain('1 expense counts as 0')
    expect(page()).toContain('The running timer counts once it is stopped.')
    expect(page()).toContain('Includes what is saved here and not yet sent.')
  })

  it('are asked again when an entry changes, and name the target where there is one', async () => {
    core.state = { ...core.state, settings: { ...core.state.settings, dailyTarget: 450 } }
    const screen = await open()
    expect(page()).toContain('1:08 a day, target 7:30')
    expect(screen.wrapper.find('.target-text').text()).toBe('Target 7:30')
    rows = [row(1, { name: 'Website relaunch', code: 'WEB', minutes: 600, entries: 3 })]
    core.changed('time')
    await screen.settle(10)
    expect(cells(screen)[0]![1]).toBe('10:00')
  })

  it('offer the period before where nothing was logged', async () => {
    rows = []
    const screen = await open()
    expect(page()).toContain('Nothing logged in these days.')
    await button(screen, 'Month before').trigger('click')
    expect(asked('reports.show')).toMatchObject({ from: '2026-10-01', to: '2026-10-31' })
  })
})

describe('what a rate is for', () => {
  it('is asked where nobody says, kept for the account, and can be changed', async () => {
    set = { valued: false, rate: null }
    const screen = await open()
    expect(page()).toContain('It is not known what rates are for')
    expect(page()).toContain('What are rates for?')
    await button(screen, 'An increment').trigger('click')
    await screen.settle(10)
    expect(asked('settings.set')).toEqual({ rateMeaning: 'increment' })
    set = { rate: { means: 'increment', said: 'person' } }
    core.emit({ event: 'app' })
    await screen.settle(10)
    expect(page()).toContain('Rates are taken for an increment.')
    await button(screen, 'Change').trigger('click')
    expect(asked('settings.set')).toEqual({ rateMeaning: null })
  })
})

describe('the charts', () => {
  it('say as pictures what they show, and walk by keys through every column', async () => {
    const screen = await open()
    const image = screen.wrapper.get('.time-chart [role=img]')
    expect(image.attributes('aria-label')).toContain(
      'Hours by day, stacked by project: 2 hours 15 minutes in all. The most: 1 hour 15 minutes, Thursday 19 November',
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
    await screen.wrapper.get('[aria-label="Show as a chart"]').trigger('click')
    expect(screen.wrapper.findAll('.figures')).toHaveLength(3)
    await screen.press('v')
    await screen.press('v')
    expect(screen.wrapper.findAll('.figures')).toHaveLength(0)
  })

  it('of a longer period open the column as a period', async () => {
    const screen = await open()
    await button(screen, 'Year').trigger('click')
    await screen.settle(10)
    expect(asked('reports.course')).toMatchObject({ unit: 'month', from: '2026-01-01' })
    course.points = [{ at: '2026-03', project: 1, minutes: 60 }]
    core.changed('time')
    await screen.settle(10)
    await screen.wrapper.get('[role=slider]').trigger('keydown', { key: 'Enter' })
    await screen.settle(10)
    expect(asked('reports.show')).toMatchObject({ from: '2026-03-01', to: '2026-03-31' })
  })
})

describe('the table', () => {
  it('is sorted by its heads, both ways and as it came', async () => {
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
    worked(core, { local: 7, start: 540, quantity: 4, notes: 'Wireframes' })
    worked(core, { local: 8, start: 660, quantity: 2, notes: 'Second round' })
    const screen = await open()
    await screen.press('j')
    await screen.press('j')
    await screen.press('k')
    await screen.press('Enter')
    await screen.settle(10)
    expect(asked('reports.entries')).toEqual({
      ...{ by: 'project', key: 1, from: '2026-11-01', to: '2026-11-30', whose: 'mine' },
      ...{ limit: 100, skip: 0 },
    })
    const list = () => screen.wrapper.findAll('aside li button')
    expect(list().map((one) => one.attributes('data-local'))).toEqual(['8', '7'])
    expect(document.activeElement === list()[0]!.element).toBe(true)
    await list()[0]!.trigger('keydown', { key: 'j' })
    expect(document.activeElement === list()[1]!.element).toBe(true)
    await screen.press('Escape')
    expect(screen.wrapper.find('aside').exists()).toBe(false)
    expect(document.activeElement!.textContent).toContain('Website relaunch')
  })

  it('holds many rows back until they are asked for', async () => {
    rows = Array.from({ length: 230 }, (_, nth) => row(nth + 1, { name: `P ${nth}`, minutes: 5 }))
    const screen = await open()
    expect(cells(screen)).toHaveLength(200)
    await button(screen, 'Show the other 30').trigger('click')
    expect(cells(screen)).toHaveLength(230)
  })
})

describe('days that someone chooses', () => {
  it('count as soon as they are two in order, and are told what they need', async () => {
    const screen = await open()
    await button(screen, 'Custom').trigger('click')
    await screen.settle(10)
    const [from, to] = screen.wrapper.findAll<HTMLInputElement>('.custom input')
    expect(document.activeElement === from!.element).toBe(true)
    expect(from!.element.value).toBe('2026-11-01')
    await to!.setValue('2026-11-10')
    await screen.settle(10)
    expect(asked('reports.show')).toMatchObject({ from: '2026-11-01', to: '2026-11-10' })
    await from!.setValue('2026-11-20')
    await to!.trigger('blur')
    expect(screen.wrapper.get('.custom').text()).toContain(
      'Needs a day that is not before the first',
    )
    expect(asked('reports.show')).toMatchObject({ from: '2026-11-01', to: '2026-11-10' })
    await to!.setValue('2026-11-25')
    await screen.settle(10)
    expect(asked('reports.show')).toMatchObject({ from: '2026-11-20', to: '2026-11-25' })
    from!.element.blur()
    await screen.press(']')
    await screen.settle(10)
    expect(asked('reports.show')).toMatchObject({ from: '2026-11-26', to: '2026-12-01' })
    await screen.press('t')
    await screen.settle(10)
    expect(asked('reports.show')).toMatchObject({ from: '2026-11-01', to: '2026-11-30' })
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
    core.state = { ...core.state, desktop: { ...core.state.desktop, pdf: true } }
    core.override['desktop.savePdf'] = () => '/home/ada/Report.pdf'
    const screen = await open()
    await screen.press('p')
    await screen.settle(10)
    expect(asked('desktop.savePdf')).toEqual({ name: 'Reports November 2026' })
    expect(document.body.textContent).toContain('Saved as /home/ada/Report.pdf')
  })
})
