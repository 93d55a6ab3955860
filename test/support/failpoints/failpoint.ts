/**
 * `STINT_TEST_KILL=commit:3` ends the process before the third commit. Moments: `statement`,
 * `commit` and `committed` (before and after), `rename`, `fsync`, `append` (half of it is written).
 * Each thread counts separately.
 */
export type Moment = 'statement' | 'commit' | 'committed' | 'rename' | 'fsync' | 'append'

const [chosen, count] = (process.env['STINT_TEST_KILL'] ?? ':0').split(':')
let left = Number(count)

/** True when this is the moment. */
export const isNow = (moment: Moment): boolean => moment === chosen && --left === 0

export function die(): never {
  process.kill(process.pid, 'SIGKILL')
  for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_000)
}

export function passing(moment: Moment): void {
  if (isNow(moment)) die()
}
