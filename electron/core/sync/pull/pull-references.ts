/**
 * Pulls projects, tasks, charges, clients and users: from the reference endpoints where the service
 * has them (docs/API.md, Beyond the specification), otherwise by requesting entries, whose full
 * record contains the full project (specification, Time entry).
 */
import { sql } from 'kysely'
import { chargeWire } from '#shared/resources/charge.ts'
import { clientWire } from '#shared/resources/client.ts'
import { wirePage } from '#shared/resources/page.ts'
import { projectWire } from '#shared/resources/project.ts'
import { taskWire } from '#shared/resources/task.ts'
import type { TimeWire } from '#shared/resources/time.ts'
import { userWire } from '#shared/resources/user.ts'
import { linkCurrentUser } from '../../store/account/current-user.ts'
import { prepared } from '../../store/database/prepared-query.ts'
import type { Db } from '../../store/database/db.ts'
import type { ReferenceResource } from '../../store/tables/index.ts'
import {
  commitSync,
  isRecordFailure,
  toSyncFailure,
  type SyncContext,
  type SyncFailure,
  type SyncTransaction,
} from '../pass/sync-context.ts'
import { timeAdapter } from '../records/time-adapter.ts'
import { pullExchangeRates } from './pull-exchange-rates.ts'
import { fetchRecord } from '../pass/record-requests.ts'

/** Parses one record of an endpoint and upserts it; returns its remote id, or undefined. */
type Take = (tx: SyncTransaction, item: unknown) => Promise<number | undefined>

const endpoints: { path: string; resource: ReferenceResource; take: Take }[] = [
  {
    path: '/clients',
    resource: 'client',
    take: taking(clientWire, (tx, wire) => tx.references.client(wire)),
  },
  {
    path: '/projects',
    resource: 'project',
    take: taking(projectWire, (tx, wire) => tx.references.project(wire)),
  },
  {
    path: '/tasks',
    resource: 'task',
    take: taking(taskWire, (tx, wire) => tx.references.task(wire)),
  },
  {
    path: '/charges',
    resource: 'charge',
    take: taking(chargeWire, (tx, wire) => tx.references.charge(wire)),
  },
  {
    path: '/users',
    resource: 'user',
    take: taking(userWire, (tx, wire) => tx.references.user(wire)),
  },
]

function taking<Wire extends { id: number }>(
  schema: { safeParse(item: unknown): { success: true; data: Wire } | { success: false } },
  take: (tx: SyncTransaction, wire: Wire) => Promise<number>,
): Take {
  return async (tx, item) => {
    const read = schema.safeParse(item)
    if (!read.success) return undefined
    await take(tx, read.data)
    return read.data.id
  }
}

const limit = 100

/** Pulls all reference records. An endpoint that the person may not read is skipped. */
export async function pullReferences(context: SyncContext): Promise<SyncFailure | null> {
  for (const { path, resource, take } of endpoints) {
    const listed = await pullEndpoint(context, path, take)
    if (listed.is === 'failed') return listed.failure
    if (listed.is === 'listed' && resource !== 'user') {
      const failure = await settleUnlisted(context, path, resource, take, listed.ids)
      if (failure) return failure
    }
  }
  return (await pullExchangeRates(context)) ?? (await pullMe(context))
}

type Listed =
  { is: 'listed'; ids: Set<number> } | { is: 'unsure' } | { is: 'failed'; failure: SyncFailure }

async function pullEndpoint(context: SyncContext, path: string, take: Take): Promise<Listed> {
  const ids = new Set<number>()
  let total: number | null = null
  let sound = true
  for (let page = 1; ; page++) {
    const answer = await context.client.get(path, { limit, page })
    if (answer.is !== 'applied') return unlisted(context, path, toSyncFailure(answer))
    const envelope = wirePage.safeParse(answer.body)
    if (!envelope.success) return { is: 'unsure' }
    const { data, last_page } = envelope.data
    if (total !== null && total !== envelope.data.total) sound = false
    total = envelope.data.total
    const before = ids.size
    await commitSync(context, async (tx) => {
      for (const item of data) {
        const id = await take(tx, item)
        if (id === undefined || ids.has(id)) sound = false
        else ids.add(id)
      }
    })
    if (page >= last_page || ids.size === before) {
      return sound && ids.size === total ? { is: 'listed', ids } : { is: 'unsure' }
    }
  }
}

/** Skips an endpoint that does not reply usably. A service that cannot be reached is a failure. */
function unlisted(context: SyncContext, path: string, failure: SyncFailure): Listed {
  if (!isRecordFailure(failure)) return { is: 'failed', failure }
  context.log.info('couldn’t list reference records', {
    path,
    why: (failure as { why: string }).why,
  })
  return { is: 'unsure' }
}

/**
 * Settles the records that a list lacks: only a request to its own URL shows that a record was
 * deleted.
 */
async function settleUnlisted(
  context: SyncContext,
  path: string,
  resource: Exclude<ReferenceResource, 'user'>,
  take: Take,
  listed: ReadonlySet<number>,
): Promise<SyncFailure | null> {
  for (const { local, remote } of await listUndeletedReferences(context.db, resource)) {
    if (listed.has(remote)) continue
    const answer = await context.client.get(`${path}/${remote}`)
    if (answer.is === 'applied') {
      await commitSync(context, (tx) => take(tx, answer.body))
    } else if (answer.is === 'gone') {
      await commitSync(context, async (tx) => {
        await tx.trx.updateTable(resource).set({ deleted: 1 }).where('id', '=', local).execute()
        tx.references.changed[resource].add(local)
      })
    } else {
      const failure = toSyncFailure(answer)
      if (!isRecordFailure(failure)) return failure
    }
  }
  return null
}

/** Lists the records that are not known to be deleted and that the service has described. */
async function listUndeletedReferences(
  db: Db,
  resource: Exclude<ReferenceResource, 'user'>,
): Promise<{ local: number; remote: number }[]> {
  const { rows } = await sql<{ local: number; remote: number }>`
    select m.id as local, r.remote_id as remote
    from ${sql.table(resource)} m
    join sync_record r on r.resource = ${resource} and r.local_id = m.id
    where m.deleted = 0 and m.updated_at is not null and r.remote_id is not null`.execute(db)
  return rows
}

/** Stores the owner of the token, so that entries made here are recognized as theirs. */
async function pullMe(context: SyncContext): Promise<SyncFailure | null> {
  const answer = await context.client.get('/users/me')
  if (answer.is !== 'applied') {
    const failure = toSyncFailure(answer)
    return isRecordFailure(failure) ? null : failure
  }
  const read = userWire.safeParse(answer.body)
  if (!read.success) return null
  await commitSync(context, async (tx) => {
    await tx.references.user(read.data)
    await linkCurrentUser(tx.trx, read.data.id)
  })
  return null
}

/** Maximum number of entries that are requested in one pass to complete their projects. */
const deepenedAtOnce = 10

/**
 * Completes projects where there are no reference endpoints: requests one entry of each project
 * that was only mentioned in short form, since only the full record has the length of its
 * increment.
 * @param requested projects that were requested already; new ones are added
 */
export async function fetchProjectDetails(
  context: SyncContext,
  requested: Set<number>,
): Promise<SyncFailure | null> {
  const shallow = await shallowProjects(context.db)
  for (const project of shallow.filter((one) => !requested.has(one)).slice(0, deepenedAtOnce)) {
    const time = await anyTimeOf(context.db, project)
    if (time === undefined) continue
    const answer = await fetchRecord(context, timeAdapter, time)
    if (answer.is === 'record') {
      requested.add(project)
      await commitSync(context, (tx) => timeAdapter.upsertRelated(tx, answer.wire as TimeWire))
    } else if (answer.is === 'gone' || answer.is === 'refused' || answer.is === 'stale') {
      requested.add(project)
    } else if (!isRecordFailure(answer)) {
      return answer
    }
  }
  return null
}

/** Lists the projects of the service whose full record was never seen. */
async function shallowProjects(db: Db): Promise<number[]> {
  const rows = await projectsUnseen(db, {})
  return rows.map((row) => row.id)
}

const projectsUnseen = prepared(
  () => sql<{ id: number }>`
    select p.id from project p
    join sync_record r on r.resource = 'project' and r.local_id = p.id
    where p.updated_at is null and r.remote_id is not null`,
)

/** Returns the service's id of one of the project's entries. */
async function anyTimeOf(db: Db, project: number): Promise<number | undefined> {
  const { rows } = await sql<{ remote: number }>`
    select r.remote_id as remote from time_entry t
    join sync_record r on r.resource = 'time' and r.local_id = t.id
    where t.project_id = ${project} and r.remote_id is not null
    order by t.date desc limit 1`.execute(db)
  return rows[0]?.remote
}
