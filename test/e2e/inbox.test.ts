/**
 * Every kind of card, caused by a service that behaves as real ones do: as the window shows it,
 * answered there and on the command line, and each answer undone in both.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { weekdayNumber } from '#shared/rules/calendar.ts'
import { testFolder } from '../support/folder.ts'
import { onAnyDay } from '../support/test-day.ts'
import { beginWork, press, type Work } from './at-work.ts'
import { startBareService, type BareService } from './bare-service.ts'
import { cases, type Case } from './card-cases.ts'
import { until } from '../support/until.ts'

onAnyDay()

const gone = { state: 'detached' } as const
const within = { timeout: 120_000 }
interface ListedCard {
  card: number
  kind: string
  title: string
}

async function connect({ page }: Work, service: BareService): Promise<void> {
  await page.getByLabel('Service URL').fill(service.url)
  await page.getByLabel('Access token').fill('token')
  await page.getByText('Found 127.0.0.1').first().waitFor()
  await press(page, 'Enter')
}

const addTime = (stint: Work['stint'], start: string, notes: string, project = 1) =>
  stint(
    ...['times', 'add', '--project-id', `remote:${project}`, '--task-id', 'remote:1'],
    ...['--start', start, '--quantity', '4', '--notes', notes],
  )

/** Waits until this many creates were requested. */
const untilPosted = (service: BareService, count: number) =>
  until(() => expect(service.requests.filter((line) => line === 'POST /times')).toHaveLength(count))

it('asks about everything that it cannot know, and every answer can be undone', async () => {
  const service = await startBareService()
  const work = await beginWork()
  const { page, day, stint } = work
  const known = (notes: string, set: object = {}) =>
    service.add({ project_id: 1, task_id: 1, date: day(), start: 480, quantity: 4, notes, ...set })
  const labels = known('Room 4 labels')
  const poster = known('Harbour poster')
  const call = known('Weekly call')
  const proofs = known('Proofs')
  known('Booking', { project_id: 2 })
  for (let n = 0; n < 12; n++) known(`Old ${n}`, { date: day(-9), start: 60 * n })
  service.validate = ({ notes, name }): Record<string, string[]> | null => {
    if (name === 'Studio') return { name: ['has been taken'] }
    return notes === 'Dielines'
      ? { task_id: ['The task field is required.'], quantity: ['Too many.', 'Ask Ada.'] }
      : null
  }
  await connect(work, service)
  await page.getByRole('row').filter({ hasText: 'Weekly call' }).waitFor(within)
  await press(page, 'g', 's')
  await page.getByText('Everything is synced').waitFor(within)

  // From here on the service's clock is known, and an attempt that loses its reply can be looked
  // for.
  await addTime(stint, '06:00', 'First')
  await untilPosted(service, 1)
  // Carried out twice; carried out and rewritten; carried out when it had been sent once more.
  service.failNext('POST', { is: 'drop-response' })
  await addTime(stint, '06:30', 'Courier')
  await untilPosted(service, 2)
  const courier = [...service.times.values()].at(-1)!
  service.add({ ...courier, id: undefined })
  service.failNext('POST', { is: 'drop-response' })
  await addTime(stint, '07:00', 'Print — cut')
  await untilPosted(service, 3)
  service.change([...service.times.values()].at(-1)!.id, { notes: 'Print &mdash; cut' })
  service.failNext('POST', { is: 'overtaken' })
  await addTime(stint, '07:30', 'Late letter')
  await untilPosted(service, 4)
  await page.getByText('Reply lost. Checking before sending again').first().waitFor(within)

  // What the service refuses, and what it counts differently than expected.
  await addTime(stint, '08:00', 'Dielines')
  service.projects.get(2)!.increment = 10
  await addTime(stint, '09:00', 'Booking flow', 2)
  await stint('categories', 'add', '--name', 'Studio')
  await untilPosted(service, 6)

  // Changed and deleted on both sides without a sync in between.
  await page.getByRole('button', { name: 'Pause', exact: true }).click()
  await page.getByRole('button', { name: 'Resume', exact: true }).waitFor()
  const change = ({ id }: { id: number }, ...set: string[]) =>
    stint('times', 'update', `remote:${id}`, ...set)
  await change(labels, '--quantity', '3', '--notes', 'Room 4 labels, Dutch')
  service.change(labels.id, { quantity: 6, notes: 'Room 4 and 5 labels' })
  await change(poster, '--notes', 'Harbour poster, second print')
  service.remove(poster.id)
  await stint('times', 'delete', `remote:${call.id}`)
  service.change(call.id, { notes: 'Weekly call, moved' })
  for (const { id, notes } of service.times.values()) {
    if (notes?.startsWith('Old')) service.remove(id)
  }
  // Another computer imports the same file.
  const file = join(testFolder(), 'hours.csv')
  const line = `${day(-1)},10:00,1:00,Website relaunch,Design,Ferry`
  writeFileSync(file, `Date,Start,Duration,Project,Task,Notes\n${line}`)
  await stint('import', file, '--from', 'csv', '--dates', 'ymd')
  known('Ferry', { date: day(-1), start: 600 })
  // Another computer sets the same cell of the timesheet to other hours.
  const today = (weekdayNumber(day()) + 6) % 7
  const distance = today === 6 ? -2 : 1
  await press(page, 'g', 't')
  const row = page.getByRole('gridcell', { name: /^P1 Design, / })
  await row.nth(today + distance).click()
  await page.keyboard.type('2:00')
  await press(page, 'Enter')
  await row
    .nth(today + distance)
    .getByText('2:00', { exact: true })
    .waitFor()
  service.add({ project_id: 1, task_id: 1, date: day(distance), start: 540, quantity: 12 })
  await press(page, 'g', 's')
  await page.getByRole('button', { name: 'Resume', exact: true }).click()
  await page.getByRole('button', { name: 'Pause', exact: true }).waitFor()

  const list = async () => (await stint('inbox', 'list')) as ListedCard[]
  const cards = page.locator('li[data-card]')
  /** Requests a sync by its key until there are this many cards. */
  const untilCards = (count: number) =>
    until(async () => {
      await press(page, 'r')
      expect(await cards.count()).toBe(count)
    })
  await untilCards(12)
  service.distort = (body) => ({
    ...body,
    data: (body['data'] as { id: number }[]).map((record) =>
      record.id === proofs.id ? { ...record, quantity: 'many' } : record,
    ),
  })
  await untilCards(13)
  await page.getByRole('button', { name: 'Pause', exact: true }).click()
  await page.getByRole('button', { name: 'Resume', exact: true }).waitFor()
  const listed = await list()
  expect(listed.map(({ kind, title }) => `${kind} ${title}`).toSorted()).toEqual(
    cases.map(({ kind, title }) => `${kind} ${title}`).toSorted(),
  )
  // In a narrow window their number stands apart from the state of sync.
  await page.setViewportSize({ width: 360, height: 740 })
  const more = page.getByRole('button', { name: `More ${cases.length} to review` })
  const state = (await more.getByRole('img').boundingBox())!
  const number = (await more.getByText(String(cases.length)).boundingBox())!
  expect(state.x + state.width, 'the right side of the state').toBeLessThanOrEqual(number.x)
  await page.setViewportSize({ width: 1280, height: 800 })

  const cardIn = ({ kind, title }: Case) => {
    const { card } = listed.find((one) => one.kind === kind && one.title === title)!
    return { card, shown: page.locator(`li[data-card="${card}"]`) }
  }
  const answer = async (one: Case) => {
    const { shown } = cardIn(one)
    if (one.answer === 'Apply') {
      // The label, not the button in it: Playwright then waits until the list has stopped moving.
      await shown.locator('label').filter({ hasText: 'Room 4 and 5 labels' }).click()
      expect(await shown.getByRole('radio', { name: /^Notes, Service/ }).isChecked()).toBe(true)
      await shown.getByText('“Room 4 and 5 labels”').waitFor()
    }
    await shown.getByRole('button', { name: one.answer, exact: true }).click()
    await shown.waitFor(gone)
  }
  for (const one of cases) {
    const { card, shown } = cardIn(one)
    for (const text of one.says) await shown.getByText(text).first().waitFor()
    // In the window, and undone by its key; on the command line, and undone by its command.
    await answer(one)
    await press(page, 'z')
    await shown.waitFor()
    await stint('inbox', 'resolve', String(card), '--take', ...one.take)
    await shown.waitFor(gone)
    await stint('undo')
    await shown.waitFor()
  }

  for (const one of cases) await answer(one)
  await page.getByRole('heading', { name: /^Needs review/ }).waitFor(gone)
  await page.getByRole('button', { name: 'Resume', exact: true }).click()
  const wanted = [
    ...['Booking', 'Booking flow', 'Courier', 'Ferry', 'First', 'Late letter', 'Print &mdash; cut'],
    ...['Proofs', 'Room 4 and 5 labels', ...Array.from({ length: 12 }, (_, n) => `Old ${n}`)],
    null,
  ]
  await until(async () => {
    await press(page, 'r')
    const notes = [...service.times.values()].map((time) => time.notes)
    expect(notes.toSorted()).toEqual(wanted.toSorted())
  })
  await page.getByText('Everything is synced').waitFor(within)
  expect(await cards.count()).toBe(0)
  const stands = (text: string) =>
    [...service.times.values()].find((time) => time.notes === text)!.quantity
  expect(stands('Room 4 and 5 labels')).toBe(3)
  // 24 minutes were entered: three increments of ten contain them.
  expect(stands('Booking flow')).toBe(3)
}, 600_000)
