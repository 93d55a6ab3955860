/** Waiting that notices when the machine slept meanwhile. */
import type { Clock } from '../ports.ts'
import { jumpNoticed, restSlice } from './timing.ts'

/**
 * Waits in short pieces, since a sleeping machine's timers stand still. True when the clock on the
 * wall went another way than the one that only counts: the machine slept, or its clock was put.
 */
export async function restNoticing(
  clock: Clock,
  milliseconds: number,
  signal: AbortSignal,
): Promise<boolean> {
  const distance = () => clock.now() - clock.monotonic()
  const began = distance()
  const end = clock.monotonic() + milliseconds
  for (;;) {
    const left = end - clock.monotonic()
    if (left <= 0 || signal.aborted) return false
    await clock.sleep(Math.min(left, restSlice), signal)
    if (Math.abs(distance() - began) > jumpNoticed) return true
  }
}
