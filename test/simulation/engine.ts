/** The real engine with a simulated world for its ports. */
import type { Clock, HttpOutcome, HttpRequest, OpenStream } from '#core/ports.ts'
import type { Db } from '#core/store/database/db.ts'
import type { SyncEngine } from '#core/sync/engine/engine.ts'
import { testSync } from '../support/sync/engine.ts'
import type { Chance } from './chance.ts'
import type { World } from './world.ts'

/** The process that an engine runs in. */
export interface Habitat {
  /** Names it, for keys. */
  name: string
  db: Db
  clock: Clock
  random: Chance
  token(): string
  openStream: OpenStream
  http(request: HttpRequest): Promise<HttpOutcome>
  /** Receives the engine's warnings; `threw`: a pass ended by a bug. */
  warned(text: string, threw: boolean): void
}

export const makeEngine = ({
  name,
  db,
  clock,
  random,
  token,
  warned,
  ...ports
}: Habitat): SyncEngine =>
  testSync({
    ...{ db, clock, token, url: 'https://time.test', http: ports.http },
    random: {
      fraction: () => random.fraction(),
      token: () => `${name}-${random.between(0, 1e9)}`,
    },
    openStream: ports.openStream,
    log: {
      info: () => {},
      warn: (message, facts) =>
        warned(`${message} ${JSON.stringify(facts ?? {})}`, message === 'a sync pass threw'),
    },
  })

/**
 * A process's clock in a world.
 * @param off milliseconds by which the wall clock is wrong, at this moment
 * @param wake runs a callback when the process is alive and awake
 */
export const clockIn = (
  world: World,
  zone: string,
  off: () => number,
  wake: (run: () => void) => void,
): Clock => ({
  now: () => world.now() + off(),
  monotonic: () => world.timeline.now(),
  zone: () => zone,
  sleep: (milliseconds, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted) return resolve()
      const longest = Math.min(milliseconds, 1e9)
      const cancel = world.timeline.after(longest, () => {
        forget?.()
        wake(resolve)
      })
      const forget =
        signal &&
        world.signals.whenAborted(signal, () => {
          cancel()
          resolve()
        })
    }),
})
