import { beforeEach, describe, expect, it } from 'vitest'
import { setClock } from './support/clock.ts'
import { entriesIn, studio, type TestCore, worked } from './support/core.ts'
import { type Screen, show } from './support/mount.ts'

let core: TestCore
beforeEach(async () => {
  setClock()
  core = await studio()
})

/** The control under a label of the form. */
function field(screen: Screen, label: string) {
  const found = screen.wrapper
    .findAll('.entry-form label')
    .find((candidate) => candidate.text() === label)
  const id = found!.attributes('for')!
  return screen.wrapper.get<HTMLInputElement>(`[id="${id}"]`)
}
async function fill(screen: Screen, label: string, text: string) {
  const control = field(screen, label)
  control.element.focus()
  await control.setValue(text)
  await control.trigger('blur')
}
const save = (screen: Screen) => screen.press('Enter', { ctrlKey: true })

describe('the entry form', () => {
  it('opens with N, with the focus in the project', async () => {
    const screen = await show(core)
    await screen.press('n')
    expect(document.activeElement).toBe(field(screen, 'Project').element)
  })

  it('saves what was typed, with project and task found by what was typed of them', async () => {
    const screen = await show(core)
    await screen.press('n')
    await fill(screen, 'Project', 'book')
    await fill(screen, 'Task', 'call')
    await fill(screen, 'From', '9-10:12')
    await fill(screen, 'Notes', 'Rangers')
    await save(screen)
    expect(core.asked('times.create')).toEqual({
      project: 2,
      task: 3,
      date: '2026-11-19',
      start: 540,
      quantity: 12,
      worked: 72,
      notes: 'Rangers',
    })
    expect(screen.wrapper.find('.entry-form').exists()).toBe(false)
    expect(document.activeElement?.textContent).toContain('Rangers')
  })

  it('shows on which day it ends where that is the next one, and questions a very long night', async () => {
    const screen = await show(core)
    await screen.press('n')
    const said = () => screen.wrapper.get('.counted')
    await fill(screen, 'From', '21:00')
    await fill(screen, 'To', '20:00')
    expect(said().text()).toContain('Ends Fri 20 Nov · ')
    expect(said().classes()).toContain('odd')
    await fill(screen, 'To', '1:00')
    expect(said().text()).toContain('Ends Fri 20 Nov · ')
    expect(said().classes()).not.toContain('odd')
    await fill(screen, 'To', '24:00')
    expect(said().text()).not.toContain('Ends')
  })

  it('leaves the focus to a form that was opened before the saved entry is on screen', async () => {
    const screen = await show(core)
    await screen.press('n')
    await fill(screen, 'Notes', 'Rangers')
    const release = core.hold('times.inDateRange')
    await save(screen)
    expect(screen.wrapper.find('.entry-form').exists()).toBe(false)
    await screen.press('n')
    release()
    await screen.settle()
    expect(screen.wrapper.get('.entry').text()).toContain('Rangers')
    expect(document.activeElement).toBe(field(screen, 'Project').element)
  })

  it('saves once, however often Save is pressed before the core has answered', async () => {
    const screen = await show(core)
    await screen.press('n')
    await fill(screen, 'From', '9-10')
    const release = core.hold('times.create')
    await save(screen)
    await save(screen)
    release()
    await screen.settle()
    expect(await entriesIn(core)).toHaveLength(1)
    expect(screen.wrapper.find('.entry-form').exists()).toBe(false)
  })

  it('includes the text in the field that has the focus', async () => {
    const screen = await show(core)
    await screen.press('n')
    const length = field(screen, 'Duration')
    length.element.focus()
    await length.setValue('90m')
    await save(screen)
    expect(core.asked('times.create')).toMatchObject({ quantity: 6 })
  })

  it('shows what the typed length counts as', async () => {
    const screen = await show(core)
    await screen.press('n')
    await fill(screen, 'Duration', '1:12')
    expect(screen.wrapper.get('.counted').text()).toBe('1:12 counts as 5 × 15 = 1:15')
    await fill(screen, 'Project', 'app')
    expect(screen.wrapper.get('.counted').text()).toBe('12 × 6 = 1:12')
  })

  it('comments on a field only after it was left', async () => {
    const screen = await show(core)
    await screen.press('n')
    const from = field(screen, 'From')
    from.element.focus()
    await from.setValue('nine')
    expect(from.attributes('aria-invalid')).toBeUndefined()
    await from.trigger('blur')
    expect(from.attributes('aria-invalid')).toBe('true')
    const note = screen.wrapper.get(`[id="${from.attributes('aria-describedby')}"]`)
    expect(note.text()).toBe('Enter a time, like 9:00 or 9-10:30')
  })

  it('does not save an invalid value, and moves to its field', async () => {
    const screen = await show(core)
    await screen.press('n')
    await fill(screen, 'Duration', 'long')
    await save(screen)
    expect(core.asked('times.create')).toBeUndefined()
    expect(document.activeElement).toBe(field(screen, 'Duration').element)
  })

  it('shows the core’s field errors under those fields', async () => {
    const screen = await show(core)
    core.refuse('times.create', {
      code: 'validation',
      message: 'Some fields need another value',
      fields: { task_id: ['Needs a task of this project'], quantity: ['Choose 100 or fewer'] },
    })
    await screen.press('n')
    await save(screen)
    const form = screen.wrapper.get('.entry-form').text()
    expect(form).toContain('Needs a task of this project')
    expect(form).toContain('Choose 100 or fewer')
    expect(document.activeElement).toBe(field(screen, 'Task').element)
  })

  it('shows at its foot what belongs to no field', async () => {
    const screen = await show(core)
    core.refuse('times.create', { code: 'database', message: 'The disk is full. Free some space.' })
    await screen.press('n')
    await save(screen)
    expect(screen.wrapper.get('.entry-form [role=alert]').text()).toContain('The disk is full')
  })

  it('sends only what was changed of an entry', async () => {
    await worked(core, { start: 540, quantity: 4, notes: 'hero' })
    const screen = await show(core)
    await screen.press('j')
    await screen.press('e')
    await fill(screen, 'Duration', '90m')
    await save(screen)
    expect(core.asked('times.update')).toEqual({
      local: 1,
      set: { quantity: 6, worked: 90 },
      was: { project: 1, quantity: 4, worked: 60 },
    })
  })

  it('lets an entry count as before where only its notes change, whatever rounds new ones', async () => {
    await worked(core, { quantity: 3, worked: 41 })
    await core.do('settings.set', { rounding: 'down' })
    const screen = await show(core)
    await screen.press('j')
    await screen.press('e')
    expect(screen.wrapper.get('.counted').text()).toBe('0:41 counts as 3 × 15 = 0:45')
    await fill(screen, 'Notes', 'Kickoff')
    await save(screen)
    expect(core.asked('times.update')).toHaveProperty('set', { notes: 'Kickoff' })
    await screen.press('e')
    await fill(screen, 'Duration', '0:42')
    expect(screen.wrapper.get('.counted').text()).toBe('0:42 counts as 2 × 15 = 0:30')
  })

  it('saves the notes of an entry that is longer on the service than one may be here', async () => {
    await worked(core, { notes: 'Fair' })
    await core.sync()
    core.service.change([...core.service.times.keys()].at(-1)!, { quantity: 160 })
    await core.sync()
    const screen = await show(core)
    await screen.press('j')
    await screen.press('e')
    expect(field(screen, 'Duration').element.value).toBe('40:00')
    expect(screen.wrapper.get('.counted').text()).toContain('Ends Sat 21 Nov')
    await fill(screen, 'Notes', 'Trade fair')
    await save(screen)
    expect(core.asked('times.update')).toHaveProperty('set', { notes: 'Trade fair' })
    expect(await entriesIn(core)).toMatchObject([{ notes: 'Trade fair', quantity: 160 }])
  })

  it('saves nothing where nothing was changed, except once more what was refused', async () => {
    core.service.validate = ({ start }) => (start === 660 ? { start: ['is too late'] } : null)
    const well = await worked(core, { notes: 'Kickoff', start: 540 })
    const refused = await worked(core, { notes: 'Kickoff', start: 660 })
    await core.sync()
    for (const { local } of [well, refused]) {
      const screen = await show(core)
      await screen.wrapper.get(`[data-entry="${local}"]`).trigger('click')
      await screen.press('e')
      await save(screen)
      expect(screen.wrapper.find('.entry-form').exists()).toBe(false)
      screen.wrapper.unmount()
    }
    expect(core.allAsked('times.update')).toEqual([{ local: 2, set: {}, was: {} }])
  })

  it('closes with Esc and gives the focus back to its row', async () => {
    await worked(core)
    const screen = await show(core)
    await screen.press('j')
    await screen.press('e')
    await screen.press('Escape')
    expect(screen.wrapper.find('.entry-form').exists()).toBe(false)
    expect(document.activeElement?.getAttribute('data-entry')).toBe('1')
  })

  it('keeps an unknown task name in its field, and saves nothing before that is resolved', async () => {
    const screen = await show(core)
    await screen.press('n')
    await fill(screen, 'From', '9-10')
    await fill(screen, 'Task', 'Carpentry')
    const task = () => field(screen, 'Task').element
    expect(task().value).toBe('Carpentry')
    expect(screen.wrapper.get('.entry-form').text()).toContain('No results')
    await core.do('tasks.add', { name: 'Weeding' })
    await screen.settle()
    expect(task().value).toBe('Carpentry')
    await save(screen)
    expect(core.allAsked('times.create')).toEqual([])
    expect(document.activeElement).toBe(task())
    await field(screen, 'Task').trigger('keydown', { key: 'Escape' })
    expect(task().value).toBe('')
    await save(screen)
    expect(core.asked('times.create')).toMatchObject({ task: null })
  })

  it('adds a project from the form, in the currency of the newest', async () => {
    await core.do('projects.add', { name: 'Wharf', code: 'WHF', currency: 'NZD' })
    const screen = await show(core)
    await screen.press('n')
    const project = field(screen, 'Project')
    await project.setValue('Harbour')
    const add = screen.wrapper
      .findAll('[role=option]')
      .find((option) => option.text() === 'Add project “Harbour”')
    await add!.trigger('click')
    await screen.settle()
    const dialog = screen.wrapper.get('dialog')
    // A double press adds one.
    void dialog.get('form').trigger('submit')
    await dialog.get('form').trigger('submit')
    await screen.settle()
    expect(core.allAsked('projects.add')).toEqual([
      { name: 'Harbour', code: '', increment: 15, currency: 'NZD' },
    ])
    expect(field(screen, 'Project').element.value).toBe('Harbour')
  })

  it('leads to the first field of the new project that has a problem', async () => {
    const screen = await show(core)
    await screen.press('n')
    await field(screen, 'Project').setValue('Harbour')
    await screen.press('Enter')
    const dialog = screen.wrapper.get('dialog')
    const control = (label: string) => {
      const found = dialog.findAll('label').find((candidate) => candidate.text() === label)!
      return dialog.get<HTMLInputElement>(`[id="${found.attributes('for')}"]`)
    }
    await control('Increment').setValue('soon')
    await control('Currency').setValue('Euro')
    dialog.get<HTMLElement>('[type=submit]').element.focus()
    await dialog.get('form').trigger('submit')
    await screen.settle()
    expect(dialog.text()).toContain('Enter a whole number')
    expect(document.activeElement).toBe(control('Increment').element)
  })

  it('adds a task by the service’s id', async () => {
    const screen = await show(core)
    await screen.press('n')
    await field(screen, 'Task').trigger('click')
    const add = screen.wrapper
      .findAll('[role=option]')
      .find((option) => option.text() === 'Add task…')
    await add!.trigger('click')
    await screen.settle()
    const dialog = screen.wrapper.get('dialog')
    await dialog.findAll('[role=radio]')[1]!.trigger('click')
    await dialog.get('form').trigger('submit')
    expect(dialog.text()).toContain('Enter a whole number, 1 or higher')
    await dialog.get('input').setValue('77')
    await dialog.get('form').trigger('submit')
    await screen.settle()
    expect(core.asked('tasks.add')).toEqual({ remote: 77 })
    expect(field(screen, 'Task').element.value).toBe('Task 77')
  })

  it('takes an emptied project field as no project', async () => {
    await worked(core)
    const screen = await show(core)
    await screen.press('j')
    await screen.press('e')
    await fill(screen, 'Project', '')
    await save(screen)
    expect(core.asked('times.update')).toEqual({
      local: 1,
      set: { project: null },
      was: { project: 1 },
    })
  })
})
