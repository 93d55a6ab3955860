/**
 * The keyboard shortcuts of the window. Screens and bars register their keys while they are
 * mounted; the list behind `?` is built from the same registry, so that it never lists a key that
 * does nothing. While a form, dialog, popover or menu has the focus, the keys are its own.
 */
import { defineStore } from 'pinia'
import { onBeforeUnmount, shallowRef } from 'vue'
import type { Router } from 'vue-router'
import { freeFocus, visiblePage } from '../../ui/watch-focus.ts'
import { isKeyUsable } from '../../ui/single-keys.ts'
import { focusNextStop } from './focus-regions.ts'
import type { MessageKey } from '../messages/index.ts'

export interface Shortcut {
  /** As `keyName` writes them; a sequence is two keys separated by a space: `g d`. */
  keys: readonly string[]
  /** Label in the list of keys; absent for a second key for a listed action. */
  readonly label?: MessageKey | undefined
  /** Works also while a field, a form or a menu has the focus; never beneath a dialog. */
  everywhere?: boolean
  /**
   * @param pressed which of the keys was pressed
   * @returns a promise if it shows a form or dialog later; what is typed until then goes there
   */
  run: (pressed: string) => unknown
}

/** How long the first key of a sequence waits for the second, in milliseconds. */
const sequencePause = 1200

const modifierKeys = new Set(['Shift', 'Control', 'Alt', 'Meta', 'AltGraph'])

/**
 * A key press as text: `s`, `Shift+z`, `Ctrl+Enter`, `?`. Ctrl and Cmd are one; Shift is named for
 * letters and named keys only, since it is part of how `?` is typed.
 */
function keyName(event: KeyboardEvent): string {
  const letter = /^\p{L}$/u.test(event.key)
  const key = letter ? event.key.toLowerCase() : event.key === ' ' ? 'Space' : event.key
  const shift = event.shiftKey && (letter || key.length > 1) ? 'Shift+' : ''
  return `${event.ctrlKey || event.metaKey ? 'Ctrl+' : ''}${event.altKey ? 'Alt+' : ''}${shift}${key}`
}

/** True where a key press would type text, or choose by it. */
function takesText(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target instanceof HTMLInputElement)
    return !['checkbox', 'radio', 'button'].includes(target.type)
  return target.matches('textarea, select') || target.isContentEditable
}

/** A key press that is held for what is loading. */
interface HeldKey {
  name: string
  text: string
  event: KeyboardEvent
}

/** The character that a key press types, if it types one. AltGr is Ctrl and Alt on some systems. */
const typedBy = (event: KeyboardEvent): string =>
  event.getModifierState('AltGraph') || !(event.ctrlKey || event.metaKey || event.altKey)
    ? (/^.$/u.exec(event.key)?.[0] ?? '')
    : ''

/**
 * Changes the text of a field as a key press would. Fields for dates, which have no caret, do not
 * change.
 * @param text what is typed at the caret; null deletes, as Backspace does
 */
function typeInto(field: EventTarget, text: string | null) {
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return
  const { selectionStart: start, selectionEnd: end } = field
  if (field.readOnly || start === null || end === null) return
  const from = text === null && start === end ? Math.max(0, start - 1) : start
  field.setRangeText(text ?? '', from, end, 'end')
  const inputType = text === null ? 'deleteContentBackward' : 'insertText'
  field.dispatchEvent(new InputEvent('input', { bubbles: true, data: text, inputType }))
}

/** What the browser does for a key press that no handler has used. */
function actAsBrowser({ name, text }: HeldKey, target: Element) {
  if (name === 'Tab' || name === 'Shift+Tab') focusNextStop(name === 'Shift+Tab')
  else if (takesText(target) && name === 'Backspace') typeInto(target, null)
  else if (takesText(target) && text !== '') typeInto(target, text)
  else if (name === 'Enter' && target instanceof HTMLTextAreaElement) typeInto(target, '\n')
  else if (name === 'Enter' && target instanceof HTMLInputElement) target.form?.requestSubmit()
  else if ((name === 'Enter' && takesEnter(target)) || (name === 'Space' && takesSpace(target))) {
    target.closest<HTMLElement>('button, a, input, summary, [role=radio]')?.click()
  }
}

/** True where Enter has its own effect. */
const takesEnter = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('button, a, [role=radio]') !== null

/** True where the space bar has its own effect. */
const takesSpace = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('button, a, input, select, summary') !== null

/** True where the arrow keys choose. */
const takesArrows = (target: EventTarget | null): boolean =>
  target instanceof Element && target.matches('[type=radio]')

/** True for a key with which the browser operates the control that has the focus. */
const isPress = (name: string, target: EventTarget | null): boolean =>
  (name === 'Enter' && takesEnter(target)) ||
  (name === 'Space' && takesSpace(target)) ||
  (name.startsWith('Arrow') && takesArrows(target))

const isInGrid = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[role=grid], [role=treegrid]') !== null

/** True while a dialog covers the page: no key reaches what is beneath. */
const isBeneathDialog = (): boolean => document.querySelector('dialog[open]') !== null

/** True while a dialog, menu or list covers the page and handles the keys. */
const covered = (): boolean =>
  isBeneathDialog() || document.querySelector('[data-layer][data-open]') !== null

/**
 * True in a form, a popover or an open panel, which keep the keys of the page to themselves. The
 * line of the timer bar is a part of the page.
 */
const ownsKeys = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('form:not([data-page-keys]), [role=dialog], [data-owns-keys]') !== null

/** True where this shortcut acts. Esc also leads from a form to the page, which closes it. */
function actsIn(target: EventTarget | null, { everywhere }: Shortcut, name: string): boolean {
  if (everywhere) return !isBeneathDialog()
  if (covered() || takesText(target)) return false
  return name === 'Escape' || !ownsKeys(target)
}

/**
 * Moves the focus out of a field to where the page's keys work: the element of the page that Tab
 * reaches, or the page itself where it contains the field.
 */
function leave(field: Element) {
  const page = visiblePage()
  const stops = page?.contains(field)
    ? []
    : (page?.querySelectorAll<HTMLElement>('[tabindex="0"]') ?? [])
  const stop = [...stops].find((element) => element.getClientRects().length > 0)
  if (stop) stop.focus()
  else freeFocus()
}

export const useShortcutStore = defineStore('shortcuts', () => {
  const groups = shallowRef<readonly (readonly Shortcut[])[]>([])
  let first: string | undefined
  let forget: ReturnType<typeof setTimeout> | undefined
  /** What is loading: the newest page, form or dialog that was asked for, until it has its keys. */
  let coming: object | undefined
  /** True when it is there, and is given the held keys. */
  let isThere = false
  /** Keys that were pressed since, in order. */
  let held: HeldKey[] = []
  /** The event by which a held key is pressed again. */
  let again: KeyboardEvent | undefined

  function add(shortcuts: readonly Shortcut[]) {
    groups.value = [...groups.value, shortcuts]
    return () => {
      groups.value = groups.value.filter((group) => group !== shortcuts)
    }
  }

  /** The newest registration wins. */
  const find = (matches: (keys: string) => boolean): Shortcut | undefined =>
    groups.value
      .toReversed()
      .flat()
      .find(({ keys }) => keys.some((key) => isKeyUsable(key) && matches(key)))

  /** Runs the shortcut of a key. Returns whether the key has been used. */
  function take(name: string, target: EventTarget | null): boolean {
    if (isPress(name, target)) return false
    const inField = takesText(target)
    const wanted = first === undefined ? name : `${first} ${name}`
    const shortcut = find((keys) => keys === wanted) ?? find((keys) => keys === name)
    clearTimeout(forget)
    first = undefined
    if (shortcut && actsIn(target, shortcut, name)) {
      const opening = shortcut.run(name)
      if (opening instanceof Promise) void holdWhile(opening)
      return true
    }
    if (covered()) return false
    if (name === 'Escape' && inField) {
      leave(target as Element)
    } else if (!inField && !ownsKeys(target) && find((keys) => keys.startsWith(`${name} `))) {
      first = name
      forget = setTimeout(() => (first = undefined), sequencePause)
    }
    // The space bar would scroll the focused row or cell out of view.
    return name === 'Space' && isInGrid(target)
  }

  /** True for a key that is meant for what is loading: text, or what is a key of this page. */
  function isForComing(name: string, text: string, target: EventTarget | null): boolean {
    if (!coming) return false
    if (covered() || takesText(target) || isPress(name, target)) return false
    const shortcut = find((keys) => keys === name)
    return shortcut ? !shortcut.everywhere : text !== ''
  }

  const isKeyPress = (event: KeyboardEvent) =>
    event !== again && !event.isComposing && !modifierKeys.has(event.key)

  function hold(event: KeyboardEvent) {
    event.preventDefault()
    held.push({ name: keyName(event), text: typedBy(event), event })
  }

  /**
   * Holds every key that follows held ones, before anything else can act on it: Ctrl+Enter must not
   * save a form before its text is in it. Esc gives up what is loading, and what was typed for it.
   */
  function keepOrder(event: KeyboardEvent) {
    if (held.length === 0 || !isKeyPress(event)) return
    if (event.key === 'Escape') held = []
    else if (isThere) giveText()
    if (held.length === 0) return
    event.stopImmediatePropagation()
    hold(event)
  }

  function press(event: KeyboardEvent) {
    if (event.defaultPrevented || (event !== again && !isKeyPress(event))) return
    const name = keyName(event)
    const isHeld =
      event !== again && name !== 'Escape' && isForComing(name, typedBy(event), event.target)
    if (isHeld) hold(event)
    else if (take(name, event.target)) event.preventDefault()
  }

  /** Gives held text to the field that has the focus, if one has it. */
  function giveText() {
    const target = document.activeElement
    while (held[0] && held[0].text !== '' && takesText(target)) {
      typeInto(target!, held.shift()!.text)
    }
  }
  /** Gives the next held key to what has the focus now, and text as a whole. */
  function giveHeld() {
    giveText()
    const key = held.shift()
    if (!key) return
    const { key: pressed, code, ctrlKey, altKey, shiftKey, metaKey } = key.event
    const target = document.activeElement ?? document.body
    again = new KeyboardEvent('keydown', {
      key: pressed,
      code,
      ctrlKey,
      altKey,
      shiftKey,
      metaKey,
      bubbles: true,
      cancelable: true,
    })
    if (target.dispatchEvent(again)) actAsBrowser(key, target)
  }
  /** Holds keys from now on, for something that is loading. */
  function holdFor(something: object) {
    coming = something
    isThere = false
  }
  /**
   * Gives the held keys to what they were meant for.
   * @param isLoaded false if it did not load: its keys mean nothing elsewhere
   */
  async function release(something: object, isLoaded: boolean) {
    if (coming === something && !isLoaded) held = []
    // Lets it be mounted, and what a key opens or leads to begin before the next key.
    const pause = () => new Promise((resolve) => setTimeout(resolve))
    const isWaiting = () => coming === something && held.length > 0
    try {
      await pause()
      for (isThere ||= coming === something; isWaiting(); await pause()) giveHeld()
    } finally {
      if (coming === something) {
        coming = undefined
        isThere = false
        held = []
      }
    }
  }

  /** Holds keys until something is there; they are dropped if it fails. */
  async function holdWhile(opening: Promise<unknown>) {
    holdFor(opening)
    let isLoaded = false
    try {
      await opening
      isLoaded = true
    } finally {
      await release(opening, isLoaded)
    }
  }

  return { groups, add, keepOrder, press, holdFor, release }
})

/** Registers keys for as long as the component is mounted. */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  onBeforeUnmount(useShortcutStore().add(shortcuts))
}

/** Gives keys that are pressed while a page is loading to that page, not to the one before. */
export function holdKeysWhileLoading(router: Router): void {
  const { holdFor, release } = useShortcutStore()
  router.beforeEach((to, from) => {
    // Another report, another filter: the page is there already.
    if (to.path !== from.path) holdFor(to)
  })
  router.afterEach((to, _from, failure) => void release(to, !failure))
  router.onError((_thrown, to) => void release(to, false))
}
