/** axe in the page, by its own source: the content security policy lets no foreign script in. */
import axe from 'axe-core'
import type { Page } from 'playwright-core'

export interface Violation {
  rule: string
  help: string
  /** Where, and why there. */
  at: string[]
}

interface Axe {
  run(options: object): Promise<{
    violations: {
      id: string
      help: string
      nodes: { html: string; failureSummary?: string }[]
    }[]
  }>
}

/** What axe finds on the page as it stands. */
export async function violationsOf(page: Page): Promise<Violation[]> {
  // It stays until the page is loaded anew.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source)
  return page.evaluate(async () => {
    const { run } = (globalThis as unknown as { axe: Axe }).axe
    // All rules; only what they find is told in full.
    const { violations } = await run({ resultTypes: ['violations'] })
    return violations.map(({ id, help, nodes }) => ({
      rule: id,
      help,
      at: nodes.map((node) => `${node.html} ${node.failureSummary ?? ''}`),
    }))
  })
}
