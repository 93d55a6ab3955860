/** What the focus can move to: the regions that F6 cycles through, and the stops of Tab. */

const regionsOf = (root: ParentNode): HTMLElement[] =>
  [...root.querySelectorAll<HTMLElement>('[data-region]')].filter(
    (region) =>
      !region.closest('[inert]') &&
      (region.offsetParent !== null || region.getClientRects().length > 0),
  )

const focusable =
  'a[href], button:not([disabled]), input:not([disabled]), textarea, select, [tabindex="0"]'

/** The elements that Tab reaches: neither hidden nor managed by a list's arrow keys. */
const stopsIn = (root: ParentNode | undefined): HTMLElement[] =>
  [...(root?.querySelectorAll<HTMLElement>(focusable) ?? [])].filter(
    (element) =>
      element.tabIndex >= 0 && element.getClientRects().length > 0 && !element.closest('[inert]'),
  )

/** Moves the focus as Tab does, which selects the text of a field. */
export function focusNextStop(backwards = false): void {
  const stops = stopsIn(document)
  const current = stops.indexOf(document.activeElement as HTMLElement)
  const next = stops[current + (backwards ? -1 : 1)]
  next?.focus()
  if (next instanceof HTMLInputElement) next.select()
}

/** Moves the focus into the next region; from the last one into the first. */
export function focusNextRegion(backwards = false): void {
  const regions = regionsOf(document)
  const current = regions.findIndex((region) => region.contains(document.activeElement))
  const step = backwards ? -1 : 1
  for (let tried = 1; tried <= regions.length; tried++) {
    const index = (current + step * tried + regions.length * 2) % regions.length
    const [target] = stopsIn(regions[index])
    if (target) return target.focus()
  }
}
