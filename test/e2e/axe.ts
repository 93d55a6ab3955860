/** axe in the page, by its own source: the content security policy lets no foreign script in. */
import axe from 'axe-core'
import type { Page } from 'playwright-core'

export interface Violation {
  rule: string
  help: string
  /** Where, and why there. */
  at: string[]
}

interface AxeResult {
  violations: {
    id: string
    help: string
    nodes: { html: string; failureSummary?: string }[]
  }[]
}

/** What axe finds on the page as it stands. */
export async function violationsOf(page: Page): Promise<Violation[]> {
  await page.evaluate(axe.source)
  const result = await page.evaluate(() =>
    (globalThis as unknown as { axe: { run(): Promise<AxeResult> } }).axe.run(),
  )
  return result.violations.map(({ id, help, nodes }) => ({
    rule: id,
    help,
    at: nodes.map((node) => `${node.html} ${node.failureSummary ?? ''}`),
  }))
}
