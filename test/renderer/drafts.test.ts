/**
 * Thursday 19 November 2026, 14:47 UTC: text that is typed into a form is not lost with the form.
 */
import { beforeEach, describe, expect, it, vi } from 'vitest'
// Pages are loaded when they are first opened; here they are there already.
import '../../renderer/features/day/BulkEntryForm.vue'
import '../../renderer/features/week/WeekPage.vue'
import { useDrafts } from '../../renderer/app/stores/drafts.ts'
import { setClock } from './support/clock.ts'
import { entriesIn, running, studio, type TestCore, worked } from './support/core.ts'
import { type Screen, show, showPage } from './support/mount.ts'

let core: TestCore
let screen: Screen
beforeEach(async () => {
  setClock()
  core = await studio()
})

const toast = () => screen.wrapper.findAll('.toast').at(-1)?.text() ?? ''

/** The control under a label, wherever it is on screen. */
function field(label: string): HTMLInputElement {
  const found = [...document.querySelectorAll('label')].find(
    (candidate) => candidate.textContent?.trim() === label,
  )
  return document.getElementById(found!.htmlFor) as HTMLInputElement
}
async function type(label: string, text: string) {
  const control = field(label)
  control.focus()
  control.value = text
  control.dispatchEvent(new Event('input', { bubbles: true }))
  await screen.settle()
}
const form = () => document.querySelector('.panel-form')

async function goToWeek() {
  await screen.press('g')
  await screen.press('w')
  await screen.settle(10)
  await screen.settle(10)
}

describe('a form of the Day page that is closed unsaved', () => {
  it('says so, and U opens it again with what was typed', async () => {
    screen = await show(core)
    await screen.press('n')
    await type('Notes', 'Rangers')
    await screen.press('Escape')
    expect(form()).toBeNull()
    expect(toast()).toContain('Closed without saving')
    await screen.press('u')
    expect(field('Notes').value).toBe('Rangers')
    expect(core.asked('history.undo')).toBeUndefined()
    await screen.press('Enter', { ctrlKey: true })
    expect(core.asked('times.create')).toMatchObject({ notes: 'Rangers' })
    expect(toast()).not.toContain('Closed without saving')
  })

  it('closes silently where nothing was typed', async () => {
    screen = await show(core)
    await screen.press('n')
    await screen.press('Escape')
    expect(toast()).toBe('')
  })

  it('comes back as the form of the entry that it was about', async () => {
    await worked(core, { notes: 'Hero' })
    screen = await show(core)
    await screen.press('j')
    await screen.press('e')
    await type('Notes', 'Hero, second round')
    await screen.press('Escape')
    await screen.press('u')
    expect(field('Notes').value).toBe('Hero, second round')
    await screen.press('Enter', { ctrlKey: true })
    expect(core.asked('times.update')).toEqual({
      local: 1,
      set: { notes: 'Hero, second round' },
      was: { notes: 'Hero' },
    })
  })

  it('comes back as a new entry where that entry has been deleted', async () => {
    await worked(core, { notes: 'Hero' })
    screen = await show(core)
    await screen.press('j')
    await screen.press('e')
    await type('Notes', 'Hero, second round')
    await screen.press('Escape')
    await core.do('times.delete', { local: 1 })
    await screen.settle()
    await screen.wrapper.findAll('.toast button').at(-1)!.trigger('click')
    await screen.settle()
    await screen.press('Enter', { ctrlKey: true })
    expect(core.asked('times.create')).toMatchObject({ notes: 'Hero, second round' })
  })

  it.each([
    ['another form takes its place', () => screen.press('e')],
    ['another day is looked at', () => screen.press('[')],
    ['another page is opened', goToWeek],
  ])('comes back after %s', async (_, go) => {
    await worked(core)
    screen = await show(core)
    await screen.press('j')
    await screen.press('n')
    await type('Notes', 'Rangers')
    document.querySelector<HTMLElement>('[data-entry="1"]')!.focus()
    await go()
    expect([...document.querySelectorAll('textarea')].map(({ value }) => value)).not.toContain(
      'Rangers',
    )
    ;(document.activeElement as HTMLElement).blur()
    await screen.press('u')
    await screen.settle(10)
    expect(field('Notes').value).toBe('Rangers')
  })

  it('is reopened after the others where it was reopened and closed unchanged', async () => {
    screen = await show(core)
    for (const notes of ['Rangers', 'Foxes']) {
      await screen.press('n')
      await type('Notes', notes)
      await screen.press('Escape')
    }
    for (const notes of ['Foxes', 'Rangers', 'Foxes']) {
      await screen.press('u')
      expect(field('Notes').value).toBe(notes)
      await screen.press('Escape')
    }
  })

  it('gives way to the others, too, where the next one replaces it', async () => {
    screen = await show(core)
    for (const notes of ['Rangers', 'Foxes', 'Otters']) {
      await screen.press('n')
      await type('Notes', notes)
      await screen.press('Escape')
    }
    for (const notes of ['Otters', 'Foxes', 'Rangers', 'Otters']) {
      ;(document.activeElement as HTMLElement).blur()
      await screen.press('u')
      expect(field('Notes').value).toBe(notes)
    }
  })

  it('is what U opens where the toast on screen speaks of it', async () => {
    screen = await show(core)
    for (const notes of ['Rangers', 'Foxes']) {
      await screen.press('n')
      await type('Notes', notes)
      await screen.press('Escape')
    }
    expect(toast()).toContain('U')
    await screen.press('u')
    await screen.press('Escape')
    // Closed unchanged after it was reopened, it gives way to the other one, which U opens now.
    expect(toast()).toContain('Closed without saving')
    expect(toast()).not.toContain('U')
    await screen.press('u')
    expect(field('Notes').value).toBe('Rangers')
  })

  it('leaves Z to the change that was made last, however often it is closed', async () => {
    await worked(core)
    screen = await show(core)
    await screen.press('j')
    await screen.press('Delete')
    await screen.press('n')
    await type('Notes', 'Rangers')
    await screen.press('Escape')
    await screen.press('u')
    expect(field('Notes').value).toBe('Rangers')
    await screen.press('Escape')
    expect(toast()).toContain('Closed without saving')
    await screen.press('z')
    expect(await entriesIn(core)).toHaveLength(1)
    expect(form()).toBeNull()
    await screen.press('u')
    expect(field('Notes').value).toBe('Rangers')
  })

  it('is no longer there once it was reopened and saved', async () => {
    screen = await show(core)
    await screen.press('n')
    await type('Notes', 'Rangers')
    await screen.press('Escape')
    await screen.press('u')
    await screen.press('Enter', { ctrlKey: true })
    await screen.settle(10)
    await screen.press('u')
    expect(form()).toBeNull()
    expect(toast()).toBe('No closed form to reopen')
  })
})

describe('a form for several entries that is closed unsaved', () => {
  async function changeAll(notes: string) {
    await screen.press('a', { ctrlKey: true })
    await screen.press('e')
    await screen.settle(10)
    await type('Notes', notes)
    await screen.press('Escape')
  }
  beforeEach(async () => {
    await worked(core, { notes: 'Hero' })
    await worked(core, { notes: 'Menu' })
    screen = await show(core)
    await screen.press('j')
    await changeAll('Rangers')
    await screen.settle(10)
    expect(form()).toBeNull()
  })

  it('comes back, also while such a form is open again', async () => {
    await screen.press('e')
    await screen.settle(10)
    expect(field('Notes').value).toBe('')
    document.querySelector<HTMLElement>('[data-entry="1"]')!.focus()
    await screen.press('u')
    await screen.settle(10)
    expect(field('Notes').value).toBe('Rangers')
  })

  it('comes back with its entries, also when an earlier day is shown by then', async () => {
    await screen.press('Escape')
    await screen.press('[')
    await screen.press('[')
    await screen.press('u')
    await screen.settle(200)
    await screen.settle(10)
    expect(field('Notes').value).toBe('Rangers')
    await screen.press('Enter', { ctrlKey: true })
    expect(core.asked('times.updateMany')).toMatchObject({ set: { notes: 'Rangers' } })
  })

  it('becomes a new entry where all of them have been deleted', async () => {
    await core.do('times.deleteMany', { locals: [1, 2] })
    await screen.settle(10)
    await screen.wrapper.findAll('.toast button').at(-1)!.trigger('click')
    await screen.settle(10)
    expect(field('Notes').value).toBe('Rangers')
    await screen.press('Enter', { ctrlKey: true })
    expect(core.asked('times.create')).toMatchObject({ notes: 'Rangers' })
  })
})

describe('Z beside a toast', () => {
  beforeEach(async () => {
    await worked(core, { notes: 'Hero' })
    await worked(core, { notes: 'Menu' })
    screen = await show(core)
  })

  it('undoes what the toast is about, and nothing older where that was undone already', async () => {
    await screen.press('j')
    await screen.press('Delete')
    await screen.settle(200)
    expect(toast()).toContain('Z')
    // In another window.
    await core.do('history.undo', {})
    await screen.settle(10)
    expect(await entriesIn(core)).toHaveLength(2)
    await screen.press('z')
    await screen.settle(10)
    expect(await entriesIn(core)).toHaveLength(2)
    expect(toast()).toContain('This change is already undone')
  })

  it('undoes what is newer than the toast first', async () => {
    await screen.press('j')
    await screen.press('Delete')
    await screen.settle(200)
    await worked(core, { notes: 'Otters' })
    await screen.settle(10)
    await screen.press('z')
    await screen.settle(10)
    expect((await entriesIn(core)).map(({ notes }) => notes)).not.toContain('Otters')
    expect(await entriesIn(core)).toHaveLength(1)
  })

  it('offers to redo until the next change', async () => {
    await screen.press('j')
    await screen.press('Delete')
    await screen.settle(200)
    await screen.press('z')
    await screen.settle(10)
    expect(toast()).toContain('Redo')
    await core.do('times.delete', { local: 2 })
    await screen.settle(10)
    expect(toast()).toBe('')
  })

  it('offers to redo what was undone last', async () => {
    for (const _ of [1, 2]) {
      await screen.press('j')
      await screen.press('Delete')
      await screen.settle(200)
    }
    for (const left of [1, 2]) {
      await screen.press('z')
      await screen.settle(10)
      expect(await entriesIn(core)).toHaveLength(left)
      expect(toast()).toContain('Redo')
    }
    await screen.press('Z', { shiftKey: true })
    await screen.settle(10)
    expect(toast()).toBe('Redone: Deleted “Menu”')
    expect(await entriesIn(core)).toHaveLength(1)
  })
})

it('leaves nothing of another account to be undone beside the one that is open now', async () => {
  screen = await show(core)
  await screen.press('n')
  await type('Notes', 'Rangers')
  await screen.press('Escape')
  expect(toast()).toContain('Reopen')
  await core.do('account.createLocal')
  await screen.settle(10)
  expect(toast()).not.toContain('Reopen')
  await screen.press('u')
  expect(form()).toBeNull()
  await core.do('account.switch', { account: 'studio' })
  await screen.settle(10)
  await screen.press('u')
  await screen.settle(10)
  expect(field('Notes').value).toBe('Rangers')
})

describe('a form that is open while another account is opened', () => {
  const accounts = async (other: 'account.createLocal' | 'account.switch') => {
    if (other === 'account.createLocal') await core.do('account.createLocal')
    else await core.do('account.switch', { account: 'studio' })
    await screen.settle(10)
  }

  it('belongs to its own account, and comes back there', async () => {
    await worked(core, { notes: 'Hero' })
    screen = await show(core)
    await screen.press('j')
    await screen.press('e')
    await type('Notes', 'Hero, second round')
    await accounts('account.createLocal')
    await worked(core, { notes: 'Of the other', project: null, task: null })
    await screen.settle(10)
    expect(toast()).not.toContain('Reopen')
    await screen.press('u')
    await screen.settle(10)
    expect(form()).toBeNull()
    await accounts('account.switch')
    await screen.press('u')
    await screen.settle(10)
    expect(field('Notes').value).toBe('Hero, second round')
  })

  it('is not saved into the other one from Week', async () => {
    await worked(core, { notes: 'Hero' })
    screen = await showPage(core, '#/week')
    await screen.press('ArrowDown')
    await screen.press('e')
    await screen.settle(10)
    const notes = document.querySelector<HTMLInputElement>('.popover input')!
    notes.value = 'Hero, second round'
    notes.dispatchEvent(new Event('input', { bubbles: true }))
    await accounts('account.createLocal')
    expect(core.allAsked('times.update')).toEqual([])
  })

  it('is not saved into the other one from the name of a category', async () => {
    await core.do('categories.create', { name: 'Design', tasks: [], charges: [] })
    screen = await showPage(core, '#/categories')
    await screen.press('j')
    await screen.press('F2')
    const name = document.activeElement as HTMLInputElement
    name.value = 'Drawing'
    name.dispatchEvent(new Event('input', { bubbles: true }))
    await accounts('account.createLocal')
    expect(core.allAsked('categories.update')).toEqual([])
  })

  it('is not saved into the other one from the running timer', async () => {
    await running(core, 47)
    screen = await show(core)
    await screen.wrapper.get('.timer-what').trigger('click')
    await vi.dynamicImportSettled()
    await screen.settle()
    await type('Notes', 'Rangers')
    await accounts('account.createLocal')
    expect(core.allAsked('timer.edit')).toEqual([])
  })
})

it('keeps a draft whose page has no form for it, until it has one again', async () => {
  screen = await show(core)
  const drafts = useDrafts()
  const opened: unknown[] = []
  drafts.put(['fox'], '/', 'Rangers')
  await screen.press('u')
  await screen.settle(10)
  const gone = drafts.opens('fox', (typed: unknown) => opened.push(typed))
  await screen.press('u')
  await screen.settle(10)
  expect(opened).toEqual(['Rangers'])
  gone()
})

it('opens first the draft that was edited again after it was reopened', async () => {
  screen = await show(core)
  const drafts = useDrafts()
  const opened: unknown[] = []
  drafts.opens('hen', (typed: unknown) => opened.push(typed))
  drafts.opens('fox', (typed: { name: string }) => {
    opened.push(typed.name)
    // The form continues with the values it is given.
    typed.name += ' on'
    drafts.put(['fox'], '/', typed)
  })
  drafts.put(['hen'], '/', 'Eggs')
  drafts.put(['fox'], '/', { name: 'Rangers' })
  await drafts.openNewest()
  await drafts.openNewest()
  expect(opened).toEqual(['Rangers', 'Rangers on'])
})

it('keeps a draft whose form could not be opened because of a bug', async () => {
  screen = await show(core)
  const drafts = useDrafts()
  const opened: unknown[] = []
  const gone = drafts.opens('fox', () => Promise.reject(new TypeError('no function')))
  drafts.put(['fox'], '/', 'Rangers')
  await expect(drafts.openNewest()).rejects.toThrow('no function')
  gone()
  drafts.opens('fox', (typed: unknown) => opened.push(typed))
  await drafts.openNewest()
  expect(opened).toEqual(['Rangers'])
})

it('restores a dialog that adds something, with all its fields', async () => {
  screen = await show(core)
  await screen.press('n')
  await type('Project', 'Rangers')
  await screen.press('Enter')
  await type('Code', 'RAN')
  document.querySelector('dialog')!.dispatchEvent(new Event('cancel', { cancelable: true }))
  await screen.settle()
  expect(document.querySelector('dialog')).toBeNull()
  await screen.wrapper.findAll('.toast button').at(-1)!.trigger('click')
  await screen.settle()
  expect(field('Name').value).toBe('Rangers')
  expect(field('Code').value).toBe('RAN')
})

it('restores such a dialog, too, when the form that it was opened from is gone', async () => {
  screen = await show(core)
  await screen.press('n')
  await type('Project', 'Rangers')
  await screen.press('Enter')
  await type('Code', 'RAN')
  document.querySelector('dialog')!.dispatchEvent(new Event('cancel', { cancelable: true }))
  await screen.settle()
  field('Project').focus()
  await screen.press('Escape')
  await screen.press('u')
  expect(field('Code').value).toBe('RAN')
})

it('restores what was typed about a timer that another window has stopped', async () => {
  await running(core, 47)
  screen = await show(core)
  document.querySelector<HTMLElement>('.timer-what')!.click()
  await screen.settle()
  await type('Notes', 'Rangers')
  await core.do('timer.stop', {})
  await screen.settle()
  expect(document.querySelector('.details')).toBeNull()
  expect(toast()).toContain('Closed without saving')
  await screen.wrapper.findAll('.toast button').at(-1)!.trigger('click')
  await screen.settle()
  const line = document.querySelector<HTMLInputElement>('.work-line .text input')!
  expect(line.value).toBe('Rangers')
})

it('keeps what is typed for the timer while something else runs', async () => {
  await worked(core)
  screen = await show(core)
  const line = () => document.querySelector<HTMLInputElement>('.work-line .text input')!
  line().value = 'Rangers'
  line().dispatchEvent(new Event('input', { bubbles: true }))
  await screen.settle()
  document.querySelector<HTMLElement>('[data-entry="1"]')!.focus()
  await screen.press('c')
  expect(document.querySelector('.work-line')).toBeNull()
  await screen.settle(61_000)
  await screen.press('s')
  expect(line().value).toBe('Rangers')
})
