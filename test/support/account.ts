/** An account's real files in a folder of the test's own, opened as the core opens them. */
import { onTestFinished } from 'vitest'
import type { AccountRecord } from '#core/accounts/home.ts'
import {
  openAccountDatabase,
  type OpenDatabaseResult,
} from '#core/accounts/open-account-database.ts'
import type { ActionContext } from '#core/actions/change.ts'
import { addReference } from '#core/actions/references.ts'
import { createTime, type EntryInput } from '#core/actions/times.ts'
import type { DatabaseKeeper } from '#core/backup/database-keeper.ts'
import { accountPaths } from '#core/backup/account-paths.ts'
import { createNodePorts } from '#core/node/node-ports.ts'
import type { CorePorts } from '#core/ports.ts'
import type { Store } from '#core/store/open/open-store.ts'
import type { DatabaseProblem } from '#shared/ipc/database-integrity.ts'
import { unwrap } from '#shared/errors.ts'
import { organisation } from './store.ts'

export const localRecord: AccountRecord = {
  account: 'here',
  kind: 'local',
  name: 'This machine',
  url: null,
  header: 'Authorization',
  scheme: 'Bearer',
  zone: 'UTC',
  user: null,
}

export const connectedRecord: AccountRecord = {
  ...localRecord,
  kind: 'connected',
  url: 'https://time.example.org',
  user: 'olga@example.org',
}

export interface OpenAccount {
  store: Store
  databaseKeeper: DatabaseKeeper
  context: ActionContext
  /** The messages that `onDamage` received. */
  damage: string[]
  close(): Promise<void>
}

export interface AccountOptions {
  record?: AccountRecord
  ports?: Partial<CorePorts>
  damage?: string
  /** As in an app, which looks after the database on its own. */
  background?: boolean
}

export const quietPorts = (folder: string, ports: Partial<CorePorts> = {}): CorePorts => ({
  ...createNodePorts({
    home: folder,
    startService: () => Promise.reject(new Error('no service here')),
  }),
  log: { info: () => {}, warn: () => {} },
  ...ports,
})

/** Opens it, or returns the database problem. */
export async function tryAccount(
  folder: string,
  options: AccountOptions = {},
): Promise<OpenAccount | DatabaseProblem> {
  const damage: string[] = []
  const opened: OpenDatabaseResult = await openAccountDatabase({
    ports: quietPorts(folder, options.ports),
    folder,
    record: options.record ?? localRecord,
    background: options.background ?? false,
    damage: options.damage,
    onDamage: (why) => damage.push(why),
    prepare: async (db) => {
      await db
        .insertInto('organisation')
        .values({ id: organisation, name: 'Here', created_at: null, updated_at: null })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    },
  })
  if (!opened.ok) return opened.trouble
  const { store, databaseKeeper } = opened.value
  let isOpen = true
  const close = async () => {
    if (!isOpen) return
    isOpen = false
    await databaseKeeper.close()
    await store.close()
    databaseKeeper.presence.unregister()
  }
  onTestFinished(close)
  const { clock } = quietPorts(folder)
  const context = {
    db: store.db,
    clock,
    organisation,
    changed: () => databaseKeeper.journal.wake(),
  }
  return { store, databaseKeeper, context, damage, close }
}

export async function openAccount(
  folder: string,
  options: AccountOptions = {},
): Promise<OpenAccount> {
  const opened = await tryAccount(folder, options)
  if ('is' in opened) throw new Error(`${opened.is}: ${opened.message}`)
  return opened
}

/** Adds a project, a task and some entries as a person; returns the entries' local ids. */
export async function work({ context }: OpenAccount, count: number, from = 0): Promise<number[]> {
  const { db } = context
  const named = async (kind: 'project' | 'task') =>
    (await db.selectFrom(kind).select('id').limit(1).executeTakeFirst())?.id
  const project =
    (await named('project')) ??
    unwrap(await addReference(context, 'project', { name: 'Website', currency: 'EUR' }))
  const task =
    (await named('task')) ?? unwrap(await addReference(context, 'task', { name: 'Design' }))
  const locals: number[] = []
  for (let n = from; n < from + count; n++) {
    const entry: EntryInput = {
      project,
      task,
      date: '2026-11-19',
      start: (n * 7) % 1440,
      quantity: 1,
      notes: `entry ${n}`,
    }
    locals.push(unwrap(await createTime(context, entry)))
  }
  return locals
}

/** The notes of all entries, in the order in which they were added. */
export async function notes({ store }: OpenAccount): Promise<string[]> {
  const rows = await store.db.selectFrom('time_entry').select('notes').orderBy('id').execute()
  return rows.map((row) => row.notes ?? '')
}

export const entries = (count: number, from = 0): string[] =>
  Array.from({ length: count }, (_, n) => `entry ${n + from}`)

export const placesOf = accountPaths
