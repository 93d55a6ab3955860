import { describe, expect, it } from 'vitest'
import type { SyncFailure } from '#core/sync/pass/sync-context.ts'
import { createRetryState } from '#core/sync/engine/retry-state.ts'
import { virtualClock } from '../../support/virtual-clock.ts'

const unreached: SyncFailure = { is: 'unreached', why: 'Nothing answers' }
const silent: SyncFailure = { is: 'unknown', why: 'No answer', lost: true, after: null }
const broken: SyncFailure = {
  is: 'unknown',
  why: '500',
  lost: false,
  after: null,
  cause: 'service',
}
const wifi: SyncFailure = {
  is: 'unknown',
  why: 'a page',
  lost: false,
  after: null,
  cause: 'portal',
}
const gate: SyncFailure = { is: 'retry', why: 'elsewhere', after: null, cause: 'portal' }
const busy: SyncFailure = { is: 'retry', why: '429', after: 60_000, cause: 'busy' }
const strange: SyncFailure = { is: 'unknown', why: 'no page', lost: false, after: null }

const open = (fraction = 0) => {
  const clock = virtualClock()
  const retryState = createRetryState(clock, { fraction: () => fraction, token: () => '' })
  const failed = (failure: SyncFailure, moved = false) =>
    retryState.phaseAfter({ is: 'failed', failure }, moved)
  return { clock, retryState, failed }
}

describe('the phase that people see after a pass', () => {
  it.each([
    [unreached, { is: 'offline' }],
    [silent, { is: 'offline' }],
    [wifi, { is: 'portal' }],
    [gate, { is: 'portal' }],
    [broken, { is: 'service', why: 'trouble' }],
    [busy, { is: 'service', why: 'busy' }],
    [strange, { is: 'service', why: 'unreadable' }],
    [{ is: 'signed-out' } as const, { is: 'signed-out' }],
  ])('of %o is %o', (failure, phase) => {
    expect(open().failed(failure)).toMatchObject(phase)
  })

  it('quotes what the disk or the database reported', () => {
    const { retryState, clock } = open()
    const why = 'Couldn’t write to the disk. Free up some space and try again'
    expect(retryState.phaseAfter({ is: 'problem', cause: 'storage', why }, false)).toMatchObject({
      is: 'problem',
      why,
    })
    expect(retryState.millisecondsUntilRetry()).toBeGreaterThan(0)
    const since = clock.now()
    expect(retryState.outages()).toEqual({ sending: null, fetching: { since, text: why } })
  })

  it('keeps the moment when it began, across other failures, until it is over', async () => {
    const { clock, retryState, failed } = open()
    const since = clock.now()
    failed(unreached)
    await clock.advance(60_000)
    expect(failed(broken)).toMatchObject({ since })
    retryState.phaseAfter({ is: 'done', passed: null }, false)
    expect(failed(unreached)).toMatchObject({ since: clock.now() })
  })

  it('does not change when a pass was stopped', () => {
    expect(open().failed({ is: 'stopped' })).toBeNull()
  })
})

describe('the outages of sending and fetching', () => {
  it('are separate, each until its next success', async () => {
    const { clock, retryState } = open()
    const since = clock.now()
    retryState.recordOutcome('sending', broken)
    retryState.recordOutcome('fetching', null)
    retryState.phaseAfter({ is: 'done', passed: broken }, false)
    await clock.advance(60_000)
    retryState.recordOutcome('sending', broken)
    retryState.recordOutcome('fetching', silent)
    retryState.phaseAfter({ is: 'failed', failure: silent }, false)
    expect(retryState.outages()).toEqual({
      sending: { since, text: 'The service is having problems' },
      fetching: { since: clock.now(), text: 'Can’t reach the service' },
    })
    retryState.recordOutcome('sending', null)
    expect(retryState.outages()).toMatchObject({ sending: null, fetching: { since: clock.now() } })
  })

  it('include fetching when a pass fails before either began', () => {
    const { retryState, failed } = open()
    failed(unreached)
    expect(retryState.outages()).toMatchObject({
      sending: null,
      fetching: { text: 'Can’t reach the service' },
    })
  })
})

describe('the next try', () => {
  it('comes within ten seconds where nothing answers, within five minutes else', () => {
    for (const [failure, longest] of [
      [unreached, 10_000],
      [wifi, 10_000],
      [broken, 300_000],
    ] as const) {
      const { retryState, failed } = open(0.999_999)
      for (let times = 0; times < 30; times++) failed(failure)
      expect(retryState.millisecondsUntilRetry()).toBeGreaterThan(longest * 0.99)
      expect(retryState.millisecondsUntilRetry()).toBeLessThanOrEqual(longest)
    }
  })

  it('is as late as the service asks, also for an edit', () => {
    const { retryState, failed } = open()
    failed(busy)
    expect(retryState.millisecondsUntilRetry()).toBe(60_000)
    expect(retryState.minimumWait()).toBe(60_000)
    failed(broken)
    expect(retryState.minimumWait()).toBe(2_000)
  })

  it('does not come ever later where a busy service says when, or takes some requests', () => {
    const silentlyBusy: SyncFailure = { ...busy, after: null }
    for (const [failure, moved, wait] of [
      [busy, false, 60_000],
      [silentlyBusy, true, 2_000],
      [silentlyBusy, false, 300_000],
      [broken, true, 300_000],
    ] as const) {
      const { retryState, failed } = open(0.999_999)
      for (let times = 0; times < 30; times++) failed(failure, moved)
      expect(retryState.millisecondsUntilRetry()).toBe(wait)
    }
  })

  it('waits for another token when the token is refused', () => {
    const { retryState, failed } = open()
    failed({ is: 'signed-out' })
    expect(retryState.millisecondsUntilRetry()).toBe(Infinity)
  })
})
