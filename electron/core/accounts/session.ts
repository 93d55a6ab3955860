/**
 * One account, open: its store, its sync and its actions. Nothing of an account outlives its
 * session, so no answer to one account is ever applied to another.
 */
import { join } from 'node:path'
import { ok, type Result } from '#shared/errors.ts'
import type { ChangedResource, CoreEvent } from '#shared/ipc/contract.ts'
import type { ActionContext } from '../actions/change.ts'
import type { CorePorts, DemoService } from '../ports.ts'
import { openStore, type Store } from '../store/open.ts'
import { createSync, type Sync } from '../sync/engine.ts'
import type { AccountRecord, Home } from './home.ts'

export interface Session {
  readonly record: AccountRecord
  readonly context: ActionContext
  /** Null for an account that stays on this machine. */
  readonly sync: Sync | null
  /** Notices what another process committed; true when it did since the last call. */
  foreignChange(): boolean
  close(): Promise<void>
}

/** The only organisation in a client's database. */
const organisation = 1

export interface SessionOptions {
  ports: CorePorts
  home: Home
  record: AccountRecord
  /** True in an app: sync runs by itself. */
  background: boolean
  emit(event: CoreEvent): void
}

/** Opens the account's database. Fails with `database` in plain words. */
export async function openSession(options: SessionOptions): Promise<Result<Session>> {
  const { ports, home, record, emit } = options
  const folder = home.folder(record.account)
  const opened = await openStore({
    file: join(folder, 'stint.db'),
    groups: ['model', 'client'],
    now: ports.clock.now(),
  })
  if (!opened.ok) return opened
  const store = opened.value
  await ensureOrganisation(store, record.name)

  // The demo's service lives inside the app: it is started with the account and ends with it.
  const demo: DemoService | null =
    record.kind === 'demo' && options.background
      ? await ports.startDemo(join(folder, 'service.db'))
      : null
  if (demo) await ports.secrets.set(record.account, demo.token)
  const url = demo?.url ?? record.url

  const changed = (resource: ChangedResource, locals: number[] | 'all') =>
    emit({ event: 'changed', resource, locals })
  const sync =
    url === null
      ? null
      : createSync({
          db: store.db,
          clock: ports.clock,
          random: ports.random,
          http: ports.http,
          log: ports.log,
          organisation,
          connection: {
            url,
            token: () => ports.secrets.get(record.account),
            header: record.header,
            scheme: record.scheme,
            zone: record.zone,
          },
          onChange: changed,
          onStatus: (status) => emit({ event: 'sync', status }),
        })
  if (options.background) sync?.start()

  let seen = store.foreignVersion()
  return ok({
    record: { ...record, url },
    context: {
      db: store.db,
      clock: ports.clock,
      organisation,
      changed(resource, locals) {
        changed(resource, locals)
        sync?.wake()
      },
    },
    sync,
    foreignChange() {
      const version = store.foreignVersion()
      const differs = version !== seen
      seen = version
      return differs
    },
    async close() {
      await sync?.stop()
      await demo?.stop()
      await store.close()
    },
  })
}

async function ensureOrganisation(store: Store, name: string): Promise<void> {
  await store.db
    .insertInto('organisation')
    .values({ id: organisation, name, created_at: null, updated_at: null })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ name }))
    .execute()
}
