/** A data folder that was last used on another computer: what comes in before the person answers. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { askWhetherMoved } from '#core/store/inbox/moved-folder.ts'
import { patchSyncRecord } from '#core/store/sync/record-sync-state.ts'
import { readInboxCards } from '#core/sync/inbox/inbox-cards.ts'
import { resolveCard } from '#core/sync/inbox/resolve-card.ts'
import { unwrap } from '#shared/errors.ts'
import { openDesk, type Desk } from '../../support/sync/desk.ts'
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

const settles = async () => void unwrap(await desk.cycle({ wait: true }))

it.each([
  ['a feed', true],
  ['lists', false],
])('a change that %s showed arrives after the edit was taken back', async (_, hasFeed) => {
  if (hasFeed) service.capabilities.add('changes')
  const { id } = service.add({ notes: 'Before', quantity: 4 })
  await settles()
  const { local } = (await desk.entries())[0]!
  await desk.edit(local, { notes: 'Here' })
  await desk.store.db.transaction().execute(async (trx) => {
    await patchSyncRecord(trx, 'time', local, { copied_at: clock.now() })
    await askWhetherMoved(trx, clock.now())
  })
  clock.jump(60_000)
  service.change(id, { quantity: 8 })
  await settles()
  await desk.edit(local, { notes: 'Before' })
  const [card] = await readInboxCards(desk.store.db)
  expect(card).toMatchObject({ kind: 'moved' })
  unwrap(await resolveCard(desk.context, card!.card, 'mine'))
  await settles()
  expect(await desk.entry(local)).toMatchObject({ notes: 'Before', quantity: 8, state: 'synced' })
})
