/** One person's machine: the real store, the real actions and the real sync, on a virtual clock. */
import {
  createTime,
  deleteTimeEntry,
  updateTimeEntry,
  type EntryInput,
} from '#core/actions/times.ts'
import type { HttpRequest } from '#core/ports.ts'
import type { ActionContext } from '#core/actions/change.ts'
import { undo } from '#core/actions/undo.ts'
import type { Store } from '#core/store/open.ts'
import { timeStandings } from '#core/store/sync-records.ts'
import { addProject, addTask } from '#core/actions/references.ts'
import { createSync, type Sync } from '#core/sync/engine.ts'
import { unwrap, type Result } from '#shared/errors.ts'
import type { SyncReport, SyncStatus } from '#shared/ipc/views.ts'
import type { RecordState } from '#shared/resources/time.ts'
import { organisation, testStore } from '../store.ts'
import type { VirtualClock } from '../virtual-clock.ts'
import { makerHeader, type FakeService } from './fake-service.ts'

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
  sync: Sync
  clock: VirtualClock
  context: ActionContext
  /** Local ids of the service's first project and first task. */
  project: number
  task: number
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
  inbox(): Promise<{ kind: string; local: number; detail: Record<string, unknown> }[]>
  /** The process dies and starts again over the same database. */
  restart(): Promise<void>
  close(): Promise<void>
}

let machines = 0

/** A machine that knows the service's first project and task by their ids. */
export async function openDesk(service: FakeService, clock: VirtualClock): Promise<Desk> {
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
            .select('local_id')
            .where('kind', '=', 'create')
            .where('quarantine_until', 'is', null)
            .executeTakeFirstOrThrow()
        : null
    const maker = attempt ? `${machine}, entry ${attempt.local_id}` : machine
    return { ...request, headers: { ...request.headers, [makerHeader]: maker } }
  }
  const makeSync = () =>
    createSync({
      db: store.db,
      clock,
      random: {
        fraction: () => (random = (random * 7 + 0.37) % 1),
        token: (bytes) => `owner-${bytes}-${(random = (random * 7 + 0.37) % 1)}`,
      },
      http: async (request) => service.http(await named(request)),
      log: {
        info: () => {},
        warn: (message, facts) => desk.changes.push(`${message} ${JSON.stringify(facts)}`),
      },
      connection: {
        url: service.url,
        token: () => Promise.resolve(desk.token),
        header: 'Authorization',
        scheme: 'Bearer',
        zone: 'UTC',
      },
      organisation,
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
    undo: async () => void unwrap(await undo(context, undefined)),
    cycle: ({ wait = false } = {}) => clock.until(desk.sync.cycle({ wait })),
    async entries() {
      const rows = await store.db.selectFrom('time_entry').selectAll().orderBy('id').execute()
      const standings = await timeStandings(
        store.db,
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
  desk.project = unwrap(await addProject(context, { remote: 1 }))
  desk.task = unwrap(await addTask(context, { remote: 1 }))
  // Undo is for what the test does.
  await store.db.updateTable('change').set({ actor: 'import' }).execute()
  return desk
}
