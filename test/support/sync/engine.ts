/** The real sync over a store of a test, wired as a session wires it. */
import { createNodeHttp } from '#core/node/http.ts'
import { createSystemRandom } from '#core/node/random.ts'
import type { Clock } from '#core/ports.ts'
import type { Db } from '#core/store/database/db.ts'
import { createSyncEngine, type SyncEngine } from '#core/sync/engine/engine.ts'
import { organisation } from '../store.ts'

type Ports = Parameters<typeof createSyncEngine>[0]

/** Without `random` and `http`, it uses this machine's own. */
export interface EngineOptions extends Partial<Omit<Ports, 'connection'>> {
  db: Db
  clock: Clock
  url: string
  token(): string | null
  /** The zone in which the service writes; UTC unless given. */
  zone?: string
}

export const testSync = ({
  url,
  token,
  zone = 'UTC',
  random = createSystemRandom(),
  http = createNodeHttp(),
  ...ports
}: EngineOptions): SyncEngine =>
  createSyncEngine({
    ...{ random, http, organisation },
    log: { info: () => {}, warn: () => {} },
    onChange: () => {},
    onStatus: () => {},
    ...ports,
    connection: {
      ...{ url, zone, header: 'Authorization', scheme: 'Bearer' },
      token: () => Promise.resolve(token()),
    },
  })
