/**
 * What was deleted on the service, and wanted again on two computers of one person: one act, which
 * counts once.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readInboxCards } from '#core/sync/inbox/inbox-cards.ts'
import { resolveCard } from '#core/sync/inbox/resolve-card.ts'
import { unwrap } from '#shared/errors.ts'
import type { Capability } from '#shared/resources/service-info.ts'
import { openDesk, type Desk } from '../../support/sync/desk.ts'
import { expensesOf } from '../../support/sync/desk-records.ts'
import { testService, type TestService } from '../../support/sync/service.ts'
import { virtualClock, type VirtualClock } from '../../support/virtual-clock.ts'

const minute = 60_000
/** Longer than what lists showed of these days and of expenses is taken for current. */
const readAgain = 61 * minute

let clock: VirtualClock
let service: TestService
let desks: [Desk, Desk]

const profiles: Capability[][] = [
  [],
  ['idempotency', 'conditional'],
  ['changes'],
  ['changes', 'epoch', 'user', 'idempotency', 'uid'],
]

describe.each(profiles.map((can) => [can.join(', ') || 'nothing more', can] as const))(
  'on a service that has %s',
  (_, can) => {
    beforeEach(async () => {
      clock = virtualClock()
      service = testService(clock)
      for (const capability of can) service.capabilities.add(capability)
      desks = [await openDesk(service, clock), await openDesk(service, clock)]
      // Each has created an entry, and knows the clock of the service from that.
      for (const [place, desk] of desks.entries()) await desk.add({ date: `2026-11-1${place}` })
    })

    afterEach(async () => {
      for (const desk of desks) await desk.close()
    })

    /** Lets computers sync until nothing is searched for any more. */
    async function settle(...those: Desk[]) {
      for (let pass = 0; pass < 3; pass++) {
        for (const desk of those) unwrap(await desk.cycle({ wait: true }))
        await clock.advance(minute / 2)
      }
    }
    const cardsOf = async (desk: Desk) =>
      (await readInboxCards(desk.store.db)).map(({ card, kind }) => ({ card, kind }))
    async function sendAgain(desk: Desk, kind: 'gone' | 'removals') {
      const cards = await cardsOf(desk)
      expect(cards).toMatchObject([{ kind }])
      unwrap(await resolveCard(desk.context, cards[0]!.card, 'again', []))
    }
    /** The second computer learns what the first one sent when it has something to send itself. */
    async function sendAgainOnBoth(kind: 'gone' | 'removals') {
      for (const desk of desks) await sendAgain(desk, kind)
      await settle(desks[0])
      // So long that the second one reads before it sends.
      await clock.advance(readAgain)
      await settle(desks[1])
      await settle(...desks)
    }
    const notesThere = () => [...service.times.values()].flatMap(({ notes }) => notes ?? []).sort()
    const notesHere = async (desk: Desk) =>
      (await desk.entries()).flatMap(({ notes }) => notes ?? []).sort()
    async function expectEverywhere(notes: readonly string[]) {
      expect(notesThere()).toEqual(notes)
      for (const desk of desks) {
        expect(await notesHere(desk)).toEqual(notes)
        expect(await cardsOf(desk)).toEqual([])
      }
    }
    const remoteOf = (notes: string) =>
      [...service.times.values()].find((time) => time.notes === notes)!.id
    const editOn = async (desk: Desk, from: string, to: string) => {
      const entry = (await desk.entries()).find(({ notes }) => notes === from)
      await desk.edit(entry!.local, { notes: to })
    }
    const letters = [...'abcdefghijklmno']

    it('creates many deleted entries once', async () => {
      const ids = letters.map((notes, place) => service.add({ notes, start: place * 5 }).id)
      await settle(...desks)
      await clock.advance(readAgain)
      service.remove(...ids.slice(0, 12))
      await settle(...desks)
      await sendAgainOnBoth('removals')
      await expectEverywhere(letters)
    })

    it('leaves many of which each has an equal one', async () => {
      for (const [place, notes] of letters.entries()) {
        await desks[0].add({ notes, start: place * 5 })
        await desks[0].add({ notes, start: place * 5 })
      }
      await settle(...desks)
      await clock.advance(readAgain)
      service.remove(...letters.map(remoteOf))
      await settle(...desks)
      await sendAgainOnBoth('removals')
      await expectEverywhere(letters.flatMap((letter) => [letter, letter]))
    })

    it('creates an entry once that was changed here', async () => {
      const { id } = service.add({ notes: 'Old' })
      await settle(...desks)
      for (const desk of desks) await editOn(desk, 'Old', 'New')
      service.remove(id)
      await settle(...desks)
      await sendAgainOnBoth('gone')
      await expectEverywhere(['New'])
    })

    it('leaves an entry that equals the changed one', async () => {
      await desks[0].add({ notes: 'Twice' })
      await desks[0].add({ notes: 'Once' })
      await settle(...desks)
      for (const desk of desks) await editOn(desk, 'Once', 'Twice')
      service.remove(remoteOf('Once'))
      await settle(...desks)
      await sendAgainOnBoth('gone')
      await expectEverywhere(['Twice', 'Twice'])
    })

    it('creates an expense once that was changed here', async () => {
      const { id } = service.addExpense({ name: 'Taxi' })
      await settle(...desks)
      for (const desk of desks) {
        const [expense] = await expensesOf(desk).all()
        await expensesOf(desk).edit(expense!.id, { name: 'Train' })
      }
      service.remove(id)
      await settle(...desks)
      await sendAgainOnBoth('gone')
      expect([...service.expenses.values()]).toMatchObject([{ name: 'Train' }])
      for (const desk of desks) {
        expect(await expensesOf(desk).all()).toMatchObject([{ name: 'Train', state: 'synced' }])
        expect(await cardsOf(desk)).toEqual([])
      }
    })

    it('creates it once where changes answer the cards', async () => {
      const { id } = service.add({ notes: 'Old' })
      await settle(...desks)
      for (const desk of desks) await editOn(desk, 'Old', 'New')
      service.remove(id)
      await settle(...desks)
      for (const desk of desks) {
        await editOn(desk, 'New', 'Newer')
        await settle(desk)
      }
      await settle(...desks)
      await expectEverywhere(['Newer'])
    })

    it('asks where the other computer has received what was sent again', async () => {
      const { id } = service.add({ notes: 'Old' })
      await settle(...desks)
      for (const desk of desks) await editOn(desk, 'Old', 'New')
      service.remove(id)
      await settle(...desks)
      const [first, second] = desks
      await sendAgain(first, 'gone')
      await settle(...desks)
      await clock.advance(readAgain)
      await settle(second)
      expect(await notesHere(second)).toEqual(['New', 'New'])
      await sendAgain(second, 'gone')
      await settle(second)
      expect(notesThere()).toEqual(['New'])
      expect(await cardsOf(second)).toMatchObject([{ kind: 'twin' }])
    })
  },
)
