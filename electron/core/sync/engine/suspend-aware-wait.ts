/** Waits, and notices when the computer slept in the meantime. */
import type { Clock } from '../../ports.ts'
import { clockJumpThreshold, waitSlice } from '../decide/sync-timings.ts'

/**
 * Waits in short slices, because timers do not run while the computer sleeps. Returns true when the
 * wall clock and the monotonic clock diverged: the computer slept, or its clock was set.
 */
export async function waitNoticingSuspend(
  clock: Clock,
  milliseconds: number,
  signal: AbortSignal,
): Promise<boolean> {
  const distance = () => clock.now() - clock.monotonic()
  const began = distance()
  const end = clock.monotonic() + milliseconds
  for (;;) {
    const remaining = end - clock.monotonic()
    if (remaining <= 0 || signal.aborted) return false
    await clock.sleep(Math.min(remaining, waitSlice), signal)
    if (Math.abs(distance() - began) > clockJumpThreshold) return true
  }
}
