import { describe, expect, it } from 'vitest'
import { waitNoticingSuspend } from '#core/sync/engine/suspend-aware-wait.ts'
import { virtualClock } from '../../support/virtual-clock.ts'

const never = new AbortController().signal

describe('a wait', () => {
  it('lasts as long as it should', async () => {
    const clock = virtualClock()
    expect(await clock.until(waitNoticingSuspend(clock, 61_000, never))).toBe(false)
    expect(clock.monotonic()).toBe(61_000)
  })

  it('ends soon after the machine slept, or its clock was set', async () => {
    for (const jump of [3_600_000, -3_600_000]) {
      const clock = virtualClock()
      const rest = waitNoticingSuspend(clock, 300_000, never)
      await clock.advance(15_000)
      clock.jump(jump)
      expect(await clock.until(rest)).toBe(true)
      expect(clock.monotonic()).toBe(20_000)
    }
  })

  it('ignores a clock that is adjusted by a little', async () => {
    const clock = virtualClock()
    const rest = waitNoticingSuspend(clock, 60_000, never)
    await clock.advance(15_000)
    clock.jump(900)
    expect(await clock.until(rest)).toBe(false)
  })

  it('ends when it is aborted', async () => {
    const clock = virtualClock()
    const end = new AbortController()
    const rest = waitNoticingSuspend(clock, 60_000, end.signal)
    end.abort()
    expect(await clock.until(rest)).toBe(false)
    expect(clock.monotonic()).toBe(0)
  })
})
