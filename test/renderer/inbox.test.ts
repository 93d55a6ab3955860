import { beforeEach, describe, expect, it, vi } from 'vitest'
import { now, setClock } from './support/clock.ts'
import { changeTime, entriesIn, studio, type TestCore, worked } from './support/core.ts'
import { type Screen, show } from './support/mount.ts'

const hour = 3_600_000

let core: TestCore
beforeEach(async () => {
  setClock()
  core = await studio()
})

/** An entry on both sides. Returns its id on the service. */
async function agreed(): Promise<number> {
  await worked(core, { start: 780, quantity: 2, notes: 'Room 4 labels' })
  await core.sync()
  return [...core.service.times.keys()].at(-1)!
}
const mine = { quantity: 3, notes: 'Room 4 labels, Dutch proofs' }
const theirs = { quantity: 4, notes: 'Room 4 and 5 labels' }

/** Both sides changed the same field, so that the person is asked. */
async function conflict() {
  const id = await agreed()
  const { local } = (await entriesIn(core)).at(-1)!
  await changeTime(core, local, mine)
  core.service.change(id, theirs)
  await core.sync()
}
async function refused() {
  core.service.validate = ({ notes }) =>
    notes === 'No task' ? { task_id: ['The task field is required.'] } : null
  await worked(core, { notes: 'No task' })
  await core.sync()
}
const left = async () => (await core.do('inbox.list')).map(({ kind }) => kind)

async function open(): Promise<Screen> {
  const screen = await show(core)
  // The page is a chunk of its own.
  await import('../../renderer/features/sync/SyncPage.vue')
  await screen.press('g')
  await screen.press('s')
  await screen.settle(10)
  await screen.settle(10)
  return screen
}
const button = (screen: Screen, text: string) =>
  screen.wrapper.findAll('button').find((one) => one.text().startsWith(text))!
const result = (screen: Screen) => screen.wrapper.get('.result').text()

describe('a conflict', () => {
  it('shows which entry it is, and what each side has', async () => {
    await conflict()
    const screen = await open()
    const card = screen.wrapper.get('[data-card]')
    expect(card.get('h3').text()).toBe('Room 4 labels, Dutch proofs · Design · Thu 19 Nov')
    expect(card.text()).toContain('WEB')
    const rows = card.findAll('tbody tr').map((row) => row.text())
    expect(rows).toHaveLength(2)
    expect(rows[0]).toContain('Duration')
    for (const text of ['0:30', '2 × 15', '0:45', '3 × 15', '1:00', '4 × 15']) {
      expect(rows[0]).toContain(text)
    }
    expect(card.findAll('mark').map((mark) => mark.text())).toEqual([', Dutch proofs', 'and 5'])
  })

  it('chooses mine unless something else is chosen, and shows the consequence', async () => {
    await conflict()
    const screen = await open()
    expect(result(screen)).toBe('Result: 13:00 – 13:45, “Room 4 labels, Dutch proofs”')
    const theirs = screen.wrapper.get('[aria-label="Notes, Service: Room 4 and 5 labels"]')
    await theirs.trigger('change')
    expect(result(screen)).toBe('Result: 13:00 – 13:45, “Room 4 and 5 labels”')
    await button(screen, 'Apply').trigger('click')
    await screen.settle()
    expect(core.asked('inbox.resolve')).toEqual({ card: 1, take: 'mine', theirs: ['notes'] })
    expect(screen.wrapper.find('[data-card]').exists()).toBe(false)
    expect(screen.wrapper.get('.toast').text()).toContain('Merged both versions of')
    expect(await entriesIn(core)).toMatchObject([{ quantity: 3, notes: 'Room 4 and 5 labels' }])
  })

  it('takes everything from one side with one press', async () => {
    await conflict()
    const screen = await open()
    await button(screen, 'Use the service’s').trigger('click')
    expect(result(screen)).toBe('Result: 13:00 – 14:00, “Room 4 and 5 labels”')
    await button(screen, 'Use yours').trigger('click')
    expect(result(screen)).toContain('13:00 – 13:45')
    await button(screen, 'Use the service’s').trigger('click')
    await button(screen, 'Apply').trigger('click')
    await screen.settle()
    expect(core.asked('inbox.resolve')).toMatchObject({ card: 1, take: 'mine' })
    expect(await entriesIn(core)).toMatchObject([theirs])
  })

  it('is decided by keys alone', async () => {
    await refused()
    await conflict()
    const screen = await open()
    await screen.press('j')
    expect(document.activeElement?.getAttribute('data-card')).toBe('1')
    await screen.press('j')
    await screen.press('2')
    expect(result(screen)).toContain('Room 4 and 5 labels')
    await screen.press('1')
    await screen.press('Enter', { ctrlKey: true })
    expect(core.asked('inbox.resolve')).toEqual({ card: 2, take: 'mine' })
    await screen.settle()
    expect(document.activeElement?.getAttribute('data-card')).toBe('1')
    expect(await left()).toEqual(['refused'])
  })

  it('of an entry that was deleted here asks whether it stays deleted', async () => {
    const id = await agreed()
    await core.do('times.delete', { local: 1 })
    core.service.change(id, theirs)
    vi.setSystemTime(now + hour)
    await core.sync()
    const screen = await open()
    expect(screen.wrapper.get('[data-card]').text()).toContain('You deleted this here')
    await button(screen, 'Delete').trigger('click')
    expect(core.asked('inbox.resolve')).toEqual({ card: 1, take: 'mine' })
  })
})

describe('a record that the service refused', () => {
  it('shows the service’s text beside the field, and leads to the form of the entry', async () => {
    await refused()
    const screen = await open()
    const card = screen.wrapper.get('[data-card]')
    expect(card.text()).toContain('“The given data was not valid.”')
    expect(card.get('dl').text()).toContain('Task')
    expect(card.get('.words').text()).toBe('“The task field is required.”')
    await button(screen, 'Edit').trigger('click')
    await screen.settle(10)
    await screen.settle(10)
    expect(screen.wrapper.find('.entry-form').exists()).toBe(true)
    expect(screen.wrapper.get<HTMLTextAreaElement>('.entry-form textarea').element.value).toBe(
      'No task',
    )
  })

  it('stands in quotation marks of which no two of a kind are side by side', async () => {
    core.service.validate = ({ name }) =>
      name === 'A5 proof' ? { name: ['"A5 proof" isn’t “plain”, it’s 5" long'] } : null
    const expense = { project: 1, unit_charge: 900, chargeable: true, date: '2026-11-19' }
    await core.do('expenses.create', { ...expense, name: 'A5 proof' })
    await core.sync()
    const screen = await open()
    expect(screen.wrapper.get('[data-card] .words').text()).toBe(
      '“‘A5 proof’ isn’t ‘plain’, it’s 5" long”',
    )
  })

  it('of an expense can be changed, sent again or dropped', async () => {
    core.service.validate = ({ name }) => (name === 'A3 proof prints' ? { name: ['Why?'] } : null)
    await core.do('expenses.create', {
      ...{ project: 1, name: 'A3 proof prints', unit_charge: 900, chargeable: true },
      date: '2026-11-19',
    })
    await core.sync()
    const screen = await open()
    expect(screen.wrapper.get('[data-card] h3').text()).toBe('A3 proof prints · Thu 19 Nov')
    expect(button(screen, 'Edit')).toBeDefined()
    expect(button(screen, 'Delete here')).toBeDefined()
    await button(screen, 'Send again').trigger('click')
    expect(core.asked('inbox.resolve')).toEqual({ card: 1, take: 'again' })
  })
})

describe('an amount whose project has another currency by now', () => {
  async function typedInEuros() {
    const hotel = { project: 1, name: 'Hotel', unit_charge: 10_000, chargeable: true }
    await core.do('expenses.create', { ...hotel, date: '2026-11-19' })
    core.service.beforeNext('POST /expenses', () => {
      core.service.projects.get(1)!.currency = 'JPY'
    })
    await core.sync()
  }

  it('says what was typed and what it counts as, and leads to the form in the new currency', async () => {
    await typedInEuros()
    const screen = await open()
    const card = screen.wrapper.get('[data-card]')
    expect(card.text()).toContain(
      'Typed as €100.00. The project is in JPY now, so it counts as JP¥10,000.',
    )
    expect(card.find('dl').exists()).toBe(false)
    expect(button(screen, 'Keep JP¥10,000')).toBeDefined()
    await button(screen, 'Change amount').trigger('click')
    await import('../../renderer/features/expenses/ExpensesPage.vue')
    await screen.settle(10)
    await screen.settle(10)
    expect(screen.wrapper.get('.expense-form').text()).toContain('JPY')
  })

  it('that waits is sent or kept as a draft', async () => {
    await typedInEuros()
    core.service.addExpense({ name: 'Train', unit_charge: 1 })
    await core.sync()
    await core.do('inbox.resolve', { card: 1, take: 'theirs' })
    core.service.projects.get(1)!.currency = 'EUR'
    const taxi = { project: 1, name: 'Taxi', unit_charge: 2_000, chargeable: true }
    await core.do('expenses.create', { ...taxi, date: '2026-11-19' })
    vi.setSystemTime(now + hour)
    core.service.addExpense({ name: 'Tram', unit_charge: 1 })
    await core.sync()
    const screen = await open()
    expect(screen.wrapper.get('[data-card]').text()).toContain(
      'Typed as JP¥2,000. The project is in EUR now, so this waits for your decision.',
    )
    expect(button(screen, 'Send as €20.00')).toBeDefined()
    await button(screen, 'Keep as a draft').trigger('click')
    await screen.settle()
    expect(core.asked('inbox.resolve')).toEqual({ card: 2, take: 'mine' })
    expect(screen.wrapper.find('[data-card]').exists()).toBe(false)
  })
})

it('keeps the card, and explains why, when the answer cannot be applied', async () => {
  await conflict()
  core.refuse('inbox.resolve', { code: 'conflict', message: 'This is already settled' })
  const screen = await open()
  await button(screen, 'Apply').trigger('click')
  await screen.settle()
  expect(screen.wrapper.get('.toast').text()).toContain('This is already settled')
  expect(screen.wrapper.find('[data-card]').exists()).toBe(true)
})

it('shows other records of the service, and a record that cannot be read as it came', async () => {
  await worked(core, { start: 600, notes: 'Kept' })
  await core.sync()
  await worked(core, { notes: 'Often' })
  core.service.failNext('POST', { is: 'drop-response' })
  await core.sync()
  for (let n = 0; n < 7; n++) core.service.add({ notes: 'Often' })
  core.service.distort = (body) => ({ ...body, data: [...(body.data as object[]), { id: 'x' }] })
  vi.setSystemTime(now + hour)
  await core.sync()
  const screen = await open()
  const [bad, twin] = screen.wrapper.findAll('[data-card]')
  expect(twin!.text()).toContain('ID 103')
  expect(twin!.text()).toContain('and 2 more')
  expect(bad!.get('pre').text()).toBe('{"id":"x"}')
})

it('asks which hours of a cell count, and lists no entry that only has a number', async () => {
  core.service.add({ date: '2026-11-19', start: 540, quantity: 12, notes: null })
  const cell = { project: 1, task: 1, date: '2026-11-19', minutes: 120, was: 0 }
  await core.do('times.setCells', { cells: [cell] })
  await core.sync()
  const screen = await open()
  const card = screen.wrapper.get('[data-card]')
  expect(card.text()).toContain('The cell had 3:00 from elsewhere when you set 2:00')
  expect(card.text()).not.toContain('an entry')
  expect(card.find('ul').exists()).toBe(false)
})

it('shows which record has the number of one that the service no longer has', async () => {
  const setBack = core.service.backup()
  await agreed()
  vi.setSystemTime(now + 60_000)
  setBack()
  core.service.add({ notes: 'Colleague', date: '2026-11-18' })
  await core.sync()
  const screen = await open()
  const card = screen.wrapper.get('[data-card]')
  expect(card.text()).toContain('its number now belongs to another record')
  expect(card.text()).toContain('“Colleague”')
  await button(screen, 'Send again').trigger('click')
  await screen.settle(10)
  expect(await left()).toEqual([])
})

describe('several records that a service lost when it was set back', () => {
  beforeEach(async () => {
    core.service.capabilities.add('epoch')
    await core.sync()
    const setBack = core.service.backup()
    vi.setSystemTime(now + 60_000)
    for (const notes of ['Labels', 'Posters']) await worked(core, { notes })
    await core.sync()
    vi.setSystemTime(now + 120_000)
    setBack()
    vi.setSystemTime(now + 2 * hour)
    await core.sync()
  })

  it('are asked about together', async () => {
    const screen = await open()
    const [card, ...others] = screen.wrapper.findAll('[data-card]')
    expect(others).toEqual([])
    expect(card!.get('h3').text()).toBe('2 records the service lost')
    expect(card!.text()).toContain('The service was set back to an earlier state')
    for (const notes of ['Labels', 'Posters']) expect(card!.text()).toContain(notes)
    await button(screen, 'Send all again').trigger('click')
    await screen.settle(10)
    expect(core.asked('inbox.resolve')).toEqual({ card: 1, also: [2], take: 'again' })
    expect(await left()).toEqual([])
    expect(screen.wrapper.get('.toast').text()).toContain(', and 1 more')
  })

  it('are asked about one by one if the person wants that', async () => {
    const screen = await open()
    await button(screen, 'Review each').trigger('click')
    await screen.settle()
    const cards = screen.wrapper.findAll('[data-card]')
    expect(cards.map((card) => card.get('h3').text())).toEqual([
      expect.stringContaining('Labels'),
      expect.stringContaining('Posters'),
    ])
    await button(screen, 'Delete here').trigger('click')
    await screen.settle(10)
    expect(core.asked('inbox.resolve')).toEqual({ card: 1, take: 'drop' })
    expect(await left()).toEqual(['gone'])
  })
})

describe('the outbox', () => {
  it('shows for each record what waits, and why', async () => {
    const ago = (hours: number) => vi.setSystemTime(now - hours * hour)
    ago(50)
    await worked(core, { date: '2026-11-18' })
    await worked(core, { start: 600 })
    const category = await core.do('categories.create', { name: 'Work', tasks: [1], charges: [] })
    await core.sync()
    await worked(core, { start: 660, notes: 'Courier' })
    core.service.failNext('POST', { is: 'drop-response' })
    await core.sync()
    ago(40)
    for (let n = 0; n < 53; n++) await worked(core, { start: 700 + n })
    ago(35)
    await core.do('categories.delete', { local: category.local })
    ago(32)
    const own = await core.do('projects.add', { name: 'Garden', code: 'GRD', currency: 'EUR' })
    await worked(core, { project: own.local })
    ago(30)
    await core.do('times.delete', { local: 2 })
    ago(1)
    await changeTime(core, 1, { quantity: 5 })
    ago(0)
    await changeTime(core, 3, { quantity: 5 })
    const screen = await open()
    const outbox = screen.wrapper.get('.outbox')
    expect(outbox.get('h2').text()).toBe('Waiting to sync 58')
    const lines = outbox.findAll('li').map((line) => line.text())
    expect(lines[0]).toContain('Reply lost. Checking before sending again')
    expect(lines[1]).toContain('Changed, WEB, Wed 18 Nov')
    expect(lines[2]).toContain('18 Nov')
    expect(lines[3]).toContain('Needs matching')
    expect(lines[4]).toContain('Category archived')
    const states = outbox.findAll('[role=img]').map((glyph) => glyph.attributes('aria-label'))
    expect(states[0]).toContain('Checking before sending again')
    expect(states[2]).toBe('Deleted, not synced yet')
    expect(outbox.text()).toContain('and 8 more')
  })

  it('does not exist where nothing is ever sent', async () => {
    core = await studio({ account: 'local' })
    const screen = await open()
    expect(screen.wrapper.find('.outbox').exists()).toBe(false)
  })
})
