/** A person's machine: a store on disk, the real actions and the real sync, behind the proxy. */
import { join } from 'node:path'
import type { ActionContext } from '#core/actions/change.ts'
import { createNodeHttp } from '#core/node/http.ts'
import type { HttpRequest } from '#core/ports.ts'
import { openStore, type Store } from '#core/store/open/open-store.ts'
import { countUnsent } from '#core/store/sync/record-states.ts'
import type { EntryResource } from '#core/store/tables/index.ts'
import type { SyncEngine } from '#core/sync/engine/engine.ts'
import { unwrap } from '#shared/errors.ts'
import { chance } from '../../simulation/chance.ts'
import { organisation } from '../../support/store.ts'
import { testSync } from '../../support/sync/engine.ts'
import { wordIn } from './ledger.ts'
import { createPerson, type Person, type Standing } from './person.ts'
import { tripHeader } from './proxy.ts'
import type { Movement, WorldTime } from './world-time.ts'

export interface Machine extends Person {
  name: string
  store(): Store
  sync(): SyncEngine
  standing(): Promise<Standing[]>
  /** The current or former word of a record, by resource and local id. */
  known: Map<string, string>
  waiting(): Promise<{ pending: number; inbox: number }>
  warnings: string[]
  start(): void
  /** Restarts the program; from then on it syncs in the background, or on request. */
  restart(by: 'itself' | 'request'): Promise<void>
  close(): Promise<void>
}

export interface MachineOptions {
  name: string
  seed: number
  folder: string
  time: WorldTime
  url: string
  token: string
  trips: Map<string, Movement>
}

export async function openMachine(options: MachineOptions): Promise<Machine> {
  const { name, seed, time, url, token, trips } = options
  const random = chance(seed, name, 'random')
  const http = createNodeHttp()
  const warnings: string[] = []
  const known = new Map<string, string>()
  let count = 0

  /** The request's timeout follows the world's time, the connection is real. */
  async function send(request: HttpRequest) {
    const trip = `${name} ${++count}`
    const move = time.move(`${trip}: ${request.method} ${request.url}`)
    trips.set(trip, move)
    const timeout = new AbortController()
    const answered = new AbortController()
    void time.sleep(request.timeout, answered.signal).then(() => timeout.abort())
    const signals = [timeout.signal, ...(request.signal ? [request.signal] : [])]
    const outcome = await http({
      ...request,
      headers: { ...request.headers, [tripHeader]: trip },
      timeout: 120_000,
      signal: AbortSignal.any(signals),
    })
    answered.abort()
    trips.delete(trip)
    move.end()
    return outcome
  }

  const open = async () =>
    unwrap(
      await openStore({
        file: join(options.folder, `${name}.db`),
        groups: ['model', 'client'],
        now: time.now(),
      }),
    )
  let store = await open()
  await store.db
    .insertInto('organisation')
    .values({ name: 'Here', created_at: null, updated_at: null })
    .execute()

  const makeSync = () =>
    testSync({
      ...{ db: store.db, clock: time, http: send, url, token: () => token },
      random: {
        fraction: random.fraction,
        token: (bytes) => `${name}-${bytes}-${random.between(0, 2 ** 31)}`,
      },
      log: {
        info: () => {},
        warn: (message, facts) => warnings.push(`${message} ${JSON.stringify(facts)}`),
      },
    })
  let sync = makeSync()
  const context = (): ActionContext => ({
    db: store.db,
    clock: time,
    organisation,
    changed: () => sync.wake(),
  })

  async function standing(): Promise<Standing[]> {
    const { db } = store
    const times = await db.selectFrom('time_entry').select(['id', 'notes']).execute()
    const expenses = await db.selectFrom('expense').select(['id', 'notes']).execute()
    const categories = await db
      .selectFrom('category')
      .select(['id', 'name as notes'])
      .where('deleted_at', 'is', null)
      .execute()
    const of = (resource: EntryResource, rows: { id: number; notes: string | null }[]) =>
      rows.flatMap(({ id, notes }) => {
        const word = wordIn(notes)
        if (word === undefined) return []
        known.set(`${resource} ${id}`, word)
        return [{ resource, local: id, word, text: notes! }]
      })
    return [...of('time', times), ...of('expense', expenses), ...of('category', categories)]
  }

  const person = createPerson({ name, known, store: () => store, context, standing })
  return {
    name,
    store: () => store,
    sync: () => sync,
    known,
    warnings,
    standing,
    act: person.act,
    answerCard: person.answerCard,
    waiting: () => countUnsent(store.db),
    start: () => sync.start(),
    async restart(by) {
      await time.until(sync.stop())
      await store.close()
      store = await open()
      sync = makeSync()
      if (by === 'itself') sync.start()
    },
    async close() {
      await time.until(sync.stop())
      await store.close()
    },
  }
}
