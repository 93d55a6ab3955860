import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { deletionGrace } from '#core/actions/change.ts'
import { deleteTimes } from '#core/actions/times.ts'
import { restoreFromTrash } from '#core/actions/trash.ts'
import { redoChange, undoChange } from '#core/actions/undo.ts'
import { listChanges } from '#core/store/history/change-history.ts'
import { listTrash } from '#core/store/history/trash.ts'
import { unwrap } from '#shared/errors.ts'
import { openDesk, type Desk } from '../support/sync/desk.ts'
import { testService, type TestService, type Fault } from '../support/sync/service.ts'
import { virtualClock, type VirtualClock } from '../support/virtual-clock.ts'

let clock: VirtualClock
let service: TestService
let desk: Desk

beforeEach(async () => {
  clock = virtualClock()
  service = testService(clock)
  desk = await openDesk(service, clock)
})

afterEach(() => desk.close())

const newest = async () => (await listChanges(desk.store.db, { limit: 1 }))[0]!
const trash = () => listTrash(desk.store.db, 50, undefined)
const deletions = () => service.requests.filter((line) => line.startsWith('DELETE'))

/** An entry on both sides. */
async function synced(notes = 'Sketches'): Promise<number> {
  const local = await desk.add({ notes })
  unwrap(await desk.cycle())
  return local
}

describe('a deletion that background sync sends', () => {
  it('is not sent while undo costs nothing, and is sent afterwards', async () => {
    const local = await synced()
    desk.sync.start()
    await clock.advance(60_000)
    await desk.remove(local)
    await clock.advance(deletionGrace - 1_000)
    expect(deletions()).toEqual([])
    await clock.advance(3_000)
    expect(deletions()).toHaveLength(1)
    expect(service.times.size).toBe(0)
  })

  it('costs no request at all when it is undone in time', async () => {
    const local = await synced()
    desk.sync.start()
    await clock.advance(60_000)
    await desk.remove(local)
    await clock.advance(deletionGrace / 2)
    await desk.undo()
    await clock.advance(deletionGrace * 2)
    expect(service.requests.filter((line) => !line.startsWith('GET'))).toEqual([
      expect.stringContaining('POST'),
    ])
    expect(await desk.entry(local)).toMatchObject({ state: 'synced' })
  })

  it('is sent at once by a full pass', async () => {
    const local = await synced()
    await desk.remove(local)
    unwrap(await desk.cycle())
    expect(service.times.size).toBe(0)
  })
})

describe('undoing a change that the service has received', () => {
  it('adds a deleted entry again, as a new one, and says so', async () => {
    const local = await synced()
    const [former] = service.times.keys()
    await desk.remove(local)
    unwrap(await desk.cycle())
    await desk.undo()
    expect((await newest()).summary).toBe(
      'Undone: Deleted “Sketches”. It will be created on the service as a new entry',
    )
    unwrap(await desk.cycle())
    const [entry] = service.times.values()
    expect(entry).toMatchObject({ notes: 'Sketches' })
    expect(entry!.id).not.toBe(former)
    expect(await desk.entries()).toMatchObject([{ local, remote: entry!.id, state: 'synced' }])

    // Undoes that again, which deletes it under its new id.
    unwrap(await redoChange(desk.context))
    unwrap(await desk.cycle())
    expect(service.times.size).toBe(0)
  })

  it('says of several how many are new there', async () => {
    const locals = [await synced('One'), await desk.add({ notes: 'Two', start: 600 })]
    unwrap(await deleteTimes(desk.context, locals))
    unwrap(await desk.cycle())
    await desk.undo()
    expect((await newest()).summary).toContain('It will be created on the service as a new entry')
    unwrap(await desk.cycle())
    expect([...service.times.values()].map(({ notes }) => notes).toSorted()).toEqual(['One', 'Two'])
  })

  it('works after a restart', async () => {
    const local = await synced()
    await desk.remove(local)
    unwrap(await desk.cycle())
    await desk.restart()
    await desk.undo()
    unwrap(await desk.cycle())
    expect(service.times.size).toBe(1)
  })
})

describe('undoing a change whose reply was lost', () => {
  const gone = { is: 'status', status: 404 } as const

  /** The reply was lost before the change was undone. */
  async function lostAndUndone(fault: Fault = { is: 'drop-request' }): Promise<number> {
    const local = await synced()
    await desk.edit(local, { notes: 'Other' })
    service.failNext('PUT', fault)
    expect(await desk.cycle()).toMatchObject({ ok: false })
    await desk.undo()
    return local
  }

  it('deletes nothing because its address alone says that it is gone', async () => {
    const local = await lostAndUndone()
    service.failNext(/^GET .times.\d/, gone)
    unwrap(await desk.cycle())
    service.failNext(/^GET .times.\d/, gone)
    unwrap(await desk.cycle({ wait: true }))
    expect(await desk.entry(local)).toMatchObject({ notes: 'Sketches', state: 'synced' })
    expect(await trash()).toEqual([])
    expect([...service.times.values()]).toMatchObject([{ notes: 'Sketches' }])
  })

  it('is no change by a colleague when it is carried out after a look that found nothing', async () => {
    const local = await lostAndUndone({ is: 'late', milliseconds: 20_000 })
    service.failNext(/^GET .times.\d/, gone)
    unwrap(await desk.cycle())
    await clock.advance(20_000)
    expect([...service.times.values()]).toMatchObject([{ notes: 'Other' }])
    unwrap(await desk.cycle({ wait: true }))
    expect(await desk.entry(local)).toMatchObject({ notes: 'Sketches', state: 'synced' })
    expect([...service.times.values()]).toMatchObject([{ notes: 'Sketches' }])
  })

  it('deletes what a complete list does not show either', async () => {
    await lostAndUndone()
    service.remove([...service.times.keys()][0]!)
    unwrap(await desk.cycle({ wait: true }))
    expect(await desk.entries()).toEqual([])
    expect(await trash()).toMatchObject([{ title: '“Sketches”', actor: 'sync' }])
    expect(unwrap(await desk.cycle())).toMatchObject({ pending: 0, inbox: 0 })
  })
})

describe('a change by sync', () => {
  it('can be restored from the trash when it was deleted on the service', async () => {
    const local = await synced()
    service.remove([...service.times.keys()][0]!)
    unwrap(await desk.cycle())
    expect(await desk.entries()).toEqual([])
    const [item] = await trash()
    expect(item).toMatchObject({ local_id: local, actor: 'sync', title: '“Sketches”' })
    unwrap(await restoreFromTrash(desk.context, [item!.id]))
    expect((await newest()).summary).toContain('It will be created on the service as a new entry')
    unwrap(await desk.cycle())
    expect([...service.times.values()]).toMatchObject([{ notes: 'Sketches' }])
    expect(await trash()).toEqual([])
  })

  it('can be undone: a received entry is deleted, a changed one is as it was', async () => {
    const local = await synced()
    clock.jump(60_000)
    service.change([...service.times.keys()][0]!, { notes: 'Theirs' })
    unwrap(await desk.cycle())
    expect(await newest()).toMatchObject({ actor: 'sync' })
    unwrap(await undoChange(desk.context, (await newest()).id))
    unwrap(await desk.cycle())
    expect(await desk.entry(local)).toMatchObject({ notes: 'Sketches', state: 'synced' })
    expect([...service.times.values()]).toMatchObject([{ notes: 'Sketches' }])

    service.add({ notes: 'Made there', start: 660 })
    unwrap(await desk.cycle())
    unwrap(await undoChange(desk.context, (await newest()).id))
    unwrap(await desk.cycle())
    expect([...service.times.values()]).toHaveLength(1)
    expect(await trash()).toMatchObject([{ title: '“Made there”', actor: 'person' }])
  })
})

describe('an edit in conflict with one on the service', () => {
  it('is over when it is undone: the remote version is here', async () => {
    const local = await synced()
    const [id] = service.times.keys()
    service.change(id!, { quantity: 9 })
    await desk.edit(local, { quantity: 5 })
    unwrap(await desk.cycle())
    expect(await desk.inbox()).toMatchObject([{ kind: 'conflict' }])

    await desk.undo()
    unwrap(await desk.cycle())
    expect(await desk.entry(local)).toMatchObject({ quantity: 9, state: 'synced' })
    expect(await desk.inbox()).toEqual([])
  })
})
