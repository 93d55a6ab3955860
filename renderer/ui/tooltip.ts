/**
 * `v-tip`: a tooltip for elements without visible text. One bubble serves the whole window. It
 * hides when the pointer or the focus leaves, on the next key press, and with the page.
 */
import type { Directive } from 'vue'
import { keysName } from './key-names.ts'
import { isKeyUsable } from './single-keys.ts'

export type Tooltip = string | undefined | { text: string; keys?: string; quiet?: string }

const delay = 400
const gap = 6
const edge = 8

interface Bubble {
  element: HTMLElement
  owner?: HTMLElement
  timer?: number
}

function place(bubble: HTMLElement, owner: HTMLElement) {
  const near = owner.getBoundingClientRect()
  const own = bubble.getBoundingClientRect()
  // A picture-in-picture window has its own document.
  const { innerHeight, innerWidth } = owner.ownerDocument.defaultView ?? window
  const below = near.bottom + gap
  const top = below + own.height + edge > innerHeight ? near.top - own.height - gap : below
  const left = near.left + near.width / 2 - own.width / 2
  bubble.style.top = `${Math.max(edge, top)}px`
  bubble.style.left = `${Math.max(edge, Math.min(left, innerWidth - own.width - edge))}px`
}

function fill(bubble: HTMLElement, tip: Exclude<Tooltip, undefined>) {
  const { text, keys, quiet } = typeof tip === 'string' ? { text: tip } : { quiet: '', ...tip }
  bubble.textContent = text
  for (const words of [quiet, keys && isKeyUsable(keys) && keysName(keys)]) {
    if (!words) continue
    const part = document.createElement('span')
    part.textContent = words
    bubble.append(part)
  }
}

/** Creates the directive and its bubble; one per app. */
export function createTooltip(): Directive<HTMLElement, Tooltip> {
  const tips = new WeakMap<HTMLElement, Tooltip>()
  let bubble: Bubble | undefined

  function theBubble(): Bubble {
    if (!bubble) {
      const element = document.createElement('div')
      element.className = 'tip'
      element.popover = 'manual'
      element.setAttribute('aria-hidden', 'true')
      bubble = { element }
    }
    return bubble
  }

  function hide() {
    if (!bubble) return
    clearTimeout(bubble.timer)
    bubble.owner?.ownerDocument.removeEventListener('keydown', hide, true)
    window.removeEventListener('hashchange', hide)
    bubble.owner = undefined
    bubble.element.remove()
  }

  function show(owner: HTMLElement) {
    const tip = tips.get(owner)
    if (!tip) return
    const { element } = theBubble()
    fill(element, tip)
    // Inside a dialog the bubble has to be the dialog's child; otherwise it would be below the
    // dialog.
    ;(owner.closest('dialog') ?? owner.ownerDocument.body).append(element)
    element.showPopover?.()
    place(element, owner)
  }

  function later(owner: HTMLElement) {
    hide()
    const waiting = theBubble()
    waiting.owner = owner
    owner.ownerDocument.addEventListener('keydown', hide, true)
    window.addEventListener('hashchange', hide)
    waiting.timer = window.setTimeout(() => show(owner), delay)
  }

  return {
    mounted(element, { value }) {
      tips.set(element, value)
      element.addEventListener('pointerenter', (event) => {
        if (event.pointerType === 'mouse') later(element)
      })
      element.addEventListener('pointerleave', hide)
      element.addEventListener('pointerdown', hide)
      element.addEventListener('focus', () => {
        if (element.matches(':focus-visible')) later(element)
      })
      element.addEventListener('blur', hide)
    },
    updated(element, { value }) {
      tips.set(element, value)
    },
    beforeUnmount(element) {
      if (bubble?.owner === element) hide()
    },
  }
}
