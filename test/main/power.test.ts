/** Watching the person's last input, alone; what the core makes of it is in watching.test.ts. */
import { EventEmitter } from 'node:events'
import { expect, it, onTestFinished, vi } from 'vitest'
import type { CoreView } from '../../electron/main/core-view.ts'
import { forwardPowerSignals } from '../../electron/main/power-signals.ts'
import { onAnyDay } from '../support/test-day.ts'

onAnyDay()

vi.mock('electron', () => ({ app: new EventEmitter(), powerMonitor: new EventEmitter() }))

it('stops watching once it is closed, even during a look', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const looks: (() => void)[] = []
  const power = forwardPowerSignals({
    view: { snapshot: () => ({ timer: { running: true } }), onChange() {} } as unknown as CoreView,
    senses: {
      known: () => ({ idle: true, lock: true, userSwitch: false }),
      look: () =>
        new Promise((told) => {
          looks.push(() => told({ idleSeconds: 5, isLocked: false }))
        }),
    },
    notice: () => Promise.resolve(),
    leave() {},
    changed() {},
  })
  expect(looks).toHaveLength(1)
  looks[0]!()
  await vi.advanceTimersByTimeAsync(30_000)
  const before = looks.length
  expect(before).toBeGreaterThan(1)

  power.close()
  looks.at(-1)!()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(looks).toHaveLength(before)
})
