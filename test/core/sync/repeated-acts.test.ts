/**
 * The same act on two computers of one person, on a service that knows no uids: each creates records
 * of its own, and a card asks whether both count.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { splitTime } from '#core/actions/split-merge-times.ts'
import { setTimesheetCells } from '#core/actions/timesheet-cells.ts'
import { copyTimes } from '#core/actions/times.ts'
import { ensureCurrentUser, linkCurrentUser } from '#core/store/account/current-user.ts'
import { readUid } from '#core/store/sync/entry-uids.ts'
import { insertUser } from '#core/store/resources/users.ts'
import { linkRemoteId } from '#core/store/sync/sync-records.ts'
import { readInboxCards } from '#core/sync/inbox/inbox-cards.ts'
import { resolveCard } from '#core/sync/inbox/resolve-card.ts'
import { unwrap } from '#shared/errors.ts'
import type { CardAnswer } from '#shared/resources/inbox-card.ts'
import { organisation } from '../../support/store.ts'
import { openDesk, type Desk } from '../../support/sync/desk.ts'
import { takeIn } from '../transfer/at-work.ts'
import { testService, type TestService } from '../../support/sync/service.ts'
import { virtualClock, type VirtualClock } from '../../support/virtual-clock.ts'

const day = '2026-11-20'

let clock: VirtualClock
let service: TestService
let desks: [Desk, Desk]
beforeEach(async () => {
  clock = virtualClock()
  service = testService(clock)
  desks = [await openPersonsDesk(), await openPersonsDesk()]
})
afterEach(async () => {
  for (const desk of desks) await desk.close()
})

async function openPersonsDesk(): Promise<Desk> {
  const desk = await openDesk(service, clock)
  await ensureCurrentUser(desk.store.db, organisation)
  return desk
}

async function syncAll(): Promise<void> {
  for (const desk of [...desks, ...desks, ...desks]) {
    unwrap(await desk.cycle({ wait: true }))
    clock.jump(60_000)
  }
}
const there = () =>
  [...service.times.values()].map(({ start, quantity }) => [start, quantity]).toSorted()
const here = async (desk: Desk) =>
  (await desk.entries()).map(({ start, quantity }) => [start, quantity]).toSorted()
const cardsOf = (desk: Desk) => readInboxCards(desk.store.db)
async function expectEverywhere(...entries: [start: number, quantity: number][]): Promise<void> {
  expect(there()).toEqual(entries)
  for (const desk of desks) {
    expect(await here(desk)).toEqual(entries)
    expect(await cardsOf(desk)).toEqual([])
  }
}
/** Answers the only card of the computer. */
async function answer(desk: Desk, take: CardAnswer): Promise<void> {
  const cards = await cardsOf(desk)
  expect(cards).toMatchObject([{ kind: 'repeated', takes: ['mine', 'drop'] }])
  unwrap(await resolveCard(desk.context, cards[0]!.card, take))
}

const setCell = async ({ context, project, task }: Desk, minutes: number) =>
  unwrap(
    await setTimesheetCells(context, [{ project, task, date: day, minutes }], {
      mine: { me: null, everything: true },
      rounding: 'up',
      workBegins: 540,
    }),
  )

/** An entry of four increments that both computers have; returns its local ids. */
async function shared(): Promise<[number, number]> {
  const local = await desks[0].add({ notes: 'Workshop', start: 540, quantity: 4 })
  await syncAll()
  const [other] = await desks[1].entries()
  return [local, other!.local]
}

async function splitOnBoth(): Promise<void> {
  const locals = await shared()
  for (const [at, desk] of desks.entries()) unwrap(await splitTime(desk.context, locals[at]!, 570))
}

/** The second computer has read the first one's record before it sent its own. */
async function syncOneAfterTheOther(): Promise<void> {
  await desks[0].cycle()
  // The app was closed, so the service is read before anything is sent to it.
  await desks[1].restart()
  clock.jump(60_000)
  await desks[1].cycle({ wait: true })
}

/** Each computer has sent its record before it could read the other's. */
async function sendBoth(): Promise<void> {
  for (const desk of desks) await desk.cycle()
  await syncAll()
}

async function importFile(desk: Desk, lines: number): Promise<void> {
  const file = [
    'Project,Task,Date,Start,Minutes,Notes',
    ...Array.from({ length: lines }, (_, at) => `Project 1,Task 1,${day},1${at}:00,60,Standup`),
  ].join('\n')
  const hurried = { ...clock, sleep: () => Promise.resolve() }
  await takeIn({ ...desk.context, clock: hurried }, { from: 'csv' }, file)
}

describe('what another computer created by the same act', () => {
  it('is asked about, and one’s own waits meanwhile', async () => {
    await splitOnBoth()
    await syncOneAfterTheOther()
    expect(await cardsOf(desks[1])).toMatchObject([
      { kind: 'repeated', title: '1 entry', others: [{ title: '“Workshop”' }] },
    ])
    await syncAll()
    expect(there()).toEqual([
      [540, 2],
      [570, 2],
    ])
  })

  it('counts once where one’s own waits and is deleted', async () => {
    await splitOnBoth()
    await syncOneAfterTheOther()
    await answer(desks[1], 'drop')
    await syncAll()
    await expectEverywhere([540, 2], [570, 2])
  })

  it('counts twice where both are kept, which the other computer is asked then', async () => {
    await splitOnBoth()
    await syncOneAfterTheOther()
    await answer(desks[1], 'mine')
    await syncAll()
    await answer(desks[0], 'mine')
    await expectEverywhere([540, 2], [570, 2], [570, 2])
  })

  it('stays once where both computers sent it, and both keep one', async () => {
    await shared()
    for (const desk of desks) await setCell(desk, 60)
    await sendBoth()
    const first = Math.min(...[...service.times.values()].slice(-2).map(({ id }) => id))
    for (const desk of desks) await answer(desk, 'drop')
    await syncAll()
    await expectEverywhere([540, 4], [540, 4])
    expect(service.times.has(first)).toBe(true)
  })

  it('is asked about no more once the other computer kept one', async () => {
    await shared()
    for (const desk of desks) await setCell(desk, 60)
    await sendBoth()
    await answer(desks[0], 'drop')
    await syncAll()
    await expectEverywhere([540, 4], [540, 4])
  })

  it('is asked about once', async () => {
    const locals = await shared()
    for (const [at, desk] of desks.entries()) {
      unwrap(await copyTimes(desk.context, [locals[at]!], day))
    }
    await sendBoth()
    for (const desk of desks) await answer(desk, 'mine')
    await syncAll()
    await expectEverywhere([540, 4], [540, 4], [540, 4])
  })

  it('is asked about once also where more equal ones follow', async () => {
    await shared()
    for (const desk of desks) await setCell(desk, 60)
    await sendBoth()
    for (const desk of desks) await answer(desk, 'mine')
    await desks[1].add({ start: 540, quantity: 4, date: day })
    await syncAll()
    await expectEverywhere([540, 4], [540, 4], [540, 4], [540, 4])
  })

  it('is paired with what was received, not with an equal one that was typed here', async () => {
    const typed = await desks[0].add({ start: 540, quantity: 4, date: day })
    await syncAll()
    const [local] = await desks[0].entries()
    unwrap(await copyTimes(desks[0].context, [local!.local], day))
    const [received] = await desks[1].entries()
    unwrap(await copyTimes(desks[1].context, [received!.local], day))
    await sendBoth()
    const [card] = await cardsOf(desks[0])
    expect(card!.others).toHaveLength(1)
    expect(card!.others[0]!.local).not.toBe(typed)
  })

  it('is asked about again where the answer is undone', async () => {
    await splitOnBoth()
    await syncOneAfterTheOther()
    await answer(desks[1], 'drop')
    await desks[1].undo()
    await syncAll()
    await answer(desks[1], 'drop')
    await syncAll()
    await expectEverywhere([540, 2], [570, 2])
  })

  it('is asked about again where the answer is undone before the deletion is sent', async () => {
    await shared()
    for (const desk of desks) await setCell(desk, 60)
    await sendBoth()
    await answer(desks[0], 'drop')
    await desks[0].undo()
    await answer(desks[0], 'mine')
    await answer(desks[1], 'mine')
    await syncAll()
    await expectEverywhere([540, 4], [540, 4], [540, 4])
  })

  it.each([
    ['the one from here', 'local'],
    ['the one from there', 'other'],
  ] as const)('is settled by an edit of %s', async (_, which) => {
    await splitOnBoth()
    await syncOneAfterTheOther()
    const received = (await cardsOf(desks[1]))[0]!.others[0]!.local!
    const halves = (await desks[1].entries()).filter(({ start }) => start === 570)
    const own = halves.find(({ local }) => local !== received)!.local
    await desks[1].edit(which === 'local' ? own : received, { notes: 'Workshop, afternoon' })
    expect(await cardsOf(desks[1])).toEqual([])
    await syncAll()
    await expectEverywhere([540, 2], [570, 2], [570, 2])
  })

  it('is settled by deleting one of the two', async () => {
    await splitOnBoth()
    await syncOneAfterTheOther()
    await desks[1].remove((await cardsOf(desks[1]))[0]!.others[0]!.local!)
    expect(await cardsOf(desks[1])).toEqual([])
    await syncAll()
    await expectEverywhere([540, 2], [570, 2])
  })
})

describe('an act that could not be sent for more than a minute', () => {
  const lists = () => service.requests.filter((line) => line.startsWith('GET /times?'))

  /** Both computers act without a network; the first one is back earlier. */
  async function syncLater(act: (desk: Desk, at: number) => Promise<unknown>): Promise<void> {
    for (const [at, desk] of desks.entries()) await act(desk, at)
    clock.jump(90_000)
    await desks[0].cycle()
    service.requests.length = 0
    await desks[1].cycle({ wait: true })
  }

  it('is looked for before it is sent, so that only one computer asks', async () => {
    await shared()
    await syncLater((desk) => setCell(desk, 60))
    expect(service.times.size).toBe(2)
    expect(await cardsOf(desks[1])).toMatchObject([{ kind: 'repeated', title: '1 entry' }])
    await syncAll()
    expect(await cardsOf(desks[0])).toEqual([])
    await answer(desks[1], 'drop')
    await syncAll()
    await expectEverywhere([540, 4], [540, 4])
  })

  it('is looked for on its days alone, also where those are far from each other', async () => {
    const locals = await shared()
    for (let at = 0; at < 300; at++) service.add({ date: '2026-10-01', start: at })
    await syncAll()
    await syncLater(async (desk, at) => {
      for (const to of ['2026-05-01', '2026-09-01']) {
        unwrap(await copyTimes(desk.context, [locals[at]!], to))
      }
    })
    expect(lists().slice(0, 2)).toEqual([
      expect.stringContaining('date=2026-05-01'),
      expect.stringContaining('date=2026-09-01'),
    ])
    expect(await cardsOf(desks[1])).toMatchObject([{ kind: 'repeated', title: '2 entries' }])
  })

  it('is looked for among expenses', async () => {
    await syncAll()
    const file = ['Date,Project,Name,Amount', `${day},Project 1,Train,80`].join('\n')
    const hurried = { ...clock, sleep: () => Promise.resolve() }
    await syncLater(async (desk) => {
      await takeIn({ ...desk.context, clock: hurried }, { from: 'csv' }, file)
    })
    expect(service.expenses.size).toBe(1)
    expect(await cardsOf(desks[1])).toMatchObject([{ kind: 'repeated', resource: 'expense' }])
  })

  it('is looked for in the feed where the service has one', async () => {
    service.capabilities.add('changes')
    clock.jump(60 * 60_000)
    await shared()
    await syncLater((desk) => setCell(desk, 60))
    expect(service.times.size).toBe(2)
    expect(lists()).toEqual([])
  })

  it('is sent although its days cannot be read', async () => {
    await shared()
    for (const desk of desks) await setCell(desk, 60)
    clock.jump(90_000)
    service.failNext('GET /times', { is: 'status', status: 500 })
    await desks[0].cycle()
    expect(service.times.size).toBe(2)
  })

  it('is not looked for once more where it could not be sent', async () => {
    await shared()
    await setCell(desks[0], 60)
    clock.jump(90_000)
    service.failNext('POST /times', { is: 'unreached' })
    await desks[0].cycle()
    service.requests.length = 0
    await desks[0].cycle()
    expect(service.requests[0]).toMatch(/^POST/)
  })
})

it.each([
  ['an act that is sent at once', 0, false],
  ['what the service recognizes', 90_000, true],
])('requests nothing before it sends %s', async (_, later, hasUids) => {
  if (hasUids) service.capabilities.add('uid').add('user')
  clock.jump(60 * 60_000)
  await shared()
  await setCell(desks[0], 60)
  clock.jump(later)
  service.requests.length = 0
  await desks[0].cycle()
  expect(service.requests[0]).toMatch(/^POST/)
})

describe('a cell in which two computers set other hours', () => {
  /** The second computer has received the first one's hours; its own wait. */
  async function setOtherHours(): Promise<void> {
    await shared()
    await setCell(desks[0], 180)
    await setCell(desks[1], 120)
    await syncOneAfterTheOther()
  }
  const setBoth = async () => {
    await shared()
    await setCell(desks[0], 180)
    await setCell(desks[1], 120)
    await sendBoth()
  }
  async function answerHours(desk: Desk, take: CardAnswer): Promise<void> {
    const cards = await cardsOf(desk)
    expect(cards).toMatchObject([{ kind: 'cell', takes: ['again', 'mine', 'theirs'] }])
    unwrap(await resolveCard(desk.context, cards[0]!.card, take))
  }

  it('is asked about, with the hours of both', async () => {
    await setOtherHours()
    expect(await cardsOf(desks[1])).toMatchObject([
      { kind: 'cell', fields: [{ field: 'total', mine: { value: 120 }, theirs: { value: 180 } }] },
    ])
    await syncAll()
    expect(service.times.size).toBe(2)
    expect(await cardsOf(desks[0])).toEqual([])
  })

  it.each([
    ['one’s own', 'mine', [8]],
    ['those from elsewhere', 'theirs', [12]],
    ['both', 'again', [12, 8]],
  ] as const)('keeps %s', async (_, take, quantities) => {
    await setOtherHours()
    await answerHours(desks[1], take)
    await syncAll()
    const kept = [...quantities, 4].map((quantity): [number, number] => [540, quantity])
    await expectEverywhere(...kept.toSorted())
  })

  it('is asked about on one computer where both have sent', async () => {
    await setBoth()
    await syncAll()
    expect(await cardsOf(desks[0])).toEqual([])
    await answerHours(desks[1], 'mine')
    await syncAll()
    await expectEverywhere([540, 4], [540, 8])
  })

  it('is asked about where the reply to one of them was lost', async () => {
    await shared()
    await setCell(desks[0], 180)
    await setCell(desks[1], 120)
    await desks[0].cycle()
    service.failNext(/^POST/, { is: 'drop-response' })
    await desks[1].cycle({ wait: true })
    await clock.advance(5 * 60_000)
    await syncAll()
    expect(there()).toEqual([
      [540, 12],
      [540, 4],
      [540, 8],
    ])
    const cell = (await cardsOf(desks[1])).find(({ kind }) => kind === 'cell')
    unwrap(await resolveCard(desks[1].context, cell!.card, 'theirs'))
    await syncAll()
    await expectEverywhere([540, 12], [540, 4])
  })

  it('is asked about again where the answer is undone', async () => {
    await setOtherHours()
    await answerHours(desks[1], 'mine')
    await desks[1].undo()
    await answerHours(desks[1], 'theirs')
    await syncAll()
    await expectEverywhere([540, 12], [540, 4])
  })

  it('is settled where one of them is changed or deleted', async () => {
    await setOtherHours()
    const [card] = await cardsOf(desks[1])
    await desks[1].remove(card!.others[0]!.local!)
    expect(await cardsOf(desks[1])).toEqual([])
    await syncAll()
    await expectEverywhere([540, 4], [540, 8])
  })

  it('is no question where the hours were added after the first had come in', async () => {
    await shared()
    await setCell(desks[0], 180)
    await syncAll()
    await desks[1].add({ date: day, start: 900, quantity: 4 })
    await syncAll()
    await expectEverywhere([540, 12], [540, 4], [900, 4])
  })
})

describe('a file that two computers imported', () => {
  it('is one question, however many lines it has', async () => {
    for (const desk of desks) await importFile(desk, 3)
    await sendBoth()
    for (const desk of desks) {
      expect(await cardsOf(desk)).toMatchObject([{ kind: 'repeated', title: '3 entries' }])
    }
    for (const desk of desks) await answer(desk, 'drop')
    await syncAll()
    await expectEverywhere([600, 4], [660, 4], [720, 4])
  })

  it('is no question where only one of its lines was created elsewhere', async () => {
    await importFile(desks[0], 3)
    await desks[1].add({ notes: 'Standup', start: 600, quantity: 4, date: day })
    await sendBoth()
    await expectEverywhere([600, 4], [600, 4], [660, 4], [720, 4])
  })
})

it('asks nothing about what a person types twice', async () => {
  for (const desk of desks) await desk.add({ notes: 'Standup' })
  await sendBoth()
  await expectEverywhere([540, 4], [540, 4])
})

it('asks nothing about another person’s equal record', async () => {
  service.capabilities.add('user')
  const { db } = desks[1].store
  const me = await ensureCurrentUser(db, organisation)
  await db.transaction().execute((trx) => linkRemoteId(trx, 'user', me, 2))
  await shared()
  for (const desk of desks) await setCell(desk, 60)
  await syncOneAfterTheOther()
  expect(await desks[1].entries()).toHaveLength(3)
  expect(await cardsOf(desks[1])).toEqual([])
})

describe('where the service names the owner of a record, but not the person', () => {
  beforeEach(() => service.capabilities.add('user'))

  it('asks about equal hours', async () => {
    for (const desk of desks) await setCell(desk, 60)
    await sendBoth()
    const cards = await Promise.all(desks.map(cardsOf))
    expect(cards).toMatchObject([[{ kind: 'repeated' }], [{ kind: 'repeated' }]])
  })

  it('asks about other hours in a cell', async () => {
    await setCell(desks[0], 60)
    await setCell(desks[1], 90)
    await sendBoth()
    const cards = await Promise.all(desks.map(cardsOf))
    expect(cards.flat()).toMatchObject([{ kind: 'cell' }])
  })
})

describe('where a record was sent without its uid to a service that knows uids', () => {
  beforeEach(() => service.capabilities.add('uid'))

  it('asks about equal hours, as the person is not known', async () => {
    for (const desk of desks) await setCell(desk, 60)
    await sendBoth()
    const cards = await Promise.all(desks.map(cardsOf))
    expect(cards).toMatchObject([[{ kind: 'repeated' }], [{ kind: 'repeated' }]])
  })

  it('asks about other hours in a cell', async () => {
    await setCell(desks[0], 60)
    await setCell(desks[1], 90)
    await sendBoth()
    const cards = await Promise.all(desks.map(cardsOf))
    expect(cards.flat()).toMatchObject([{ kind: 'cell' }])
  })

  it('asks about other hours in a cell, where those from here have their uid', async () => {
    const { db } = desks[0].store
    const me = await ensureCurrentUser(db, organisation)
    await db.transaction().execute((trx) => linkRemoteId(trx, 'user', me, 1))
    await setCell(desks[0], 60)
    await setCell(desks[1], 90)
    await sendBoth()
    expect(await cardsOf(desks[0])).toMatchObject([{ kind: 'cell' }])
  })
})

it('sends a uid only once the person is known', async () => {
  const [desk] = desks
  const { db } = desk.store
  await setCell(desk, 60)
  const [entry] = await desk.entries()
  expect(await readUid(db, 'time', entry!.local)).toBeUndefined()
  await db.transaction().execute(async (trx) => {
    const user = await insertUser(trx, { organisation_id: organisation })
    await linkRemoteId(trx, 'user', user, 7)
    await linkCurrentUser(trx, 7)
  })
  expect(await readUid(db, 'time', entry!.local)).toMatch(/^cell:7:20261120:\d+:\d+:0$/)
})
