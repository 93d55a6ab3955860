/** The five endpoints of times (specification, Times). */
import { Hono } from 'hono'
import { readUser } from '#core/store/resources/users.ts'
import type { Trx } from '#core/store/database/db.ts'
import { deleteTime, listTimes, readTime, type TimeRow } from '#core/store/resources/times.ts'
import { civilDate } from '#shared/resources/fields.ts'
import { timeSortKeys } from '#shared/resources/time.ts'
import { commitWrite, type WriteScope } from '../changes/commit-write.ts'
import { respondWithRecord, requireIfMatch } from '../http/entity-tags.ts'
import { readJsonObject } from '../http/read-json-body.ts'
import { idFromPath, readListQuery } from '../http/parameters.ts'
import { notFound } from '../http/problem.ts'
import { requireKnown } from '../records/require-known.ts'
import { toUserRecord } from '../records/reference.ts'
import { toTimeListRecord, toTimeRecord } from '../records/time.ts'
import type { ServiceEnv, Service } from '../service-context.ts'
import {
  updateTimeForCaller,
  createTimeForCaller,
  requireWritableTime,
} from '../times/write-time.ts'
import { changedUid, createOnce, withUid, withUids, type WithUid } from '../uids.ts'
import { isRowChanged } from '../write-rules.ts'
import { onlyMethods, answerPage, isUserIncluded } from './route-helpers.ts'

export function timeRoutes(service: Service): Hono<ServiceEnv> {
  const { db } = service
  const routes = new Hono<ServiceEnv>()

  /** Reads the time that a write is about, with its uid. */
  const requireNamed = async ({ trx, caller }: WriteScope, id: number | undefined) =>
    withUid(service, trx, caller.organisation, 'times', await requireWritableTime(trx, caller, id))

  routes.get('/', async (context) => {
    const { organisation } = context.get('caller')
    const query = readListQuery(context, timeSortKeys, { date: civilDate.optional() })
    const slice = await listTimes(db, organisation, query, context.get('turn').yield)
    const data = await withUids(service, db, organisation, 'times', slice.data)
    const user = isUserIncluded(service, context)
    return answerPage(service, context, 'times', { ...slice, data }, (row) =>
      toTimeListRecord(row, user),
    )
  })

  routes.post('/', async (context) => {
    const body = await readJsonObject(context)
    return commitWrite(service, context, async (writing) => {
      const { trx, caller, now } = writing
      const { row, created } = await createOnce(service, writing, 'times', body, {
        create: (problems) => createTimeForCaller(trx, caller, body, now, problems),
        read: (id) => readTime(trx, caller.organisation, id),
      })
      if (created) changed(writing, row, 'created')
      const time = await toTimeRecord(
        trx,
        caller.organisation,
        row,
        isUserIncluded(service, context),
      )
      return { status: created ? 201 : 200, body: { success: true, time }, tagged: time }
    })
  })

  routes.get('/:id', async (context) => {
    const { organisation } = context.get('caller')
    const id = idFromPath(context)
    const row = id === undefined ? undefined : await readTime(db, organisation, id)
    if (!row) throw notFound()
    const named = await withUid(service, db, organisation, 'times', row)
    const record = await toTimeRecord(db, organisation, named, isUserIncluded(service, context))
    return respondWithRecord(service, context, record)
  })

  routes.put('/:id', async (context) => {
    const body = await readJsonObject(context)
    return commitWrite(service, context, async (writing) => {
      const { trx, caller, now } = writing
      const current = await requireNamed(writing, idFromPath(context))
      await requireIfMatch(service, context, () => versions(trx, caller.organisation, current))
      const problems = changedUid(current, body)
      const row = {
        ...current,
        ...(await updateTimeForCaller(trx, caller, current, body, now, problems)),
      }
      if (isRowChanged(current, row)) changed(writing, row, 'updated')
      const time = await toTimeRecord(
        trx,
        caller.organisation,
        row,
        isUserIncluded(service, context),
      )
      return { body: { success: true, time }, tagged: time }
    })
  })

  // The specification returns a user under `time` here: the owner of the entry.
  routes.delete('/:id', (context) =>
    commitWrite(service, context, async (writing) => {
      const { trx, caller } = writing
      const current = await requireNamed(writing, idFromPath(context))
      await requireIfMatch(service, context, () => versions(trx, caller.organisation, current))
      await deleteTime(trx, current.id)
      changed(writing, current, 'deleted')
      const owner = requireKnown(current.user, 'user of a time').id
      const user = requireKnown(await readUser(trx, caller.organisation, owner), 'user of a time')
      return { body: { success: true, time: toUserRecord(user) } }
    }),
  )

  routes.all('/', onlyMethods('GET', 'HEAD', 'POST'))
  routes.all('/:id', onlyMethods('GET', 'HEAD', 'PUT', 'DELETE'))
  return routes
}

/** The forms of a show response, without and with its user. */
const versions = async (trx: Trx, organisation: number, row: WithUid<TimeRow>) => [
  await toTimeRecord(trx, organisation, row, false),
  await toTimeRecord(trx, organisation, row, true),
]

function changed(
  writing: WriteScope,
  row: WithUid<TimeRow>,
  action: 'created' | 'updated' | 'deleted',
): void {
  const { trx, caller } = writing
  writing.changed({
    resource: 'times',
    id: row.id,
    action,
    record: () => toTimeRecord(trx, caller.organisation, row, false),
  })
}
