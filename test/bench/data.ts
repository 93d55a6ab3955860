/**
 * A studio's store of any size, the same at every run: 12 clients, 60 projects, 20 tasks, 8 people,
 * 40 entries on each working day of at most ten years, and more of them where that is not enough.
 * Everything is as it is after a sync: the service has it all.
 */
import { sql } from 'kysely'
import { insertClient } from '#core/store/resources/clients.ts'
import type { Store, Trx } from '#core/store/open/open-store.ts'
import { insertProject } from '#core/store/resources/projects.ts'
import { writeSetting } from '#core/store/account/settings.ts'
import { linkRemoteId } from '#core/store/sync/sync-records.ts'
import { insertTask } from '#core/store/resources/tasks.ts'
import type { SyncedResource } from '#core/store/tables/index.ts'
import { insertUser } from '#core/store/resources/users.ts'
import { toHaystack } from '#shared/rules/search-text.ts'
import { chance, type Chance } from './chance.ts'

export const organisation = 1
/** Of ten years. */
const workingDays = 2_500
const leastEntriesPerDay = 40
/** Rows that go into the store with one statement. */
const atOnce = 1_000
/** The newest entries are of this day, a Friday; older ones reach back from it. */
const lastDay = Date.UTC(2026, 10, 20)
const dayLength = 86_400_000
const madeAt = '2026-11-20T16:00:00Z'

const words = (
  'homepage hero layout review call client feedback icons export build deploy fix login form ' +
  'copy brief budget meeting notes sketch colour type grid photo retouch print proof email ' +
  'newsletter shop basket checkout search filter report chart import backup server update ' +
  'testing handover workshop interview plan estimate travel website booking campaign'
).split(' ')

/** Fills an empty store, all in one transaction. */
export async function fill(store: Store, entries: number): Promise<void> {
  const random = chance(20_261_120)
  await store.db.transaction().execute(async (trx) => {
    await trx
      .insertInto('organisation')
      .values({ id: organisation, name: 'Fernwood Studio', created_at: madeAt, updated_at: madeAt })
      .execute()
    const users = await people(trx)
    const projects = await work(trx)
    const tasks = await several(trx, 'task', 20, (nth, common) =>
      insertTask(trx, { ...common, name: `${capital(words[nth]!)} ${words[nth + 20]!}` }),
    )
    for (let from = 0; from < entries; from += atOnce) {
      const made: EntryColumns[] = []
      for (let nth = from; nth < Math.min(entries, from + atOnce); nth++) {
        const project = random.oftenEarly(projects)
        const { date, start } = momentOf(nth, entries)
        const notes = note(random)
        const user = random.pick(users)
        const task = random.oftenEarly(tasks)
        const quantity = 1 + random.below(16)
        const { id, increment } = project
        made.push([
          ...[100_000 + nth, user, id, task, date, start, quantity, increment],
          ...[notes, toHaystack(notes)],
        ])
      }
      await insertEntries(trx, made)
    }
    await acknowledge(trx)
  })
}

type EntryColumns = (string | number | null)[]

/** As `insertTime` writes them, but a thousand at once. */
async function insertEntries(trx: Trx, rows: readonly EntryColumns[]): Promise<void> {
  await sql`
    insert into time_entry (
      organisation_id, tie, user_id, project_id, task_id, date, start, quantity, increment, notes,
      search, total, rate, currency, created_at, updated_at
    )
    select ${organisation}, value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4,
      value ->> 5, value ->> 6, value ->> 7, value ->> 8, value ->> 9,
      (value ->> 6) * (value ->> 7), 12000, 'NZD', ${madeAt}, ${madeAt}
    from json_each(${JSON.stringify(rows)})`.execute(trx)
}

/** Entries fill the days evenly, oldest first; weekends stay empty. */
function momentOf(nth: number, entries: number): { date: string; start: number } {
  const entriesPerDay = Math.max(leastEntriesPerDay, Math.ceil(entries / workingDays))
  const workingDaysAgo = Math.floor((entries - 1 - nth) / entriesPerDay)
  const weekends = Math.floor(workingDaysAgo / 5)
  const day = new Date(lastDay - (workingDaysAgo + weekends * 2) * dayLength)
  return { date: day.toISOString().slice(0, 10), start: 480 + (((nth % entriesPerDay) * 12) % 720) }
}

/** Two to ten words; one entry in eight says nothing. */
function note(random: Chance): string | null {
  if (random.below(8) === 0) return null
  const chosen = Array.from({ length: 2 + random.below(9) }, () => random.pick(words))
  return capital(chosen.join(' '))
}

async function people(trx: Trx): Promise<number[]> {
  const users = await several(trx, 'user', 8, (nth, common) =>
    insertUser(trx, { ...common, name: `${capital(words[nth]!)} Ngata` }),
  )
  await writeSetting(trx, 'me.local', users[0])
  return users
}

async function work(trx: Trx): Promise<{ id: number; increment: number }[]> {
  const clients = await several(trx, 'client', 12, (nth, common) =>
    insertClient(trx, { ...common, name: `${capital(words[nth + 30]!)} & Co`, code: `C${nth}` }),
  )
  const increments = [15, 15, 6, 30]
  const projects = await several(trx, 'project', 60, (nth, common) =>
    insertProject(trx, {
      ...common,
      client_id: clients[nth % clients.length]!,
      name: `${capital(words[(nth * 7) % words.length]!)} ${words[(nth * 11) % words.length]!}`,
      code: `P${String(nth).padStart(3, '0')}`,
      increment: increments[nth % increments.length]!,
      rate: 12_000,
      currency: 'NZD',
    }),
  )
  return projects.map((id, nth) => ({ id, increment: increments[nth % increments.length]! }))
}

const remoteOf = (nth: number): number => 501 + nth

/** Makes records of one kind and pairs them with the service's ids. */
async function several(
  trx: Trx,
  resource: SyncedResource,
  count: number,
  insert: (
    nth: number,
    common: { organisation_id: number; tie: number; created_at: string; updated_at: string },
  ) => Promise<number>,
): Promise<number[]> {
  const dated = { created_at: madeAt, updated_at: madeAt }
  const locals: number[] = []
  for (let nth = 0; nth < count; nth++) {
    const remote = remoteOf(nth)
    const local = await insert(nth, { organisation_id: organisation, tie: remote, ...dated })
    await linkRemoteId(trx, resource, local, remote)
    locals.push(local)
  }
  return locals
}

/** Pairs each time with the service's id, and keeps what the service last said of it. */
async function acknowledge(trx: Trx): Promise<void> {
  await sql`
    insert into sync_record (resource, local_id, remote_id, base)
    select 'time', t.id, t.tie, json_object(
      'id', t.tie, 'date', t.date, 'start', t.start, 'total', t.total,
      'quantity', t.quantity, 'increment', t.increment, 'rate', t.rate, 'notes', t.notes,
      'currency', t.currency, 'created_at', t.created_at, 'updated_at', t.updated_at,
      'project', json_object('id', p.tie, 'name', p.name, 'code', p.code),
      'task', json_object('id', k.tie, 'name', k.name)
    )
    from time_entry t join project p on p.id = t.project_id join task k on k.id = t.task_id
    order by t.id`.execute(trx)
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)
