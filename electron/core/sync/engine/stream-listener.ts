/** Keeps a change stream open whenever the service offers one. */
import type { SyncPorts } from '../pass/sync-context.ts'
import { followChangeStream } from '../http/change-stream.ts'
import { refusedStreamDelay } from '../decide/sync-timings.ts'

export interface StreamListener {
  /** Runs until the signal aborts. */
  run(signal: AbortSignal): Promise<void>
  /** Checks again whether a stream may be opened, after a pass or after the person resumed sync. */
  lookAgain(): void
  /** Closes the open stream; the next one is opened when it is allowed. */
  interrupt(): void
}

export interface StreamListenerHost {
  /** Returns true when the service reports changes and the person has not paused sync. */
  mayListen(): Promise<boolean>
  /** Returns how far the feed was read; null while it never was. */
  cursor(): Promise<string | null>
  onChange(): void
}

export function createStreamListener(
  ports: SyncPorts,
  listener: StreamListenerHost,
): StreamListener {
  const { clock, random, connection, log, openStream } = ports
  let interruption = new AbortController()
  let looks = 0
  let awake = () => {}

  /** Waits for a `lookAgain` that comes after the first `looksBefore` ones. */
  const lookAfter = (looksBefore: number, signal: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      if (looks > looksBefore || signal.aborted) return resolve()
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
        const looksBefore = looks
        let isRefused = false
        try {
          if (await listener.mayListen()) {
            interruption = new AbortController()
            const either = AbortSignal.any([signal, interruption.signal])
            const { cursor, onChange: onEvent } = listener
            const following = {
              openStream,
              clock,
              random,
              connection,
              signal: either,
              cursor,
              onEvent,
            }
            isRefused = await followChangeStream(following)
          }
        } catch (thrown) {
          // For example a token that is locked at present: it is tried again after the next pass.
          log.warn('the change stream failed', { why: String(thrown) })
        }
        await (isRefused ? clock.sleep(refusedStreamDelay, signal) : lookAfter(looksBefore, signal))
      }
    },
    lookAgain() {
      looks++
      awake()
    },
    interrupt: () => interruption.abort(),
  }
}
