/**
 * The service shows another record under a known id: it was restored from its backup and gives the
 * ids again, or it gives the ids of deleted records again. A record is the same one only if
 * `created_at` agrees, too.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { listChanges } from '#core/store/history/change-history.ts'
import { readInboxCards } from '#core/sync/inbox/inbox-cards.ts'
import { resolveCard } from '#core/sync/inbox/resolve-card.ts'
import type { EntryInput } from '#core/actions/times.ts'
import { undoChange } from '#core/actions/undo.ts'
import { unwrap } from '#shared/errors.ts'
import type { CardAnswer } from '#shared/resources/inbox-card.ts'
import type { Capability } from '#shared/resources/service-info.ts'
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

const week = 7 * 24 * 3_600_000
const settles = () => desk.cycle({ wait: true })
const cards = () => readInboxCards(desk.store.db)
const notesThere = () => [...service.times.values()].map(({ notes }) => notes)
const notesHere = async () => (await desk.entries()).map(({ notes }) => notes)

async function answerAll(take: CardAnswer): Promise<number[]> {
  const changes: number[] = []
  for (const { card } of await cards()) {
    clock.jump(1_000)
    changes.push(unwrap(await resolveCard(desk.context, card, take)).change)
  }
  return changes
}

/**
 * Restores the service a while later: beside a feed, whose cursor may be valid again, after a week,
 * when all lists are read once more.
 */
function setBackLater(setBack: () => void) {
  clock.jump(service.capabilities.has('changes') ? week : 60_000)
  setBack()
}

/** Several passes, with time in between for what is searched for before it is sent. */
async function settlesForGood() {
  for (let pass = 0; pass < 4; pass++) {
    await settles()
    await clock.advance(2 * 60_000)
  }
}

const profiles: Capability[][] = [[], ['changes'], ['changes', 'idempotency', 'conditional']]

describe.each(profiles.map((can) => [can.join(', ') || 'nothing more', can] as const))(
  'on a service that has %s',
  (_, can) => {
    beforeEach(() => {
      for (const capability of can) service.capabilities.add(capability)
    })

    describe('after it was restored from a backup', () => {
      it('keeps what was entered here, and takes in what a colleague added under its ids', async () => {
        service.add({ notes: 'Old' })
        await settles()
        const setBack = service.backup()
        await desk.add({ notes: 'New 1', start: 600 })
        await desk.add({ notes: 'New 2', start: 700 })
        await settles()
        setBackLater(setBack)
        service.add({ notes: 'Colleague 1', start: 600 })
        service.add({ notes: 'Colleague 2', start: 700 })
        await settlesForGood()
        expect((await notesHere()).toSorted()).toEqual([
          'Colleague 1',
          'Colleague 2',
          'New 1',
          'New 2',
          'Old',
        ])
        expect(await cards()).toMatchObject([
          { kind: 'gone', note: 'replaced', title: expect.stringContaining('New 1') as string },
          { kind: 'gone', note: 'replaced', title: expect.stringContaining('New 2') as string },
        ])
        await answerAll('again')
        const [answer] = await listChanges(desk.store.db, { limit: 1 })
        expect(answer!.summary).toBe('Sent “New 2” again')
        await settlesForGood()
        expect(notesThere().toSorted()).toEqual([
          'Colleague 1',
          'Colleague 2',
          'New 1',
          'New 2',
          'Old',
        ])
        expect((await desk.entries()).every(({ state }) => state === 'synced')).toBe(true)
        expect(await cards()).toEqual([])
      })

      it('takes in the answer to a create whose id another record had', async () => {
        const setBack = service.backup()
        await desk.add({ notes: 'Today 1', start: 600 })
        await desk.add({ notes: 'Today 2', start: 700 })
        await settles()
        setBackLater(setBack)
        await desk.add({ notes: 'Morning', start: 480 })
        await settlesForGood()
        expect((await cards()).map(({ kind }) => kind)).not.toContain('refused')
        expect(notesThere()).toEqual(['Morning'])
        expect((await notesHere()).toSorted()).toEqual(['Morning', 'Today 1', 'Today 2'])
        const [morning] = (await desk.entries()).filter(({ notes }) => notes === 'Morning')
        expect(morning).toMatchObject({ state: 'synced' })
      })

      it.each([
        ['before', true],
        ['after', false],
      ])('keeps what it has no longer and is missed %s an id shows it', async (_when, isBefore) => {
        service.add({ notes: 'Old' })
        await settles()
        const setBack = service.backup()
        for (const [place, notes] of ['New 1', 'New 2', 'New 3'].entries()) {
          await desk.add({ notes, start: 600 + 30 * place })
          await settles()
          clock.jump(2_000)
        }
        service.add({ notes: 'Colleague', start: 900 })
        await settlesForGood()
        setBackLater(setBack)
        if (isBefore) {
          await settlesForGood()
          expect(await notesHere()).toEqual(['Old'])
          clock.jump(60_000)
        }
        service.add({ notes: 'Later', start: 1000 })
        await settlesForGood()
        expect((await notesHere()).toSorted()).toEqual(['Later', 'New 1', 'New 2', 'New 3', 'Old'])
        expect((await cards()).map(({ note, title }) => [title, note])).toEqual([
          [expect.stringContaining('New 1'), isBefore ? 'missing' : 'replaced'],
          [expect.stringContaining('New 2'), 'missing'],
          [expect.stringContaining('New 3'), 'missing'],
        ])
        await answerAll('again')
        await settlesForGood()
        expect(notesThere().toSorted()).toEqual(['Later', 'New 1', 'New 2', 'New 3', 'Old'])
        expect(await cards()).toEqual([])
        expect((await desk.entries()).every(({ state }) => state === 'synced')).toBe(true)
      })

      it('leaves what was removed with consent in the trash', async () => {
        service.add({ notes: 'Old' })
        await settles()
        const setBack = service.backup()
        for (let place = 0; place < 12; place++) {
          await desk.add({ notes: `New ${place}`, start: 600 + 30 * place })
        }
        await settlesForGood()
        setBackLater(setBack)
        await settlesForGood()
        expect(await cards()).toMatchObject([{ kind: 'removals' }])
        await answerAll('theirs')
        await settlesForGood()
        clock.jump(60_000)
        service.add({ notes: 'Later' })
        await settlesForGood()
        expect((await notesHere()).toSorted()).toEqual(['Later', 'Old'])
        expect(await cards()).toEqual([])
      })

      it('keeps each once of two that had the same id', async () => {
        const setBack = service.backup()
        service.add({ notes: 'Colleague' })
        await settles()
        setBackLater(setBack)
        await settlesForGood()
        await desk.add({ notes: 'New' })
        await settlesForGood()
        setBackLater(setBack)
        await settlesForGood()
        expect(await notesHere()).toEqual([])
        clock.jump(60_000)
        service.add({ notes: 'Later' })
        await settlesForGood()
        expect((await notesHere()).toSorted()).toEqual(['Later', 'New'])
        expect(await cards()).toMatchObject([{ kind: 'gone', note: 'missing' }])
      })

      it('does not write a waiting change into another record', async () => {
        const setBack = service.backup()
        const local = await desk.add({ notes: 'Today', quantity: 4 })
        await settles()
        setBackLater(setBack)
        service.add({ notes: 'Colleague', quantity: 2 })
        await desk.edit(local, { quantity: 9 })
        await settlesForGood()
        expect([...service.times.values()]).toMatchObject([{ notes: 'Colleague', quantity: 2 }])
        expect(service.requests.filter((line) => line.startsWith('PUT'))).toEqual([])
        expect(await desk.entries()).toMatchObject([
          { notes: 'Today', quantity: 9, state: 'conflict' },
          { notes: 'Colleague', quantity: 2, state: 'synced' },
        ])
      })

      it('asks when its id was given to another record just before the change arrived', async () => {
        const setBack = service.backup()
        const local = await desk.add({ notes: 'Today', quantity: 4 })
        await settles()
        clock.jump(60_000)
        await desk.edit(local, { quantity: 9 })
        service.beforeNext('PUT', () => {
          setBack()
          service.add({ notes: 'Colleague', quantity: 2 })
        })
        await settlesForGood()
        // Only a service with entity tags refuses the change.
        const quantity = can.includes('conditional') ? 2 : 9
        expect([...service.times.values()]).toMatchObject([{ notes: 'Colleague', quantity }])
        expect(await desk.entries()).toMatchObject([
          { notes: 'Today', quantity: 9, state: 'conflict' },
          { notes: 'Colleague', quantity, state: 'synced' },
        ])
        expect(await cards()).toMatchObject([{ kind: 'gone', note: 'replaced', local }])
      })

      it('does not delete another record', async () => {
        const setBack = service.backup()
        const local = await desk.add({ notes: 'Today' })
        await settles()
        setBackLater(setBack)
        service.add({ notes: 'Colleague' })
        await desk.remove(local)
        await settlesForGood()
        expect(notesThere()).toEqual(['Colleague'])
        expect(await notesHere()).toEqual(['Colleague'])
        expect(await cards()).toEqual([])
      })

      it('puts into the trash what came from the service and is no longer there', async () => {
        const setBack = service.backup()
        service.add({ notes: 'Theirs' })
        await settles()
        setBackLater(setBack)
        service.add({ notes: 'Other' })
        await settlesForGood()
        expect(await notesHere()).toEqual(['Other'])
        expect(await cards()).toEqual([])
        const trash = await desk.store.db.selectFrom('trash').select('title').execute()
        expect(trash).toMatchObject([{ title: expect.stringContaining('Theirs') as string }])
        const [change] = await listChanges(desk.store.db, { limit: 1 })
        expect(change!.summary).toBe('Received 1 entry and removed 1, as on the service')
      })

      it('keeps expenses and categories, too', async () => {
        const setBack = service.backup()
        const expense = await expensesOf(desk).add({ name: 'Taxi' })
        const category = await categoriesOf(desk).add({ name: 'Today', tasks: [desk.task] })
        await settles()
        setBackLater(setBack)
        service.addExpense({ name: 'Train' })
        service.addCategory({ name: 'Morning', tasks: [1] })
        await settlesForGood()
        expect((await expensesOf(desk).all()).map(({ name }) => name)).toEqual(['Taxi', 'Train'])
        expect((await categoriesOf(desk).all()).map(({ name }) => name)).toEqual([
          'Today',
          'Morning',
        ])
        expect((await cards()).map(({ local }) => local).toSorted()).toEqual(
          [expense, category].toSorted(),
        )
        await answerAll('again')
        await settlesForGood()
        expect([...service.expenses.values()].map(({ name }) => name)).toEqual(['Train', 'Taxi'])
        expect([...service.categories.values()].map(({ name }) => name)).toEqual([
          'Morning',
          'Today',
        ])
        expect(await cards()).toEqual([])
      })

      it('asks again after an answer is undone', async () => {
        const setBack = service.backup()
        await desk.add({ notes: 'Today' })
        await settles()
        setBackLater(setBack)
        service.add({ notes: 'Colleague' })
        await settlesForGood()
        const [dropped] = await answerAll('drop')
        expect(await notesHere()).toEqual(['Colleague'])
        unwrap(await undoChange(desk.context, dropped))
        expect(await cards()).toMatchObject([{ kind: 'gone', note: 'replaced' }])
        expect(await notesHere()).toEqual(['Today', 'Colleague'])
        const [sent] = await answerAll('again')
        await settlesForGood()
        expect(notesThere()).toEqual(['Colleague', 'Today'])
        const undone = await undoChange(desk.context, sent)
        expect(undone.ok ? null : undone.error).toMatchObject({ code: 'conflict' })
      })
    })

    describe('after it was restored to a time before a record was deleted', () => {
      async function undoDeletion() {
        const changes = await listChanges(desk.store.db, { limit: 9 })
        const deletion = changes.find(({ action }) => action === 'times.delete')
        return undoChange(desk.context, deletion!.id)
      }

      /** A record that was deleted here, and that the service has again. */
      async function deletedAndBack(): Promise<number> {
        const local = await desk.add({ notes: 'Deleted' })
        await settles()
        const setBack = service.backup()
        clock.jump(60_000)
        await desk.remove(local)
        await settlesForGood()
        expect(notesThere()).toEqual([])
        clock.jump(600_000)
        setBackLater(setBack)
        await settlesForGood()
        return local
      }

      it('shows it again, and asks whether to delete it once more', async () => {
        const local = await deletedAndBack()
        expect(await desk.entries()).toMatchObject([{ local, notes: 'Deleted', state: 'synced' }])
        expect(await desk.store.db.selectFrom('trash').selectAll().execute()).toEqual([])
        expect(await cards()).toMatchObject([{ kind: 'conflict', note: 'deleted-here', local }])
        await answerAll('mine')
        await settlesForGood()
        expect(await notesHere()).toEqual([])
        expect(notesThere()).toEqual([])
        expect(await cards()).toEqual([])
      })

      it('stays away if only a list shows it', async () => {
        const local = await desk.add({ notes: 'Deleted' })
        await settles()
        const [id] = [...service.times.keys()] as [number]
        await desk.remove(local)
        await settlesForGood()
        for (let request = 0; request < 99; request++) {
          service.failNext(new RegExp(`^GET .times.${id}$`), { is: 'status', status: 404 })
        }
        clock.jump(600_000)
        setBackLater(() => service.restore(id))
        await settlesForGood()
        expect(await notesHere()).toEqual([])
        expect(await cards()).toEqual([])
      })

      it('keeps it where the person wants that', async () => {
        const local = await deletedAndBack()
        await answerAll('theirs')
        await settlesForGood()
        expect(await desk.entries()).toMatchObject([{ local, state: 'synced' }])
        expect(notesThere()).toEqual(['Deleted'])
        expect(await cards()).toEqual([])
      })

      it('does not create it a second time when the deletion is undone', async () => {
        await deletedAndBack()
        await undoDeletion()
        await settlesForGood()
        expect(await notesHere()).toEqual(['Deleted'])
        expect(notesThere()).toEqual(['Deleted'])
      })

      it('joins it with what was to be created again', async () => {
        const local = await desk.add({ notes: 'Deleted' })
        await settles()
        clock.jump(60_000)
        const [id] = [...service.times.keys()] as [number]
        await desk.remove(local)
        await settlesForGood()
        service.failNext('POST', { is: 'status', status: 422 })
        unwrap(await undoDeletion())
        await settles()
        clock.jump(600_000)
        setBackLater(() => service.restore(id))
        await settlesForGood()
        expect(notesThere()).toEqual(['Deleted'])
        expect(await desk.entries()).toMatchObject([{ local, state: 'synced' }])
        expect(await cards()).toEqual([])
      })

      it('shows both if it was created again meanwhile', async () => {
        const local = await desk.add({ notes: 'Deleted' })
        await settles()
        clock.jump(60_000)
        const [id] = [...service.times.keys()] as [number]
        await desk.remove(local)
        await settlesForGood()
        unwrap(await undoDeletion())
        await settlesForGood()
        expect(notesThere()).toEqual(['Deleted'])
        setBackLater(() => service.restore(id))
        clock.jump(600_000)
        await settlesForGood()
        expect(notesThere()).toEqual(['Deleted', 'Deleted'])
        expect(await notesHere()).toEqual(['Deleted', 'Deleted'])
      })
    })

    describe('after it was restored to a time before a record was changed', () => {
      /** The service has lost a change from `First` to `Second` that was made here. */
      async function changedAndBack(): Promise<number> {
        const local = await desk.add({ notes: 'First' })
        await settles()
        const setBack = service.backup()
        clock.jump(60_000)
        await desk.edit(local, { notes: 'Second' })
        await settlesForGood()
        setBackLater(setBack)
        return local
      }

      it('asks which version is wanted where the later one was typed here', async () => {
        const local = await changedAndBack()
        await settlesForGood()
        expect(await desk.entries()).toMatchObject([{ local, notes: 'Second' }])
        expect(await cards()).toMatchObject([
          {
            ...{ kind: 'conflict', note: 'earlier', local },
            fields: [{ field: 'notes', mine: { value: 'Second' }, theirs: { value: 'First' } }],
          },
        ])
        await answerAll('mine')
        await settlesForGood()
        expect(notesThere()).toEqual(['Second'])
        expect(await desk.entries()).toMatchObject([{ notes: 'Second', state: 'synced' }])
        expect(await cards()).toEqual([])
      })

      it('takes the earlier one if the person says so', async () => {
        await changedAndBack()
        await settlesForGood()
        await answerAll('theirs')
        await settlesForGood()
        expect(notesThere()).toEqual(['First'])
        expect(await desk.entries()).toMatchObject([{ notes: 'First', state: 'synced' }])
      })

      it('asks before a waiting change is sent over the earlier one', async () => {
        const local = await changedAndBack()
        await desk.edit(local, { quantity: 7 })
        await settlesForGood()
        expect(await desk.entries()).toMatchObject([{ local, notes: 'Second', quantity: 7 }])
        expect(await cards()).toMatchObject([{ kind: 'conflict', note: 'earlier' }])
        await answerAll('mine')
        await settlesForGood()
        expect([...service.times.values()]).toMatchObject([{ notes: 'Second', quantity: 7 }])
      })

      it('keeps the later version while a copy of the service lags behind', async () => {
        const local = await desk.add({ notes: 'First' })
        await settles()
        const earlier = service.backup()
        setBackLater(() => {})
        await desk.edit(local, { notes: 'Second' })
        await settles()
        const later = service.backup()
        earlier()
        await settles()
        expect(await notesHere()).toEqual(['Second'])
        later()
        await settlesForGood()
        expect(await desk.entries()).toMatchObject([{ notes: 'Second', state: 'synced' }])
        expect(await cards()).toEqual([])
      })
    })

    it('takes an earlier version without a question where only a colleague made the later one', async () => {
      const { id } = service.add({ notes: 'First' })
      await settles()
      const setBack = service.backup()
      clock.jump(60_000)
      service.change(id, { notes: 'Second' })
      await settlesForGood()
      expect(await notesHere()).toEqual(['Second'])
      setBackLater(setBack)
      await settlesForGood()
      expect(await notesHere()).toEqual(['First'])
      expect(await cards()).toEqual([])
    })

    it('knows a record again when a newer backup is restored', async () => {
      const older = service.backup()
      const local = await desk.add({ notes: 'Today' })
      await settles()
      const newer = service.backup()
      setBackLater(older)
      service.add({ notes: 'Colleague' })
      await settlesForGood()
      expect(await cards()).toMatchObject([{ kind: 'gone', note: 'replaced', local }])
      setBackLater(newer)
      await settlesForGood()
      await answerAll('again')
      await settlesForGood()
      expect(notesThere()).toEqual(['Today'])
      expect(await desk.entry(local)).toMatchObject({ notes: 'Today', state: 'synced' })
      expect(await cards()).toEqual([])
    })

    describe('that lost a record which was deleted here and changed there', () => {
      let local: number
      let newer: () => void

      beforeEach(async () => {
        const older = service.backup()
        const { id } = service.add({ notes: 'Before' })
        await settles()
        local = (await desk.entries())[0]!.local
        await desk.remove(local)
        service.change(id, { notes: 'Changed' })
        await settles()
        expect(await cards()).toMatchObject([{ kind: 'conflict', note: 'deleted-here', local }])
        newer = service.backup()
        setBackLater(older)
        service.add({ notes: 'Colleague' })
        await settlesForGood()
      })

      const kinds = async () => (await cards()).map(({ kind }) => kind).toSorted()

      it('still asks whether to delete it when a newer backup is restored', async () => {
        expect(await kinds()).toEqual(['conflict', 'gone'])
        setBackLater(newer)
        await settlesForGood()
        expect(await desk.entry(local)).toMatchObject({ notes: 'Changed', state: 'synced' })
        expect(await cards()).toMatchObject([{ kind: 'conflict', note: 'deleted-here', local }])
      })

      it('still asks whether to delete it once it was sent again', async () => {
        const gone = (await cards()).find(({ kind }) => kind === 'gone')!
        unwrap(await resolveCard(desk.context, gone.card, 'again'))
        await settlesForGood()
        expect(notesThere().toSorted()).toEqual(['Changed', 'Colleague'])
        expect(await cards()).toMatchObject([{ kind: 'conflict', note: 'deleted-here', local }])
        await answerAll('mine')
        await settlesForGood()
        expect(notesThere()).toEqual(['Colleague'])
        expect(await cards()).toEqual([])
      })

      it('asks no more once it was deleted', async () => {
        const gone = (await cards()).find(({ kind }) => kind === 'gone')!
        unwrap(await resolveCard(desk.context, gone.card, 'drop'))
        await settlesForGood()
        expect(await cards()).toEqual([])
        expect(await notesHere()).toEqual(['Colleague'])
      })
    })

    it('takes a colleague’s record in again when a newer backup is restored', async () => {
      const older = service.backup()
      service.add({ notes: 'First' })
      await settles()
      const newer = service.backup()
      setBackLater(older)
      service.add({ notes: 'Second' })
      await settlesForGood()
      expect(await notesHere()).toEqual(['Second'])
      clock.jump(week)
      newer()
      await settlesForGood()
      expect(await notesHere()).toEqual(['First'])
      expect(await cards()).toEqual([])
    })

    describe('whose dates of creation are all others', () => {
      const hour = 3_600_000

      /** Five entries, of which one was changed here and not sent yet. */
      async function changedHere(): Promise<number> {
        for (const notes of ['1', '2', '3', '4']) service.add({ notes })
        const local = await desk.add({ notes: 'Mine' })
        await settles()
        clock.jump(service.capabilities.has('changes') ? week : hour)
        return local
      }

      it('takes a change of its zone for what it is', async () => {
        const local = await changedHere()
        service.redate((created) => created + 2 * hour)
        await settlesForGood()
        expect(await desk.sync.report({ version: '1', host: 'test' })).toContain(
          'Dates of records: zone',
        )
        await desk.edit(local, { notes: 'Changed' })
        await settlesForGood()
        expect(notesThere()).toEqual(['1', '2', '3', '4', 'Changed'])
        expect((await notesHere()).toSorted()).toEqual(['1', '2', '3', '4', 'Changed'])
        expect(await cards()).toEqual([])
      })

      it('is asked before a single record is taken for another one', async () => {
        const local = await changedHere()
        service.redate((created) => created - 12_345_000)
        // What a list shows first is one changed record, and what is read first is one changed here.
        const [first] = [...service.times.keys()] as [number]
        service.change(first, { notes: '1, changed' })
        await desk.edit(local, { notes: 'Changed' })
        service.failNext(/^GET .times$/, { is: 'status', status: 500 })
        await settlesForGood()
        expect(notesThere()).toEqual(['1, changed', '2', '3', '4', 'Changed'])
        expect((await notesHere()).toSorted()).toEqual(['1, changed', '2', '3', '4', 'Changed'])
        expect(await cards()).toEqual([])
      })

      it('trusts ids alone when a migration has rewritten them', async () => {
        const local = await changedHere()
        service.redate(() => clock.now() - 12_345_000)
        await settlesForGood()
        await desk.restart()
        await desk.edit(local, { notes: 'Changed' })
        await settlesForGood()
        expect(notesThere()).toEqual(['1', '2', '3', '4', 'Changed'])
        expect((await notesHere()).toSorted()).toEqual(['1', '2', '3', '4', 'Changed'])
        expect(await cards()).toEqual([])
        expect(await desk.sync.report({ version: '1', host: 'test' })).toContain(
          'Dates of records: none',
        )
      })

      it('knows a record that a rounded date follows', async () => {
        for (const notes of ['1', '2', '3', '4']) service.add({ notes })
        await settles()
        const local = await desk.add({ notes: 'Mine' })
        await settles()
        const newest = [...service.times.keys()].at(-1)!
        service.redate((created, id) => (id === newest ? created + 1_000 : created))
        service.add({ notes: '5' })
        await settlesForGood()
        await desk.edit(local, { notes: 'Changed' })
        await settlesForGood()
        expect(notesThere()).toEqual(['1', '2', '3', '4', 'Changed', '5'])
        expect((await notesHere()).toSorted()).toEqual(['1', '2', '3', '4', '5', 'Changed'])
        expect(await cards()).toEqual([])
        expect(await desk.entry(local)).toMatchObject({ notes: 'Changed', state: 'synced' })
        expect(await desk.sync.report({ version: '1', host: 'test' })).toContain(
          'Dates of records: exact',
        )
      })

      it('learns that a change rewrites them', async () => {
        const local = await changedHere()
        await settles()
        service.creation = 'rewritten'
        for (const notes of ['Changed', 'Changed again']) {
          await desk.edit(local, { notes })
          await settlesForGood()
          expect(notesThere()).toEqual(['1', '2', '3', '4', notes])
          expect(await desk.entry(local)).toMatchObject({ notes, state: 'synced' })
          expect(await cards()).toEqual([])
        }
        expect(await desk.sync.report({ version: '1', host: 'test' })).toContain(
          'Dates of records: none',
        )
      })

      it('takes in nothing from another organisation at its address', async () => {
        await changedHere()
        const before = await desk.entries()
        const other = testService(clock)
        for (const capability of can) other.capabilities.add(capability)
        for (const notes of ['A', 'B', 'C', 'D', 'E']) other.add({ notes })
        const { http } = service
        service.http = other.http
        await settles()
        await settles()
        expect(await desk.entries()).toEqual(before)
        expect(await cards()).toEqual([])
        expect(desk.statuses.at(-1)!.phase).toMatchObject({
          is: 'problem',
          why: expect.stringContaining('This address now leads to other records') as string,
        })
        expect((await desk.sync.log(1))[0]).toMatchObject({
          text: 'The service shows other records than before',
        })
        service.http = http
        await settlesForGood()
        expect(await desk.entries()).toEqual(before)
        expect(desk.statuses.at(-1)!.phase.is).toBe('idle')
      })

      it('takes in nothing from it for one record with a known id and second', async () => {
        for (const notes of ['1', '2', '3', '4']) service.add({ notes })
        await settles()
        clock.jump(60_000)
        const other = testService(clock)
        for (const capability of can) other.capabilities.add(capability)
        for (const notes of ['A', 'B', 'C', 'D']) other.add({ notes })
        for (const each of [service, other]) each.add({ notes: 'Of the same second' })
        await settles()
        clock.jump(service.capabilities.has('changes') ? week : hour)
        const before = await desk.entries()
        await desk.restart()
        const local = await desk.add({ notes: 'Unsent' })
        const { http } = service
        service.http = other.http
        await settles()
        other.distort = (body) => {
          const shown = (body['data'] ?? []) as Record<string, unknown>[]
          return { ...body, data: shown.filter(({ notes }) => notes === 'Of the same second') }
        }
        desk.sync.start()
        await clock.advance(10 * 60_000)
        expect(other.requests.filter((line) => !line.startsWith('GET'))).toEqual([])
        expect((await desk.entries()).filter((one) => one.local !== local)).toEqual(before)
        expect(desk.statuses.at(-1)!.phase).toMatchObject({
          is: 'problem',
          why: expect.stringContaining('This address now leads to other records') as string,
        })
        service.http = http
        await settlesForGood()
        expect(await desk.entry(local)).toMatchObject({ state: 'synced' })
        expect(await cards()).toEqual([])
      })

      it.each([
        ['another organisation', 0],
        ['another organisation that has none of the known records', 20],
      ])('sends nothing to %s at its address', async (_name, others) => {
        await changedHere()
        for (let place = 0; place < 7; place++) service.add({ notes: `Old ${place}` })
        await settles()
        const before = await desk.entries()
        await desk.restart()
        const local = await desk.add({ notes: 'Unsent' })
        const other = testService(clock)
        for (const capability of can) other.capabilities.add(capability)
        for (let place = 0; place < others; place++) other.remove(other.add({}).id)
        for (const notes of ['A', 'B', 'C', 'D', 'E']) other.add({ notes })
        const { http } = service
        service.http = other.http
        await settles()
        clock.jump(hour)
        await settles()
        expect(other.requests.filter((line) => !line.startsWith('GET'))).toEqual([])
        expect((await desk.entries()).filter((one) => one.local !== local)).toEqual(before)
        expect(desk.statuses.at(-1)!.phase).toMatchObject({
          is: 'problem',
          why: expect.stringContaining('nothing was sent or received') as string,
        })
        service.http = http
        await settlesForGood()
        expect(notesThere()).toContain('Unsent')
        expect(await desk.entry(local)).toMatchObject({ state: 'synced' })
        expect(await cards()).toEqual([])
      })

      it.each([
        ['another organisation', 0],
        ['another organisation that has none of the known records', 40],
      ])('requests few records of %s once it is known', async (_name, others) => {
        for (let place = 0; place < 25; place++) service.add({ notes: `Old ${place}` })
        await settles()
        const before = await desk.entries()
        const other = testService(clock)
        for (const capability of can) other.capabilities.add(capability)
        clock.jump(60_000)
        for (let place = 0; place < others; place++) other.remove(other.add({}).id)
        for (let place = 0; place < 25; place++) other.add({ notes: `New ${place}` })
        const { http } = service
        service.http = other.http
        await clock.advance(20 * 60_000)
        const requestedWhile = async (pass: () => Promise<unknown>) => {
          other.add({ notes: 'Newest' })
          other.requests.length = 0
          await pass()
          return other.requests.filter((line) => /^GET .*times.\d+$/.test(line)).length
        }
        const nextTry = () => {
          const { phase } = desk.statuses.at(-1)!
          return 'nextTry' in phase ? phase.nextTry : 0
        }
        const retries = async () => {
          const before = nextTry()
          while (nextTry() <= before) await clock.advance(1_000)
        }
        other.failNext(/^GET .*times.\d+$/, { is: 'status', status: 412 })
        expect(await requestedWhile(settles)).toBeGreaterThanOrEqual(20)
        desk.sync.start()
        // The one that could not be read may have been a known one.
        expect(await requestedWhile(retries)).toBeGreaterThanOrEqual(20)
        expect(await requestedWhile(retries)).toBeLessThanOrEqual(4)
        expect(await requestedWhile(settles)).toBeGreaterThanOrEqual(20)
        const until = clock.now() + hour
        const counts: number[] = []
        while (clock.now() < until) counts.push(await requestedWhile(retries))
        expect(counts.filter((count) => count >= 20)).toHaveLength(1)
        service.http = http
        await settlesForGood()
        expect(await desk.entries()).toEqual(before)
        expect(desk.statuses.at(-1)!.phase.is).toBe('idle')
      })

      it('is offline, and nothing else, where it cannot be asked', async () => {
        await changedHere()
        await desk.restart()
        await desk.add({ notes: 'Unsent' })
        for (let request = 0; request < 40; request++) {
          service.failNext(/^GET .(times|changes|expenses|categories)/, { is: 'unreached' })
        }
        await settles()
        expect(desk.statuses.at(-1)!.phase.is).toBe('offline')
      })

      it('goes on record by record when only the recent ones are others', async () => {
        for (const notes of ['Old 1', 'Old 2']) service.add({ notes })
        await settles()
        const setBack = service.backup()
        for (const notes of ['1', '2', '3', '4']) service.add({ notes, date: '2026-11-18' })
        await settles()
        setBackLater(setBack)
        for (const notes of ['A', 'B', 'C', 'D']) service.add({ notes, date: '2026-11-18' })
        await settlesForGood()
        expect((await notesHere()).toSorted()).toEqual(['A', 'B', 'C', 'D', 'Old 1', 'Old 2'])
        expect(await cards()).toEqual([])
      })
    })

    describe('that gives the ids of deleted records again', () => {
      it('takes in a colleague’s record under the id of one that was deleted here', async () => {
        const setBack = service.backup()
        const local = await desk.add({ notes: 'Mine' })
        await settles()
        await desk.remove(local)
        await settlesForGood()
        expect(notesThere()).toEqual([])
        setBack()
        service.add({ notes: 'Colleague' })
        await settlesForGood()
        expect(await notesHere()).toEqual(['Colleague'])
        expect(await cards()).toEqual([])
      })

      it('gives it to a new record of the same person', async () => {
        const setBack = service.backup()
        const local = await desk.add({ notes: 'Mine' })
        await settles()
        await desk.remove(local)
        await settlesForGood()
        setBack()
        const again = await desk.add({ notes: 'Mine, too' })
        await settlesForGood()
        expect(await desk.entries()).toMatchObject([{ local: again, state: 'synced' }])
        expect(notesThere()).toEqual(['Mine, too'])
        expect(await cards()).toEqual([])
      })
    })
  },
)

describe('a new record under the id of a deleted one', () => {
  it('is deleted where it was deleted here while the feed told of the first one', async () => {
    service.capabilities.add('changes')
    service.ids = 'again'
    await desk.add({ notes: 'First' })
    await settles()
    clock.jump(2_000)
    const [id] = service.times.keys()
    service.remove(id!)
    const second = await desk.add({ notes: 'Second' })
    service.beforeNext('GET /changes', () => desk.remove(second))
    await settlesForGood()
    expect(service.requests).toContain(`DELETE /times/${id}`)
    expect(notesThere()).toEqual([])
  })
})

describe('a project whose id the service has given to another one', () => {
  const dates = { created_at: '2026-11-19 14:00:00', updated_at: '2026-11-19 14:00:00' }
  const projectNames = async () => {
    const rows = await desk.store.db.selectFrom('project').select(['id', 'name']).execute()
    return new Map(rows.map(({ id, name }) => [id, name]))
  }
  const shown = async () => {
    const names = await projectNames()
    const entries = await desk.store.db.selectFrom('time_entry').selectAll().execute()
    return entries.map(({ notes, project_id }) => [notes, names.get(project_id!)]).toSorted()
  }
  beforeEach(async () => {
    service.capabilities.add('reference')
    service.add({ notes: 'Old', project_id: 2 })
    await desk.add({ notes: 'Ours' })
    await settles()
  })

  it.each([
    ['in the list of an entry', 0],
    ['when the lists of projects are due', 7],
  ])('is another one %s', async (_when, days) => {
    clock.jump(60_000)
    const [ours] = [...service.times.values()].filter(({ notes }) => notes === 'Ours')
    service.remove(ours!.id)
    service.projects.set(1, { ...service.projects.get(1)!, name: 'Bakery', code: 'BAK', dates })
    await desk.add({ notes: 'Unsent' })
    service.add({ notes: 'Theirs', project_id: 1 })
    if (days > 0) clock.jump(days * 24 * 3_600_000)
    await settlesForGood()
    expect(await shown()).toEqual([
      ['Old', 'Booking app'],
      ['Ours', 'Website relaunch'],
      ['Theirs', 'Bakery'],
      ['Unsent', 'Website relaunch'],
    ])
    expect(await cards()).toMatchObject([{ kind: 'gone', title: '“Ours”' }])
    expect(notesThere()).not.toContain('Unsent')
    expect(await desk.sync.status()).toMatchObject({ held: 1 })
  })

  it('is the same one where it was renamed', async () => {
    clock.jump(60_000)
    const updated_at = dates.updated_at
    const { created_at } = (await desk.store.db
      .selectFrom('project')
      .select('created_at')
      .where('name', '=', 'Website relaunch')
      .executeTakeFirstOrThrow()) as { created_at: string }
    const renamed = {
      ...service.projects.get(1)!,
      name: 'Website',
      dates: { created_at, updated_at },
    }
    service.projects.set(1, renamed)
    service.add({ notes: 'Theirs', project_id: 1 })
    await settlesForGood()
    expect(await shown()).toEqual([
      ['Old', 'Booking app'],
      ['Ours', 'Website'],
      ['Theirs', 'Website'],
    ])
  })
})

describe('where none of the known records is left', () => {
  /** So many entries, all of which are deleted in a browser, and one that was not sent before. */
  async function emptied(
    known: number,
    andThen: (ids: number[]) => unknown = () => null,
  ): Promise<void> {
    for (let place = 0; place < known; place++) service.add({ notes: `Old ${place}` })
    await settles()
    const ids = [...service.times.keys()]
    service.remove(...ids)
    andThen(ids)
    await desk.restart()
    await desk.add({ notes: 'Unsent' })
    await settlesForGood()
  }
  const old = Array.from({ length: 11 }, (_, place) => `Old ${place}`)

  it('asks before it sends or removes anything', async () => {
    await emptied(11)
    expect(notesThere()).toEqual([])
    expect((await notesHere()).toSorted()).toEqual([...old, 'Unsent'].toSorted())
    expect(await cards()).toMatchObject([{ kind: 'removals' }])
    expect(desk.statuses.at(-1)!.phase).toMatchObject({
      is: 'problem',
      why: expect.stringContaining('answer the question about them') as string,
    })
  })

  it('goes on once the person knows that they were deleted', async () => {
    await emptied(11)
    await answerAll('theirs')
    await settlesForGood()
    expect(notesThere()).toEqual(['Unsent'])
    expect(await notesHere()).toEqual(['Unsent'])
    expect(desk.statuses.at(-1)!.phase.is).toBe('idle')
  })

  it('creates them again if the person wants to keep them', async () => {
    await emptied(11)
    await answerAll('again')
    await settlesForGood()
    expect(notesThere().toSorted()).toEqual([...old, 'Unsent'].toSorted())
    expect(await cards()).toEqual([])
  })

  it('finds one that is there again when the person syncs', async () => {
    // Its own lists come first, and nothing else is read before it is known again.
    service.capabilities.add('reference')
    let last = 0
    await emptied(13, (ids) => (last = ids.at(-1)!))
    service.restore(last)
    await settles()
    expect(desk.statuses.at(-1)!.phase.is).toBe('idle')
    expect(notesThere()).toContain('Unsent')
    expect(await cards()).toMatchObject([{ kind: 'removals' }])
  })

  it('asks if the reply to one of them says nothing', async () => {
    await emptied(12, ([, second]) => {
      for (let request = 0; request < 9; request++) {
        service.failNext(`GET /times/${second}`, { is: 'status', status: 502 })
      }
    })
    expect(notesThere()).toEqual([])
    expect(await cards()).toMatchObject([{ kind: 'removals' }])
  })

  it('knows what it created just now under the ids of those', async () => {
    service.ids = 'again'
    for (const old of Array.from({ length: 13 }).keys()) service.add({ notes: `Old ${old}` })
    await settles()
    clock.jump(2_000)
    service.remove(...service.times.keys())
    const created = ['New 1', 'New 2', 'New 3']
    for (const [place, notes] of created.entries()) await desk.add({ notes, start: 60 * place })
    await settlesForGood()
    expect(notesThere()).toEqual(created)
    expect(await cards()).toMatchObject([{ kind: 'removals' }])
    await answerAll('theirs')
    await settlesForGood()
    expect((await notesHere()).toSorted()).toEqual(created)
    expect(desk.statuses.at(-1)!.phase.is).toBe('idle')
  })

  it('asks nothing about as many as may go without consent', async () => {
    await emptied(10)
    expect(notesThere()).toEqual(['Unsent'])
    expect(await notesHere()).toEqual(['Unsent'])
    expect(await cards()).toEqual([])
  })
})

it('counts a record as another one that was created after its id was retired by an earlier version', async () => {
  const local = await desk.add({ notes: 'Mine' })
  await settles()
  const [id] = [...service.times.keys()] as [number]
  await desk.remove(local)
  await settles()
  await desk.store.db.updateTable('retired_remote').set({ created_at: '' }).execute()
  service.restore(id)
  await settles()
  expect(await notesHere()).toEqual([])
  clock.jump(60_000)
  service.redate(() => clock.now())
  service.change(id, { notes: 'Another' })
  await settlesForGood()
  expect(await notesHere()).toEqual(['Another'])
})

describe('a service that was set back within minutes, before an entry was deleted and created again', () => {
  /** It has the first one again; the second one counts as deleted there. */
  async function backAsFirst(second: Partial<EntryInput>): Promise<number> {
    const local = await desk.add({ notes: 'First' })
    await settles()
    clock.jump(60_000)
    const setBack = service.backup()
    await desk.remove(local)
    await settles()
    await settles()
    await desk.undo()
    await desk.edit(local, second)
    await settles()
    clock.jump(60_000)
    setBack()
    await settles()
    expect(await desk.entries()).toEqual([])
    clock.jump(600_000)
    await settlesForGood()
    return local
  }

  const trash = () => desk.store.db.selectFrom('trash').selectAll().execute()

  it('is asked which version is wanted where it was changed', async () => {
    const local = await backAsFirst({ notes: 'Second' })
    expect(await desk.entries()).toMatchObject([{ local, notes: 'Second' }])
    expect(await cards()).toMatchObject([
      {
        ...{ kind: 'conflict', note: 'earlier', local },
        fields: [{ field: 'notes', mine: { value: 'Second' }, theirs: { value: 'First' } }],
      },
    ])
    expect(await trash()).toEqual([])
    await answerAll('mine')
    await settlesForGood()
    expect(notesThere()).toEqual(['Second'])
    expect(await desk.entries()).toMatchObject([{ local, notes: 'Second', state: 'synced' }])
    expect(await cards()).toEqual([])
  })

  it('shows it again, without a question, where it was not', async () => {
    const local = await backAsFirst({ notes: 'First' })
    expect(await desk.entries()).toMatchObject([{ local, notes: 'First', state: 'synced' }])
    expect(await trash()).toEqual([])
    expect(await cards()).toEqual([])
  })
})
