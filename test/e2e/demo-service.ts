/** The program's own service with the demo organisation, and a window that is connected to it. */
import { join } from 'node:path'
import { testFolder } from '../support/folder.ts'
import { startProgram } from '../support/program.ts'
import { beginWork, press, type Work } from './at-work.ts'

export interface DemoWork extends Work {
  /** The service's. */
  address: string
  /** Changes one of the service's records, as a colleague does; returns the new record. */
  changeThere: (path: string, set: object) => Promise<Record<string, unknown>>
  /** Reads one of the service's records. */
  readThere: (path: string) => Promise<Record<string, unknown>>
  /** Stops responding at the service's address. */
  leave: () => Promise<void>
}

/** Connects in the first window, and waits until everything was fetched. */
export async function beginDemo(): Promise<DemoWork> {
  const work = await beginWork()
  const { page, home } = work
  const database = join(testFolder(), 'service.db')
  const service = await startProgram(['serve', '--demo', '--db', database, '--port', '0'], {
    home,
  })
  await page.getByLabel('Service URL').fill(service.ready['url']!)
  await page.getByLabel('Access token').fill(service.ready['token']!)
  await page.getByText('Found Fernwood Studio').first().waitFor()
  await press(page, 'Enter')
  const fetched = page.getByText('Up to date').first()
  await fetched.waitFor({ state: 'attached', timeout: 90_000 })
  const address = service.ready['url']!
  const ask = async (path: string, method: string, set?: object) => {
    const answer = await fetch(`${address}/api/v1/${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${service.ready['token']!}`,
        'Content-Type': 'application/json',
      },
      ...(set && { body: JSON.stringify(set) }),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
    return JSON.parse(text) as Record<string, unknown>
  }
  return {
    ...{ ...work, address },
    changeThere: (path, set) => ask(path, 'PUT', set),
    readThere: (path) => ask(path, 'GET'),
    leave: async () => void (await service.end()),
  }
}
