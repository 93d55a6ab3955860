/** Keeps a stream of the service's changes open for as long as there is one to be had. */
import type { SyncPorts } from './context.ts'
import { followChanges } from './stream.ts'
import { refusedStreamAgain } from './timing.ts'

export interface Listening {
  /** Until the signal aborts. */
  run(signal: AbortSignal): Promise<void>
  /** A pass ended, or the person goes on: there may be a stream to listen to by now. */
  lookAgain(): void
  /** Closes the stream that is open; the next begins when it may. */
  interrupt(): void
}

export interface Listener {
  /** Whether the service tells of changes, and the person wants to hear of them. */
  mayListen(): Promise<boolean>
  /** Where the feed was read up to; null while it never was. */
  cursor(): Promise<string | null>
  heard(): void
}

export function createListening(ports: SyncPorts, listener: Listener): Listening {
  const { clock, random, connection, log, openStream } = ports
  let interruption = new AbortController()
  let looks = 0
  let awake = () => {}

  /** Waits for a look that came after so many. */
  const lookAfter = (seen: number, signal: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      if (looks > seen || signal.aborted) return resolve()
      awake = () => {
        signal.removeEventListener('abort', awake)
        resolve()
      }
      signal.addEventListener('abort', awake)
    })

  return {
    async run(signal) {
      if (!openStream) return
      while (!signal.aborted) {
        const seen = looks
        let isRefused = false
        try {
          if (await listener.mayListen()) {
            interruption = new AbortController()
            const either = AbortSignal.any([signal, interruption.signal])
            const { cursor, heard } = listener
            const following = {
              openStream,
              clock,
              random,
              connection,
              signal: either,
              cursor,
              heard,
            }
            isRefused = await followChanges(following)
          }
        } catch (thrown) {
          // Such as a token that is locked away for now: after the next pass it is tried again.
          log.warn('A stream of changes ended in the middle', { why: String(thrown) })
        }
        await (isRefused ? clock.sleep(refusedStreamAgain, signal) : lookAfter(seen, signal))
      }
    },
    lookAgain() {
      looks++
      awake()
    },
    interrupt: () => interruption.abort(),
  }
}
