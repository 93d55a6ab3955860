/** What the steps of a cycle work with, and the one way in which they write. */
import type { ChangedResource } from '#shared/ipc/contract.ts'
import type { SyncPhase, SyncStatus } from '#shared/ipc/views.ts'
import { requantify } from '#shared/rules/increments.ts'
import type { Clock, Http, Log, Random } from '../ports.ts'
import { recordChange, recordRow, type RecordedRow } from '../store/changes.ts'
import type { Db, Trx } from '../store/db.ts'
import { createHarvest, type Harvest } from '../store/harvest.ts'
import { readFullTime, unsentOfOtherIncrement, type FullTimeRow } from '../store/time-records.ts'
import { updateTime } from '../store/times.ts'
import type { Answer, Client, Connection } from './client.ts'

/** What sync needs of the world and of the account that it serves. */
export interface SyncPorts {
  db: Db
  clock: Clock
  random: Random
  http: Http
  log: Log
  connection: Connection
  /** The account's organisation in this store. */
  organisation: number
  onChange(resource: ChangedResource, locals: number[] | 'all'): void
  onStatus(status: SyncStatus): void
}

/** What the steps of one pass work with. */
export interface SyncContext {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly organisation: number
  readonly client: Client
  /** True when the service names who an entry belongs to. */
  readonly namesUsers: boolean
  /** Counts of this cycle. */
  readonly counts: { pushed: number; pulled: number }
  /** Tells windows, after the commit. */
  changed(resource: ChangedResource, locals: number[] | 'all'): void
  show(phase: SyncPhase): Promise<void>
}

/** An answer that ends the cycle; what was done stays done. */
export type Trouble = Extract<
  Answer,
  { is: 'stopped' | 'signed-out' | 'unreached' | 'retry' | 'unknown' }
>

/** An answer that cannot be used where a list or a record was asked for, as trouble. */
export function troubleOf(answer: Exclude<Answer, { is: 'applied' }>): Trouble {
  switch (answer.is) {
    case 'gone':
    case 'stale':
      return { is: 'unknown', why: 'Answers here as if it had no times', lost: false, after: null }
    case 'refused':
      return { is: 'unknown', why: answer.message, lost: false, after: null }
    default:
      return answer
  }
}

/** One transaction of sync: what it writes, harvests and tells commits together. */
export interface Work {
  readonly trx: Trx
  readonly now: number
  readonly organisation: number
  readonly harvest: Harvest
  /** Times that windows are to read again. */
  readonly touched: Set<number>
  /** Rows whose history is written with the transaction. */
  readonly history: RecordedRow[]
}

/**
 * Runs one transaction. Every change to a time is recorded as a change by sync with the rows
 * before and after; windows hear of it after the commit.
 */
export async function commit<T>(context: SyncContext, run: (work: Work) => Promise<T>): Promise<T> {
  const { clock, organisation } = context
  const { value, work } = await context.db.transaction().execute(async (trx) => {
    const work: Work = {
      trx,
      now: clock.now(),
      organisation,
      harvest: createHarvest(trx, organisation),
      touched: new Set(),
      history: [],
    }
    const value = await run(work)
    await keepMinutes(work)
    await writeHistory(work)
    return { value, work }
  })
  const { project, task } = work.harvest.changed
  if (project.size > 0) context.changed('project', [...project])
  if (task.size > 0) context.changed('task', [...task])
  if (work.touched.size > 0) context.changed('time', [...work.touched])
  if (work.history.length > 0) context.changed('history', [])
  return value
}

/** Writes down that a row changed; `before` or `after` null when there was none. */
export async function recordTime(
  work: Work,
  local: number,
  before: FullTimeRow | undefined,
): Promise<void> {
  const after = (await readFullTime(work.trx, local)) ?? null
  work.history.push({ resource: 'time', local, before: before ?? null, after })
}

/**
 * A project whose increment became known: unsent entries were counted in an assumed one, and keep
 * their minutes.
 */
async function keepMinutes(work: Work): Promise<void> {
  for (const project of work.harvest.changed.project) {
    const { increment, rate, currency } = await work.trx
      .selectFrom('project')
      .select(['increment', 'rate', 'currency'])
      .where('id', '=', project)
      .executeTakeFirstOrThrow()
    for (const row of await unsentOfOtherIncrement(work.trx, project, increment)) {
      await updateTime(work.trx, row.id, {
        quantity: requantify(row.total, increment),
        increment,
        rate,
        currency,
      })
      await recordTime(work, row.id, row)
      work.touched.add(row.id)
    }
  }
}

async function writeHistory(work: Work): Promise<void> {
  if (work.history.length === 0) return
  const change = await recordChange(work.trx, {
    at: work.now,
    actor: 'sync',
    action: 'times.sync',
    summary: summaryOf(work.history),
  })
  for (const row of work.history) await recordRow(work.trx, change, row)
}

function summaryOf(rows: readonly RecordedRow[]): string {
  const [row] = rows
  if (!row || rows.length > 1) return `Received ${rows.length} entries from the service`
  const before = row.before as FullTimeRow | null
  const after = row.after as FullTimeRow | null
  const title = titleOf(after ?? before)
  if (!before) return `Received ${title} from the service`
  return after
    ? `Changed ${title} as on the service`
    : `Removed ${title}, which was deleted on the service`
}

function titleOf(row: FullTimeRow | null): string {
  const line = [...(row?.notes ?? '').trim().split('\n', 1)[0]!]
  if (line.length === 0) return 'an entry'
  return `“${line.length > 60 ? `${line.slice(0, 59).join('')}…` : line.join('')}”`
}
