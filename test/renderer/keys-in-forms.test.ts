/**
 * A form, dialog, popover or menu that has the focus owns the keyboard: on every page, each key of
 * the page and the window is pressed on each control of all of them, and nothing else changes.
 */
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { useShortcutStore } from '../../renderer/app/keys/shortcuts.ts'
import { onAnyDay } from '../support/test-day.ts'
import { now, setClock, today } from './support/clock.ts'
import { running, studio, type TestCore, wasAway, worked } from './support/core.ts'
import { pressOn, type Screen, showPage } from './support/mount.ts'

onAnyDay()
let core: TestCore
let screen: Screen
beforeEach(async () => {
  setClock()
  core = await studio()
})

/** The event of a key that is named as the registry does: `Shift+j`, `Ctrl+ArrowUp`. */
function eventOf(name: string): [key: string, more: KeyboardEventInit] {
  const [, held, key] = /^((?:\w+\+)*)(.+)$/u.exec(name)!
  const shiftKey = held!.includes('Shift+')
  const typed = key === 'Space' ? ' ' : shiftKey && key!.length === 1 ? key!.toUpperCase() : key!
  return [typed, { shiftKey, ctrlKey: held!.includes('Ctrl+'), altKey: held!.includes('Alt+') }]
}

/** Keys that any list may have. */
const listKeys =
  'ArrowUp ArrowDown ArrowLeft ArrowRight Home End PageUp PageDown Delete Backspace n e d j k a'
/** Keys that belong to the form itself. */
const ownKeys = ['Escape', 'Ctrl+Enter']

/** Each key of the page and the window that works on the page, in the order it would be pressed. */
function keysOfPage(): string[][] {
  const { app } = screen.wrapper.vm.$.appContext
  const { groups } = app.runWithContext(() => useShortcutStore())
  const registered = groups.flat().flatMap(({ keys, everywhere }) => (everywhere ? [] : [...keys]))
  const all = new Set([...listKeys.split(' '), ...registered])
  return [...all].filter((keys) => !ownKeys.includes(keys)).map((keys) => keys.split(' '))
}

const controlsOf = (owner: Element) =>
  [
    ...owner.querySelectorAll<HTMLElement>(
      'a[href], button, input, select, textarea, summary, [tabindex]',
    ),
  ].filter((control) => !control.closest('[disabled], [inert]'))

const nameOf = (control: HTMLElement) =>
  control.getAttribute('aria-label') ??
  (control as HTMLInputElement).labels?.[0]?.textContent ??
  control.textContent?.trim()

/** True for a key with which this control saves or applies what it has. */
const operates = (press: string, control: HTMLElement) =>
  control.role === 'radio' ? press.startsWith('Arrow') : press === 'Enter' && isText(control)
const isText = (control: HTMLElement) =>
  control.matches('textarea, input:not([type=checkbox], [type=radio])')

/** What happens outside of the owner while it has the focus. */
function watchOutside(owner: Element) {
  const observer = new MutationObserver(() => {})
  observer.observe(document.body, {
    ...{ subtree: true, childList: true, attributes: true, characterData: true },
  })
  onTestFinished(() => observer.disconnect())
  const isOutside = ({ target }: MutationRecord) =>
    !owner.contains(target) && target !== owner && !(target as Element).closest?.('[role=tooltip]')
  return {
    forget: () => void (observer.takeRecords(), (core.calls.length = 0)),
    happened: () => [
      ...core.calls.map(({ name }) => `calls ${name}`),
      ...observer
        .takeRecords()
        .filter(isOutside)
        .map(({ target, attributeName }) => {
          const element = target instanceof Element ? target : target.parentElement
          return `changes ${attributeName ?? 'the content'} of ${element?.className || element?.tagName}`
        }),
      ...(owner.isConnected ? [] : ['is closed']),
      ...(owner.contains(document.activeElement) ? [] : ['loses the focus']),
    ],
  }
}

/** Presses each key on each control. Returns what that did elsewhere. */
async function pressEverything(owner: Element, answers: string) {
  const wrong: string[] = []
  const outside = watchOutside(owner)
  const address = location.hash
  const isAnswer = (press: string) => answers.split(' ').includes(press.replace('Shift+', ''))
  const keys = keysOfPage().filter((presses) => !presses.some((press) => isAnswer(press)))
  let count = 0
  for (const control of controlsOf(owner)) {
    control.focus()
    await screen.settle(1)
    if (document.activeElement !== control) continue
    count += 1
    for (const presses of keys) {
      if (operates(presses[0]!, control)) continue
      control.focus()
      outside.forget()
      for (const press of presses) {
        pressOn(document.activeElement ?? document.body, ...eventOf(press))
        await screen.core.settled()
      }
      const happened = outside.happened()
      if (location.hash !== address) happened.push(`goes to ${location.hash}`)
      if (happened.length > 0) {
        wrong.push(`${nameOf(control)}, ${presses.join(' ')}: ${[...new Set(happened)].join(', ')}`)
      }
      if (location.hash !== address || !owner.isConnected) return { wrong, count }
    }
  }
  return { wrong, count }
}

const find = (selector: string) => document.querySelector<HTMLElement>(selector)!
const buttonOf = (text: string, within: ParentNode = document) =>
  [...within.querySelectorAll<HTMLElement>('button')].find(
    (button) =>
      button.textContent?.trim().startsWith(text) || button.getAttribute('aria-label') === text,
  )!
async function click(element: HTMLElement) {
  await screen.settle(1)
  element.focus()
  element.click()
  // What it opens may have to be loaded first.
  await vi.dynamicImportSettled()
  await screen.settle(10)
}
async function open(path: string, ...presses: string[]) {
  screen = await showPage(core, path)
  for (const press of presses) {
    await screen.press(...eventOf(press))
    await vi.dynamicImportSettled()
    await screen.settle(10)
  }
}
const panel = () => find('#panel')
const dialog = () => find('dialog')

async function hasEntries() {
  await worked(core, { notes: 'Sketches' })
  await worked(core, { start: 660, notes: 'Call' })
  await core.sync()
}
async function hasExpenses() {
  for (const name of ['Courier', 'Prints']) {
    await core.do('expenses.create', {
      ...{ project: 1, date: today, chargeable: true, name, unit_charge: 2400 },
    })
  }
}
async function hasCategory() {
  await core.do('categories.create', { name: 'Travel', tasks: [1], charges: [] })
  await core.do('categories.create', { name: 'Studio', tasks: [], charges: [] })
}
async function hasWebhook() {
  core.service.capabilities.add('webhooks')
  core.service.addWebhook('https://hooks.example/stint', ['times.created'])
  await core.sync()
}

interface Place {
  what: string
  /** Opens it and returns its element. */
  open: () => Promise<Element>
  /** Letters that are answers of a dialog. */
  answers?: string
}

const places: Place[] = [
  {
    what: 'the form of an entry',
    async open() {
      await hasEntries()
      await open('#/', 'j', 'e')
      return panel()
    },
  },
  {
    what: 'the form of several entries',
    async open() {
      await hasEntries()
      await open('#/', 'j', 'Shift+j', 'e')
      return panel()
    },
  },
  {
    what: 'the dialog that splits an entry',
    async open() {
      await hasEntries()
      await open('#/', 'j', 'Shift+s')
      return dialog()
    },
  },
  {
    what: 'the dialog that copies entries',
    async open() {
      await hasEntries()
      await open('#/', 'j', 'Shift+j', 'd')
      return dialog()
    },
  },
  {
    what: 'the menu of an entry',
    async open() {
      await hasEntries()
      await open('#/', 'j')
      await click(buttonOf('More', find('[role=row][aria-selected=true]')))
      return find('[role=menu]')
    },
  },
  {
    what: 'the command menu over Day',
    async open() {
      await hasEntries()
      await open('#/', 'j', 'Ctrl+k')
      return dialog()
    },
  },
  {
    what: 'the list of keys over Day',
    async open() {
      await hasEntries()
      await open('#/', 'j', '?')
      return dialog()
    },
  },
  {
    what: 'the details of the timer',
    async open() {
      await hasEntries()
      await running(core, 30)
      await open('#/', 'j')
      await click(find('.timer-what'))
      return find('.details')
    },
  },
  {
    what: 'the menu of the timer',
    async open() {
      await hasEntries()
      await running(core, 30)
      await open('#/', 'j')
      await click(find('.more button'))
      return find('[role=menu]')
    },
  },
  {
    what: 'the menu of accounts',
    async open() {
      await hasEntries()
      await open('#/', 'j')
      await click(find('.organisation button'))
      return find('[role=menu]')
    },
  },
  {
    what: 'the question about a short run',
    async open() {
      await hasEntries()
      await running(core, 0)
      await open('#/', 'j', 's')
      return dialog()
    },
  },
  {
    what: 'the question about an absence',
    async open() {
      await hasEntries()
      await running(core, 47)
      await wasAway(core, 'idle', now - 27 * 60_000, now - 5 * 60_000)
      await open('#/')
      return dialog()
    },
    answers: 'k d s n x',
  },
  {
    what: 'the form of an entry in Week',
    async open() {
      await hasEntries()
      await open('#/week', 'j', 'e')
      return find('.popover')
    },
  },
  {
    what: 'the entries of a cell of the timesheet',
    async open() {
      await hasEntries()
      await open('#/timesheet')
      find(`[data-cell$=":3"]`).focus()
      await screen.press('Enter')
      return panel()
    },
  },
  {
    what: 'the form of an entry in the timesheet',
    async open() {
      await worked(core)
      await open('#/timesheet')
      find(`[data-cell$=":3"]`).focus()
      await screen.press('Enter')
      return panel()
    },
  },
  {
    what: 'the dialog that adds a row',
    async open() {
      await hasEntries()
      await open('#/timesheet', 'n')
      return dialog()
    },
  },
  {
    what: 'the form of an expense',
    async open() {
      await hasExpenses()
      await open('#/expenses', 'j', 'e')
      return panel()
    },
  },
  {
    what: 'the form of several expenses',
    async open() {
      await hasExpenses()
      await open('#/expenses', 'j', 'Shift+ArrowDown', 'e')
      return panel()
    },
  },
  {
    what: 'the menu of an expense',
    async open() {
      await hasExpenses()
      await open('#/expenses', 'j')
      await click(buttonOf('More', find('[data-expense]')))
      return find('[role=menu]')
    },
  },
  {
    what: 'the entries of a row of the report',
    async open() {
      await hasEntries()
      await open('#/reports', 'j', 'Enter')
      return panel()
    },
  },
  ...['', '/clients', '/tasks', '/charges'].map((tab): Place => ({
    what: `the panel of a record in Projects${tab}`,
    async open() {
      await core.do('clients.add', { name: 'Kauri Books' })
      await open(`#/projects${tab}`, 'j', 'e')
      return panel()
    },
  })),
  {
    what: 'the form of a project of this computer',
    async open() {
      await core.do('projects.add', { name: 'Garden', code: 'GRD', currency: 'EUR' })
      await open('#/projects', 'j', 'j', 'e')
      return panel()
    },
  },
  {
    what: 'the dialog that adds a project',
    async open() {
      await hasEntries()
      await open('#/', 'j', 'e')
      const field = find('#panel [role=combobox]') as HTMLInputElement
      field.focus()
      field.value = 'Garden'
      field.dispatchEvent(new Event('input', { bubbles: true }))
      await screen.press('Enter')
      await vi.dynamicImportSettled()
      await screen.settle(10)
      return dialog()
    },
  },
  {
    what: 'the form of a category',
    async open() {
      await hasCategory()
      await open('#/categories', 'j', 'e')
      return panel()
    },
  },
  {
    what: 'an archived category',
    async open() {
      await hasCategory()
      await open('#/categories', 'j', 'a', 'j', 'j', 'e')
      return panel()
    },
  },
  {
    what: 'a webhook',
    async open() {
      await hasWebhook()
      await open('#/categories/webhooks', 'j', 'e')
      return panel()
    },
  },
  {
    what: 'the form of a webhook',
    async open() {
      await hasWebhook()
      await open('#/categories/webhooks', 'n')
      return panel()
    },
  },
  {
    what: 'the question before a webhook is deleted',
    async open() {
      await hasWebhook()
      await open('#/categories/webhooks', 'j', 'Delete')
      return dialog()
    },
  },
  ...['', '/export'].flatMap((tab): Place[] => [
    {
      what: `the command menu over Import and export${tab}`,
      async open() {
        await open(`#/transfer${tab}`, 'Ctrl+k')
        return dialog()
      },
    },
    {
      what: `the list of keys over Import and export${tab}`,
      async open() {
        await open(`#/transfer${tab}`, '?')
        return dialog()
      },
    },
  ]),
]

describe('keys of the page', () => {
  it.each(places)('do nothing in $what', async (place) => {
    const owner = await place.open()
    expect(owner).toBeTruthy()
    const { wrong, count } = await pressEverything(owner, place.answers ?? '')
    expect(wrong).toEqual([])
    expect(count).toBeGreaterThan(0)
  })
})

describe('Esc', () => {
  /** True where it is no longer what has the keyboard: closed, or a panel that shows no form. */
  const isClosed = (owner: Element) =>
    !owner.isConnected || (owner.id === 'panel' && !owner.hasAttribute('data-owns-keys'))

  it.each(places)('closes $what, and nothing else', async (place) => {
    const owner = await place.open()
    const form = document.querySelector('.panel-form')
    const beneath = owner.contains(form) ? null : form
    controlsOf(owner)
      .findLast((control) => control.tabIndex >= 0 || control.role === 'menuitem')!
      .focus()
    await screen.settle(1)
    const isLeft = pressOn(document.activeElement!, 'Escape')
    // The browser asks a dialog to close, unless the key was used.
    if (owner.matches('dialog') && isLeft) {
      owner.dispatchEvent(new Event('cancel', { cancelable: true }))
    }
    await screen.settle(10)
    expect(isClosed(owner)).toBe(true)
    if (beneath) expect(beneath.isConnected).toBe(true)
  })

  it('closes the details of the timer from elsewhere, before the form beneath', async () => {
    await hasEntries()
    await running(core, 30)
    await open('#/', 'n')
    await click(find('.timer-what'))
    find('[role=row]').focus()
    await screen.press('Escape')
    expect(document.querySelector('.details')).toBeNull()
    expect(document.querySelector('.panel-form')).not.toBeNull()
    await screen.press('Escape')
    expect(document.querySelector('.panel-form')).toBeNull()
  })
})
