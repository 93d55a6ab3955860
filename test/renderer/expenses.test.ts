import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Expense } from '#shared/resources/expense.ts'
import { fail } from '#shared/errors.ts'
import App from '../../renderer/app/App.vue'
import { chooseFormats, usualFormats } from '../../renderer/ui/format.ts'
import type { FakeCore } from './support/fake-core.ts'
import { charge, expense, keepExpenses, onProject } from './support/fake-expenses.ts'
import { type Screen, setClock, show, studio } from './support/mount.ts'

let core: FakeCore
let kept: { expenses: Expense[] }
const mileage = charge(1, 'Mileage', 104, 'km')
const domain = charge(2, 'Domain', 1200, '', 'USD')
beforeEach(() => {
  setClock()
  core = studio()
  kept = keepExpenses(core, [mileage, domain])
})

const onWeb = (): Expense['project'] => onProject(core.projects[0]!)
const has = (...expenses: (Partial<Expense> & { local: number })[]) => {
  kept.expenses = expenses.map((set) => expense({ project: onWeb(), ...set }))
}
/** The page is loaded when it is first shown. */
async function open(path = '#/expenses'): Promise<Screen> {
  const screen = await show(core, App, {}, path)
  await vi.dynamicImportSettled()
  await screen.settle(100)
  return screen
}
const asked = (name: string) => core.calls.findLast((call) => call.name === name)?.input
const rowsOn = (screen: Screen) =>
  screen.wrapper.findAll('[data-expense]').map((row) => Number(row.attributes('data-expense')))
const row = (screen: Screen, local: number) =>
  screen.wrapper.get<HTMLElement>(`[data-expense="${local}"]`)
const focused = () => document.activeElement?.getAttribute('data-expense')
const sums = (screen: Screen) => screen.wrapper.get('.sums').text()
const fieldOf = (screen: Screen, label: string) => {
  const found = screen.wrapper
    .findAll('.field')
    .find((field) => field.find('label').exists() && field.get('label').text() === label)
  return found!.get<HTMLInputElement>('input, textarea')
}
const choose = async (screen: Screen, label: string, text: string) => {
  const field = fieldOf(screen, label)
  field.element.focus()
  await field.setValue(text)
  await screen.press('Enter')
}

describe('the list', () => {
  it('says how to begin in a month without expenses', async () => {
    const screen = await open()
    expect(screen.wrapper.get('.card.empty').text()).toContain('No expenses in November')
    expect(screen.wrapper.find('.sums').exists()).toBe(false)
  })

  it('has the month newest first under its weeks, with what it comes to by currency', async () => {
    has(
      { local: 1, date: '2026-11-03', unit_charge: 1000, total_cost: 700 },
      { local: 2, date: '2026-11-18', unit_charge: 500, quantity: 3 },
      { local: 3, date: '2026-11-19', unit_charge: 900, chargeable: 0 },
      {
        ...{ local: 4, date: '2026-11-12', unit_charge: 4000, original_currency: 'NZD' },
        project: onProject({ ...core.projects[1]!, currency: 'NZD' }),
      },
      { local: 5, date: '2026-10-31' },
    )
    const screen = await open()
    expect(rowsOn(screen)).toEqual([3, 2, 4, 1])
    expect(screen.wrapper.findAll('.heading').map((heading) => heading.text())).toEqual([
      'This week',
      'Last week',
      'Earlier in November',
    ])
    expect(sums(screen)).toMatch(/4 expenses.*Charged.*€25\.00.*NZ\$40\.00.*Our cost.*€7\.00/)
    expect(row(screen, 3).text()).toContain('Not charged')
    expect(row(screen, 2).text()).toContain('3 × €5.00')
    await screen.press('[')
    expect(rowsOn(screen)).toEqual([5])
    expect(screen.wrapper.get('h1').text()).toContain('October')
  })

  it('says in words where each expense stands', async () => {
    has(
      { local: 1, state: 'pending' },
      {
        ...{ local: 2, state: 'refused', refusal: 'The tax field is required.' },
        ...{ refused: ['tax'], notes: 'A3' },
      },
      { local: 8, state: 'refused', refusal: 'Not this month.' },
      { local: 3, state: 'draft', project: null },
      { local: 4, state: 'conflict' },
      { local: 5, state: 'held' },
      { local: 6, state: 'sending' },
      { local: 7, state: 'sending' },
    )
    core.override['sync.outbox'] = () => {
      const common = { resource: 'expense', title: '', what: 'new', at: null } as const
      const items = [{ ...common, local: 7, state: 'checking', project: null, date: null } as const]
      return { items, total: 1 }
    }
    const screen = await open()
    const label = (local: number) =>
      row(screen, local).get('.state [role=img]').attributes('aria-label')
    expect(label(1)).toBe('Saved here, not yet sent')
    expect(row(screen, 2).text()).toContain('“The tax field is required.”')
    expect(row(screen, 2).text()).toContain('Tax refused')
    expect(row(screen, 8).text()).toContain('Needs a change')
    expect(row(screen, 3).text()).toContain('Needs a project')
    expect(row(screen, 4).text()).toContain('Two versions')
    expect(row(screen, 5).text()).toContain('Waits for its project or charge')
    expect(label(6)).toBe('Sending')
    expect(label(7)).toBe('Sent, but the answer was lost. Checking before sending again')
  })

  it('shows a foreign charge in both currencies, and says where a price is not known', async () => {
    const dollars = { original_currency: 'USD', original_unit_charge: 1200, charge: domain }
    has(
      { local: 1, ...dollars, unit_charge: 1110, exchange_rate: 0.925 },
      { local: 2, ...dollars, unit_charge: 0, exchange_rate: null },
      { local: 3, total_cost: 3120, tax: 'includes', tax_rate: 15 },
    )
    const screen = await open()
    expect(row(screen, 1).get('.charged').text()).toMatch(/€11\.10.*US\$12\.00/)
    expect(row(screen, 1).get('.counted').text()).toBe('1 × US$12.00')
    expect(row(screen, 2).text()).toContain('EUR price not known here yet')
    expect(row(screen, 2).get('.charged').text()).toContain('US$12.00')
    expect(row(screen, 3).get('.cost').text()).toMatch(/€31\.20.*incl\. 15 %/)
    expect(screen.wrapper.get('.panel').text()).toContain('One expense has no price here yet')
  })

  it('names the colleague whose expense it is', async () => {
    has({ local: 1, user: { local: 9, id: 9, name: 'Priya' } })
    core.override['expenses.days'] = () => ({ expenses: kept.expenses, others: [1] })
    expect(row(await open(), 1).text()).toContain('Priya')
  })

  it('has one tab stop, and leads to a row’s buttons', async () => {
    has({ local: 1 }, { local: 2 })
    const screen = await open()
    const stops = () => screen.wrapper.findAll('[data-expense][tabindex="0"]').length
    expect(stops()).toBe(1)
    await screen.press('j')
    await screen.press('j')
    expect(focused()).toBe('1')
    await screen.press('j')
    expect(focused()).toBe('1')
    await screen.press('k')
    expect(focused()).toBe('2')
    expect(stops()).toBe(1)
  })

  it('reads a list of 100,000 page by page, and draws only what is in sight', async () => {
    const places = 100_000
    core.override['expenses.list'] = ({ page = 1, limit = 100 }) => ({
      ...{ current_page: page, from: 1, to: limit, last_page: places / limit, path: '' },
      ...{ next_page_url: null, prev_page_url: null, per_page: limit, total: places },
      data: Array.from({ length: limit }, (_, at) =>
        expense({ local: (page - 1) * limit + at + 1, project: onWeb() }),
      ),
    })
    const screen = await open()
    core.calls.length = 0
    await screen.press('a')
    await screen.settle(300)
    expect(rowsOn(screen).length).toBeLessThan(60)
    expect(screen.wrapper.get('[role=grid]').attributes('aria-rowcount')).toBe('100001')
    expect(sums(screen)).toMatch(/100,000 expenses.*€5\.00/)
    await screen.press('End')
    expect(focused()).toBe('100000')
    expect(core.calls.filter(({ name }) => name === 'expenses.list').length).toBeLessThan(5)
    await screen.press('a', { ctrlKey: true })
    expect(screen.wrapper.get('.toast').text()).toContain('Up to 5,000 expenses')
  })

  it('finds in all months, and comes back to the one it was in', async () => {
    has({ local: 1, date: '2026-02-01', name: 'Ferry' }, { local: 2 })
    const screen = await open()
    await screen.press('/')
    await screen.wrapper.get('input[type=search]').setValue('ferry')
    await screen.settle(200)
    expect(rowsOn(screen)).toEqual([1])
    expect(screen.wrapper.get('.found').text()).toBe('1 expense found')
    expect(sums(screen)).toContain('€24.00')
    await screen.press('Escape')
    await screen.settle(200)
    expect(rowsOn(screen)).toEqual([2])
    expect(focused()).toBe('2')
  })

  it('is put in other orders by O, and by the heads of its columns', async () => {
    has({ local: 1, name: 'A', date: '2026-11-01' }, { local: 2, name: 'B' })
    const screen = await open()
    expect(rowsOn(screen)).toEqual([2, 1])
    await screen.press('o')
    expect(rowsOn(screen)).toEqual([1, 2])
    expect(screen.wrapper.findAll('.heading')).toHaveLength(0)
    await screen.wrapper.get('.heads button').trigger('click')
    expect(rowsOn(screen)).toEqual([2, 1])
  })

  it('reads again when the core says that expenses changed', async () => {
    const screen = await open()
    has({ local: 8, name: 'From elsewhere' })
    core.changed('expense')
    await screen.settle()
    expect(row(screen, 8).text()).toContain('From elsewhere')
  })
})

describe('the form', () => {
  it('adds one of the list, with what it comes to', async () => {
    const screen = await open()
    await screen.press('n')
    await choose(screen, 'Project', 'Website')
    await choose(screen, 'Charge', 'Mileage')
    await fieldOf(screen, 'Quantity').setValue('38')
    expect(screen.wrapper.get('.calc').text()).toMatch(/38 km × €1\.04.*€39\.52/)
    await screen.press('Enter', { ctrlKey: true })
    expect(asked('expenses.create')).toEqual({
      ...{ project: 1, charge: 1, quantity: 38, date: '2026-11-19', chargeable: true, notes: null },
    })
    expect(focused()).toBe('501')
  })

  it('says that a price waits for the service, where no rate is known', async () => {
    const screen = await open()
    await screen.press('n')
    await choose(screen, 'Project', 'Website')
    await choose(screen, 'Charge', 'Domain')
    await screen.settle()
    expect(screen.wrapper.get('.calc').text()).toContain('The price in EUR is not known here yet')
    core.override['expenses.rate'] = () => ({ value: '0.925' })
  })

  it('reads amounts in the person’s way, and comments after a field was left', async () => {
    has({ local: 1 })
    const screen = await open()
    chooseFormats({ ...usualFormats, locale: 'de-DE' })
    await screen.press('n')
    await choose(screen, 'Project', 'Website')
    await fieldOf(screen, 'Name').setValue('Bühne')
    const each = fieldOf(screen, 'Price of one')
    await each.setValue('viel')
    expect(screen.wrapper.text()).not.toContain('Needs an amount')
    await each.trigger('blur')
    expect(screen.wrapper.text()).toContain('Needs an amount, such as 12,50')
    await each.setValue('1.234,56')
    await fieldOf(screen, 'Amount').setValue('900')
    await screen.press('Enter', { ctrlKey: true })
    chooseFormats(usualFormats)
    expect(asked('expenses.create')).toMatchObject({
      ...{ name: 'Bühne', unit_charge: 123_456, total_cost: 90_000, tax: 'none', currency: 'EUR' },
    })
  })

  it('shows what the core refuses under its field, and gives that field the focus', async () => {
    has({ local: 1 })
    core.override['expenses.update'] = () =>
      fail('validation', 'no', { project_id: ['This project was deleted; choose another'] })
    const screen = await open()
    await screen.press('j')
    await screen.press('e')
    await fieldOf(screen, 'Notes').setValue('later')
    await screen.press('Enter', { ctrlKey: true })
    expect(screen.wrapper.get('.expense-form').text()).toContain('This project was deleted')
    expect(document.activeElement).toBe(fieldOf(screen, 'Project').element)
    expect(asked('expenses.update')).toEqual({ local: 1, set: { notes: 'later' } })
    await screen.press('Escape')
    expect(focused()).toBe('1')
  })

  it('says on which day it was saved when that is not on screen', async () => {
    has({ local: 1 })
    const screen = await open()
    await screen.press('j')
    await screen.press('d')
    await fieldOf(screen, 'Date').setValue('2026-10-05')
    await screen.press('Enter', { ctrlKey: true })
    expect(screen.wrapper.get('.toast').text()).toContain('Saved on Mon 5 Oct')
    expect(focused()).toBe('1')
  })

  it('opens for the expense that another page asked for, in its month', async () => {
    has({ local: 1, date: '2026-03-05', name: 'Ferry' })
    const screen = await open('#/expenses?expense=1')
    expect(screen.wrapper.get('h1').text()).toContain('March')
    expect(fieldOf(screen, 'Name').element.value).toBe('Ferry')
  })
})

describe('several', () => {
  beforeEach(() => has({ local: 1 }, { local: 2 }, { local: 3, unit_charge: 100 }))

  it('are selected by Space and by Shift with the arrows, and told what they come to', async () => {
    const screen = await open()
    await screen.press('j')
    await screen.press(' ')
    expect(sums(screen)).toMatch(/1 selected.*€1\.00/)
    await screen.press('ArrowDown', { shiftKey: true })
    expect(sums(screen)).toMatch(/2 selected.*€25\.00/)
    expect(row(screen, 2).attributes('aria-selected')).toBe('true')
    expect(row(screen, 1).attributes('aria-selected')).toBe('false')
    await screen.press('Escape')
    expect(sums(screen)).toContain('3 expenses')
  })

  it('are changed alike, in one step', async () => {
    const screen = await open()
    await screen.press('a', { ctrlKey: true })
    await screen.press('e')
    await choose(screen, 'Project', 'Booking app')
    await screen.press('Enter', { ctrlKey: true })
    const { locals, set } = asked('expenses.updateMany') as { locals: number[]; set: object }
    expect([locals.toSorted(), set]).toEqual([[1, 2, 3], { project: 2 }])
    expect(screen.wrapper.get('.toast').text()).toContain('Changed 3 expenses')
    expect(rowsOn(screen)).toContain(Number(focused()))
  })

  it('are deleted in one step, and the focus goes on', async () => {
    const screen = await open()
    await screen.press('j')
    await screen.press('ArrowDown', { shiftKey: true })
    await screen.press('Delete')
    await screen.settle(200)
    expect(asked('expenses.deleteMany')).toEqual({ locals: [3, 2] })
    expect(screen.wrapper.get('.toast').text()).toContain('Deleted 2 expenses')
    expect(focused()).toBe('1')
  })

  it('keep an open form of another expense, and what is typed in it', async () => {
    const screen = await open()
    await screen.press('n')
    await fieldOf(screen, 'Notes').setValue('Typed by hand')
    row(screen, 1).element.focus()
    await screen.press('Delete')
    await screen.settle(200)
    expect(rowsOn(screen)).toEqual([3, 2])
    expect(fieldOf(screen, 'Notes').element.value).toBe('Typed by hand')
  })
})
