/**
 * Every screen as people see it, over the real core and a real service: in both themes and three
 * widths, with axe, and an empty console. Where STINT_PICTURES names a folder, each leaves a picture
 * there in every look (the documentation's are made that way).
 */
import { readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { testFolder } from '../support/folder.ts'
import { startProgram } from '../support/program.ts'
import { onAnyDay } from '../support/test-day.ts'
import { goTo } from '../support/window.ts'
import { addMorning, beginWork, press, rowOf } from './at-work.ts'
import { startBareService } from './bare-service.ts'
import { inspectEverywhere, listen } from './inspect.ts'

onAnyDay()

/** Logged after the service became unreachable: project and task by the service's ids. */
const offlineWork = [
  ['1', '1', '09:00', '6', 'Homepage hero, third round'],
  ['1', '2', '10:30', '2', 'Accessibility findings'],
  ['7', '1', '11:15', '4', 'Divider pages'],
] as const

it('shows the first start, a day, its form, the keys, sync and settings correctly', async () => {
  const work = await beginWork()
  const { page, home, stint } = work
  const spoken = listen(page)
  const database = join(testFolder(), 'service.db')
  const service = await startProgram(['serve', '--demo', '--db', database, '--port', '0'], {
    home,
  })

  await page.getByLabel('Service URL').waitFor()
  await inspectEverywhere(page, 'first-run')

  await page.getByLabel('Service URL').fill(service.ready['url']!)
  await page.getByLabel('Access token').fill(service.ready['token']!)
  await page.getByText('Found Fernwood Studio').first().waitFor()
  await press(page, 'Enter')
  await page.getByRole('row').nth(3).waitFor()
  await page.getByText('Up to date').first().waitFor({ state: 'attached' })
  await service.end()
  for (const [project, task, start, quantity, notes] of offlineWork) {
    const where = ['--project-id', `remote:${project}`, '--task-id', `remote:${task}`]
    const when = ['--start', start, '--quantity', quantity, '--notes', notes]
    await stint('times', 'add', ...where, ...when)
  }
  await stint('start', 'Hero animation', '#WEB', '@Design', '--ago', '47m')
  await page.getByRole('timer').waitFor()
  await page.getByText('Offline').first().waitFor({ state: 'attached' })
  await inspectEverywhere(page, 'day')

  await press(page, 'n')
  await page.getByRole('heading', { name: 'Add entry' }).waitFor()
  await inspectEverywhere(page, 'entry')
  await press(page, 'Escape')

  await press(page, '?')
  await page.getByRole('dialog').waitFor()
  await inspectEverywhere(page, 'keys')
  await press(page, 'Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })

  await press(page, 'g', 's')
  await page.getByRole('heading', { name: 'Sync', exact: true }).waitFor()
  await inspectEverywhere(page, 'sync')

  await goTo(page, '/settings')
  await page.getByRole('heading', { name: 'Settings' }).waitFor()
  await inspectEverywhere(page, 'settings')
  expect(spoken).toEqual([])
})

const within = { timeout: 90_000 }

it('shows decisions, unsent changes, history and trash correctly', async () => {
  const service = await startBareService()
  service.validate = ({ notes }) =>
    notes === 'Dielines' ? { task_id: ['The task field is required.'] } : null
  const work = await beginWork()
  const { page, day, stint } = work
  const spoken = listen(page)
  const known = (start: number, notes: string) =>
    service.add({ project_id: 1, task_id: 1, date: day(), start, quantity: 2, notes })
  const labels = known(780, 'Room 4 labels')
  const poster = known(960, 'Harbour poster')
  known(900, 'Weekly call')
  await page.getByLabel('Service URL').fill(service.url)
  await page.getByLabel('Access token').fill('token')
  await page.getByText('Found 127.0.0.1').first().waitFor()
  await press(page, 'Enter')
  await rowOf(page, 'Weekly call').waitFor(within)

  await press(page, 'g', 's')
  await page.getByRole('button', { name: 'Pause' }).click()
  await page.getByRole('button', { name: 'Resume' }).waitFor()
  const add = (start: string, notes: string) =>
    stint(
      ...['times', 'add', '--project-id', 'remote:1', '--task-id', 'remote:1'],
      ...['--start', start, '--quantity', '4', '--notes', notes],
    )
  const update = (id: number, ...change: string[]) =>
    stint('times', 'update', `remote:${id}`, ...change)
  await update(labels.id, '--quantity', '3', '--notes', 'Room 4 labels, Dutch proofs')
  service.change(labels.id, { quantity: 4, notes: 'Room 4 and 5 labels' })
  await update(poster.id, '--notes', 'Harbour poster, second print')
  service.remove(poster.id)
  await add('08:00', 'Dielines')
  await page.getByRole('button', { name: 'Resume' }).click()
  for (const text of [
    'Changed both here and on the service',
    'deleted on the',
    '“The task field',
  ]) {
    await page.getByText(text).first().waitFor(within)
  }
  service.failNext('POST', { is: 'drop-response' })
  await add('10:00', 'Courier, wharf samples')
  await page.getByText('Reply lost').waitFor(within)
  await service.leave()
  await add('11:00', 'Ferry livery, stern and funnel')
  const { data } = (await stint('times', 'list', '--query', 'Weekly')) as {
    data: { local: number }[]
  }
  await stint('times', 'delete', String(data[0]!.local))
  await page.getByText(/Offline since/).waitFor(within)
  await page.getByText('“Weekly call”').first().waitFor()
  await press(page, 'j')
  await inspectEverywhere(page, 'inbox')

  await press(page, 'g', 'd')
  await rowOf(page, 'Dielines').waitFor()
  await inspectEverywhere(page, 'states')
  await press(page, 'g', 'h')
  const changes = page.getByRole('list', { name: 'Changes' })
  await changes.getByRole('button', { expanded: false }).nth(1).click()
  await changes.getByText('Ferry livery, stern and funnel', { exact: true }).waitFor()
  await inspectEverywhere(page, 'history')
  await page.getByRole('radio', { name: 'Trash' }).click()
  await page.getByRole('button', { name: 'Restore' }).waitFor()
  await inspectEverywhere(page, 'trash')
  expect(spoken).toEqual([])
})

it('shows backups, a recovery, a database problem and matching correctly', async () => {
  const { page, app, home } = await beginWork({ before: addMorning })
  const spoken = listen(page)
  await page.getByRole('link', { name: 'Settings' }).last().click()
  await page.getByRole('button', { name: 'Back up now' }).click()
  await page.getByText('Backup complete').waitFor(within)
  await page.getByRole('button', { name: 'Run check' }).click()
  await page.getByText('All references are OK').waitFor(within)
  await inspectEverywhere(page, 'data')
  await page.getByRole('button', { name: 'Connect to a service…' }).click()
  await page.getByRole('dialog').waitFor()
  await inspectEverywhere(page, 'attach')
  expect(spoken).toEqual([])
  await app.end()

  const start = async () => {
    const program = await app.startAgain()
    const next = await program.openWindow()
    return { program, next, said: listen(next) }
  }
  const [account] = readdirSync(join(home, 'accounts'))
  const database = join(home, 'accounts', account!, 'stint.db')
  renameSync(database, `${database}.elsewhere`)
  const missing = await start()
  await missing.next.getByRole('button', { name: 'Restore backup' }).waitFor(within)
  await inspectEverywhere(missing.next, 'trouble')
  expect(missing.said).toEqual([])
  await missing.program.end()

  renameSync(`${database}.elsewhere`, database)
  for (const beside of ['-wal', '-shm']) rmSync(database + beside, { force: true })
  writeFileSync(database, Buffer.alloc(40_960, 'no database '))
  const damaged = await start()
  await damaged.next.getByText('Stint fixed a problem').waitFor(within)
  await inspectEverywhere(damaged.next, 'recovery')
  await damaged.next.getByRole('button', { name: 'Got it' }).click()

  const filled = join(testFolder(), 'service.db')
  const service = await startProgram(['serve', '--demo', '--db', filled, '--port', '0'], { home })
  await damaged.next.getByRole('link', { name: 'Settings' }).last().click()
  await damaged.next.getByRole('button', { name: 'Connect to a service…' }).click()
  const dialog = damaged.next.getByRole('dialog')
  await dialog.getByLabel('Service URL').fill(service.ready['url']!)
  await dialog.getByLabel('Access token').fill(service.ready['token']!)
  await dialog.getByText('Found Fernwood Studio').first().waitFor(within)
  await press(damaged.next, 'Enter')
  await damaged.next.getByText('Same name').first().waitFor(within)
  await damaged.next
    .getByText(/needs? matching/)
    .first()
    .waitFor({ ...within, state: 'attached' })
  await inspectEverywhere(damaged.next, 'matching')
  await press(damaged.next, 'g', 'd')
  await damaged.next.getByRole('radio', { name: 'Everyone' }).click(within)
  await damaged.next.getByRole('radio', { name: 'Everyone', checked: true }).waitFor()
  await inspectEverywhere(damaged.next, 'everyone')
  expect(damaged.said).toEqual([])
})
