/** The same act on two computers of one person, each before it knew of the other's. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { splitTime } from '#core/actions/split-merge-times.ts'
import { setTimesheetCells } from '#core/actions/timesheet-cells.ts'
import { copyTimes } from '#core/actions/times.ts'
import { undoChange } from '#core/actions/undo.ts'
import { ensureCurrentUser } from '#core/store/account/current-user.ts'
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
  for (const capability of ['user', 'idempotency', 'uid'] as const) {
    service.capabilities.add(capability)
  }
  desks = [await openPersonsDesk(), await openPersonsDesk()]
})
afterEach(async () => {
  for (const desk of desks) await desk.close()
})

async function openPersonsDesk(): Promise<Desk> {
  const desk = await openDesk(service, clock)
  const me = await ensureCurrentUser(desk.store.db, organisation)
  await desk.store.db.transaction().execute((trx) => linkRemoteId(trx, 'user', me, 1))
  return desk
}

/** Lets both computers sync until neither has anything to send or to receive. */
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
async function answer(desk: Desk, take: CardAnswer): Promise<number> {
  const [card] = await cardsOf(desk)
  return unwrap(await resolveCard(desk.context, card!.card, take)).change
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

describe('one act', () => {
  it('in a cell of the timesheet gives one entry', async () => {
    for (const desk of desks) await setCell(desk, 60)
    await syncAll()
    await expectEverywhere([540, 4])
  })

  it('gives one entry also if it is received before one’s own is sent', async () => {
    await shared()
    for (const desk of desks) await setCell(desk, 60)
    await desks[0].cycle()
    // The app was closed, so the service is read before anything is sent to it.
    await desks[1].restart()
    await syncAll()
    await expectEverywhere([540, 4], [540, 4])
    expect(service.requests.filter((line) => line.startsWith('POST'))).toHaveLength(2)
  })

  it.each([
    ['mine', 8],
    ['theirs', 4],
  ] as const)('with other hours gives one entry, and a question: %s', async (take, quantity) => {
    await setCell(desks[0], 60)
    await setCell(desks[1], 120)
    await syncAll()
    expect(there()).toEqual([[540, 4]])
    const [card] = await cardsOf(desks[1])
    expect(card).toMatchObject({ kind: 'conflict' })
    expect(card!.fields.find(({ field }) => field === 'quantity')).toMatchObject({
      base: null,
      mine: { value: 8 },
      theirs: { value: 4 },
    })
    await answer(desks[1], take)
    await syncAll()
    await expectEverywhere([540, quantity])
  })

  it.each([
    ['mine', 8],
    ['theirs', 4],
  ] as const)('with other hours, undone after it was sent, is: %s', async (take, quantity) => {
    await setCell(desks[0], 60)
    await setCell(desks[1], 120)
    await syncAll()
    const change = await answer(desks[1], 'mine')
    await syncAll()
    unwrap(await undoChange(desks[1].context, change))
    await answer(desks[1], take)
    await syncAll()
    await expectEverywhere([540, quantity])
  })

  it('gives one entry also if the service was set back in between', async () => {
    for (const capability of ['changes', 'epoch'] as const) service.capabilities.add(capability)
    await shared()
    const setBack = service.backup()
    clock.jump(60_000)
    service.add({ notes: 'Colleague' })
    for (const desk of desks) await setCell(desk, 60)
    await desks[1].cycle()
    clock.jump(60_000)
    setBack()
    await desks[0].cycle()
    await syncAll()
    await expectEverywhere([540, 4], [540, 4])
  })

  it('of copying an entry to a day gives one copy', async () => {
    const locals = await shared()
    for (const [at, desk] of desks.entries()) {
      unwrap(await copyTimes(desk.context, [locals[at]!], day))
    }
    await syncAll()
    await expectEverywhere([540, 4], [540, 4])
  })

  it('gives two copies where one computer makes two', async () => {
    const [local] = await shared()
    unwrap(await copyTimes(desks[0].context, [local], day))
    unwrap(await copyTimes(desks[0].context, [local], day))
    await syncAll()
    await expectEverywhere([540, 4], [540, 4], [540, 4])
  })

  it.each([
    ['never sent', false],
    ['sent', true],
  ])('of copying gives one copy also where one was undone before, %s', async (_, isSent) => {
    const locals = await shared()
    unwrap(await copyTimes(desks[0].context, [locals[0]], day))
    if (isSent) await syncAll()
    await desks[0].undo()
    await syncAll()
    for (const [at, desk] of desks.entries()) {
      unwrap(await copyTimes(desk.context, [locals[at]!], day))
    }
    await syncAll()
    await expectEverywhere([540, 4], [540, 4])
  })

  it('gives one more copy on a computer that knows of the first', async () => {
    const locals = await shared()
    for (const [at, desk] of desks.entries()) {
      unwrap(await copyTimes(desk.context, [locals[at]!], day))
      await syncAll()
    }
    await expectEverywhere([540, 4], [540, 4], [540, 4])
  })

  it('of splitting an entry at the same minute gives the two halves', async () => {
    const locals = await shared()
    for (const [at, desk] of desks.entries()) {
      unwrap(await splitTime(desk.context, locals[at]!, 570))
    }
    await syncAll()
    await expectEverywhere([540, 2], [570, 2])
  })

  it('of splitting it after an edit here asks about the second half', async () => {
    const locals = await shared()
    await desks[1].edit(locals[1], { notes: 'Edited before' })
    for (const [at, desk] of desks.entries()) {
      unwrap(await splitTime(desk.context, locals[at]!, 570))
    }
    await syncAll()
    expect(await cardsOf(desks[1])).toMatchObject([{ kind: 'conflict' }])
    await answer(desks[1], 'mine')
    await syncAll()
    await expectEverywhere([540, 2], [570, 2])
    for (const { notes } of service.times.values()) expect(notes).toBe('Edited before')
  })

  it('of splitting it after an edit elsewhere takes the second half from there', async () => {
    const locals = await shared()
    await desks[0].edit(locals[0], { notes: 'Edited before' })
    for (const [at, desk] of desks.entries()) {
      unwrap(await splitTime(desk.context, locals[at]!, 570))
    }
    await syncAll()
    await expectEverywhere([540, 2], [570, 2])
    for (const { notes } of service.times.values()) expect(notes).toBe('Edited before')
  })

  it.each([
    ['mine', [540, 3], [585, 1]],
    ['theirs', [540, 1], [555, 3]],
  ] as const)(
    'of splitting it at different minutes counts as much as before: %s',
    async (take, first, second) => {
      const locals = await shared()
      unwrap(await splitTime(desks[0].context, locals[0], 555))
      unwrap(await splitTime(desks[1].context, locals[1], 585))
      await syncAll()
      expect(await cardsOf(desks[1])).toHaveLength(1)
      await answer(desks[1], take)
      await syncAll()
      await expectEverywhere([...first], [...second])
    },
  )

  it('of importing a file gives each of its lines once, also equal ones', async () => {
    const file = [
      'Project,Task,Date,Start,Minutes,Notes',
      'Project 1,Task 1,2026-11-20,09:00,60,Standup',
      'Project 1,Task 1,2026-11-20,09:00,60,Standup',
      'Project 1,Task 1,2026-11-20,10:00,30,Letters',
    ].join('\n')
    const hurried = { ...clock, sleep: () => Promise.resolve() }
    for (const { context } of desks) {
      await takeIn({ ...context, clock: hurried }, { from: 'csv' }, file)
    }
    await syncAll()
    await expectEverywhere([540, 4], [540, 4], [600, 2])
  })

  it('is not asked about if it was edited after the request whose reply was lost', async () => {
    service.capabilities.delete('idempotency')
    await setCell(desks[0], 60)
    service.failNext('POST', { is: 'drop-response' })
    await desks[0].cycle()
    const [entry] = await desks[0].entries()
    await desks[0].edit(entry!.local, { quantity: 6 })
    await syncAll()
    await expectEverywhere([540, 6])
    // It was sent again, with its uid, instead of being searched for.
    expect(service.requests.filter((line) => line.startsWith('POST'))).toHaveLength(2)
  })

  it('that was undone on the service gives a new entry', async () => {
    await setCell(desks[0], 60)
    await desks[0].cycle()
    const [entry] = await desks[0].entries()
    await desks[0].remove(entry!.local)
    await desks[0].cycle()
    expect(there()).toEqual([])
    await setCell(desks[1], 60)
    await syncAll()
    await expectEverywhere([540, 4])
  })
})

it('counts twice where a person types it twice', async () => {
  for (const desk of desks) await desk.add({ notes: 'Standup' })
  await syncAll()
  await expectEverywhere([540, 4], [540, 4])
})

it('asks where one computer sent it before it could know that the service has uids', async () => {
  await desks[1].cycle()
  service.capabilities.delete('uid')
  await desks[0].cycle()
  service.capabilities.add('uid')
  for (const desk of desks) await setCell(desk, 60)
  for (const desk of desks) await desk.cycle()
  clock.jump(25 * 60 * 60_000)
  await syncAll()
  for (const desk of desks) {
    expect(await here(desk)).toEqual([
      [540, 4],
      [540, 4],
    ])
  }
  expect(await cardsOf(desks[1])).toMatchObject([{ kind: 'repeated' }])
})

it('sends no uid to a service that does not know it', async () => {
  service.capabilities.delete('uid')
  const bodies: string[] = []
  service.validate = (values) => (bodies.push(JSON.stringify(values)), null)
  await setCell(desks[0], 60)
  await desks[0].cycle()
  expect(bodies.join()).not.toContain('uid')
})
