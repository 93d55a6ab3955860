/**
 * Runs axe in the page, from its own source: the content security policy blocks foreign scripts.
 */
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

/** The violations that axe finds on the page in its current state. */
export async function violationsOf(page: Page): Promise<Violation[]> {
  // The script stays until the page is reloaded.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source)
  return page.evaluate(async () => {
    const { run } = (globalThis as unknown as { axe: Axe }).axe
    // All rules; only violations are reported in full.
    const { violations } = await run({ resultTypes: ['violations'] })
    return violations.map(({ id, help, nodes }) => ({
      rule: id,
      help,
      at: nodes.map((node) => `${node.html} ${node.failureSummary ?? ''}`),
    }))
  })
}
