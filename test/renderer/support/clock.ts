/** The day on which the renderer's tests play. */
import { onTestFinished, vi } from 'vitest'

/** Thursday, in UTC, the zone of the machine. */
export const now = Date.parse('2026-11-19T14:47:00Z')
export const today = '2026-11-19'

/** Sets the clock, which moves only when a test says so. */
export function setClock(): void {
  vi.useFakeTimers({
    now,
    toFake: ['Date', 'performance', 'setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'],
  })
  onTestFinished(() => {
    vi.useRealTimers()
  })
}

/** Epoch milliseconds of the clock that `setClock` has set. */
export function setTime(): number {
  const time = vi.getMockedSystemTime()
  if (time === null) throw new Error('setClock() says when this test plays')
  return time.getTime()
}
