/** Every page of the window, by its address. */
import type { Page } from 'playwright-core'

export const paths = [
  '/',
  '/week',
  '/timesheet',
  '/expenses',
  '/reports',
  '/categories',
  '/categories/webhooks',
  '/projects',
  '/projects/clients',
  '/projects/tasks',
  '/projects/charges',
  '/projects/people',
  '/sync',
  '/history',
  '/transfer',
  '/transfer/export',
  '/matching',
  '/settings',
] as const

export async function goTo(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => (location.hash = to), path)
  // A page may write what it shows into its address.
  await page.waitForURL(({ hash }) => hash === `#${path}` || hash.startsWith(`#${path}?`))
  await page.getByRole('main').waitFor()
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  )
}
