/**
 * The code that runs in each page under test. Every function is passed to the browser as text, so
 * it sees nothing outside of its own body; they find each other on `window.hands`.
 */
import type { Field, Focus, Look, Offer, Sum, Takes } from './seen.ts'

export interface Hands {
  /** Calls that wait for their answer. */
  pending: number
  asked: Record<string, unknown[]>
  broken: string[]
  quiet(): Promise<boolean>
  nameOf(element: Element): string
  roleOf(element: Element): string
  takesOf(element: Element): Takes | undefined
  offers(): Offer[]
  fields(): Field[]
  focus(): Focus
  chosen(): string[]
  crossed(): string[]
  sums(): Sum[]
  look(): Promise<Look>
}

declare global {
  interface Window {
    hands: Hands
  }
}

/** Follows the IPC socket, and knows when the page has come to rest. */
export function watchPage(): void {
  const hands = { pending: 0, asked: {}, broken: [] } as unknown as Hands
  window.hands = hands
  // Printing is out of scope.
  window.print = () => undefined

  /** Calls that last as long as the network takes; the page does not wait for them. */
  const slow = ['sync.now', 'account.checkService']
  const plain = window.WebSocket
  const waiting = new Map<number, string>()
  window.WebSocket = class extends plain {
    constructor(address: string | URL) {
      super(address)
      this.addEventListener('message', (message: MessageEvent<string>) => {
        const { id, result } = JSON.parse(message.data) as {
          id?: number
          result?: { ok: boolean; error?: { code: string; message: string } }
        }
        const name = id === undefined ? undefined : waiting.get(id)
        if (id === undefined || name === undefined) return
        waiting.delete(id)
        hands.pending = waiting.size
        const code = result?.error?.code
        if (code && ['internal', 'unknown-call', 'refused-sender', 'database'].includes(code)) {
          hands.broken.push(`${name}: ${result.error!.message}`)
        }
      })
    }
    override send(data: string) {
      const { id, call, input } = JSON.parse(data) as { id?: number; call: string; input: unknown }
      if (id !== undefined) {
        hands.asked[call] = [...(hands.asked[call] ?? []), input].slice(-12)
        if (!slow.includes(call)) waiting.set(id, call)
        hands.pending = waiting.size
      }
      super.send(data)
    }
  }

  let changed = false
  const start = () =>
    new MutationObserver(() => (changed = true)).observe(document.documentElement, {
      ...{ subtree: true, childList: true, attributes: true, characterData: true },
    })
  if (document.documentElement) start()
  else document.addEventListener('readystatechange', start, { once: true })

  const frame = () => new Promise<unknown>((resolve) => requestAnimationFrame(resolve))
  /** Resolves when no call is pending and two frames passed without a change. */
  hands.quiet = async () => {
    let still = 0
    for (let frames = 0; frames < 300; frames++) {
      await frame()
      const isMoving = changed || hands.pending > 0
      changed = false
      still = isMoving ? 0 : still + 1
      if (still === 2) return true
    }
    return false
  }
}

/** The names of elements, and which of them can be operated. */
export function watchOffers(): void {
  const { hands } = window
  const short = (text: string | null | undefined) =>
    (text ?? '').replace(/\s+/g, ' ').trim().slice(0, 80)

  hands.roleOf = (element) => {
    if (element instanceof HTMLElement) {
      const { edge, at } = element.dataset
      if (edge !== undefined) return 'edge'
      if (element.hasAttribute('data-block') || at?.includes('entry')) return 'block'
      if (element.hasAttribute('data-draft')) return 'draft'
      if (element.hasAttribute('data-date')) return 'day'
    }
    const role = element.getAttribute('role')
    if (role !== null) return role
    if (element instanceof HTMLInputElement) {
      return ['checkbox', 'radio'].includes(element.type) ? element.type : 'field'
    }
    const tags: Record<string, string> = {
      TEXTAREA: 'field',
      A: 'link',
      BUTTON: 'button',
      TR: 'row',
    }
    return tags[element.tagName] ?? element.tagName.toLowerCase()
  }
  hands.nameOf = (element) => {
    if (element instanceof HTMLElement && element.dataset['edge'] !== undefined) {
      const of = element.closest('[data-block], [data-draft]')
      return `${element.dataset['edge']} of ${of ? hands.nameOf(of) || 'draft' : ''}`
    }
    const label = element.getAttribute('aria-label')
    if (label) return short(label)
    if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) {
      return short(element.labels?.[0]?.textContent ?? element.placeholder)
    }
    if (element instanceof HTMLElement && element.dataset['date']) return element.dataset['date']
    return short(element.textContent)
  }
  hands.takesOf = (element) => {
    if (element instanceof HTMLTextAreaElement) return element.readOnly ? undefined : 'text'
    if (!(element instanceof HTMLInputElement)) return undefined
    if (element.disabled || element.readOnly) return undefined
    if (element.type === 'date') return 'date'
    if (element.type === 'search') return 'search'
    if (!['text', 'url', 'password', ''].includes(element.type)) return undefined
    if (element.classList.contains('number')) return 'number'
    const finds = element.closest('.combo, .palette') ?? element.closest('[data-finds]')
    return finds ? 'search' : 'text'
  }

  const selector = [
    'button:not([disabled])',
    'a[href^="#"]',
    'input:not([disabled])',
    'textarea',
    'select',
    '[role=option]',
    '[role=row][tabindex]',
    'tr[tabindex]',
    '[role=gridcell][data-cell]',
    '[role=radio]',
    '[role=tab]',
    '[role=menuitem]',
    '[data-edge]',
    '[data-block]',
    '[data-draft]',
    '[data-date]',
  ].join(',')
  /**
   * Controls that would end the round, or act outside of it: other accounts and removing this one,
   * the network and files, ports of this machine, windows that no page has.
   */
  const elsewhere = [
    '[data-section=account]',
    '[data-section=network]',
    '[data-section=data]',
    '[data-section=about]',
    '[data-section=idle]',
    '[data-section=shortcuts]',
    '.mini',
    'input[type=file]',
    '[target=_blank]',
    '[href^="#/link"]',
    '[href^="#/transfer"]',
  ].join(',')
  const over = 'dialog, [data-layer], [role=dialog], .panel.over, [popover], aside form'

  hands.offers = () => {
    const seen = new Map<string, number>()
    const found: Offer[] = []
    for (const element of document.querySelectorAll(selector)) {
      if (element.closest(elsewhere)) continue
      const box = element.getBoundingClientRect()
      if (box.width === 0 || box.height === 0) continue
      const role = hands.roleOf(element)
      const name = hands.nameOf(element)
      const key = `${role} ${name}`
      const nth = seen.get(key) ?? 0
      seen.set(key, nth + 1)
      // Of an element that is larger than the window, the part that is on screen.
      const left = Math.max(box.left, 0)
      const right = Math.min(box.right, innerWidth)
      const top = Math.max(box.top, 0)
      const bottom = Math.min(box.bottom, innerHeight)
      if (left >= right || top >= bottom) continue
      const x = Math.round((left + right) / 2)
      const y = Math.round((top + bottom) / 2)
      const hit = document.elementFromPoint(x, y)
      const isDay = role === 'day'
      if (!hit || !(element.contains(hit) || (isDay && hit.closest('.days, [data-date]')))) continue
      found.push({
        ...{ role, name, nth, x, y },
        ...{ width: Math.round(right - left), height: Math.round(bottom - top) },
        takes: hands.takesOf(element),
        over: element.closest(over) !== null,
      })
    }
    return found
  }

  hands.fields = () =>
    [...document.querySelectorAll<HTMLInputElement>('input, textarea')].flatMap((element) => {
      const takes = hands.takesOf(element)
      return takes && element.value !== ''
        ? [{ name: hands.nameOf(element), value: element.value, takes }]
        : []
    })
}

/** Where the focus is, and whether a person can see it. */
export function watchFocus(): void {
  const { hands } = window
  /** Lies over the page for a moment, or belongs to what has the focus. */
  const passing = '[data-layer], .toast, [role=tooltip], [role=listbox], .tip, .told, [role=status]'

  /** An element that the pointer passes through still covers what is below it. */
  function hitFor(element: HTMLElement, x: number, y: number): Element | null {
    const { pointerEvents } = element.style
    element.style.pointerEvents = 'auto'
    const hit = document.elementFromPoint(x, y)
    element.style.pointerEvents = pointerEvents
    return hit
  }

  function hiddenBy(element: HTMLElement): string | undefined {
    const box = element.getBoundingClientRect()
    if (box.width === 0 || box.height === 0) return 'it is not drawn'
    let [left, top, right, bottom] = [box.left, box.top, box.right, box.bottom]
    let inner: Element = element
    for (let around = element.parentElement; around; around = around.parentElement) {
      // A fixed element, or one in the top layer, is not clipped by its ancestors.
      if (inner.matches('dialog, [popover]') || getComputedStyle(inner).position === 'fixed') break
      inner = around
      const { overflowX, overflowY } = getComputedStyle(around)
      if (overflowX === 'visible' && overflowY === 'visible') continue
      const frame = around.getBoundingClientRect()
      if (overflowX !== 'visible') {
        left = Math.max(left, frame.left)
        right = Math.min(right, frame.right)
      }
      if (overflowY !== 'visible') {
        top = Math.max(top, frame.top)
        bottom = Math.min(bottom, frame.bottom)
      }
    }
    left = Math.max(left, 0)
    top = Math.max(top, 0)
    right = Math.min(right, innerWidth)
    bottom = Math.min(bottom, innerHeight)
    if (right - left < 2 || bottom - top < 2) {
      const [x, y] = [Math.round(box.left), Math.round(box.top)]
      return `it is scrolled out of sight, at ${x}, ${y} and ${Math.round(box.height)} high`
    }
    const points: [number, number][] = []
    for (const across of [0.5, 0.1, 0.9]) {
      for (const down of [0.5, 0.15, 0.85]) {
        points.push([left + (right - left) * across, top + (bottom - top) * down])
      }
    }
    let over: Element | null = null
    for (const [x, y] of points) {
      const hit = hitFor(element, x, y)
      if (!hit || element.contains(hit) || hit.contains(element) || hit.closest(passing)) {
        return undefined
      }
      over = hit
    }
    return over
      ? `“${hands.nameOf(over).slice(0, 40)}” (${over.className}) lies over it`
      : undefined
  }

  const owners =
    'dialog[open], [data-layer], [role=dialog], form:not([data-page-keys]), [data-owns-keys]'
  /** Undefined where letters are answers. */
  const ownerOf = (element: Element): string | undefined => {
    const owner = element.closest('[role=alertdialog], .conflicts') ? null : element.closest(owners)
    const title = owner?.getAttribute('aria-label') ?? owner?.querySelector('h2')?.textContent
    return owner ? `${owner.tagName.toLowerCase()} “${title ?? ''}”` : undefined
  }
  hands.chosen = () =>
    [...document.querySelectorAll('main [aria-selected=true], main [role=row][tabindex="0"]')]
      .filter((element) => !element.closest(owners))
      .map((element) => hands.nameOf(element))

  hands.focus = () => {
    const element = document.activeElement
    const covered = document.querySelector('dialog[open], [data-layer][data-open]') !== null
    // The body has the focus when nothing in particular has.
    if (!element || element === document.body) return { on: 'body', role: 'body', covered }
    const where = element.closest('dialog, [role=dialog], aside, nav, header, main')
    const role = hands.roleOf(element)
    return {
      on: `${role} “${hands.nameOf(element).slice(0, 60)}”${where ? ` in ${where.tagName.toLowerCase()}` : ''}`,
      role,
      takes: hands.takesOf(element),
      value: 'value' in element ? String(element.value) : undefined,
      offers: element.getAttribute('aria-controls') !== null,
      covered,
      owner: ownerOf(element),
      hidden: element.id === 'content' ? undefined : hiddenBy(element as HTMLElement),
    }
  }
}
