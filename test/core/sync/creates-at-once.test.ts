/** New records are sent side by side where none of them can become two. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { giveUids } from '#core/store/sync/entry-uids.ts'
import { openDesk, type Desk } from '../../support/sync/desk.ts'
import { testService, type TestService } from '../../support/sync/service.ts'
import { virtualClock, type VirtualClock } from '../../support/virtual-clock.ts'

let clock: VirtualClock
let service: TestService
let desk: Desk
/** The most writes that were under way at once. */
let most: number

/** @param can what the service offers; each of its replies takes a tenth of a second */
async function connected(can: readonly ('idempotency' | 'uid')[]): Promise<void> {
  clock = virtualClock()
  service = testService(clock)
  for (const capability of can) service.capabilities.add(capability)
  most = 0
  let underWay = 0
  const { http } = service
  service.http = async (request) => {
    const isWrite = request.method !== 'GET'
    if (isWrite) most = Math.max(most, ++underWay)
    await clock.sleep(100, request.signal)
    const outcome = await http(request)
    if (isWrite) underWay--
    return outcome
  }
  desk = await openDesk(service, clock)
}
beforeEach(() => connected(['idempotency']))
afterEach(() => desk.close())

const notesThere = () => [...service.times.values()].map(({ notes }) => notes).toSorted()

/** @param act gives each of them a uid */
async function addAll(count: number, act?: string): Promise<string[]> {
  const notes = Array.from({ length: count }, (_, place) => `Entry ${place}`)
  for (const [place, each] of notes.entries()) {
    const local = await desk.add({ notes: each, start: place * 10 })
    if (act === undefined) continue
    const created = [{ local, act: `${act}:${place}` }]
    await desk.store.db.transaction().execute((trx) => giveUids(trx, 'time', created))
  }
  return notes.toSorted()
}

describe.each([
  ['idempotency', undefined],
  ['uid', 'import:1'],
] as const)('a service with %s', (capability, act) => {
  beforeEach(async () => {
    await desk.close()
    await connected([capability])
  })

  it('gets four at once', async () => {
    const notes = await addAll(12, act)
    await desk.cycle()
    expect(most).toBe(4)
    expect(notesThere()).toEqual(notes)
    expect((await desk.entries()).map(({ state }) => state)).toEqual(notes.map(() => 'synced'))
  })

  it('has each of them once when a reply of four is lost', async () => {
    const notes = await addAll(8, act)
    for (let lost = 0; lost < 3; lost++) service.failNext('POST', { is: 'drop-response' })
    desk.sync.start()
    await clock.advance(30 * 60_000)
    expect(notesThere()).toEqual(notes)
    expect(await desk.inbox()).toEqual([])
  })
})

it('gets equal ones one after the other', async () => {
  for (let copy = 0; copy < 3; copy++) await desk.add({ notes: 'Twice', start: 60 })
  desk.sync.start()
  await clock.advance(5 * 60_000)
  expect(most).toBe(1)
  expect(notesThere()).toEqual(['Twice', 'Twice', 'Twice'])
})

it('gets changes one after the other', async () => {
  await addAll(3)
  await desk.cycle()
  for (const { local, notes } of await desk.entries()) {
    await desk.edit(local, { notes: `${notes}, changed` })
  }
  most = 0
  await desk.cycle()
  expect(most).toBe(1)
  expect(notesThere()).toEqual(['Entry 0, changed', 'Entry 1, changed', 'Entry 2, changed'])
})

it('ends with the first failure that is not about a record', async () => {
  await addAll(12)
  service.failNext('POST', { is: 'unreached' })
  await desk.cycle()
  expect(notesThere().length).toBeLessThanOrEqual(4)
  desk.sync.start()
  await clock.advance(30 * 60_000)
  expect(notesThere()).toHaveLength(12)
})

it.each<[string, 'uid'[], string | undefined]>([
  ['the service recognizes none', [], 'import:1'],
  ['it recognizes uids, and they have none', ['uid'], undefined],
  ['it recognizes uids, and theirs name no person', ['uid'], 'import:?'],
])('gets one at a time where %s', async (_, can, act) => {
  await desk.close()
  await connected(can)
  const notes = await addAll(6, act)
  await desk.cycle()
  expect(most).toBe(1)
  expect(notesThere()).toEqual(notes)
})
