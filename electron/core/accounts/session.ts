/**
 * One open account: its store, sync and actions. Nothing of an account outlives its session, so a
 * reply to one account is never applied to another.
 */
import { join } from 'node:path'
import type { ChangedResource, CoreEvent } from '#shared/ipc/contract.ts'
import type { DatabaseRecovery, DatabaseProblem } from '#shared/ipc/database-integrity.ts'
import type { ActionContext } from '../actions/change.ts'
import { leastRoom, freeSpaceIn } from '../backup/backups.ts'
import type { DatabaseKeeper } from '../backup/database-keeper.ts'
import type { CorePorts, DemoService, Http } from '../ports.ts'
import { ensureCurrentUser } from '../store/account/current-user.ts'
import type { Db } from '../store/open/open-store.ts'
import type { DirectWrites } from '../sync/push/direct-writes.ts'
import type { SyncEngine } from '../sync/engine/engine.ts'
import type { ServiceConnection } from '../sync/http/service-client.ts'
import { keepToken, tokenOf } from './account-token.ts'
import { isReindexPending, refoldRecords } from '../store/lists/search-reindex.ts'
import { purgeTrash, purgeTrashDaily } from './purge-trash.ts'
import { fileIdentity } from './database-file.ts'
import { saveServiceUrl, type AccountRecord, type Home } from './home.ts'
import { openAccountDatabase } from './open-account-database.ts'
import { readRecovery } from './recover-database.ts'
import { createSearchMerging, reindexSearchInBackground } from './search-upkeep.ts'

export interface Session {
  readonly record: AccountRecord
  readonly context: ActionContext
  /** Null for an account without a service. */
  readonly sync: SyncEngine | null
  readonly direct: DirectWrites | null
  /** Guards the database: journal, backups, checks. */
  readonly databaseKeeper: DatabaseKeeper
  /** What was repaired without asking, until the person has read it. */
  recovery(): DatabaseRecovery | null
  /** False once its database was removed or replaced by another file. */
  isDatabaseInPlace(): boolean
  close(): Promise<void>
}

/** The only organisation in a client's database. */
const organisation = 1

export interface SessionOptions {
  ports: CorePorts
  home: Home
  record: AccountRecord
  /** True in an app: sync runs automatically. */
  background: boolean
  emit(event: CoreEvent): void
  /**
   * What SQLite reported about the file while it was in use; undefined when nothing was reported.
   */
  damage?: string | undefined
  /**
   * Called when the file turned out to be damaged: the caller closes the session and opens it again
   * with this text.
   */
  onDamage(why: string): void
}

export type OpenSessionResult =
  { ok: true; value: Session } | { ok: false; trouble: DatabaseProblem }

/** Opens the account's database; where that fails, returns the problem and its remedies. */
export async function openSession(options: SessionOptions): Promise<OpenSessionResult> {
  const { ports, home, record, background, damage, onDamage, emit } = options
  const folder = home.folder(record.account)
  const opened = await openAccountDatabase({
    ports,
    folder,
    record,
    background,
    damage,
    onDamage,
    async prepare(db) {
      await ensureOrganisation(db, record.name)
      await ensureCurrentUser(db, organisation)
      if (await isReindexPending(db)) await db.transaction().execute(refoldRecords)
    },
  })
  if (!opened.ok) return opened
  const { store, databaseKeeper } = opened.value

  // The demo's service runs inside the app: it starts and ends with the account.
  const demo = record.kind === 'demo' && background ? await startDemo(ports, folder) : null
  const url = demo?.url ?? record.url
  if (demo) await keepToken(ports.secrets, { account: record.account, url }, demo.token)
  const connection =
    url === null
      ? null
      : openAccountConnection(ports, home, { ...record, url }, () =>
          emit({ event: 'app-state-changed' }),
        )

  const closing = new AbortController()
  const merging = background
    ? createSearchMerging(store.db, ports.clock, closing.signal, (thrown) =>
        ports.log.warn('couldn’t merge the search index', { why: String(thrown) }),
      )
    : null
  // A command may have left something to merge.
  merging?.wake()
  const changed = (resource: ChangedResource, locals: number[] | 'all') => {
    databaseKeeper.journal.wake()
    merging?.wake()
    emit({ event: 'changed', resource, locals })
  }
  const service = connection && {
    db: store.db,
    clock: ports.clock,
    random: ports.random,
    http: afterJournal(ports.http, databaseKeeper),
    organisation,
    connection,
  }
  // Loaded only where there is a service, so that a local account opens sooner.
  const exchange = service && {
    sync: (await import('../sync/engine/engine.ts')).createSyncEngine({
      ...service,
      openStream: ports.openStream,
      log: ports.log,
      onChange: changed,
      onStatus: (status) => emit({ event: 'sync', status }),
      // A failure is logged there; the sync is no less safe without the backup.
      beforeLargePull: async () => void (await databaseKeeper.backups.before('sync')),
      hasRoom: () => freeSpaceIn(folder) >= leastRoom,
    }),
    direct: (await import('../sync/push/direct-writes.ts')).createDirectWrites(service),
  }
  const sync = exchange?.sync ?? null
  if (background) sync?.start()
  const unlisten = background && sync ? ports.onNetworkChange?.(() => sync.wake()) : undefined
  // A command is over before a day is.
  const purge = background ? purgeTrashDaily : purgeTrash
  const emptying = purge(store.db, databaseKeeper, ports.clock, closing.signal).catch(
    (thrown: unknown) => ports.log.warn('couldn’t empty the trash', { why: String(thrown) }),
  )
  const catchingUp = background
    ? reindexSearchInBackground(store.db, ports.clock, closing.signal).catch((thrown: unknown) =>
        ports.log.warn('couldn’t update the search index', { why: String(thrown) }),
      )
    : null

  const file = fileIdentity(databaseKeeper.paths.database)
  const session: Session = {
    get record() {
      return { ...record, url: connection?.url ?? url }
    },
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
    direct: exchange?.direct ?? null,
    databaseKeeper,
    recovery: () => readRecovery(databaseKeeper.paths),
    isDatabaseInPlace() {
      try {
        return fileIdentity(databaseKeeper.paths.database) === file
      } catch {
        // A folder that cannot be read for a moment says nothing about the file.
        return true
      }
    },
    async close() {
      closing.abort()
      unlisten?.()
      await emptying
      await catchingUp
      await merging?.settled()
      await sync?.stop()
      await demo?.stop()
      await databaseKeeper.close()
      await store.close()
      databaseKeeper.presence.unregister()
    },
  }
  return { ok: true, value: session }
}

/**
 * Connects the account to its service, whose address changes where the service moves.
 *
 * @param record an account with a service at this address
 * @param moved called with the address to which a redirect was followed, once it is stored
 */
function openAccountConnection(
  { secrets, log }: Pick<CorePorts, 'secrets' | 'log'>,
  home: Home,
  record: AccountRecord & { url: string },
  moved: () => void,
): ServiceConnection {
  const { account, kind, url, header, scheme, zone } = record

  /** Another process may have followed the service, or the person agreed there. */
  function readUrl(): void {
    const stored = home.read().accounts.find((one) => one.account === account)
    if (kind === 'connected' && stored?.url) connection.url = stored.url
  }

  const connection: ServiceConnection = {
    url,
    header,
    scheme,
    zone,
    async token() {
      readUrl()
      return tokenOf(secrets, { account, url: connection.url })
    },
    onMove(to) {
      try {
        saveServiceUrl(home, account, to)
      } catch (thrown) {
        // The former address redirects again.
        log.warn('couldn’t store the service’s new address', { why: String(thrown) })
      }
      moved()
    },
  }
  return connection
}

/**
 * Writes what is about to be sent to the journal first. If the database is lost while the reply is
 * under way, the journal still shows that there was a request.
 */
const afterJournal =
  (http: Http, { journal }: DatabaseKeeper): Http =>
  async (request) => {
    if (request.method !== 'GET') await journal.flush()
    return http(request)
  }

/** Starts the demo's service. The app also works without it. */
async function startDemo(ports: CorePorts, folder: string): Promise<DemoService | null> {
  try {
    return await ports.startDemo(join(folder, 'service.db'))
  } catch (thrown) {
    ports.log.warn('couldn’t start the demo service', { why: String(thrown) })
    return null
  }
}

async function ensureOrganisation(db: Db, name: string): Promise<void> {
  await db
    .insertInto('organisation')
    .values({ id: organisation, name, created_at: null, updated_at: null })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ name }))
    .execute()
}
