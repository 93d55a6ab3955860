/** The program's own service with the demo organisation, and a window that is connected to it. */
import { join } from 'node:path'
import { testFolder } from '../support/folder.ts'
import { startProgram } from '../support/program.ts'
import { beginWork, press, type Work } from './at-work.ts'

export interface DemoWork extends Work {
  /** The service's. */
  address: string
  /** Nothing answers at the service's address any more. */
  leave: () => Promise<void>
}

/** Connects by the first window, and waits until everything was fetched. */
export async function beginDemo(): Promise<DemoWork> {
  const work = await beginWork()
  const { page, home } = work
  const database = join(testFolder(), 'service.db')
  const service = await startProgram(['serve', '--demo', '--db', database, '--port', '0'], {
    home,
  })
  await page.getByLabel('Address of the service').fill(service.ready['url']!)
  await page.getByLabel('Access token').fill(service.ready['token']!)
  await page.getByText('Found Fernwood Studio').first().waitFor()
  await press(page, 'Enter')
  const fetched = page.getByText('Up to date').first()
  await fetched.waitFor({ state: 'attached', timeout: 90_000 })
  const address = service.ready['url']!
  return { ...work, address, leave: async () => void (await service.end()) }
}
