/** What the steps of a cycle work with, and the one way in which they write. */
import { FailureError } from '#shared/errors.ts'
import type { Capability } from '#shared/resources/service-info.ts'
import type { ChangedResource } from '#shared/ipc/contract.ts'
import type { SyncPhase, SyncStatus } from '#shared/ipc/views.ts'
import { requantify } from '#shared/rules/increments.ts'
import type { Clock, Http, Log, OpenStream, Random } from '../ports.ts'
import { recordChange, recordRow } from '../store/changes.ts'
import type { Db, Trx } from '../store/db.ts'
import { inFetched } from '../store/fetched.ts'
import type { FullCategoryRow, FullRow } from '../store/full-rows.ts'
import { unsentOfOtherIncrement } from '../store/mapped-records.ts'
import { updateTime } from '../store/times.ts'
import { putInTrash, takeFromTrash } from '../store/trash.ts'
import type { Answer, Client, Connection } from './client.ts'
import { kinds } from './kinds/kinds.ts'
import type { LatelyRemoved } from './lately-removed.ts'
import { beginWork, recordRowChange, type Recorded, type Work } from './work.ts'

export { recordRowChange, type Work } from './work.ts'
import type { Pieces } from './pieces.ts'

/** What sync needs of the world and of the account that it serves. */
export interface SyncPorts {
  db: Db
  clock: Clock
  random: Random
  http: Http
  /** Long answers; without it the service's changes are found at the next look. */
  openStream?: OpenStream | undefined
  log: Log
  connection: Connection
  /** The account's organisation in this store. */
  organisation: number
  onChange(resource: ChangedResource, locals: number[] | 'all'): void
  onStatus(status: SyncStatus): void
  /** Waited for before thousands of records may change at once; never rejects. */
  beforeLarge?(): Promise<void>
  /** False where the disk's last room is left to what the person writes: nothing is fetched then. */
  hasRoom?(): boolean
}

/** What the steps of one pass work with. */
export interface SyncContext {
  readonly beforeLarge?: SyncPorts['beforeLarge']
  readonly hasRoom?: SyncPorts['hasRoom']
  readonly db: Db
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  readonly organisation: number
  readonly client: Client
  /** What the service can do beyond the specification. */
  readonly can: ReadonlySet<Capability>
  /** The person asked for this pass: deletions do not wait out their grace. */
  readonly onRequest: boolean
  /** Path and id of what was written since the last list was begun: pages may be older than that. */
  readonly written: Set<string>
  /** What was harvested in this pass and committed, with the local ids. */
  readonly taken: Map<string, number>
  /** Records that got no usable answer when they were sent last, in whatever passes of this process. */
  readonly stuck: Set<string>
  /** What went by itself in the last minutes, in whatever passes of this process. */
  readonly lately: LatelyRemoved
  /** What is received is applied in pieces, so that nothing else waits for long. */
  readonly pieces: Pieces
  /** The same, of several pieces that are committed together: windows wait for them with questions. */
  readonly batches: Pieces
  /** Counts of this cycle. */
  readonly counts: { pushed: number; pulled: number }
  /** By how many milliseconds the service's clock is ahead of this machine's; null: not known. */
  clockOffset(): number | null
  /**
   * The service made a record at `stamp` by its clock, asked for and answered then by this
   * machine's.
   */
  dated(stamp: string, sentAt: number, answeredAt: number): void
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
      return {
        is: 'unknown',
        why: 'Replied as if it had no records',
        lost: false,
        after: null,
      }
    case 'refused':
      return { is: 'unknown', why: answer.message, lost: false, after: null }
    default:
      return answer
  }
}

/** True when the rest of the cycle can go on: the service answered, only not usably. */
export const isAboutOneRecord = (trouble: Trouble): boolean =>
  trouble.is === 'unknown' && !trouble.lost

/**
 * Runs one transaction. Every change to a record is recorded as a change by sync with the rows
 * before and after, and what goes stays in the trash; windows hear of it after the commit.
 */
export const commit = <T>(context: SyncContext, run: (work: Work) => Promise<T>): Promise<T> =>
  commitIn(context, (body) => context.db.transaction().execute(body), run)

/** Throws the failure `database` where the disk has hardly any room for what is fetched. */
export function requireRoom({ hasRoom }: SyncContext): void {
  if (hasRoom?.() !== false) return
  const message = 'The disk is almost full, so nothing is downloaded. Free up some space'
  throw new FailureError({ code: 'database', message })
}

/** The same for what only writes down what was fetched: it needs room, and does not wait for the disk. */
export async function commitFetched<T>(
  context: SyncContext,
  run: (work: Work) => Promise<T>,
): Promise<T> {
  requireRoom(context)
  return commitIn(context, (body) => inFetched(context.db, body), run)
}

async function commitIn<T>(
  context: SyncContext,
  transact: <U>(body: (trx: Trx) => Promise<U>) => Promise<U>,
  run: (work: Work) => Promise<T>,
): Promise<T> {
  const { clock, organisation } = context
  const { value, work } = await transact(async (trx) => {
    const work = beginWork(trx, organisation, clock.now(), context.taken)
    const value = await run(work)
    await keepMinutes(work)
    await writeHistory(work)
    return { value, work }
  })
  for (const [mention, local] of work.harvest.taken) context.taken.set(mention, local)
  const touched = { ...work.harvest.changed, ...work.touched }
  let any = work.inboxChanged
  for (const [resource, locals] of Object.entries(touched)) {
    if (locals.size === 0) continue
    context.changed(resource as ChangedResource, [...locals])
    any = true
  }
  // A record that changed may have got a card, or lost one.
  if (any) context.changed('inbox', [])
  if (work.history.length > 0) context.changed('history', [])
  if (work.history.some(({ before, after }) => !before || !after)) context.changed('trash', [])
  return value
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
      await recordRowChange(work, 'time', row.id, row)
      work.touched.time.add(row.id)
    }
  }
}

async function writeHistory(work: Work): Promise<void> {
  if (work.history.length === 0) return
  const change = await recordChange(work.trx, {
    at: work.now,
    actor: 'sync',
    action: `${kinds[work.history[0]!.resource].path.slice(1)}.sync`,
    summary: summaryOf(work.history),
  })
  for (const row of work.history) {
    await recordRow(work.trx, change, row)
    await keepInTrash(work, row, { change, actor: 'sync' })
  }
}

/** What went stays in the trash; what is archived needs none: its row stays. */
export async function keepInTrash(
  work: Work,
  { resource, local, before, after }: Recorded,
  { change, actor }: { change: number; actor: 'sync' | 'person' },
): Promise<void> {
  if (before && !after) {
    await putInTrash(work.trx, {
      resource,
      local,
      row: before,
      title: kinds[resource].title(before),
      at: work.now,
      actor,
      change,
    })
  } else if (!before) {
    await takeFromTrash(work.trx, resource, local)
  }
}

function summaryOf(rows: readonly Recorded[]): string {
  const [row] = rows
  if (!row || rows.length > 1) {
    const one = rows.every((other) => other.resource === row?.resource)
    const many = row && one ? kinds[row.resource].nouns.many : 'records'
    return `Received ${rows.length} ${many} from the service`
  }
  const kind = kinds[row.resource]
  const title = kind.title((row.after ?? row.before)!)
  if (!row.before) return `Received ${title} from the service`
  if (!row.after) return `Removed ${title}, which was deleted on the service`
  const archived = (category: FullRow) => (category as FullCategoryRow).deleted_at
  if (kind.isArchivable && archived(row.before) !== archived(row.after)) {
    return archived(row.after)
      ? `Archived ${title}, as on the service`
      : `Received archived ${title} from the service`
  }
  return `Updated ${title} from the service`
}
