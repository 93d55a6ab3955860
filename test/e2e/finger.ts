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
  /** Goes down and up again before it counts as holding. */
  tap(at: Spot): Promise<void>
  /** Goes down and moves at once, before it counts as holding, and up again. */
  swipe(from: Spot, to: Spot): Promise<void>
  /** The system cancels the touch, as for an incoming call. */
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
  const down = (at: Spot) => {
    here = at
    return send('touchStart', at)
  }
  const up = () => send('touchEnd')
  const wayTo = (to: Spot): Spot[] => {
    const from = here
    return Array.from({ length: steps }, (_, step) => {
      const part = (step + 1) / steps
      return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part }
    })
  }
  return {
    down,
    up,
    async go(to) {
      for (const spot of wayTo(to)) await send('touchMove', spot)
      here = to
    },
    // All events are on their way to the page before it answers, so that a busy machine does not
    // make the gesture longer.
    async tap(at) {
      await Promise.all([down(at), up()])
    },
    async swipe(from, to) {
      const began = down(from)
      await Promise.all([began, ...wayTo(to).map((spot) => send('touchMove', spot)), up()])
      here = to
    },
    lose: () => send('touchCancel'),
  }
}
