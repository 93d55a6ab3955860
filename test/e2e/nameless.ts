/** Finds what a screen reader would meet on a page without a name for it. */
import type { Page } from 'playwright-core'

/** Roles that need a name (WAI-ARIA, Roles Requiring a Name, and similar ones). */
const named = new Set([
  ...['link', 'button', 'image', 'img', 'table', 'grid', 'treegrid', 'textbox', 'searchbox'],
  ...['combobox', 'checkbox', 'switch', 'radio', 'radiogroup', 'listbox', 'option', 'dialog'],
  ...['alertdialog', 'menu', 'menuitem', 'tab', 'tablist', 'tabpanel', 'slider', 'spinbutton'],
  ...['progressbar', 'meter', 'heading', 'figure', 'graphics-document'],
])

/** Each as its role and its position, from the browser's whole accessibility tree. */
export async function namelessOf(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page)
  try {
    const { nodes } = await session.send('Accessibility.getFullAXTree')
    const found = nodes.filter(
      ({ ignored, role, name }) =>
        !ignored && named.has(String(role?.value)) && String(name?.value ?? '').trim() === '',
    )
    return await Promise.all(
      found.map(async ({ role, backendDOMNodeId }) => {
        if (backendDOMNodeId === undefined) return String(role?.value)
        const { outerHTML } = await session.send('DOM.getOuterHTML', {
          backendNodeId: backendDOMNodeId,
        })
        return `${String(role?.value)}: ${outerHTML.slice(0, 200)}`
      }),
    )
  } finally {
    await session.detach()
  }
}
