/**
 * A script that sets the clock of a page before anything else runs in it. Playwright's own
 * `clock.install` replaces timers and animation frames as well: frames then come by a timer, not
 * when something is rendered, which is what tests wait for. This one sets `Date` alone.
 * @param now epoch milliseconds that the page's clock shows when this is called
 */
export function pageClockAt(now: number): string {
  const ahead = now - Date.now()
  return `(() => {
    const Machine = Date
    globalThis.Date = class Date extends Machine {
      constructor(...given) {
        if (given.length === 0) super(Machine.now() + ${ahead})
        else super(...given)
      }
      static now() {
        return Machine.now() + ${ahead}
      }
    }
  })()`
}
