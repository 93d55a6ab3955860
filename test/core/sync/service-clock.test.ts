import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createServiceClock, type ServiceClock } from '#core/sync/http/service-clock.ts'
import type { Store } from '#core/store/open/open-store.ts'
import { testStore } from '../../support/store.ts'

let store: Store
let clock: ServiceClock
const now = Date.UTC(2026, 10, 19, 14)
const minutes = (count: number) => count * 60_000

beforeEach(async () => {
  store = await testStore()
  clock = createServiceClock(store.db)
})
afterEach(() => store.close())

/** An answer whose `Date` says that this machine is this far ahead. */
const answered = (ahead: number) => clock.noteDateHeader(now - ahead, now - 100, now + 100)

describe('this machine’s clock', () => {
  it('is not mentioned while it is right, or nearly', () => {
    expect(clock.millisecondsAhead()).toBeNull()
    answered(0)
    answered(minutes(1))
    expect(clock.millisecondsAhead()).toBeNull()
  })

  it('is an hour ahead, or behind, when two answers say so', () => {
    answered(minutes(60))
    expect(clock.millisecondsAhead()).toBeNull()
    answered(minutes(60))
    expect(clock.millisecondsAhead()).toBe(minutes(60) - 500)
    answered(minutes(-60))
    expect(clock.millisecondsAhead()).toBeNull()
    answered(minutes(-60))
    expect(clock.millisecondsAhead()).toBe(minutes(-60) - 500)
  })

  it('is right again as soon as one answer says so', () => {
    answered(minutes(60))
    answered(minutes(60))
    answered(0)
    expect(clock.millisecondsAhead()).toBeNull()
  })

  it('is not judged by an answer that took its time', () => {
    clock.noteDateHeader(now - minutes(60), now - 20_000, now)
    clock.noteDateHeader(now - minutes(60), now - 20_000, now)
    expect(clock.millisecondsAhead()).toBeNull()
  })
})

describe('the clock by which records are dated', () => {
  it('is unknown before the first acknowledged record', () => {
    answered(minutes(60))
    expect(clock.offset()).toBeNull()
  })

  it('is learned from acknowledged records', () => {
    clock.noteCreation('2026-11-19 15:00:00', now - 200, now)
    expect(clock.offset()).toBe(minutes(60) + 600)
    clock.noteCreation('not a time', now, now)
    expect(clock.offset()).toBe(minutes(60) + 600)
  })

  it('is known to the next process too', async () => {
    clock.noteCreation('2026-11-19 15:00:00', now - 200, now)
    await clock.save()
    const other = createServiceClock(store.db)
    await other.load()
    expect(other.offset()).toBe(minutes(60) + 600)
  })

  it('prefers a quick answer to a slow one', () => {
    clock.noteCreation('2026-11-19 14:00:00', now - 30_000, now)
    expect(clock.offset()).toBe(15_500)
    clock.noteCreation('2026-11-19 14:00:00', now, now)
    clock.noteCreation('2026-11-19 14:00:00', now - 30_000, now)
    expect(clock.offset()).toBe(500)
  })
})
