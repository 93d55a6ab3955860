/**
 * The same work as a person would write it by hand: SQL with prepared statements on better-sqlite3,
 * with the same pragmas, the same rows written and the same answers made of what was read.
 */
import Sqlite from 'better-sqlite3'
import type { EntryInput } from '#core/actions/times.ts'
import type { TimeRow } from '#core/store/resources/times.ts'
import { toTimestamp } from '#shared/rules/calendar.ts'
import { toHaystack } from '#shared/rules/search-text.ts'
import { organisation } from './data.ts'

const timeColumns = `
  e.id, e.date, e.start, e.total, e.quantity, e.increment, e.rate, e.notes, e.currency,
  e.created_at, e.updated_at,
  p.id as project_id, p.name as project_name, p.code as project_code,
  p.status as project_status, p.type as project_type, p.deleted as project_deleted,
  c.id as client_id, c.name as client_name, c.code as client_code, c.deleted as client_deleted,
  k.id as task_id, k.name as task_name, k.deleted as task_deleted,
  u.id as user_id, u.name as user_name`

const timeTables = `
  time_entry e
  left join project p on p.id = e.project_id
  left join client c on c.id = p.client_id
  left join task k on k.id = e.task_id
  left join user u on u.id = e.user_id`

const found = `(
  e.search like +:pattern escape '\\'
  or e.project_id in (
    select id from project where organisation_id = +:organisation
    and (search like +:pattern escape '\\' or client_id in (
      select id from client where organisation_id = +:organisation
      and search like +:pattern escape '\\'))
  )
  or e.task_id in (
    select id from task where organisation_id = +:organisation and search like +:pattern escape '\\')
  or e.user_id in (
    select id from user where organisation_id = +:organisation and search like +:pattern escape '\\')
)`

/** A joined row as it comes from the database. */
interface FlatTime {
  id: number
  date: string
  start: number
  total: number
  quantity: number
  increment: number
  rate: number
  notes: string | null
  currency: string | null
  created_at: string | null
  updated_at: string | null
  project_id: number | null
  project_name: string
  project_code: string
  project_status: string
  project_type: string
  project_deleted: number
  client_id: number | null
  client_name: string
  client_code: string
  client_deleted: number
  task_id: number | null
  task_name: string
  task_deleted: number
  user_id: number | null
  user_name: string
}

interface FlatStanding {
  remote_id: number | null
  dirty: number | null
  parked: string | null
  incomplete: number
  attempted: number
  unmatched: number
  refusal: string | null
}

interface Terms {
  increment: number
  rate: number
  currency: string | null
  deleted: number
}

export interface Raw {
  point(id: number): { row: TimeRow; remote: number | null; state: string }
  firstPage(): { data: TimeRow[]; total: number }
  lastPage(offset: number): { data: TimeRow[]; total: number }
  byProject(): { data: TimeRow[]; total: number }
  search(pattern: string): { data: TimeRow[]; total: number }
  week(from: string, to: string): number
  save(input: EntryInput, now: number): number
  close(): void
}

export function openRaw(file: string): Raw {
  const sqlite = new Sqlite(file)
  for (const pragma of [
    'journal_mode = WAL',
    'synchronous = FULL',
    'foreign_keys = ON',
    'temp_store = MEMORY',
    'cache_size = -16000',
  ]) {
    sqlite.pragma(pragma)
  }

  const count = sqlite.prepare<[number], { total: number }>(
    `select entries as total from time_count
     where organisation_id = +? and kind = 'all' and key = ''`,
  )
  const ordered = (order: string) =>
    sqlite.prepare<[number, number, number], FlatTime>(
      `select ${timeColumns} from ${timeTables} where e.organisation_id = +?
       order by ${order} limit +? offset +?`,
    )
  const page = (statement: ReturnType<typeof ordered>, offset: number) => ({
    total: count.get(organisation)!.total,
    data: statement.all(organisation, 50, offset).map(nested),
  })
  const newest = ordered('e.date desc, e.start desc, e.tie desc')
  const byDate = ordered('e.date, e.tie')
  const byProject = ordered('p.name_fold, p.tie, e.date, e.start, e.tie')

  const one = sqlite.prepare<[number, number], FlatTime>(
    `select ${timeColumns} from ${timeTables} where e.organisation_id = +? and e.id = +?`,
  )
  const standing = sqlite.prepare<[number], FlatStanding>(`
    select r.remote_id, r.dirty, r.parked,
      e.project_id is null or e.task_id is null as incomplete,
      exists (select 1 from attempt where resource = 'time' and local_id = e.id) as attempted,
      not exists (select 1 from sync_record where resource = 'project'
        and local_id = e.project_id and remote_id is not null)
      or not exists (select 1 from sync_record where resource = 'task'
        and local_id = e.task_id and remote_id is not null) as unmatched,
      (select detail from inbox where resource = 'time' and local_id = e.id
        and resolved_at is null order by id desc limit 1) as refusal
    from time_entry e
    left join sync_record r on r.resource = 'time' and r.local_id = e.id
    where e.id = +?`)

  const searchCount = sqlite.prepare<object, { total: number }>(
    `select count(*) as total from time_entry e
     where e.organisation_id = +:organisation and ${found}`,
  )
  const searchRows = sqlite.prepare<object, FlatTime>(
    `select ${timeColumns} from ${timeTables}
     where e.organisation_id = +:organisation and ${found}
     order by e.date desc, e.start desc, e.tie desc limit 50`,
  )

  const days = sqlite.prepare<[number, string, string], FlatTime>(
    `select ${timeColumns} from ${timeTables}
     where e.organisation_id = +? and e.date >= +? and e.date <= +?
     order by e.date desc, e.start desc, e.tie desc`,
  )

  return {
    point(id) {
      const row = nested(one.get(organisation, id)!)
      const sync = standing.get(id)!
      return { row, remote: sync.remote_id, state: stateOf(sync) }
    },
    firstPage: () => page(newest, 0),
    lastPage: (offset) => page(byDate, offset),
    byProject: () => page(byProject, 0),
    search: (pattern) => ({
      total: searchCount.get({ organisation, pattern })!.total,
      data: searchRows.all({ organisation, pattern }).map(nested),
    }),
    week: (from, to) =>
      days
        .all(organisation, from, to)
        .map(nested)
        .reduce((sum, { total }) => sum + total, 0),
    save: prepareSave(sqlite),
    close: () => sqlite.close(),
  }
}

/** The row, its history and its unsent mark, in one transaction. */
function prepareSave(sqlite: Sqlite.Database): Raw['save'] {
  const insertChange = sqlite.prepare(
    `insert into change (at, actor, action, summary) values (+?, 'person', 'times.create', +?)`,
  )
  const readProject = sqlite.prepare<[number | null], Terms>(
    'select increment, rate, currency, deleted from project where id = +?',
  )
  const readTask = sqlite.prepare<[number | null], { deleted: number }>(
    'select deleted from task where id = +?',
  )
  const readMe = sqlite.prepare<[], { value: string }>(
    `select value from setting where key = 'me.local'`,
  )
  // The tie of an entry that the service has not numbered is 2^29 + its local id.
  const insertTime = sqlite.prepare<object, { id: number }>(`
    insert into time_entry (
      organisation_id, tie, user_id, project_id, task_id, date, start, total, quantity, increment,
      rate, currency, notes, search, created_at, updated_at
    ) values (
      :organisation,
      536870912 + 1 + coalesce((select seq from sqlite_sequence where name = 'time_entry'), 0),
      :user, :project, :task, :date, :start, :quantity * :increment, :quantity, :increment,
      :rate, :currency, :notes, :search, :at, :at
    ) returning *`)
  const insertHistory = sqlite.prepare(
    `insert into history (change_id, resource, local_id, after) values (+?, 'time', +?, +?)`,
  )
  const insertMark = sqlite.prepare(
    `insert into sync_record (resource, local_id, dirty, sequence) values ('time', +?, 1, +?)`,
  )

  const save = sqlite.transaction((input: EntryInput, now: number): number => {
    const { lastInsertRowid: change } = insertChange.run(now, `Added “${input.notes}”`)
    const terms = readProject.get(input.project)
    if (!terms || terms.deleted === 1) throw new Error('no such project')
    if (readTask.get(input.task)?.deleted !== 0) throw new Error('no such task')
    const user = Number(JSON.parse(readMe.get()!.value))
    const row = insertTime.get({
      organisation,
      user,
      project: input.project,
      task: input.task,
      date: input.date,
      start: input.start,
      quantity: input.quantity,
      increment: terms.increment,
      rate: terms.rate,
      currency: terms.currency,
      notes: input.notes,
      search: toHaystack(input.notes),
      at: toTimestamp(now),
    })!
    insertHistory.run(change, row.id, JSON.stringify(row))
    insertMark.run(row.id, change)
    return row.id
  })
  return (input, now) => save.immediate(input, now)
}

function stateOf(row: FlatStanding): string {
  if (row.incomplete) return 'draft'
  if (row.parked !== null) return row.parked === 'refused' ? 'refused' : 'conflict'
  if (row.attempted) return 'sending'
  if (row.dirty === 0) return 'synced'
  return row.unmatched ? 'held' : 'pending'
}

function nested(row: FlatTime): TimeRow {
  return {
    id: row.id,
    date: row.date,
    start: row.start,
    total: row.total,
    quantity: row.quantity,
    increment: row.increment,
    rate: row.rate,
    notes: row.notes,
    currency: row.currency,
    created_at: row.created_at,
    updated_at: row.updated_at,
    project: row.project_id === null ? null : project(row, row.project_id),
    task:
      row.task_id === null
        ? null
        : { id: row.task_id, name: row.task_name, deleted: row.task_deleted === 1 },
    user: row.user_id === null ? null : { id: row.user_id, name: row.user_name },
  }
}

const project = (row: FlatTime, id: number): TimeRow['project'] => ({
  id,
  name: row.project_name,
  code: row.project_code,
  status: row.project_status,
  type: row.project_type,
  deleted: row.project_deleted === 1,
  client:
    row.client_id === null
      ? null
      : {
          id: row.client_id,
          name: row.client_name,
          code: row.client_code,
          deleted: row.client_deleted === 1,
        },
})
