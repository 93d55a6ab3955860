/** A finger on a touch screen: real touch events, from which the browser makes scrolls and taps. */
import type { Page } from 'playwright-core'

export interface Spot {
  x: number
  y: number
}

export interface Finger {
  /** Goes down there, and stays. */
  down(at: Spot): Promise<void>
  /** Goes there in steps, as fingers do. */
  go(to: Spot): Promise<void>
  up(): Promise<void>
  tap(at: Spot): Promise<void>
  /** The system takes the touch away, as for a call that comes in. */
  lose(): Promise<void>
}

const steps = 6

export async function fingerOn(page: Page): Promise<Finger> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 2 })
  let here: Spot = { x: 0, y: 0 }
  const send = async (type: 'touchStart' | 'touchMove' | 'touchEnd' | 'touchCancel', at?: Spot) => {
    const touchPoints = at ? [{ x: Math.round(at.x), y: Math.round(at.y) }] : []
    await session.send('Input.dispatchTouchEvent', { type, touchPoints })
  }
  const down = async (at: Spot) => {
    here = at
    await send('touchStart', at)
  }
  const up = () => send('touchEnd')
  return {
    down,
    up,
    async go(to) {
      const from = here
      for (let step = 1; step <= steps; step++) {
        const part = step / steps
        here = { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part }
        await send('touchMove', here)
      }
    },
    async tap(at) {
      await down(at)
      await up()
    },
    lose: () => send('touchCancel'),
  }
}
