/**
 * Changes that the service reports, and edits of the person, while a pass is busy with something
 * else.
 */
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { HttpOutcome, HttpRequest, StreamRequest } from '#core/ports.ts'
import { openDesk, type Desk } from '../../support/sync/desk.ts'
import { categoriesOf } from '../../support/sync/desk-records.ts'
import { testService, type TestService } from '../../support/sync/service.ts'
import { virtualClock, type VirtualClock } from '../../support/virtual-clock.ts'

let clock: VirtualClock
let service: TestService
let desk: Desk
let stream: StreamRequest | null

beforeEach(async () => {
  clock = virtualClock()
  service = testService(clock)
  service.capabilities.add('changes')
  stream = null
  desk = await openDesk(service, clock, {
    async openStream(request) {
      stream = request
      await clock.sleep(3_600_000, request.signal)
      return 200
    },
  })
})

afterEach(() => desk.close())

const notesHere = async () => (await desk.entries()).map((entry) => entry.notes)

/** Runs once the service has handled the next matching request, before its reply arrives. */
function whileUnderWay(fits: RegExp, run: () => void | Promise<void>): void {
  const { http } = service
  service.http = async (request: HttpRequest): Promise<HttpOutcome> => {
    const outcome = await http(request)
    if (!fits.test(`${request.method} ${new URL(request.url).pathname}`)) return outcome
    service.http = http
    await run()
    return outcome
  }
}

/** The stream is open, and nothing is due for two minutes. */
async function listens(): Promise<void> {
  service.add({ notes: 'First' })
  desk.sync.start()
  await clock.advance(6_000)
  expect(stream).not.toBeNull()
}

it('a reported change is read at once although the feed was being read at that moment', async () => {
  await listens()
  whileUnderWay(/GET .*\/changes$/, () => {
    service.add({ notes: 'Third' })
    stream!.onText('data: 1\n\n')
  })
  service.add({ notes: 'Second' })
  stream!.onText('data: 1\n\n')
  await clock.advance(5_000)
  expect(await notesHere()).toEqual(['First', 'Second', 'Third'])
})

it('a reported change is read at once although an edit was being sent at that moment', async () => {
  await listens()
  whileUnderWay(/POST .*\/times$/, () => {
    service.add({ notes: 'Second' })
    stream!.onText('data: 1\n\n')
  })
  await desk.add({ notes: 'Mine' })
  await clock.advance(5_000)
  expect(await notesHere()).toEqual(['First', 'Mine', 'Second'])
})

it('an edit made between two pages is sent again soon when its reply could not be read', async () => {
  await listens()
  whileUnderWay(/GET .*\/changes$/, async () => {
    const local = (await desk.entries())[0]!.local
    await desk.edit(local, { notes: 'Edited' })
    service.failNext('GET /times/', { is: 'status', status: 500 })
  })
  stream!.onText('data: 1\n\n')
  await clock.advance(20_000)
  expect([...service.times.values()]).toMatchObject([{ notes: 'Edited' }])
})

it('swapped members of a category are found while a slow answer shows others', async () => {
  service.capabilities.clear()
  // From here on only the differences in the list are read.
  await desk.cycle({ wait: true })
  const categories = categoriesOf(desk)
  whileUnderWay(/^POST/, async () => {
    for (const id of service.categories.keys()) service.change(id, { tasks: [2] })
    await clock.sleep(12_000)
  })
  const local = await categories.add({ name: 'Travel', tasks: [desk.task] })
  for (let pass = 0; pass < 2; pass++) await desk.cycle({ wait: true })
  expect((await categories.one(local))!.tasks).toEqual([2])
})
