/**
 * The service says that it was set back (capability `epoch`): what it lost is noticed at once, is not
 * taken for deleted, and is kept here with a card.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { undoChange } from '#core/actions/undo.ts'
import { listChanges } from '#core/store/history/change-history.ts'
import { readInboxCards } from '#core/sync/inbox/inbox-cards.ts'
import { resolveCard, resolveCards } from '#core/sync/inbox/resolve-card.ts'
import { unwrap } from '#shared/errors.ts'
import type { CardAnswer } from '#shared/resources/inbox-card.ts'
import { openDesk, type Desk } from '../../support/sync/desk.ts'
import { categoriesOf, expensesOf } from '../../support/sync/desk-records.ts'
import { testService, type TestService } from '../../support/sync/service.ts'
import { virtualClock, type VirtualClock } from '../../support/virtual-clock.ts'

let clock: VirtualClock
let service: TestService
let desk: Desk

beforeEach(async () => {
  clock = virtualClock()
  service = testService(clock)
  desk = await openDesk(service, clock)
})

afterEach(() => desk.close())

const settles = () => desk.cycle({ wait: true })
const cards = () => readInboxCards(desk.store.db)
const notesThere = () => [...service.times.values()].map(({ notes }) => notes)
const notesHere = async () => (await desk.entries()).map(({ notes }) => notes).toSorted()
const trashed = async () =>
  (await desk.store.db.selectFrom('trash').select('title').execute()).map(({ title }) => title)

async function answerAll(take: CardAnswer): Promise<void> {
  for (const { card } of await cards()) {
    clock.jump(1_000)
    unwrap(await resolveCard(desk.context, card, take))
  }
}

/** What a minute later is a minute later for the service, too. */
const minutePasses = () => clock.jump(60_000)

/** Two hours: long enough for the service to be asked what it is. */
async function settlesForGood() {
  for (let pass = 0; pass < 4; pass++) {
    await settles()
    await clock.advance(2 * 60_000)
  }
}

describe.each([
  ['with a feed', ['changes', 'epoch']],
  ['with lists', ['epoch']],
] as const)('a service %s', (_, can) => {
  beforeEach(async () => {
    for (const capability of can) service.capabilities.add(capability)
    service.add({ notes: 'Old' })
    await settles()
    minutePasses()
  })

  /** A feed answers at once that it cannot go on; without one, the service is asked every hour. */
  const noticed = () =>
    service.capabilities.has('changes') ? minutePasses() : clock.jump(3_600_000)

  it('has lost what was entered here, which stays and can be sent again', async () => {
    const setBack = service.backup()
    minutePasses()
    await desk.add({ notes: 'New 1', start: 600 })
    await desk.add({ notes: 'New 2', start: 700 })
    const expense = await expensesOf(desk).add({ name: 'Taxi' })
    const category = await categoriesOf(desk).add({ name: 'Today', tasks: [desk.task] })
    await settles()
    minutePasses()
    setBack()
    // More changes than before: without its epoch, the cursor of the feed could be continued.
    for (const start of [60, 120, 180, 240, 300, 360]) service.add({ notes: 'Colleague', start })
    noticed()
    await settlesForGood()
    const all = [...Array<string>(6).fill('Colleague'), 'New 1', 'New 2', 'Old']
    expect(await notesHere()).toEqual(all)
    expect(await trashed()).toEqual([])
    const asked = await cards()
    expect(asked).toHaveLength(4)
    for (const card of asked) expect(card).toMatchObject({ kind: 'gone', note: 'lost', others: [] })
    expect(asked.map(({ local }) => local)).toEqual(expect.arrayContaining([expense, category]))

    await answerAll('again')
    await settlesForGood()
    expect(notesThere().toSorted()).toEqual(all)
    expect([...service.expenses.values()].map(({ name }) => name)).toEqual(['Taxi'])
    expect([...service.categories.values()].map(({ name }) => name)).toEqual(['Today'])
    expect((await desk.entries()).every(({ state }) => state === 'synced')).toBe(true)
    expect(await cards()).toEqual([])
  })

  it('has lost several records, which one answer sends again and one undo asks about again', async () => {
    const setBack = service.backup()
    minutePasses()
    await desk.add({ notes: 'New 1', start: 600 })
    await desk.add({ notes: 'New 2', start: 700 })
    await expensesOf(desk).add({ name: 'Taxi' })
    await settles()
    minutePasses()
    setBack()
    noticed()
    await settlesForGood()
    const asked = (await cards()).map(({ card }) => card) as [number, number, number]
    expect(asked).toHaveLength(3)
    const { change } = unwrap(await resolveCards(desk.context, asked, 'drop'))
    expect(await cards()).toEqual([])
    expect(await notesHere()).toEqual(['Old'])
    const changes = await listChanges(desk.store.db, { limit: 1 })
    expect(changes[0]!.summary).toMatch(/^Deleted .+, and 2 more$/)
    unwrap(await undoChange(desk.context, change))
    expect((await cards()).map(({ card }) => card)).toEqual(asked)
    expect(await notesHere()).toEqual(['New 1', 'New 2', 'Old'])

    unwrap(await resolveCards(desk.context, asked, 'again'))
    await settlesForGood()
    expect(notesThere().toSorted()).toEqual(['New 1', 'New 2', 'Old'])
    expect([...service.expenses.values()].map(({ name }) => name)).toEqual(['Taxi'])
    expect(await cards()).toEqual([])
  })

  it('has lost several records, of which one was answered: the same answer to all does nothing', async () => {
    const setBack = service.backup()
    minutePasses()
    await desk.add({ notes: 'New 1', start: 600 })
    await desk.add({ notes: 'New 2', start: 700 })
    await settles()
    minutePasses()
    setBack()
    noticed()
    await settlesForGood()
    const asked = (await cards()).map(({ card }) => card) as [number, number]
    unwrap(await resolveCard(desk.context, asked[1], 'again'))
    expect(await resolveCards(desk.context, asked, 'drop')).toMatchObject({
      ok: false,
      error: { code: 'conflict' },
    })
    expect((await cards()).map(({ card }) => card)).toEqual([asked[0]])
  })

  it('has lost an entry that waits with a change', async () => {
    const setBack = service.backup()
    minutePasses()
    const local = await desk.add({ notes: 'Today', quantity: 4 })
    await settles()
    minutePasses()
    setBack()
    noticed()
    await desk.edit(local, { quantity: 9 })
    await settlesForGood()
    expect(await cards()).toMatchObject([{ kind: 'gone', local }])
    await answerAll('again')
    await settlesForGood()
    expect([...service.times.values()]).toMatchObject([{ notes: 'Old' }, { quantity: 9 }])
    expect(await cards()).toEqual([])
  })

  it('has lost what only came from it: that goes to the trash', async () => {
    const setBack = service.backup()
    minutePasses()
    service.add({ notes: 'Theirs' })
    await settles()
    minutePasses()
    setBack()
    noticed()
    await settlesForGood()
    expect(await notesHere()).toEqual(['Old'])
    expect(await trashed()).toEqual([expect.stringContaining('Theirs')])
    expect(await cards()).toEqual([])
  })

  it.each([
    ['with other records', { others: 5, newer: 0 }],
    ['without records', { others: 0, newer: 0 }],
    ['which began before the newest known records', { others: 15, newer: 2 }],
  ])('is not the one that answers at its address, %s', async (_records, { others, newer }) => {
    for (let place = 0; place < 11; place++) service.add({ notes: `Known ${place}`, start: 600 })
    await settles()
    minutePasses()
    const other = testService(clock)
    for (const capability of can) other.capabilities.add(capability)
    // An epoch of its own, which begins before its first record.
    other.backup()()
    minutePasses()
    for (let place = 0; place < newer; place++) service.add({ notes: `Newer ${place}`, start: 700 })
    await settles()
    const known = await desk.entries()
    minutePasses()
    for (let place = 0; place < others; place++) other.add({ notes: `Other ${place}` })
    const { http } = service
    service.http = other.http
    noticed()
    await desk.restart()
    const local = await desk.add({ notes: 'Unsent' })
    await settlesForGood()
    expect(other.requests.filter((line) => !line.startsWith('GET'))).toEqual([])
    expect((await desk.entries()).filter((one) => one.local !== local)).toEqual(known)
    expect(desk.statuses.at(-1)!.phase).toMatchObject({
      is: 'problem',
      why: expect.stringContaining('nothing was sent or received') as string,
    })
    service.http = http
    await settlesForGood()
    expect(notesThere()).toContain('Unsent')
    expect(await cards()).toEqual([])
    // The other one's epoch says nothing about what is deleted here later.
    service.remove([...service.times.keys()][0]!)
    noticed()
    await settlesForGood()
    expect(await trashed()).toEqual([expect.stringContaining('Old')])
    expect(await cards()).toEqual([])
  })

  it('still deletes what a colleague deleted, before and after', async () => {
    await desk.add({ notes: 'Before', start: 600 })
    await settles()
    minutePasses()
    const setBack = service.backup()
    minutePasses()
    setBack()
    const [, before] = [...service.times.keys()]
    service.remove(before!)
    noticed()
    await settlesForGood()
    expect(await notesHere()).toEqual(['Old'])
    await desk.add({ notes: 'After', start: 600 })
    await settles()
    minutePasses()
    service.remove([...service.times.keys()].at(-1)!)
    minutePasses()
    await settlesForGood()
    expect(await notesHere()).toEqual(['Old'])
    expect(await cards()).toEqual([])
    expect(await trashed()).toHaveLength(2)
  })
})

it('has lost an entry, which is noticed in the pass that also sends', async () => {
  service.capabilities.add('changes').add('epoch')
  // A list of two pages, which changes while it is read.
  for (let start = 0; start < 120; start++) service.add({ notes: null, start })
  await settles()
  const setBack = service.backup()
  minutePasses()
  const local = await desk.add({ notes: 'Today', start: 600 })
  await settles()
  minutePasses()
  setBack()
  minutePasses()
  await desk.add({ notes: 'Morning 1', start: 480 })
  await desk.add({ notes: 'Morning 2', start: 510 })
  await desk.restart()
  await desk.cycle()
  expect(await cards()).toMatchObject([{ kind: 'gone', note: 'lost', local }])
  expect(notesThere().filter(Boolean)).toEqual(['Morning 1', 'Morning 2'])
})

it('is not taken for set back when it tells its epoch for the first time', async () => {
  service.capabilities.add('changes')
  await desk.add({ notes: 'Mine' })
  await settles()
  service.capabilities.add('epoch')
  clock.jump(3_600_000)
  service.remove(...service.times.keys())
  await settlesForGood()
  expect(await notesHere()).toEqual([])
  expect(await cards()).toEqual([])
})
