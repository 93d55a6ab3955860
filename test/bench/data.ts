/**
 * A studio's store of any size, the same at every run: 12 clients, 60 projects, 20 tasks, 8 people,
 * some 40 entries on each working day, written through the store's own functions. Everything is as
 * it is after a sync: the service has it all.
 */
import { sql } from 'kysely'
import { insertClient } from '#core/store/clients.ts'
import type { Store, Trx } from '#core/store/open.ts'
import { insertProject } from '#core/store/projects.ts'
import { writeSetting } from '#core/store/settings.ts'
import { linkRemote } from '#core/store/sync-records.ts'
import { insertTask } from '#core/store/tasks.ts'
import type { SyncedResource } from '#core/store/tables.ts'
import { insertTime } from '#core/store/times.ts'
import { insertUser } from '#core/store/users.ts'
import { chance, type Chance } from './chance.ts'

export const organisation = 1
const entriesPerDay = 40
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
    for (let nth = 0; nth < entries; nth++) {
      const project = random.oftenEarly(projects)
      const { date, start } = momentOf(nth, entries)
      const tie = 100_000 + nth
      const local = await insertTime(trx, {
        organisation_id: organisation,
        tie,
        user_id: random.pick(users),
        project_id: project.id,
        task_id: random.oftenEarly(tasks),
        date,
        start,
        quantity: 1 + random.below(16),
        increment: project.increment,
        rate: 12_000,
        currency: 'NZD',
        notes: note(random),
        created_at: madeAt,
        updated_at: madeAt,
      })
      await linkRemote(trx, 'time', local, tie)
    }
    await acknowledge(trx)
  })
}

/** Entries fill the days evenly, oldest first; weekends stay empty. */
function momentOf(nth: number, entries: number): { date: string; start: number } {
  const workingDaysAgo = Math.floor((entries - 1 - nth) / entriesPerDay)
  const weekends = Math.floor(workingDaysAgo / 5)
  const day = new Date(lastDay - (workingDaysAgo + weekends * 2) * dayLength)
  return { date: day.toISOString().slice(0, 10), start: 480 + (nth % entriesPerDay) * 12 }
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
  await writeSetting(trx, 'me', remoteOf(0))
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
    await linkRemote(trx, resource, local, remote)
    locals.push(local)
  }
  return locals
}

/** Keeps with each time what the service last said of it, as the sync does. */
async function acknowledge(trx: Trx): Promise<void> {
  await sql`
    update sync_record set base = (
      select json_object(
        'id', remote_id, 'date', t.date, 'start', t.start, 'total', t.total,
        'quantity', t.quantity, 'increment', t.increment, 'rate', t.rate, 'notes', t.notes,
        'currency', t.currency, 'created_at', t.created_at, 'updated_at', t.updated_at,
        'project', json_object('id', p.tie, 'name', p.name, 'code', p.code),
        'task', json_object('id', k.tie, 'name', k.name)
      )
      from time_entry t join project p on p.id = t.project_id join task k on k.id = t.task_id
      where t.id = local_id
    ) where resource = 'time'`.execute(trx)
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)
