/** Undoing the answer to a card after it, or something else, was sent to the service. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { undoChange } from '#core/actions/undo.ts'
import { listChanges } from '#core/store/history/change-history.ts'
import { askWhetherMoved } from '#core/store/inbox/moved-folder.ts'
import { readInboxCards } from '#core/sync/inbox/inbox-cards.ts'
import { patchSyncRecord } from '#core/store/sync/record-sync-state.ts'
import { resolveCard } from '#core/sync/inbox/resolve-card.ts'
import { unwrap } from '#shared/errors.ts'
import type { CardAnswer } from '#shared/resources/inbox-card.ts'
import type { Capability } from '#shared/resources/service-info.ts'
import { openDesk, type Desk } from '../../support/sync/desk.ts'
import { categoriesOf } from '../../support/sync/desk-records.ts'
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

const cards = () => readInboxCards(desk.store.db)
const settles = () => desk.cycle({ wait: true })

async function answer(take: CardAnswer): Promise<number> {
  const [card] = await cards()
  clock.jump(1_000)
  return unwrap(await resolveCard(desk.context, card!.card, take)).change
}

/** An entry that was deleted here and changed there: it is back, and the inbox asks about it. */
async function deletedAndChanged(): Promise<number> {
  const { id } = service.add({ notes: 'Before' })
  await settles()
  const { local } = (await desk.entries())[0]!
  await desk.remove(local)
  service.change(id, { notes: 'Changed' })
  await settles()
  expect(await cards()).toMatchObject([{ kind: 'conflict', takes: ['mine', 'theirs'] }])
  return local
}

/** An entry in conflict, which the inbox asks about. */
async function changedOnBothSides(): Promise<{ id: number; local: number }> {
  const { id } = service.add({ notes: 'Before' })
  await settles()
  const { local } = (await desk.entries())[0]!
  await desk.edit(local, { notes: 'Mine' })
  service.change(id, { notes: 'Theirs' })
  await settles()
  return { id, local }
}

async function undoDeletion(): Promise<void> {
  const changes = await listChanges(desk.store.db, { limit: 9 })
  const deletion = changes.find(({ action }) => action === 'times.delete')!
  unwrap(await undoChange(desk.context, deletion.id))
}

/** An entry whose deletion waits in a folder that was copied to this computer. */
async function deletedInCopiedFolder(): Promise<number> {
  service.add({ notes: 'Before' })
  await settles()
  const { local } = (await desk.entries())[0]!
  await desk.remove(local)
  await desk.store.db.transaction().execute(async (trx) => {
    await patchSyncRecord(trx, 'time', local, { copied_at: clock.now() })
    await askWhetherMoved(trx, clock.now())
  })
  expect(await cards()).toMatchObject([{ kind: 'moved', takes: ['mine', 'again'] }])
  return local
}

const profiles: Capability[][] = [[], ['changes'], ['restore'], ['changes', 'restore']]

describe.each(profiles.map((can) => [can.join(' and ') || 'nothing more', can] as const))(
  'on a service that has %s',
  (_, can) => {
    beforeEach(() => {
      for (const capability of can) service.capabilities.add(capability)
    })

    it('an entry whose deletion was carried out is created there again', async () => {
      const local = await deletedAndChanged()
      const change = await answer('mine')
      await settles()
      await settles()
      expect(service.times.size).toBe(0)
      unwrap(await undoChange(desk.context, change))
      expect(await cards()).toMatchObject([{ kind: 'conflict' }])
      await settles()
      await settles()
      const [there] = [...service.times.values()]
      expect(there).toMatchObject({ notes: 'Changed' })
      expect(await desk.entry(local)).toMatchObject({ remote: there!.id, state: 'synced' })
      await answer('theirs')
      await settles()
      expect(service.times.size).toBe(1)
      expect(await cards()).toEqual([])
    })

    it('an entry in conflict goes when it is restored here and deleted there', async () => {
      const { id, local } = await changedOnBothSides()
      expect(await cards()).toMatchObject([{ kind: 'conflict' }])
      await desk.edit(local, { notes: 'Before' })
      service.remove(id)
      await settles()
      await clock.advance(10 * 60_000)
      await settles()
      expect(await desk.entries()).toEqual([])
      expect(await cards()).toEqual([])
    })

    it('the other answer is sent when the first one was sent and then undone', async () => {
      const { id, local } = await changedOnBothSides()
      const change = await answer('mine')
      await settles()
      expect(service.times.get(id)).toMatchObject({ notes: 'Mine' })
      unwrap(await undoChange(desk.context, change))
      expect(await cards()).toMatchObject([{ kind: 'conflict' }])
      await answer('theirs')
      await settles()
      expect(service.times.get(id)).toMatchObject({ notes: 'Theirs' })
      expect(await desk.entry(local)).toMatchObject({ notes: 'Theirs', state: 'synced' })
      expect(await cards()).toEqual([])
    })

    it('the other answer is sent over what the service had before both, if it has that again', async () => {
      const { id, local } = await changedOnBothSides()
      const change = await answer('mine')
      await settles()
      service.change(id, { notes: 'Before', quantity: 8 })
      await clock.advance(10 * 60_000)
      await settles()
      unwrap(await undoChange(desk.context, change))
      await answer('theirs')
      await settles()
      expect(service.times.get(id)).toMatchObject({ notes: 'Theirs', quantity: 8 })
      expect(await desk.entry(local)).toMatchObject({
        notes: 'Theirs',
        quantity: 8,
        state: 'synced',
      })
    })

    it('the question stays when the record is received again, and the other answer is sent', async () => {
      const { id, local } = await changedOnBothSides()
      const change = await answer('mine')
      await settles()
      unwrap(await undoChange(desk.context, change))
      await clock.advance(10 * 60_000)
      await settles()
      expect(await cards()).toMatchObject([
        { kind: 'conflict', fields: [{ mine: { value: 'Mine' }, theirs: { value: 'Theirs' } }] },
      ])
      await answer('theirs')
      await settles()
      expect(service.times.get(id)).toMatchObject({ notes: 'Theirs' })
      expect(await desk.entry(local)).toMatchObject({ notes: 'Theirs', state: 'synced' })
    })

    it('the same answer keeps what the service has changed besides since', async () => {
      const { id, local } = await changedOnBothSides()
      const change = await answer('mine')
      await settles()
      service.change(id, { quantity: 8 })
      await clock.advance(10 * 60_000)
      await settles()
      unwrap(await undoChange(desk.context, change))
      service.change(id, { quantity: 4 })
      await answer('mine')
      await settles()
      expect(service.times.get(id)).toMatchObject({ notes: 'Mine', quantity: 4 })
      expect(await desk.entry(local)).toMatchObject({ notes: 'Mine', quantity: 4 })
    })

    it('the service’s version is the one that it has by then, after another conflict', async () => {
      const { id, local } = await changedOnBothSides()
      const change = await answer('mine')
      service.change(id, { notes: 'Theirs again' })
      await settles()
      expect(await cards()).toMatchObject([{ kind: 'conflict' }])
      unwrap(await undoChange(desk.context, change))
      expect(await cards()).toMatchObject([{ kind: 'conflict' }])
      await answer('theirs')
      await settles()
      expect(await desk.entry(local)).toMatchObject({ notes: 'Theirs again', state: 'synced' })
      expect(service.times.get(id)).toMatchObject({ notes: 'Theirs again' })
      expect(await cards()).toEqual([])
    })

    it('an entry whose deletion is under way is created there again, and still asked about', async () => {
      const local = await deletedAndChanged()
      const change = await answer('mine')
      service.beforeNext('DELETE', async () => void unwrap(await undoChange(desk.context, change)))
      await settles()
      await settles()
      const [there] = [...service.times.values()]
      expect(there).toMatchObject({ notes: 'Changed' })
      expect(await desk.entry(local)).toMatchObject({ remote: there!.id, state: 'synced' })
      expect(await cards()).toMatchObject([{ kind: 'conflict', takes: ['mine', 'theirs'] }])
      await answer('mine')
      await settles()
      await settles()
      expect(service.times.size).toBe(0)
      expect(await desk.entries()).toEqual([])
      expect(await cards()).toEqual([])
    })

    it('an entry whose deletion has not left yet stays as it is there', async () => {
      const local = await deletedAndChanged()
      const [there] = [...service.times.values()]
      const change = await answer('mine')
      unwrap(await undoChange(desk.context, change))
      await settles()
      expect([...service.times.keys()]).toEqual([there!.id])
      expect(await desk.entry(local)).toMatchObject({ remote: there!.id, state: 'synced' })
    })

    it('a category that was archived there is restored from the archives, or still asked about', async () => {
      const categories = categoriesOf(desk)
      const local = await categories.add({ name: 'Travel', tasks: [desk.task] })
      await settles()
      const { id } = [...service.categories.values()][0]!
      await categories.archive(local)
      service.change(id, { tasks: [1, 2] })
      await settles()
      expect(await cards()).toMatchObject([{ kind: 'conflict' }])
      const change = await answer('mine')
      await settles()
      await settles()
      expect(service.categories.get(id)!.archived).toBe(true)
      unwrap(await undoChange(desk.context, change))
      await settles()
      await settles()
      if (!can.includes('restore')) {
        // The service reserves the name for the one in its archives, which this service cannot
        // restore.
        expect(await cards()).toMatchObject([
          { kind: 'conflict', local },
          { kind: 'archived', local },
        ])
        await answer('mine')
        expect(await cards()).toEqual([])
        return
      }
      const active = [...service.categories.values()].filter((one) => !one.archived)
      expect(active).toMatchObject([{ name: 'Travel', tasks: [1, 2] }])
      expect((await categories.one(local))!).toMatchObject({ deleted_at: null, state: 'synced' })
    })

    it('a category that was archived there is created again under its name, and still asked about', async () => {
      service.names = 'active'
      const categories = categoriesOf(desk)
      const local = await categories.add({ name: 'Travel', tasks: [desk.task] })
      await settles()
      const { id } = [...service.categories.values()][0]!
      await categories.archive(local)
      service.change(id, { tasks: [1, 2] })
      await settles()
      const change = await answer('mine')
      await settles()
      await settles()
      unwrap(await undoChange(desk.context, change))
      await settles()
      await settles()
      const active = () => [...service.categories.values()].filter((one) => !one.archived)
      expect(active()).toMatchObject([{ name: 'Travel', tasks: [1, 2] }])
      expect(await cards()).toMatchObject([{ kind: 'conflict', takes: ['mine', 'theirs'], local }])
      await answer('mine')
      await settles()
      await settles()
      expect(active()).toEqual([])
      expect(await cards()).toEqual([])
    })

    it('a category that the service archived cannot be asked about again', async () => {
      const categories = categoriesOf(desk)
      const local = await categories.add({ name: 'Travel', tasks: [desk.task] })
      await settles()
      const { id } = [...service.categories.values()][0]!
      await categories.edit(local, { name: 'Mine' })
      service.change(id, { name: 'Theirs' })
      await settles()
      const change = await answer('theirs')
      service.remove(id)
      await clock.advance(10 * 60_000)
      await settles()
      await settles()
      expect((await categories.one(local))!.deleted_at).not.toBeNull()
      const taken = await undoChange(desk.context, change)
      expect(taken.ok ? null : taken.error).toMatchObject({ code: 'conflict' })
      expect(await cards()).toEqual([])
    })

    it('an entry that was refused again in the meantime has one card, with the latest refusal', async () => {
      let message = 'Too short'
      service.validate = () => ({ notes: [message] })
      await desk.add({ notes: 'Vague' })
      await settles()
      expect(await cards()).toMatchObject([{ kind: 'refused' }])
      const change = await answer('again')
      message = 'Still too short'
      await settles()
      unwrap(await undoChange(desk.context, change))
      const asked = await cards()
      expect(asked).toMatchObject([{ kind: 'refused' }])
      expect(JSON.stringify(asked)).toContain('Still too short')
    })

    it('an entry that was sent again, and is now deleted there, cannot be asked about again', async () => {
      service.validate = () => ({ notes: ['Too short'] })
      await desk.add({ notes: 'Vague' })
      await settles()
      expect(await cards()).toMatchObject([{ kind: 'refused' }])
      const change = await answer('again')
      service.validate = () => null
      await settles()
      service.remove([...service.times.keys()].at(-1)!)
      await clock.advance(10 * 60_000)
      await settles()
      await settles()
      expect(await desk.entries()).toEqual([])
      const taken = await undoChange(desk.context, change)
      expect(taken.ok ? null : taken.error).toMatchObject({ code: 'conflict' })
      expect(await cards()).toEqual([])
    })

    it('an entry that was to stay, and is now deleted there, cannot be asked about again', async () => {
      await deletedAndChanged()
      const change = await answer('theirs')
      service.remove([...service.times.keys()][0]!)
      await clock.advance(10 * 60_000)
      await settles()
      await settles()
      expect(await desk.entries()).toEqual([])
      const taken = await undoChange(desk.context, change)
      expect(taken.ok ? null : taken.error).toMatchObject({ code: 'conflict' })
      expect(await cards()).toEqual([])
    })

    it('an entry that turned out to exist, and is here again, cannot be asked about again', async () => {
      const { id } = service.add({ notes: 'Before' })
      await settles()
      const { local } = (await desk.entries())[0]!
      await desk.edit(local, { notes: 'Mine' })
      service.remove(id)
      await settles()
      expect(await cards()).toMatchObject([{ kind: 'gone', takes: ['again', 'drop'] }])
      const change = await answer('drop')
      service.restore(id)
      await clock.advance(10 * 60_000)
      await settles()
      expect(await desk.entries()).toMatchObject([{ remote: id, notes: 'Before' }])
      const taken = await undoChange(desk.context, change)
      expect(taken.ok ? null : taken.error).toMatchObject({ code: 'conflict' })
      expect(await desk.entries()).toMatchObject([{ remote: id, notes: 'Before' }])
      expect(await cards()).toEqual([])
    })

    it('an entry that may have been created there is deleted there with the other answer', async () => {
      await desk.add({ notes: 'Tells the service’s clock', start: 480 })
      await settles()
      service.failNext('POST', { is: 'drop-request' })
      await desk.add({ notes: 'Mine', start: 540 })
      await desk.cycle()
      service.add({ notes: 'Mine', start: 600 })
      await settles()
      expect(await cards()).toMatchObject([{ kind: 'twin' }])
      const change = await answer('again')
      service.failNext('POST', { is: 'drop-response' })
      await desk.cycle()
      expect(service.times.size).toBe(3)
      unwrap(await undoChange(desk.context, change))
      await answer('drop')
      desk.sync.start()
      await clock.advance(10 * 60_000)
      expect([...service.times.values()]).toMatchObject([{ start: 480 }, { start: 600 }])
    })

    it('an entry that is now deleted there cannot be asked about again', async () => {
      const { id } = await changedOnBothSides()
      expect(await cards()).toMatchObject([{ kind: 'conflict' }])
      const change = await answer('theirs')
      await settles()
      service.remove(id)
      await clock.advance(10 * 60_000)
      await settles()
      await settles()
      expect(await desk.entries()).toEqual([])
      const taken = await undoChange(desk.context, change)
      expect(taken.ok ? null : taken.error).toMatchObject({ code: 'conflict' })
      expect(await cards()).toEqual([])
      expect(await desk.entries()).toEqual([])
    })

    it('an entry of a copied folder that is back is asked about once, and stays here', async () => {
      const local = await deletedInCopiedFolder()
      const change = await answer('again')
      await settles()
      expect(await desk.entries()).toMatchObject([{ local, notes: 'Before' }])
      expect(await cards()).toMatchObject([{ kind: 'conflict', note: 'copied-deletion', local }])
      unwrap(await undoChange(desk.context, change))
      expect(await cards()).toMatchObject([{ kind: 'conflict', note: 'copied-deletion', local }])
      await settles()
      expect(await desk.entries()).toMatchObject([{ local, state: 'synced' }])
      await answer('theirs')
      await settles()
      await settles()
      expect(await desk.entries()).toMatchObject([{ local, state: 'synced' }])
      expect(service.times.size).toBe(1)
      expect(await cards()).toEqual([])
    })

    it('an entry of a moved folder whose deletion was carried out is not asked about again', async () => {
      await deletedInCopiedFolder()
      const change = await answer('mine')
      await settles()
      await settles()
      expect(service.times.size).toBe(0)
      unwrap(await undoChange(desk.context, change))
      expect(await cards()).toEqual([])
      await settles()
      expect(await desk.entries()).toEqual([])
      expect(service.times.size).toBe(0)
    })

    it('an entry of a moved folder that was restored from the trash stays', async () => {
      const local = await deletedInCopiedFolder()
      const change = await answer('mine')
      await undoDeletion()
      unwrap(await undoChange(desk.context, change))
      expect(await cards()).toEqual([])
      await settles()
      expect(await desk.entries()).toMatchObject([{ local, state: 'synced' }])
      expect(service.times.size).toBe(1)
    })

    it('an entry that was deleted here since cannot be asked about again', async () => {
      const { local } = await changedOnBothSides()
      const change = await answer('mine')
      await desk.remove(local)
      const taken = await undoChange(desk.context, change)
      expect(taken.ok ? null : taken.error).toMatchObject({ code: 'conflict' })
      expect(await cards()).toEqual([])
      await settles()
      await settles()
      expect(service.times.size).toBe(0)
      expect(await desk.entries()).toEqual([])
    })
  },
)
