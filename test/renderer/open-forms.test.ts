/** Forms that are open while a colleague or another window changes their record. */
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { CallInput } from '#shared/ipc/contract.ts'
import { referenceValues, wasOf } from '#shared/rules/concurrent-edits.ts'
import { onAnyDay } from '../support/test-day.ts'
import { now as clockNow, setClock, today } from './support/clock.ts'
import { changeTime, entriesIn, running, studio, type TestCore, worked } from './support/core.ts'
import { pressOn, type Screen, show, showPage } from './support/mount.ts'
import '../../renderer/features/day/BulkEntryForm.vue'
import '../../renderer/features/week/WeekPage.vue'

onAnyDay()
let core: TestCore
let screen: Screen
beforeEach(async () => {
  setClock()
  core = await studio()
})

const field = (name: string): HTMLInputElement => {
  const label = [...document.querySelectorAll('label')].find((one) => one.textContent === name)
  return (label?.control ??
    document.querySelector(`[aria-label="${name}"]`)) as unknown as HTMLInputElement
}
async function type(name: string, text: string) {
  const input = field(name)
  input.focus()
  input.value = text
  input.dispatchEvent(new Event('input', { bubbles: true }))
  await screen.settle()
}
const conflict = () => document.querySelector('.conflicts')
const button = (text: string) =>
  [...document.querySelectorAll<HTMLElement>('.conflicts button')].find((one) =>
    one.textContent?.includes(text),
  )!

/** An edit on the service by another machine, once it is pulled. */
async function elsewhere(
  set: Parameters<TestCore['service']['change']>[1],
  local = 1,
  show: 'times.show' | 'expenses.show' = 'times.show',
) {
  const { id } = await core.do(show, { local })
  core.service.change(id!, set)
  await core.sync()
  await screen.settle(10)
}
/** Deletes the record on the service, and pulls that. */
async function deletedElsewhere(show: 'times.show' | 'expenses.show' = 'times.show') {
  const { id } = await core.do(show, { local: 1 })
  core.service.remove(id!)
  await core.sync()
  await core.sync()
  await screen.settle(10)
}
const now = async () => (await entriesIn(core))[0]!
const save = () => screen.press('Enter', { ctrlKey: true })

const places = [
  {
    where: 'Day',
    async open() {
      screen = await show(core)
      await screen.press('j')
      await screen.press('e')
      await screen.settle(10)
    },
  },
  {
    where: 'Week',
    async open() {
      screen = await show(core, undefined, {}, '/week')
      await screen.settle(100)
      await screen.press('ArrowDown')
      await screen.press('e')
      await screen.settle(10)
    },
  },
  {
    where: 'Timesheet',
    async open() {
      screen = await showPage(core, '#/timesheet')
      document.querySelector<HTMLElement>('[data-cell="1 1:3"]')!.focus()
      await screen.press('e')
      await screen.settle(10)
    },
  },
]

describe.each(places)('the form of an entry in $where', ({ open }) => {
  beforeEach(async () => {
    await worked(core, { notes: 'A' })
    await core.sync()
    await open()
  })

  it('follows the entry where nothing was typed, and then changes nothing', async () => {
    await elsewhere({ notes: 'B', start: 600 })
    expect(field('Notes').value).toBe('B')
    expect(field('From').value).toBe('10:00')
    await save()
    expect(core.allAsked('times.update')).toEqual([])
    expect(await now()).toMatchObject({ notes: 'B', start: 600 })
  })

  it('saves what was typed together with what came', async () => {
    await type('Notes', 'A, reviewed')
    await elsewhere({ start: 600 })
    expect(conflict()).toBeNull()
    await save()
    expect(await now()).toMatchObject({ notes: 'A, reviewed', start: 600 })
  })

  it('shows both values where both changed a field, and saves nothing before the person decides', async () => {
    await type('Notes', 'A, reviewed')
    await elsewhere({ notes: 'B' })
    expect(conflict()?.textContent).toMatch(/Notes.*Yours.*A, reviewed.*Theirs.*B/)
    await save()
    expect(core.allAsked('times.update')).toEqual([])
    expect(document.activeElement).toBe(button('Keep yours'))
    await screen.press('m')
    expect(conflict()).toBeNull()
    await save()
    expect(core.asked('times.update')).toMatchObject({ was: { notes: 'B' } })
    expect(await now()).toMatchObject({ notes: 'A, reviewed' })
  })

  it('takes the remote value by a key', async () => {
    await type('Notes', 'A, reviewed')
    await elsewhere({ notes: 'B' })
    await save()
    await screen.press('t')
    expect(field('Notes').value).toBe('B')
    await save()
    expect(await now()).toMatchObject({ notes: 'B' })
  })

  it.each(['button', 'key', 'Ctrl+Enter'])(
    'asks what to do where the entry was deleted, and saves it as a new one by %s',
    async (by) => {
      await type('Notes', 'A, reviewed')
      await deletedElsewhere()
      expect(conflict()?.textContent).toContain('This was deleted')
      await screen.settle(1)
      if (by === 'button') button('Save as new').click()
      else if (by === 'key') pressOn(button('Discard'), 'n')
      else await save()
      await screen.settle(10)
      expect(core.allAsked('times.update')).toEqual([])
      expect(await entriesIn(core)).toMatchObject([{ notes: 'A, reviewed', start: 540 }])
      expect(field('Notes')).toBeNull()
      expect(document.body.textContent).not.toContain('Closed without saving')
    },
  )

  it('shows what is wrong before it saves a deleted entry as a new one', async () => {
    await type('Notes', 'A, reviewed')
    await type('From', 'soon')
    await deletedElsewhere()
    await screen.settle(1)
    button('Save as new').click()
    await screen.settle(10)
    expect(await entriesIn(core)).toEqual([])
    expect(document.activeElement).toBe(field('From'))
    await type('From', '10:00')
    await save()
    await screen.settle(10)
    expect(await entriesIn(core)).toMatchObject([{ notes: 'A, reviewed', start: 600 }])
  })

  it('is discarded where the entry was deleted, and comes back by U', async () => {
    await type('Notes', 'A, reviewed')
    await deletedElsewhere()
    button('Discard').focus()
    await screen.press('d')
    await screen.settle(10)
    expect(field('Notes')).toBeNull()
    expect(await entriesIn(core)).toEqual([])
    await screen.press('u')
    await screen.settle(10)
    expect(field('Notes').value).toBe('A, reviewed')
  })

  it('asks again when it comes back after it was closed', async () => {
    await type('Notes', 'A, reviewed')
    await elsewhere({ notes: 'B' })
    field('Notes').focus()
    await screen.press('Escape')
    await screen.settle(10)
    await screen.press('u')
    await screen.settle(10)
    expect(conflict()?.textContent).toMatch(/A, reviewed.*B/)
  })

  it('shows what came between the last read and the answer', async () => {
    await type('Notes', 'A, reviewed')
    const letGo = core.hold('times.show')
    await changeTime(core, 1, { notes: 'B' })
    await save()
    letGo()
    await screen.settle(10)
    expect(await now()).toMatchObject({ notes: 'B' })
    expect(conflict()?.textContent).toMatch(/A, reviewed.*B/)
  })
})

describe('an entry that is moved in Week', () => {
  it('stays where another window has moved it, and says so', async () => {
    await worked(core, { start: 540 })
    screen = await show(core, undefined, {}, '/week')
    await screen.settle(100)
    await screen.press('ArrowDown')
    const letGo = core.hold('times.inDateRange')
    await changeTime(core, 1, { start: 700 })
    await screen.press('ArrowDown', { altKey: true })
    letGo()
    await screen.settle(10)
    expect(await now()).toMatchObject({ start: 700 })
    expect(document.querySelector('.toast')?.textContent).toContain('nothing was overwritten')
  })
})

describe('the form of several entries', () => {
  beforeEach(async () => {
    for (const notes of ['One', 'Two', 'Three']) await worked(core, { notes, date: today })
    await core.sync()
    screen = await show(core)
    await screen.press('j')
    await screen.press('a', { ctrlKey: true })
    await screen.press('e')
    await screen.settle(10)
    await type('Notes', 'All')
    await elsewhere({ notes: 'B' }, 2)
    expect(conflict()?.textContent).toMatch(/Notes.*Yours.*All.*Theirs.*B/)
    await screen.press('Enter', { ctrlKey: true })
    expect(core.allAsked('times.updateMany')).toEqual([])
  })
  const notes = async () => (await entriesIn(core)).map((entry) => entry.notes)

  it('replaces what came where the person says so', async () => {
    await screen.press('m')
    await screen.press('Enter', { ctrlKey: true })
    await screen.settle(10)
    expect(await notes()).toEqual(['All', 'All', 'All'])
  })

  it('leaves out the entries that a colleague changed', async () => {
    await screen.press('t')
    await screen.press('Enter', { ctrlKey: true })
    await screen.settle(10)
    expect(await notes()).toEqual(['All', 'B', 'All'])
  })
})

const spent = (name: string) =>
  core.do('expenses.create', {
    ...{ project: 1, date: today, name, unit_charge: 1_000, quantity: 1, chargeable: true },
  })
const expense = (local = 1) => core.do('expenses.show', { local })

describe('the form of an expense', () => {
  beforeEach(async () => {
    await spent('Ferry')
    await core.sync()
    screen = await showPage(core, '#/expenses')
    await screen.press('j')
    await screen.press('e')
    await screen.settle(10)
  })
  const there = (set: Parameters<TestCore['service']['change']>[1]) =>
    elsewhere(set, 1, 'expenses.show')

  it('follows the expense where nothing was typed', async () => {
    await type('Notes', 'Return trip')
    await there({ chargeable: false, date: '2026-11-18' })
    expect(conflict()).toBeNull()
    await save()
    expect(await expense()).toMatchObject({
      ...{ notes: 'Return trip', chargeable: 0, date: '2026-11-18' },
    })
  })

  it('is saved as a new one where the expense was deleted', async () => {
    await type('Notes', 'Return trip')
    await deletedElsewhere('expenses.show')
    await screen.settle(1)
    button('Save as new').click()
    await screen.settle(10)
    expect((await core.do('expenses.list', {})).data).toMatchObject([
      { name: 'Ferry', notes: 'Return trip', quantity: 1 },
    ])
  })

  it('makes no total that neither side saw', async () => {
    await type('Quantity', '300')
    await there({ unit_charge: 12_000, original_unit_charge: 12_000 })
    expect(conflict()?.textContent).toMatch(/Yours.*300 × Ferry \(10\.00\).*1 × Ferry \(120\.00\)/)
    await save()
    expect(core.allAsked('expenses.update')).toEqual([])
    await screen.press('t')
    expect(field('Quantity').value).toBe('1')
    await save()
    expect(await expense()).toMatchObject({ quantity: 1, unit_charge: 12_000 })
  })

  it('stays the form of the expense, though it is of another day by now', async () => {
    await type('Notes', 'Return trip')
    await screen.press('Escape')
    await there({ date: '2026-11-02' })
    await screen.press('u')
    await screen.settle(10)
    await save()
    expect(await expense()).toMatchObject({ notes: 'Return trip', date: '2026-11-02' })
    expect((await core.do('expenses.list', {})).total).toBe(1)
  })
})

describe('the form of several expenses', () => {
  beforeEach(async () => {
    for (const name of ['One', 'Two', 'Three']) await spent(name)
    await core.sync()
    screen = await showPage(core, '#/expenses')
    await screen.press('j')
    await screen.press('a', { ctrlKey: true })
    await screen.press('e')
    await screen.settle(10)
    await type('Date', '2026-11-10')
    await elsewhere({ date: '2026-11-17' }, 2, 'expenses.show')
    await save()
    await screen.settle(10)
    expect(await dates()).toEqual([today, '2026-11-17', today])
    expect(conflict()?.textContent).toMatch(/Date.*10 Nov.*17 Nov/)
    await save()
  })
  const dates = async () =>
    (await Promise.all([1, 2, 3].map((local) => expense(local)))).map(({ date }) => date)

  it('replaces what came where the person says so', async () => {
    await screen.press('m')
    await save()
    await screen.settle(10)
    expect(await dates()).toEqual(['2026-11-10', '2026-11-10', '2026-11-10'])
  })

  it('leaves out the expenses that a colleague changed', async () => {
    await screen.press('t')
    await save()
    await screen.settle(10)
    expect(await dates()).toEqual(['2026-11-10', '2026-11-17', '2026-11-10'])
  })
})

describe('the panel of a project', () => {
  let ids: number[]
  const project = (local: number) => core.do('projects.show', { local })
  /** Changes it in another window. */
  async function change(set: CallInput<'projects.update'>['set']) {
    const local = ids[0]!
    const was = wasOf(set, referenceValues.project(await project(local)))
    await core.do('projects.update', { local, set, was })
    await screen.settle(10)
  }
  beforeEach(async () => {
    core = await studio({ account: 'local' })
    ids = []
    for (const name of ['Annual report', 'Brochure']) {
      const made = { name, code: 'REP', rate: 15_000, currency: 'EUR' }
      ids.push((await core.do('projects.add', made)).local)
    }
    screen = await showPage(core, '#/projects')
    await screen.wrapper.get(`[data-row="${ids[0]}"]`).trigger('click')
    await screen.settle(10)
  })

  it('changes nothing when it is only opened', async () => {
    await change({ rate: 20_000, code: 'NEW' })
    expect(field('Code').value).toBe('NEW')
    await screen.wrapper.get(`[data-row="${ids[1]}"]`).trigger('click')
    await screen.settle(10)
    expect(core.allAsked('projects.update')).toEqual([])
    expect(await project(ids[0]!)).toMatchObject({ rate: 20_000, code: 'NEW' })
  })

  it('is not closed before the person has decided about a conflict', async () => {
    await type('Code', 'MINE')
    await change({ code: 'NEW' })
    expect(conflict()?.textContent).toMatch(/Code.*MINE.*NEW/)
    await screen.wrapper.get(`[data-row="${ids[1]}"]`).trigger('click')
    await screen.settle(10)
    expect(document.activeElement).toBe(button('Keep yours'))
    await screen.press('t')
    await screen.wrapper.get(`[data-row="${ids[1]}"]`).trigger('click')
    await screen.settle(10)
    expect(field('Name').value).toBe('Brochure')
    expect(await project(ids[0]!)).toMatchObject({ code: 'NEW' })
  })
})

describe('the panel of a category', () => {
  const category = () => core.do('categories.show', { local: 1 })
  const pick = async (name: string) => {
    const options = [...document.querySelectorAll<HTMLElement>('[role=option]')]
    options.find((one) => one.textContent?.includes(name))!.focus()
    await screen.press(' ')
  }
  beforeEach(async () => {
    await core.do('categories.create', { name: 'Design', tasks: [1], charges: [] })
    await core.sync()
    screen = await showPage(core, '#/categories')
    await screen.press('j')
    await screen.press('Enter')
    await screen.settle(10)
  })

  it('adds its own tasks to those that came, and takes none of them out', async () => {
    await pick('Call')
    const [held] = core.service.categories.values()
    core.service.change(held!.id, { tasks: [1, 2] })
    await core.sync()
    await screen.settle(10)
    expect(conflict()).toBeNull()
    await save()
    expect(await category()).toMatchObject({ tasks: [1, 2, 3] })
  })

  it('adds them also where they came while it was saved', async () => {
    await pick('Call')
    const letGo = core.hold('categories.show')
    await core.do('categories.update', { local: 1, set: { tasks: [2] }, was: { tasks: [1] } })
    await save()
    letGo()
    await screen.settle(10)
    expect(await category()).toMatchObject({ tasks: [2, 3] })
  })

  it('shows both names where both changed it', async () => {
    await type('Name', 'Drawing')
    await core.do('categories.update', {
      ...{ local: 1, set: { name: 'Layout' }, was: { name: 'Design' } },
    })
    await screen.settle(10)
    expect(conflict()?.textContent).toMatch(/Name.*Drawing.*Layout/)
    await save()
    await screen.press('m')
    await save()
    expect(await category()).toMatchObject({ name: 'Drawing' })
  })

  it('is saved as a new one where the category was archived', async () => {
    await type('Name', 'Drawing')
    await core.do('categories.delete', { local: 1 })
    await screen.settle(10)
    expect(conflict()?.textContent).toContain('archived')
    await save()
    expect(core.asked('categories.create')).toEqual({ name: 'Drawing', tasks: [1], charges: [] })
    expect(await category()).toMatchObject({ name: 'Design', deleted: true })
  })

  it('comes back by U each time where the category was archived from it', async () => {
    await type('Name', 'Drawing')
    await screen.wrapper.get('aside button[aria-label="Archive"]').trigger('click')
    await screen.settle(10)
    expect(await category()).toMatchObject({ deleted: true })
    expect(document.querySelector('.category-form')).toBeNull()
    await screen.press('u')
    await screen.settle(10)
    expect(field('Name').value).toBe('Drawing')
    await type('Name', 'Sketching')
    await screen.press('Escape')
    await screen.press('u')
    await screen.settle(10)
    expect(field('Name').value).toBe('Sketching')
  })

  it('is that of the category again where its archiving is undone', async () => {
    await type('Name', 'Drawing')
    await core.do('categories.delete', { local: 1 })
    await screen.settle(10)
    await core.do('history.undo', {})
    await screen.settle(10)
    expect(conflict()).toBeNull()
    await save()
    expect(await category()).toMatchObject({ name: 'Drawing', deleted: false })
  })

  it('is put away when another category is opened after its own was archived', async () => {
    const { local } = await core.do('categories.create', { name: 'Layout' })
    await type('Name', 'Drawing')
    await core.do('categories.delete', { local: 1 })
    await screen.settle(10)
    await screen.wrapper.get(`[data-row="${local}"]`).trigger('click')
    await screen.settle(10)
    expect(field('Name').value).toBe('Layout')
    expect(core.allAsked('categories.create')).toHaveLength(0)
    ;(document.activeElement as HTMLElement).blur()
    await screen.press('u')
    await screen.settle(10)
    expect(field('Name').value).toBe('Drawing')
  })
})

describe('the name of a category in the list', () => {
  it('is not written over a newer one until the person has seen that', async () => {
    await core.do('categories.create', { name: 'Design', tasks: [], charges: [] })
    screen = await showPage(core, '#/categories')
    await screen.press('j')
    await screen.press('F2')
    const input = document.querySelector<HTMLInputElement>('.rename input, input.rename')!
    input.value = 'Drawing'
    input.dispatchEvent(new Event('input', { bubbles: true }))
    await core.do('categories.update', {
      ...{ local: 1, set: { name: 'Layout' }, was: { name: 'Design' } },
    })
    await screen.settle(10)
    await screen.press('Enter')
    const category = () => core.do('categories.show', { local: 1 })
    expect(await category()).toMatchObject({ name: 'Layout' })
    expect(document.querySelector('.toast')?.textContent).toContain('nothing was overwritten')
    await screen.press('Enter')
    expect(await category()).toMatchObject({ name: 'Drawing' })
  })
})

describe('the form of the running timer', () => {
  const edit = async (set: CallInput<'timer.edit'>['set'], was: CallInput<'timer.edit'>['was']) => {
    await core.do('timer.edit', { set, was })
    await screen.settle(10)
  }
  const status = () => core.do('timer.status')
  beforeEach(async () => {
    await running(core, 47, { notes: 'A' })
    screen = await show(core)
    await screen.wrapper.get('.timer-what').trigger('click')
    await vi.dynamicImportSettled()
    await screen.settle(10)
  })

  it('follows the timer where nothing was typed', async () => {
    await edit({ notes: 'B', project: 2 }, { notes: 'A', project: 1 })
    expect(field('Notes').value).toBe('B')
    expect(field('Project').value).toContain('Booking app')
    expect(core.allAsked('timer.edit')).toEqual([])
  })

  it('shows both values where both changed a field, and saves nothing before the person decides', async () => {
    await type('Notes', 'A, reviewed')
    await edit({ notes: 'B' }, { notes: 'A' })
    field('Notes').blur()
    await screen.settle(10)
    expect(await status()).toMatchObject({ notes: 'B' })
    expect(conflict()?.textContent).toMatch(/Notes.*A, reviewed.*B/)
    field('Notes').focus()
    await save()
    expect(document.activeElement).toBe(button('Keep yours'))
    await screen.press('m')
    await screen.settle(10)
    expect(await status()).toMatchObject({ notes: 'A, reviewed' })
  })

  it('shows both values where another window changed the start, too', async () => {
    const [before, theirs] = [47, 30].map((ago) => clockNow - ago * 60_000)
    await type('Started at', '1h')
    await edit({ startedAt: theirs! }, { startedAt: before! })
    expect(conflict()?.textContent).toMatch(/Started at.*1h.*14:17/)
    field('Started at').blur()
    await screen.settle(10)
    expect(await status()).toMatchObject({ startedAt: theirs })
    button('Keep yours').click()
    await screen.settle(10)
    expect(await status()).toMatchObject({ startedAt: clockNow - 60 * 60_000 })
    expect(field('Started at').value).toBe('13:47')
  })

  it('keeps what was typed where it is closed without a decision', async () => {
    await type('Notes', 'A, reviewed')
    await edit({ notes: 'B' }, { notes: 'A' })
    field('Notes').focus()
    await screen.press('Escape')
    await screen.settle(10)
    expect(await status()).toMatchObject({ notes: 'B' })
    expect(document.querySelector('.toast')?.textContent).toContain('Closed without saving')
  })
})
