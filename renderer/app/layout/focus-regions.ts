/** The regions that F6 cycles through, in page order. */

const regionsOf = (root: ParentNode): HTMLElement[] =>
  [...root.querySelectorAll<HTMLElement>('[data-region]')].filter(
    (region) =>
      !region.closest('[inert]') &&
      (region.offsetParent !== null || region.getClientRects().length > 0),
  )

const focusable =
  'a[href], button:not([disabled]), input:not([disabled]), textarea, select, [tabindex="0"]'

/** The first element that Tab would reach: neither hidden nor managed by a list's arrow keys. */
const firstStop = (region: HTMLElement | undefined): HTMLElement | undefined =>
  [...(region?.querySelectorAll<HTMLElement>(focusable) ?? [])].find(
    (element) => element.tabIndex >= 0 && element.getClientRects().length > 0,
  )

/** Moves the focus into the next region; from the last one into the first. */
export function focusNextRegion(backwards = false): void {
  const regions = regionsOf(document)
  const current = regions.findIndex((region) => region.contains(document.activeElement))
  const step = backwards ? -1 : 1
  for (let tried = 1; tried <= regions.length; tried++) {
    const index = (current + step * tried + regions.length * 2) % regions.length
    const target = firstStop(regions[index])
    if (target) return target.focus()
  }
}
