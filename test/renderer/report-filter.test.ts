/** The filter bar, the rows within rows and the address of Reports, by keyboard alone. */
import { beforeEach, describe, expect, it } from 'vitest'
import { setClock } from './support/clock.ts'
import { studio, type TestCore, worked } from './support/core.ts'
import { pressOn, type Screen, showPage } from './support/mount.ts'
// Loaded before it is opened.
import '../../renderer/features/transfer/TransferPage.vue'

let core: TestCore

/** An hour in one project, half an hour in another, and a quarter without one. */
beforeEach(async () => {
  setClock()
  core = await studio()
  await worked(core, { date: '2026-11-18', notes: 'Livery draft' })
  await worked(core, { start: 600, project: 2, task: 2, quantity: 5 })
  await worked(core, { start: 660, project: null, task: null, quantity: 1 })
})

const open = async (path = '/reports') => {
  const screen = await showPage(core, path)
  await screen.settle(10)
  return screen
}
const field = (screen: Screen) =>
  screen.wrapper.get<HTMLInputElement>('[role=search] [role=combobox]')
const chips = (screen: Screen) =>
  screen.wrapper.findAll('[data-chip]').map((one) => one.text().replaceAll(/\s+/g, ' '))
const status = (screen: Screen) => screen.wrapper.get('[role=search] [role=status]').text()
const offered = (screen: Screen) =>
  screen.wrapper.findAll('[role=option]').map((one) => one.text().replaceAll(/\s+/g, ' '))
const total = (screen: Screen) => screen.wrapper.get('tfoot .number').text()
const lines = (screen: Screen) =>
  screen.wrapper
    .findAll('.report-table tbody tr')
    .map((one) => [one.get('th').text(), one.get('td').text()])
async function type(screen: Screen, text: string) {
  await screen.press('/')
  await screen.settle(10)
  await field(screen).setValue(text)
  await screen.settle(10)
}
const selectIn = (screen: Screen, label: string) =>
  screen.wrapper.get<HTMLSelectElement>(`select[aria-label="${label}"]`)

describe('the filter bar', () => {
  it('adds a filter by a few letters, which figures and chart follow, and removes it', async () => {
    const screen = await open()
    expect(total(screen)).toBe('1:45')
    await type(screen, 'booking')
    expect(document.activeElement === field(screen).element).toBe(true)
    expect(offered(screen)).toEqual(['APPBooking app1 entry', '“booking”'])
    await screen.press('Enter')
    await screen.settle(10)
    expect(chips(screen)).toEqual(['Project Booking app'])
    expect(core.allAsked('reports.show')).toContainEqual(
      expect.objectContaining({ by: 'project', filter: [{ kind: 'project', of: [2] }] }),
    )
    expect(core.asked('reports.timeSeries')).toMatchObject({
      filter: [{ kind: 'project', of: [2] }],
    })
    expect(total(screen)).toBe('0:30')
    expect(status(screen)).toBe('1 of 3 entries, 30 minutes')
    // Another value of the kind is another that fits.
    await type(screen, 'relaunch')
    await screen.press('Enter')
    await screen.settle(10)
    expect(chips(screen)).toEqual(['Project Website relaunch or Booking app'])
    await screen.press('Backspace')
    await screen.settle(10)
    expect(chips(screen)).toEqual([])
    expect(total(screen)).toBe('1:45')
    await screen.press('Escape')
    expect(screen.wrapper.find('[role=option]').exists()).toBe(false)
  })

  it('offers all but a value, what has none, notes, and words', async () => {
    const screen = await open()
    await type(screen, 'booking')
    await screen.press('Enter', { altKey: true })
    await screen.settle(10)
    expect(chips(screen)).toEqual(['Project isn’t Booking app'])
    expect(total(screen)).toBe('1:15')
    await type(screen, 'brx')
    expect(offered(screen)).toEqual(['“brx”', 'Nothing here is called “brx”'])
    await field(screen).setValue('without n')
    await screen.settle(10)
    expect(offered(screen)).toEqual(['Without notes', '“without n”'])
    await field(screen).setValue('')
    await screen.settle(10)
    expect(offered(screen)).toContain('No project1 entry')
    await screen.press('ArrowUp')
    await screen.press('Enter')
    await screen.settle(10)
    expect(chips(screen)).toEqual(['Project isn’t Booking app', 'Without notes'])
    await type(screen, 'livery')
    await screen.press('Enter')
    await screen.settle(10)
    expect(chips(screen).at(-1)).toBe('Words “livery”')
  })

  it('chooses nothing by Enter until something is typed or pointed at', async () => {
    const screen = await open()
    await screen.press('/')
    await screen.settle(10)
    expect(offered(screen).length).toBeGreaterThan(3)
    await screen.press('Enter')
    await screen.settle(10)
    expect(chips(screen)).toEqual([])
  })

  it('is walked through by arrows, and a chip is edited or removed where the focus is', async () => {
    const screen = await open('/reports?f=project:1&f=notes:yes&f=words:livery')
    expect(chips(screen)).toEqual(['Project Website relaunch', 'With notes', 'Words “livery”'])
    await screen.press('/')
    await screen.press('ArrowLeft')
    await screen.press('ArrowLeft')
    expect(document.activeElement!.textContent).toContain('With notes')
    await screen.press('Delete')
    await screen.settle(10)
    expect(chips(screen)).toEqual(['Project Website relaunch', 'Words “livery”'])
    expect(document.activeElement!.textContent).toContain('livery')
    // The words come back into the field.
    ;(document.activeElement as HTMLElement).click()
    await screen.settle(10)
    expect(field(screen).element.value).toBe('livery')
    await field(screen).setValue('draft')
    await screen.press('Enter')
    await screen.settle(10)
    expect(chips(screen)).toEqual(['Project Website relaunch', 'Words “draft”'])
    // The values of one kind, without a text.
    const first = screen.wrapper.get<HTMLElement>('[data-chip]')
    first.element.focus()
    await first.trigger('click')
    await screen.settle(10)
    expect(screen.wrapper.findAll('[role=option][aria-selected=true]')).toHaveLength(1)
    expect(screen.wrapper.findAll('[role=group] .group-head').map((one) => one.text())).toEqual([
      'Project',
    ])
    await screen.press('Escape')
    await screen.press('Escape')
    await screen.press('j')
    expect(document.activeElement!.tagName).toBe('TR')
  })

  it('shows a record that is gone, and a deleted one', async () => {
    await core.write((db) => db.updateTable('project').set({ deleted: 1 }).where('id', '=', 2))
    const screen = await open('/reports?f=client:99&f=project:2')
    expect(chips(screen)).toEqual(['Client Deleted client', 'Project Booking app (deleted)'])
    expect(screen.wrapper.findAll('.chip.gone')).toHaveLength(1)
  })
})

describe('a report that a filter empties', () => {
  it('names the filter, and takes it off by a key', async () => {
    const screen = await open('/reports?f=project:2&f=words:livery')
    const page = () => screen.wrapper.get('.emptied').text()
    expect(page()).toContain('Nothing in November 2026 fits all 2 filters')
    expect(page()).toContain('Without “livery”, there’s 1 entry.')
    await screen.press('Backspace')
    await screen.settle(10)
    expect(chips(screen)).toEqual(['Project Booking app'])
    expect(total(screen)).toBe('0:30')
  })

  it('says where no single one is the reason, and takes all off', async () => {
    const screen = await open('/reports?f=client:99&f=words:nowhere')
    expect(screen.wrapper.get('.emptied').text()).toContain('No single filter is the reason.')
    await screen.wrapper.get('.emptied button').trigger('click')
    await screen.settle(10)
    expect(chips(screen)).toEqual([])
    expect(total(screen)).toBe('1:45')
  })
})

describe('the address', () => {
  it('has what is chosen, and back and forward go through it', async () => {
    const screen = await open()
    expect(location.hash).toBe('#/reports?p=month:0')
    await type(screen, 'booking')
    await screen.press('Enter')
    await screen.settle(10)
    expect(location.hash).toBe('#/reports?p=month:0&f=project:2')
    await screen.press('Escape')
    await screen.press('Escape')
    await screen.press('[')
    await screen.settle(10)
    expect(location.hash).toBe('#/reports?p=month:1&f=project:2')
    expect(core.asked('reports.show')).toMatchObject({ from: '2026-10-01' })
    // It is kept while other pages are open.
    await screen.press('g')
    await screen.press('e')
    await screen.settle(10)
    await screen.press('g')
    await screen.press('r')
    await screen.settle(10)
    expect(location.hash).toBe('#/reports?p=month:1&f=project:2')
  })

  it('is that of the last of several choices', async () => {
    const screen = await open()
    const then = selectIn(screen, 'Then by')
    // Before the address of the first is there.
    await then.setValue('task')
    await then.setValue('nothing')
    await selectIn(screen, 'Group by').setValue('client')
    await then.setValue('day')
    await screen.settle(10)
    expect(location.hash).toBe('#/reports?p=month:0&by=client&then=day')
    expect(then.element.value).toBe('day')
  })

  it('keeps no key from the page while it changes', async () => {
    const screen = await open('/reports?f=words:livery')
    await selectIn(screen, 'Then by').setValue('task')
    await core.settled()
    for (const key of ['/', 'Backspace', 'Escape']) {
      pressOn(document.activeElement ?? document.body, key)
    }
    await screen.settle(10)
    expect(chips(screen)).toEqual([])
  })

  it('is followed, in any words', async () => {
    const screen = await open('/reports?then=task&by=client&p=2026-11-18:2026-11-18&f=!task:none')
    expect(core.asked('reports.show')).toMatchObject({
      ...{ from: '2026-11-18', to: '2026-11-18', by: 'client', then: 'task' },
      filter: [{ kind: 'task', not: true, of: [null] }],
    })
    expect(chips(screen)).toEqual(['Task isn’t No task'])
    expect(screen.wrapper.text()).toContain('Expenses have no task, so they aren’t counted.')
  })
})

describe('rows within rows', () => {
  it('are chosen by keys, opened and closed, and lead to their entries', async () => {
    const screen = await open()
    await screen.press('b', { shiftKey: true })
    expect(document.activeElement === selectIn(screen, 'Then by').element).toBe(true)
    await selectIn(screen, 'Then by').setValue('task')
    await screen.settle(10)
    expect(location.hash).toBe('#/reports?p=month:0&then=task')
    const all = [
      ['WEBWebsite relaunch', '1:00'],
      ['Design', '1:00'],
      ['APPBooking app', '0:30'],
      ['Design review', '0:30'],
      ['No project', '0:15'],
      ['No task', '0:15'],
    ]
    expect(lines(screen).toSorted()).toEqual(all.toSorted())
    expect(screen.wrapper.get('thead th button').text()).toBe('Project, Task')
    const grid = screen.wrapper.get('[role=treegrid]')
    expect(grid.attributes('aria-rowcount')).toBe('8')
    selectIn(screen, 'Then by').element.blur()

    const row = () => document.activeElement as HTMLElement
    for (const key of ['j', 'j', 'j']) await screen.press(key)
    expect(row().getAttribute('aria-level')).toBe('1')
    expect(row().textContent).toContain('Booking app')
    await screen.press('ArrowLeft')
    expect(row().getAttribute('aria-expanded')).toBe('false')
    expect(lines(screen)).toHaveLength(5)
    await screen.press('ArrowRight')
    await screen.press('ArrowRight')
    expect(row().textContent).toContain('Design review')
    expect(row().getAttribute('aria-level')).toBe('2')
    await screen.press('Enter')
    await screen.settle(10)
    expect(core.asked('reports.entries')).toMatchObject({
      ...{ by: 'task', key: 2, within: { by: 'project', key: 2 } },
    })
    expect(screen.wrapper.get('aside h2').text()).toBe('Booking app · Design review')
    expect(screen.wrapper.findAll('aside li')).toHaveLength(1)
    await screen.press('Escape')
    expect(row().textContent).toContain('Design review')
    await screen.press('ArrowLeft')
    expect(row().textContent).toContain('Booking app')
  })

  it('by week within a month have their days as names', async () => {
    const screen = await open('/reports?by=month&then=week')
    expect(core.allAsked('reports.show')).toContainEqual(
      expect.objectContaining({ by: 'month', then: 'week', firstDay: 1 }),
    )
    expect(lines(screen)).toEqual([
      ['November 2026', '1:45'],
      [expect.stringMatching(/^16 Nov – 22 Nov$/), '1:45'],
    ])
  })

  it('keep the filter when their entries are shown', async () => {
    const screen = await open('/reports?f=words:livery')
    await screen.press('j')
    await screen.press('Enter')
    await screen.settle(10)
    expect(core.asked('reports.entries')).toMatchObject({
      ...{ by: 'project', key: 1, filter: [{ kind: 'words', text: 'livery' }] },
    })
  })
})

describe('copying the table', () => {
  /** What the browser does for Ctrl+C; returns what is on the clipboard then. */
  function copied() {
    const event = new Event('copy', { bubbles: true, cancelable: true })
    const texts = new Map<string, string>()
    const clipboardData = { setData: (type: string, text: string) => texts.set(type, text) }
    Object.assign(event, { clipboardData })
    document.activeElement!.dispatchEvent(event)
    return texts
  }

  it('takes its rows, a column for each level, and no formulas', async () => {
    await core.write((db) =>
      db.updateTable('project').set({ name: '=1+1 & <b>' }).where('id', '=', 2),
    )
    const screen = await open('/reports?then=task')
    await screen.press('j')
    const texts = copied()
    await screen.settle(10)
    expect(texts.get('text/plain')!.split('\n')).toEqual([
      'Project\tTask\tHours\tShare',
      'Website relaunch\t\t1:00\t57%',
      'Website relaunch\tDesign\t1:00\t57%',
      "'=1+1 & <b>\t\t0:30\t29%",
      "'=1+1 & <b>\tDesign review\t0:30\t29%",
      'No project\t\t0:15\t14%',
      'No project\tNo task\t0:15\t14%',
      'Total\t\t1:45\t100%',
      '',
    ])
    expect(texts.get('text/html')).toContain("<td>'=1+1 &amp; &lt;b&gt;</td>")
    expect(document.body.textContent).toContain('Copied 6 rows')
  })

  it('leaves a field its own text', async () => {
    const screen = await open()
    await screen.press('/')
    expect(copied().size).toBe(0)
  })
})

describe('the export', () => {
  it('has the days and the filter of the report, until the filter is removed', async () => {
    const screen = await open('/reports?f=words:livery')
    const press = async (name: string) => {
      const controls = screen.wrapper.findAll('main button, [role=menuitem]')
      await controls.find((one) => one.text() === name)!.trigger('click')
      await screen.settle(10)
    }
    const exported = async () => {
      await screen.press('Enter', { ctrlKey: true })
      await screen.settle(10)
      return core.asked('export.beginReport')
    }
    await screen.wrapper.get('main .end [aria-label=More]').trigger('click')
    await screen.settle(10)
    await press('Export…')
    expect(document.body.textContent).toContain('As in the report')
    const days = { from: '2026-11-01', to: '2026-11-30' }
    expect(await exported()).toMatchObject({ ...days, filter: [{ kind: 'words', text: 'livery' }] })
    await press('Remove filter')
    expect(document.body.textContent).not.toContain('As in the report')
    expect(await exported()).not.toHaveProperty('filter')
  })
})
