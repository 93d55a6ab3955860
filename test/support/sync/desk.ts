/** One person's machine: the real store, the real actions and the real sync, on a virtual clock. */
import {
  createTime,
  deleteTimeEntry,
  updateTimeEntry,
  type EntryInput,
} from '#core/actions/times.ts'
import type { HttpRequest, OpenStream } from '#core/ports.ts'
import type { ActionContext } from '#core/actions/change.ts'
import { undoChange } from '#core/actions/undo.ts'
import type { Store } from '#core/store/open/open-store.ts'
import { insertCharge } from '#core/store/resources/charges.ts'
import { insertProject } from '#core/store/resources/projects.ts'
import { linkRemoteId, readRecordStates } from '#core/store/sync/sync-records.ts'
import { insertTask } from '#core/store/resources/tasks.ts'
import type { SyncEngine } from '#core/sync/engine/engine.ts'
import { unwrap, type Result } from '#shared/errors.ts'
import type { SyncReport, SyncStatus } from '#shared/ipc/call-results.ts'
import type { RecordState } from '#shared/resources/time.ts'
import { organisation, testStore } from '../store.ts'
import { testSync } from './engine.ts'
import type { VirtualClock } from '../virtual-clock.ts'
import { makerHeader, type TestService } from './service.ts'

export interface DeskEntry {
  local: number
  remote: number | null
  date: string
  start: number
  quantity: number
  notes: string | null
  state: RecordState
}

export interface Desk {
  store: Store
  sync: SyncEngine
  clock: VirtualClock
  context: ActionContext
  /** Local ids of the service's first project and first task. */
  project: number
  task: number
  /** Local id of the service's first charge. */
  charge: number
  statuses: SyncStatus[]
  changes: string[]
  /** The token that it sends. */
  token: string | null
  add(entry?: Partial<EntryInput>): Promise<number>
  edit(local: number, set: Partial<EntryInput>): Promise<void>
  remove(local: number): Promise<void>
  undo(): Promise<void>
  cycle(options?: { wait?: boolean }): Promise<Result<SyncReport>>
  entries(): Promise<DeskEntry[]>
  entry(local: number): Promise<DeskEntry | undefined>
  inbox(): Promise<
    { kind: string; resource: string; local: number; detail: Record<string, unknown> }[]
  >
  /** The process dies and starts again over the same database. */
  restart(): Promise<void>
  close(): Promise<void>
}

let machines = 0

/** Opens a machine that knows the service's first project and task by their ids. */
export async function openDesk(
  service: TestService,
  clock: VirtualClock,
  {
    zone = 'UTC',
    openStream,
    hasRoom,
  }: { zone?: string; openStream?: OpenStream; hasRoom?: () => boolean } = {},
): Promise<Desk> {
  const store = await testStore()
  const statuses: SyncStatus[] = []
  const changes: string[] = []
  let random = 0
  const machine = `machine ${++machines}`
  /** The record behind a POST is the one whose attempt is open. */
  async function named(request: HttpRequest): Promise<HttpRequest> {
    const attempt =
      request.method === 'POST'
        ? await store.db
            .selectFrom('attempt')
            .select(['resource', 'local_id'])
            .where('kind', '=', 'create')
            .where((eb) => {
              const key = request.headers['Idempotency-Key']
              return key === undefined
                ? eb('quarantine_until', 'is', null)
                : eb('idempotency_key', '=', key)
            })
            .executeTakeFirst()
        : null
    const maker = attempt ? `${machine}/${attempt.resource} ${attempt.local_id}` : machine
    return { ...request, headers: { ...request.headers, [makerHeader]: maker } }
  }
  const makeSync = () =>
    testSync({
      ...{ db: store.db, clock, url: service.url, token: () => desk.token, zone },
      random: {
        fraction: () => (random = (random * 7 + 0.37) % 1),
        token: (bytes) => `${machine}-${bytes}-${(random = (random * 7 + 0.37) % 1)}`,
      },
      http: async (request) => service.http(await named(request)),
      ...{ openStream, hasRoom },
      log: {
        info: () => {},
        warn: (message, facts) => desk.changes.push(`${message} ${JSON.stringify(facts)}`),
      },
      onChange: (resource, locals) => changes.push(`${resource} ${String(locals)}`),
      onStatus: (status) => statuses.push(status),
    })

  const context: ActionContext = {
    db: store.db,
    clock,
    organisation,
    changed: () => desk.sync.wake(),
  }
  const desk: Desk = {
    store,
    sync: undefined as never,
    clock,
    context,
    project: 0,
    task: 0,
    charge: 0,
    statuses,
    changes,
    token: 'token',
    add: async (entry = {}) =>
      unwrap(
        await createTime(context, {
          project: desk.project,
          task: desk.task,
          date: '2026-11-19',
          start: 540,
          quantity: 4,
          ...entry,
        }),
      ),
    edit: async (local, set) => void unwrap(await updateTimeEntry(context, local, set)),
    remove: async (local) => void unwrap(await deleteTimeEntry(context, local)),
    undo: async () => void unwrap(await undoChange(context, undefined)),
    cycle: ({ wait = false } = {}) => clock.until(desk.sync.syncOnce({ wait })),
    async entries() {
      const rows = await store.db.selectFrom('time_entry').selectAll().orderBy('id').execute()
      const standings = await readRecordStates(
        store.db,
        'time',
        rows.map((row) => row.id),
      )
      return rows.map((row) => ({
        local: row.id,
        remote: standings.get(row.id)!.remote,
        date: row.date,
        start: row.start,
        quantity: row.quantity,
        notes: row.notes,
        state: standings.get(row.id)!.state,
      }))
    },
    entry: async (local) => (await desk.entries()).find((entry) => entry.local === local),
    async inbox() {
      const cards = await store.db
        .selectFrom('inbox')
        .selectAll()
        .where('resolved_at', 'is', null)
        .orderBy('id')
        .execute()
      return cards.map((card) => ({
        kind: card.kind,
        resource: card.resource,
        local: card.local_id,
        detail: JSON.parse(card.detail) as Record<string, unknown>,
      }))
    },
    async restart() {
      await clock.until(desk.sync.stop())
      desk.sync = makeSync()
    },
    async close() {
      await clock.until(desk.sync.stop())
      await store.close()
    },
  }
  desk.sync = makeSync()
  await store.db.transaction().execute(async (trx) => {
    desk.project = await insertProject(trx, { organisation_id: organisation, name: 'Project 1' })
    await linkRemoteId(trx, 'project', desk.project, 1)
    desk.task = await insertTask(trx, { organisation_id: organisation, name: 'Task 1' })
    await linkRemoteId(trx, 'task', desk.task, 1)
    desk.charge = await insertCharge(trx, { organisation_id: organisation, name: 'Charge 1' })
    await linkRemoteId(trx, 'charge', desk.charge, 1)
  })
  return desk
}
