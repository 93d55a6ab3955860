import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { ok } from '#shared/errors.ts'
import type { CallInput } from '#shared/ipc/contract.ts'
import type { Report } from '#shared/ipc/reports.ts'
import { setFormats, defaultFormats } from '../../renderer/ui/format.ts'
import { setClock, today } from './support/clock.ts'
import { studio, type TestCore } from './support/core.ts'
import { type Screen, showPage } from './support/mount.ts'
import { expense } from './support/records.ts'

let core: TestCore
beforeEach(async () => {
  setClock()
  core = await studio()
})

/** Couriers of the first project, charged with €24.00, today unless said otherwise. */
async function has(...expenses: Partial<CallInput<'expenses.create'>>[]) {
  for (const set of expenses) {
    const own = { name: 'Courier', unit_charge: 2400 }
    await core.do('expenses.create', {
      ...{ project: 1, date: today, chargeable: true },
      ...(set.charge === undefined ? own : { quantity: 1 }),
      ...set,
    })
  }
}
/** Adds a charge that only this machine knows. Returns its local id. */
const chargeOf = async (name: string, charge: number, currency: string) =>
  (await core.do('charges.add', { name, charge, unit: '', currency })).local
const open = (path = '#/expenses') => showPage(core, path)
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

  it('shows the month newest first under its weeks, with its totals by currency', async () => {
    const wharf = await core.do('projects.add', { name: 'Wharf', code: 'WHF', currency: 'NZD' })
    const cost = { total_cost: 700, tax: 'none', tax_rate: 0, currency: 'EUR' }
    await has(
      { date: '2026-11-03', unit_charge: 1000, ...cost },
      { date: '2026-11-18', unit_charge: 500, quantity: 3 },
      { date: '2026-11-19', unit_charge: 900, chargeable: false },
      { date: '2026-11-12', unit_charge: 4000, project: wharf.local },
      { date: '2026-10-31' },
    )
    const screen = await open()
    expect(rowsOn(screen)).toEqual([3, 2, 4, 1])
    expect(screen.wrapper.findAll('.heading').map((heading) => heading.text())).toEqual([
      'This week',
      'Last week',
      'Earlier in November',
    ])
    expect(sums(screen)).toMatch(/4 expenses.*Billable.*€25\.00.*NZ\$40\.00.*Cost.*€7\.00/)
    expect(row(screen, 3).text()).toContain('Non-billable')
    expect(row(screen, 2).text()).toContain('3 × €5.00')
    await screen.press('[')
    expect(rowsOn(screen)).toEqual([5])
    expect(screen.wrapper.get('h1').text()).toContain('October')
  })

  it('shows in words the state of each expense', async () => {
    const refusals: Record<string, Record<string, string[]>> = {
      Prints: { tax: ['The tax field is required.'] },
      Late: {},
    }
    core.service.validate = ({ name }) => refusals[name as string] ?? null
    const own = await core.do('projects.add', { name: 'Garden', code: 'GRD', currency: 'EUR' })
    await has(
      { name: 'Both' },
      { name: 'Prints', notes: 'A3' },
      { project: null },
      { project: own.local },
      { name: 'Late' },
    )
    await core.sync()
    const both = [...core.service.expenses.values()].find(({ name }) => name === 'Both')!
    await core.do('expenses.update', { local: 1, set: { notes: 'Mine' }, was: { notes: null } })
    core.service.change(both.id, { notes: 'Theirs' })
    await core.sync()
    await has({ name: 'Lost' })
    core.service.failNext('POST', { is: 'drop-response' })
    await core.sync()
    await has({ name: 'On its way' })
    onTestFinished(await core.sending())
    await has({ name: 'Later' })
    const screen = await open()
    const label = (local: number) =>
      row(screen, local).get('.state [role=img]').attributes('aria-label')
    expect(row(screen, 1).text()).toContain('Conflict')
    expect(row(screen, 2).text()).toContain('“The tax field is required.”')
    expect(row(screen, 2).text()).toContain('Tax rejected')
    expect(row(screen, 3).text()).toContain('Needs a project')
    expect(row(screen, 4).text()).toContain('Needs matching')
    expect(row(screen, 5).text()).toContain('Rejected')
    expect(label(6)).toBe('Sent, but the reply was lost. Checking before sending again')
    expect(label(7)).toBe('Sending')
    expect(label(8)).toBe('Saved, not synced yet')
  })

  it('shows a foreign charge in both currencies, and says where a price is unknown', async () => {
    await core.write((db) =>
      db.insertInto('rate').values({
        ...{ organisation_id: 1, from_currency: 'USD', to_currency: 'EUR', value: '0.925' },
        ...{ created_at: '2026-11-01 09:00:00', updated_at: '2026-11-01 09:00:00' },
      }),
    )
    const cost = { total_cost: 3120, tax: 'includes', tax_rate: 15, currency: 'EUR' }
    await has(
      { charge: await chargeOf('Domain', 1200, 'USD') },
      { charge: await chargeOf('Permit', 1200, 'NZD') },
      cost,
    )
    const screen = await open()
    expect(row(screen, 1).get('.charged').text()).toMatch(/€11\.10.*US\$12\.00/)
    expect(row(screen, 1).get('.counted').text()).toBe('1 × US$12.00')
    expect(row(screen, 2).text()).toContain('No EUR price yet')
    expect(row(screen, 2).get('.charged').text()).toContain('NZ$12.00')
    expect(row(screen, 3).get('.cost').text()).toMatch(/€31\.20.*incl\. 15%/)
    expect(screen.wrapper.get('.panel').text()).toContain('1 expense has no price yet')
  })

  it('names the colleague whose expense it is', async () => {
    core.service.capabilities.add('reference').add('user')
    core.service.addExpense({ user: { id: 9, name: 'Priya' } })
    await core.sync()
    const screen = await open()
    const whose = screen.wrapper.findAll('[role=radio]').find((one) => one.text() === 'Everyone')!
    await whose.trigger('click')
    await screen.settle()
    expect(row(screen, 1).text()).toContain('Priya')
  })

  it('has one tab stop, and leads to a row’s buttons', async () => {
    await has({}, {})
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

  it('reads a list of 100,000 page by page, and renders only what is visible', async () => {
    const places = 100_000
    core.script['expenses.list'] = ({ page = 1, limit = 100 }) =>
      ok({
        ...{ current_page: page, from: 1, to: limit, last_page: places / limit, path: '' },
        ...{ next_page_url: null, prev_page_url: null, per_page: limit, total: places },
        data: Array.from({ length: limit }, (_, at) =>
          expense({ local: (page - 1) * limit + at + 1 }),
        ),
      })
    const chargeable = [{ currency: 'EUR', amount: 500 }]
    const total = { minutes: 0, entries: 0, values: [], costs: [], taxes: [], expenses: chargeable }
    core.script['reports.show'] = () =>
      ok({ rows: [], total: { ...total, chargeable }, unpriced: 0 } as unknown as Report)
    const screen = await open()
    core.calls.length = 0
    await screen.press('a')
    await screen.settle(300)
    expect(rowsOn(screen).length).toBeLessThan(60)
    expect(screen.wrapper.get('[role=grid]').attributes('aria-rowcount')).toBe('100001')
    expect(sums(screen)).toMatch(/100,000 expenses.*€5\.00/)
    await screen.press('End')
    expect(focused()).toBe('100000')
    expect(core.allAsked('expenses.list').length).toBeLessThan(5)
    await screen.press('a', { ctrlKey: true })
    expect(screen.wrapper.get('.toast').text()).toContain('up to 5,000 expenses')
  })

  it('finds in all months, and comes back to the one it was in', async () => {
    await has({ date: '2026-02-01', name: 'Ferry' }, {})
    const screen = await open()
    await screen.press('/')
    await screen.wrapper.get('input[type=search]').setValue('ferry')
    await screen.settle(200)
    expect(rowsOn(screen)).toEqual([1])
    expect(screen.wrapper.get('.found').text()).toBe('1 result')
    expect(sums(screen)).toContain('€24.00')
    await screen.press('Escape')
    await screen.settle(200)
    expect(rowsOn(screen)).toEqual([2])
    expect(focused()).toBe('2')
  })

  it('is sorted by O, and by the heads of its columns', async () => {
    await has({ name: 'A', date: '2026-11-01' }, { name: 'B' })
    const screen = await open()
    expect(rowsOn(screen)).toEqual([2, 1])
    await screen.press('o')
    expect(rowsOn(screen)).toEqual([1, 2])
    expect(screen.wrapper.findAll('.heading')).toHaveLength(0)
    await screen.wrapper.get('.heads button').trigger('click')
    expect(rowsOn(screen)).toEqual([2, 1])
  })

  it('reads again when the core reports changed expenses', async () => {
    const screen = await open()
    await has({ name: 'From elsewhere' })
    await screen.settle()
    expect(row(screen, 1).text()).toContain('From elsewhere')
  })
})

describe('the form', () => {
  it('adds one of the list, with its total', async () => {
    const screen = await open()
    await screen.press('n')
    await choose(screen, 'Project', 'Website')
    await choose(screen, 'Item', 'Mileage')
    await fieldOf(screen, 'Quantity').setValue('38')
    expect(screen.wrapper.get('.calc').text()).toMatch(/38 × €0\.45 per km.*€17\.10/)
    await screen.press('Enter', { ctrlKey: true })
    expect(core.asked('expenses.create')).toEqual({
      ...{ project: 1, charge: 1, quantity: 38, date: '2026-11-19', chargeable: true, notes: null },
    })
    expect(focused()).toBe('1')
  })

  it('says that a price waits for the service, where no rate is known', async () => {
    await chargeOf('Domain', 1200, 'USD')
    const screen = await open()
    await screen.press('n')
    await choose(screen, 'Project', 'Website')
    await choose(screen, 'Item', 'Domain')
    await screen.settle()
    expect(screen.wrapper.get('.calc').text()).toContain('No EUR price yet. The service sets it')
    expect(screen.wrapper.text()).not.toContain('Exchange rate')
    await screen.press('Enter', { ctrlKey: true })
    expect(core.asked('expenses.create')).not.toHaveProperty('exchange_rate')
    expect(
      await core.call('expenses.update', {
        ...{ local: 1, set: { exchange_rate: '0.92' }, was: { exchange_rate: null } },
      }),
    ).toMatchObject({
      error: { fields: { exchange_rate: ['The service sets the exchange rate. Leave it out'] } },
    })
  })

  it('asks for the rate where there is no service to ask, and counts by it', async () => {
    core = await studio({ account: 'local' })
    const charge = await chargeOf('Domain', 1250, 'USD')
    const screen = await open()
    setFormats({ ...defaultFormats, locale: 'de-DE' })
    onTestFinished(() => setFormats(defaultFormats))
    await screen.press('n')
    await choose(screen, 'Project', 'Website')
    await choose(screen, 'Item', 'Mileage')
    expect(screen.wrapper.text()).not.toContain('Exchange rate')
    await choose(screen, 'Item', 'Domain')
    await screen.settle()
    expect(screen.wrapper.get('.calc').text()).toContain(
      'No EUR price yet. Enter an exchange rate to include this in the totals.',
    )
    const rate = fieldOf(screen, 'Exchange rate')
    expect(rate.element.value).toBe('')
    await rate.setValue('0,0')
    await rate.trigger('blur')
    expect(screen.wrapper.text()).toContain('Enter a rate above 0')
    await rate.setValue('0,92')
    await fieldOf(screen, 'Quantity').setValue('2')
    expect(rate.element.closest('.input')!.textContent).toMatch(/^1 USD =\s*EUR\s*→ 23,00\s€$/)
    expect(screen.wrapper.get('.calc').text()).toMatch(/= 25,00\s\$.*23,00\s€/)
    await screen.press('Enter', { ctrlKey: true })
    expect(core.asked('expenses.create')).toMatchObject({ charge, exchange_rate: '0.92' })
    expect(row(screen, 1).get('.charged').text()).toMatch(/23,00\s€.*25,00\s\$/)
    expect(sums(screen)).toMatch(/1 expense.*23,00\s€/)
  })

  it('suggests the rate that was used last between two currencies', async () => {
    core = await studio({ account: 'local' })
    const domain = await chargeOf('Domain', 1250, 'USD')
    const permit = await chargeOf('Permit', 4000, 'NZD')
    await has(
      { charge: domain, exchange_rate: '0.92' },
      { charge: permit, exchange_rate: '0.5' },
      { charge: domain },
    )
    const screen = await open()
    const rate = () => fieldOf(screen, 'Exchange rate').element.value
    await screen.press('j')
    await screen.press('e')
    await screen.settle()
    expect(rate()).toBe('0.92')
    await screen.press('Escape')
    expect(screen.wrapper.text()).not.toContain('Closed unsaved')
    await screen.press('e')
    await screen.settle()
    await choose(screen, 'Item', 'Permit')
    await screen.settle()
    expect(rate()).toBe('0.5')
    await fieldOf(screen, 'Exchange rate').setValue('')
    await choose(screen, 'Item', 'Domain')
    await screen.settle()
    expect(rate()).toBe('0.92')
    await fieldOf(screen, 'Exchange rate').setValue('0.9')
    await screen.press('Enter', { ctrlKey: true })
    expect(core.asked('expenses.update')).toEqual({
      ...{ local: 3, set: { exchange_rate: '0.9' }, was: { exchange_rate: null } },
    })
    expect(sums(screen)).toContain('€42.75')
    await screen.press('d')
    await screen.settle()
    expect(rate()).toBe('0.9')
  })

  it('sends the rate with another item, and with another project, of the same rate', async () => {
    core = await studio({ account: 'local' })
    const domain = await chargeOf('Domain', 1250, 'USD')
    await chargeOf('Hosting', 3000, 'USD')
    await has({ charge: domain, exchange_rate: '0.92' })
    const screen = await open()
    await screen.press('j')
    await screen.press('e')
    await choose(screen, 'Item', 'Hosting')
    await screen.settle()
    await screen.press('Enter', { ctrlKey: true })
    expect(core.asked('expenses.update')).toMatchObject({ set: { exchange_rate: '0.92' } })
    expect(row(screen, 1).get('.charged').text()).toContain('€27.60')
  })

  it('reads amounts as the person writes them, and validates a field after it was left', async () => {
    await has({})
    const screen = await open()
    setFormats({ ...defaultFormats, locale: 'de-DE' })
    await screen.press('n')
    await choose(screen, 'Project', 'Website')
    await fieldOf(screen, 'Name').setValue('Bühne')
    const each = fieldOf(screen, 'Unit price')
    await each.setValue('viel')
    expect(screen.wrapper.text()).not.toContain('Needs an amount')
    await each.trigger('blur')
    expect(screen.wrapper.text()).toContain('Enter an amount, like 12,50')
    await each.setValue('1.234,56')
    await fieldOf(screen, 'Amount').setValue('900')
    await screen.press('Enter', { ctrlKey: true })
    setFormats(defaultFormats)
    expect(core.asked('expenses.create')).toMatchObject({
      ...{ name: 'Bühne', unit_charge: 123_456, total_cost: 90_000, tax: 'none', currency: 'EUR' },
    })
  })

  it('takes the currency of a cost from its amount, while that has the focus, too', async () => {
    const screen = await open()
    await screen.press('n')
    await choose(screen, 'Project', 'Website')
    await choose(screen, 'Item', 'Mileage')
    expect(fieldOf(screen, 'Currency').element.value).toBe('EUR')
    const amount = fieldOf(screen, 'Amount')
    amount.element.focus()
    await amount.setValue('CHF 41.65')
    await screen.press('Enter', { ctrlKey: true })
    expect(core.asked('expenses.create')).toMatchObject({ total_cost: 4165, currency: 'CHF' })
  })

  it('says while a quantity is typed why it has no total', async () => {
    const screen = await open()
    await screen.press('n')
    await choose(screen, 'Project', 'Website')
    await choose(screen, 'Item', 'Mileage')
    const quantity = fieldOf(screen, 'Quantity')
    const preview = () => screen.wrapper.get('.calc').text()
    for (const typed of ['42.5', '0', '1000001']) {
      await quantity.setValue(typed)
      expect(preview(), typed).toBe('Enter a whole number from 1 to 1,000,000')
    }
    await quantity.setValue('')
    expect(preview()).toBe('The total appears here.')
    await quantity.setValue('42')
    expect(preview()).toContain('€18.90')
  })

  it('shows the core’s error under its field, and gives that field the focus', async () => {
    await has({})
    core.refuse('expenses.update', {
      ...{ code: 'validation', message: 'no' },
      fields: { project_id: ['This project was deleted. Choose another'] },
    })
    const screen = await open()
    await screen.press('j')
    await screen.press('e')
    await fieldOf(screen, 'Notes').setValue('later')
    await screen.press('Enter', { ctrlKey: true })
    expect(screen.wrapper.get('.expense-form').text()).toContain('This project was deleted')
    expect(document.activeElement).toBe(fieldOf(screen, 'Project').element)
    expect(core.asked('expenses.update')).toEqual({
      local: 1,
      set: { notes: 'later' },
      was: { notes: null },
    })
    await screen.press('Escape')
    expect(focused()).toBe('1')
  })

  it('says on which day it was saved when that is not on screen', async () => {
    await has({})
    const screen = await open()
    await screen.press('j')
    await screen.press('d')
    await fieldOf(screen, 'Date').setValue('2026-10-05')
    await screen.press('Enter', { ctrlKey: true })
    expect(screen.wrapper.get('.toast').text()).toContain('Saved to Mon 5 Oct')
    expect(focused()).toBe('1')
  })

  it('opens for the expense that another page links to, in its month', async () => {
    await has({ date: '2026-03-05', name: 'Ferry' })
    const screen = await open('#/expenses?expense=1')
    expect(screen.wrapper.get('h1').text()).toContain('March')
    expect(fieldOf(screen, 'Name').element.value).toBe('Ferry')
  })
})

describe('several expenses', () => {
  beforeEach(() => has({}, {}, { unit_charge: 100 }))

  it('are selected by Space and by Shift with the arrows, and shown with their total', async () => {
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

  it('are changed together, in one step', async () => {
    const screen = await open()
    await screen.press('a', { ctrlKey: true })
    await screen.press('e')
    await choose(screen, 'Project', 'Booking app')
    await screen.press('Enter', { ctrlKey: true })
    const { records, set } = core.asked('expenses.updateMany') as CallInput<'expenses.updateMany'>
    const locals = records.map(({ local }) => local).toSorted()
    expect([locals, set]).toEqual([[1, 2, 3], { project: 2 }])
    expect(screen.wrapper.get('.toast').text()).toContain('Changed 3 expenses')
    expect(rowsOn(screen)).toContain(Number(focused()))
  })

  it('are left alone where they have the chosen values already, and the toast says so', async () => {
    const screen = await open()
    await screen.press('a', { ctrlKey: true })
    await screen.press('e')
    await choose(screen, 'Project', 'Website relaunch')
    await screen.press('Enter', { ctrlKey: true })
    expect(core.asked('expenses.updateMany')).toMatchObject({ set: { project: 1 } })
    expect(screen.wrapper.get('.toast').text()).toBe('Nothing changed')
  })

  it('are not changed before an unknown project is resolved', async () => {
    const screen = await open()
    await screen.press('a', { ctrlKey: true })
    await screen.press('e')
    const project = fieldOf(screen, 'Project')
    project.element.focus()
    await project.setValue('Harbour')
    await screen.press('Enter', { ctrlKey: true })
    expect(project.element.value).toBe('Harbour')
    expect(document.activeElement).toBe(project.element)
    expect(core.allAsked('expenses.updateMany')).toEqual([])
  })

  it('are deleted in one step, and the focus moves on', async () => {
    const screen = await open()
    await screen.press('j')
    await screen.press('ArrowDown', { shiftKey: true })
    await screen.press('Delete')
    await screen.settle(200)
    expect(core.asked('expenses.deleteMany')).toEqual({ locals: [3, 2] })
    expect(screen.wrapper.get('.toast').text()).toContain('Deleted 2 expenses')
    expect(focused()).toBe('1')
    await screen.press('z')
    await screen.settle(200)
    expect(focused()).toBe('3')
  })

  it('come back as they were typed where their form was closed unsaved', async () => {
    const screen = await open()
    await screen.press('n')
    await fieldOf(screen, 'Notes').setValue('Typed by hand')
    await screen.press('Escape')
    expect(screen.wrapper.find('.panel-form').exists()).toBe(false)
    await screen.press('u')
    expect(fieldOf(screen, 'Notes').element.value).toBe('Typed by hand')
  })

  it('come back as a new expense where theirs has been deleted', async () => {
    const screen = await open()
    await screen.press('j')
    await screen.press('e')
    await fieldOf(screen, 'Notes').setValue('Typed by hand')
    await screen.press('Escape')
    await core.do('expenses.delete', { local: Number(focused()) })
    await screen.settle(10)
    await screen.wrapper.get('.toast button').trigger('click')
    await screen.settle(10)
    await screen.press('Enter', { ctrlKey: true })
    expect(core.asked('expenses.create')).toMatchObject({ notes: 'Typed by hand' })
  })

  const charge = (screen: Screen) =>
    screen.wrapper
      .get('.panel-form [role=radiogroup]')
      .findAll<HTMLElement>('[role=radio]')
      .find((one) => one.attributes('aria-checked') === 'true')
      ?.text()
  async function changeAll(screen: Screen, project: string) {
    await screen.press('a', { ctrlKey: true })
    await screen.press('e')
    await choose(screen, 'Project', project)
  }

  it('come back with what was typed about all of them where the form was closed unsaved', async () => {
    const screen = await open()
    await changeAll(screen, 'Booking app')
    await fieldOf(screen, 'Date').setValue('2026-11-02')
    await screen.wrapper.findAll('.panel-form [role=radio]').at(-1)!.trigger('click')
    const picked = charge(screen)
    await screen.press('Escape')
    await screen.press('Escape')
    expect(sums(screen)).not.toContain('selected')
    expect(screen.wrapper.find('.panel-form').exists()).toBe(false)
    await screen.press('u')
    await screen.settle(10)
    expect(fieldOf(screen, 'Project').element.value).toContain('Booking app')
    expect(fieldOf(screen, 'Date').element.value).toBe('2026-11-02')
    expect(charge(screen)).toBe(picked)
    expect(sums(screen)).toContain('3 selected')
    await screen.press('Enter', { ctrlKey: true })
    expect(core.asked('expenses.updateMany')).toMatchObject({
      set: { project: 2, date: '2026-11-02' },
    })
    expect(screen.wrapper.find('.toast').text()).not.toContain('Closed without saving')
  })

  it('come back, too, where their form is open again already', async () => {
    const screen = await open()
    await changeAll(screen, 'Booking app')
    await screen.press('Escape')
    await screen.press('e')
    expect(fieldOf(screen, 'Project').element.value).toBe('')
    row(screen, 1).element.focus()
    await screen.press('u')
    await screen.settle(10)
    expect(fieldOf(screen, 'Project').element.value).toContain('Booking app')
  })

  it('become a new expense where all of them have been deleted', async () => {
    const screen = await open()
    await changeAll(screen, 'Booking app')
    await screen.press('Escape')
    await core.do('expenses.deleteMany', { locals: [1, 2, 3] })
    await screen.settle(10)
    await screen.wrapper.get('.toast button').trigger('click')
    await screen.settle(10)
    expect(fieldOf(screen, 'Project').element.value).toContain('Booking app')
    expect(screen.wrapper.get('.panel-form h2').text()).toContain('Add expense')
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
