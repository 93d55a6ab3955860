/** The rail: its width is the person's choice, and it leads from one account to another. */
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { testFolder } from '../support/folder.ts'
import { runProgram, startProgram } from '../support/program.ts'
import { onAnyDay } from '../support/test-day.ts'
import { addMorning, beginWork, press, rowOf, untilFocused } from './at-work.ts'
import { inspectEverywhere, listen } from './inspect.ts'

onAnyDay()

it('is narrow or wide by a key, goes to every page in any width, and leads to other accounts', async () => {
  const { page, home } = await beginWork({ before: addMorning })
  const spoken = listen(page)
  await rowOf(page, 'Wireframes').waitFor()
  const rail = page.getByRole('navigation', { name: 'Main' })
  const width = () => rail.evaluate((nav) => nav.getBoundingClientRect().width)

  await press(page, 'Control+\\')
  await expect.poll(width).toBe(56)
  await inspectEverywhere(page, 'rail')
  await page.reload()
  await rowOf(page, 'Wireframes').waitFor()
  expect(await width()).toBe(56)
  await press(page, 'Control+\\')
  await expect.poll(width).toBe(200)

  // In a narrow window the items without room at the foot are behind one button.
  await page.setViewportSize({ width: 360, height: 740 })
  await rail.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Reports' }).click()
  await page.waitForURL(/#\/reports/)
  await page.setViewportSize({ width: 1280, height: 800 })

  const database = join(testFolder(), 'service.db')
  const service = await startProgram(['serve', '--demo', '--db', database, '--port', '0'], {
    home,
  })
  const { ready } = service
  const connected = await runProgram(['connect', ready['url']!], {
    home,
    env: { STINT_TOKEN: ready['token']! },
  })
  expect(connected.code).toBe(0)
  // The app carries out what a command asks for, and shows the account that it has connected.
  const accounts = rail.getByRole('button', { name: /switch account/ })
  await accounts.filter({ hasText: 'Fernwood Studio' }).waitFor()
  await accounts.focus()
  await press(page, 'Enter')
  await untilFocused(page.getByRole('menuitem').first())
  await press(page, 'Enter')
  await press(page, 'g', 'd')
  await rowOf(page, 'Wireframes').waitFor()
  await accounts.click()
  await page.getByRole('menuitem', { name: 'Fernwood Studio' }).click()
  await accounts.filter({ hasText: 'Fernwood Studio' }).waitFor()
  expect(spoken).toEqual([])
})
