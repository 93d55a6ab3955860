/** Undoing the answer to a conflict while it is being sent, or before the record is received again. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { undoChange } from '#core/actions/undo.ts'
import { readInboxCards } from '#core/sync/inbox/inbox-cards.ts'
import { resolveCard } from '#core/sync/inbox/resolve-card.ts'
import { unwrap } from '#shared/errors.ts'
import type { CardAnswer } from '#shared/resources/inbox-card.ts'
import type { Capability } from '#shared/resources/service-info.ts'
import { openDesk, type Desk } from '../../support/sync/desk.ts'
import { testService, type Fault, type TestService } from '../../support/sync/service.ts'
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

const cards = () => readInboxCards(desk.store.db)
const settles = () => desk.cycle({ wait: true })

async function answer(take: CardAnswer): Promise<number> {
  const [card] = await cards()
  clock.jump(1_000)
  return unwrap(await resolveCard(desk.context, card!.card, take)).change
}

const undo = async (change: number) => void unwrap(await undoChange(desk.context, change))

/** Ten minutes later the record is received again. */
async function isReceivedAgain(): Promise<void> {
  await clock.advance(10 * 60_000)
  await settles()
}

/** An entry whose notes were changed here and there, which the inbox asks about. */
async function inConflict(): Promise<{ id: number; local: number }> {
  const { id } = service.add({ notes: 'Before' })
  await settles()
  const { local } = (await desk.entries())[0]!
  await desk.edit(local, { notes: 'Mine' })
  service.change(id, { notes: 'Theirs' })
  await settles()
  await expectQuestion('Mine', 'Theirs')
  return { id, local }
}

const expectQuestion = async (local: string, remote: string) =>
  expect(await cards()).toMatchObject([
    {
      kind: 'conflict',
      fields: [{ field: 'notes', mine: { value: local }, theirs: { value: remote } }],
    },
  ])

const profiles: Capability[][] = [[], ['changes']]

describe.each(profiles.map((can) => [can.join(' and ') || 'nothing more', can] as const))(
  'on a service that has %s',
  (_, can) => {
    beforeEach(() => {
      for (const capability of can) service.capabilities.add(capability)
    })

    const lost: [string, Fault | null][] = [
      ['arrives', null],
      ['is lost', { is: 'drop-response' }],
    ]

    describe.each(lost)('when the reply to the answer %s', (_name, fault) => {
      it.each(['mine', 'theirs'] as const)('asks again, and takes %s', async (take) => {
        const { id, local } = await inConflict()
        const change = await answer('mine')
        if (fault) service.failNext('PUT', fault)
        service.beforeNext('PUT', () => undo(change))
        await settles()
        await isReceivedAgain()
        expect(service.times.get(id)).toMatchObject({ notes: 'Mine' })
        await expectQuestion('Mine', 'Theirs')
        await answer(take)
        await settles()
        const notes = take === 'mine' ? 'Mine' : 'Theirs'
        expect(service.times.get(id)).toMatchObject({ notes })
        expect(await desk.entry(local)).toMatchObject({ notes, state: 'synced' })
        expect(await cards()).toEqual([])
      })

      it.each(['mine', 'theirs'] as const)('asks a third time, and takes %s', async (take) => {
        const { id, local } = await inConflict()
        const first = await answer('mine')
        await settles()
        await undo(first)
        const second = await answer('theirs')
        if (fault) service.failNext('PUT', fault)
        service.beforeNext('PUT', () => undo(second))
        await settles()
        await isReceivedAgain()
        expect(service.times.get(id)).toMatchObject({ notes: 'Theirs' })
        await expectQuestion('Mine', 'Theirs')
        await answer(take)
        await settles()
        const notes = take === 'mine' ? 'Mine' : 'Theirs'
        expect(service.times.get(id)).toMatchObject({ notes })
        expect(await desk.entry(local)).toMatchObject({ notes, state: 'synced' })
        expect(await cards()).toEqual([])
      })
    })

    it.each(['mine', 'theirs'] as const)(
      'asks until %s is taken when another field changes there',
      async (take) => {
        const { id, local } = await inConflict()
        const change = await answer('theirs')
        service.change(id, { quantity: 8 })
        await isReceivedAgain()
        await undo(change)
        await settles()
        service.change(id, { quantity: 4 })
        await isReceivedAgain()
        expect(service.times.get(id)).toMatchObject({ notes: 'Theirs', quantity: 4 })
        await expectQuestion('Mine', 'Theirs')
        await answer(take)
        await settles()
        const notes = take === 'mine' ? 'Mine' : 'Theirs'
        expect(service.times.get(id)).toMatchObject({ notes, quantity: 4 })
        expect(await desk.entry(local)).toMatchObject({ notes, quantity: 4, state: 'synced' })
        expect(await cards()).toEqual([])
      },
    )

    it.each(['mine', 'theirs'] as const)(
      'asks until %s is taken when another field changes there after the answer was sent',
      async (take) => {
        const { id, local } = await inConflict()
        const change = await answer('mine')
        await settles()
        await undo(change)
        service.change(id, { quantity: 4 })
        await isReceivedAgain()
        await expectQuestion('Mine', 'Theirs')
        await answer(take)
        await settles()
        const notes = take === 'mine' ? 'Mine' : 'Theirs'
        expect(service.times.get(id)).toMatchObject({ notes, quantity: 4 })
        expect(await desk.entry(local)).toMatchObject({ notes, quantity: 4, state: 'synced' })
        expect(await cards()).toEqual([])
      },
    )

    it('asks about what the service has by then when the same field changes there', async () => {
      const { id, local } = await inConflict()
      const change = await answer('mine')
      await settles()
      await undo(change)
      service.change(id, { notes: 'Another', quantity: 4 })
      await isReceivedAgain()
      await expectQuestion('Mine', 'Another')
      await answer('mine')
      await settles()
      expect(service.times.get(id)).toMatchObject({ notes: 'Mine', quantity: 4 })
      expect(await desk.entry(local)).toMatchObject({ notes: 'Mine', state: 'synced' })
    })

    it('sends a change of another field while the question waits', async () => {
      const { id, local } = await inConflict()
      const change = await answer('theirs')
      service.change(id, { quantity: 8 })
      await isReceivedAgain()
      await undo(change)
      await desk.edit(local, { start: 600 })
      await isReceivedAgain()
      expect(service.times.get(id)).toMatchObject({ notes: 'Theirs', quantity: 8, start: 600 })
      await expectQuestion('Mine', 'Theirs')
    })
  },
)
