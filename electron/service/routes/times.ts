/** The five endpoints of times (specification, Times). */
import { Hono, type Context } from 'hono'
import { readUser } from '#core/store/users.ts'
import { listTimes, readTime } from '#core/store/times.ts'
import { civilDate } from '#shared/resources/fields.ts'
import { timeSortKeys } from '#shared/resources/time.ts'
import { limitBody, readObject } from '../http/json.ts'
import { idIn, parametersOf, readListQuery } from '../http/parameters.ts'
import { notFound } from '../http/problem.ts'
import { known } from '../records/known.ts'
import { toUserRecord } from '../records/reference.ts'
import { toTimeListRecord, toTimeRecord } from '../records/time.ts'
import type { Env, Service } from '../service.ts'
import { changeTime, createTime, removeTime } from '../times/write-time.ts'
import { only, pageOf } from './answers.ts'

export function timeRoutes(service: Service): Hono<Env> {
  const { db } = service
  const routes = new Hono<Env>()

  routes.get('/', async (context) => {
    const { organisation } = context.get('caller')
    const query = readListQuery(context, timeSortKeys, { date: civilDate.optional() })
    const slice = await listTimes(db, organisation, query)
    const user = wantsUser(service, context)
    return context.json(
      pageOf(service, context, 'times', slice, (row) => toTimeListRecord(row, user)),
    )
  })

  routes.post('/', limitBody, async (context) => {
    const caller = context.get('caller')
    const body = await readObject(context)
    const time = await db.transaction().execute(async (trx) => {
      const id = await createTime(trx, caller, body, service.now())
      const row = known(await readTime(trx, caller.organisation, id), 'time')
      return toTimeRecord(trx, caller.organisation, row, wantsUser(service, context))
    })
    return context.json({ success: true, time }, 201)
  })

  routes.get('/:id', async (context) => {
    const { organisation } = context.get('caller')
    const id = idIn(context)
    const row = id === undefined ? undefined : await readTime(db, organisation, id)
    if (!row) throw notFound()
    return context.json(await toTimeRecord(db, organisation, row, wantsUser(service, context)))
  })

  routes.put('/:id', limitBody, async (context) => {
    const caller = context.get('caller')
    const body = await readObject(context)
    const time = await db.transaction().execute(async (trx) => {
      const row = await changeTime(trx, caller, idIn(context), body, service.now())
      return toTimeRecord(trx, caller.organisation, row, wantsUser(service, context))
    })
    return context.json({ success: true, time })
  })

  // The specification shows a user under `time` here: the one whose entry it was.
  routes.delete('/:id', async (context) => {
    const caller = context.get('caller')
    const user = await db.transaction().execute(async (trx) => {
      const row = await removeTime(trx, caller, idIn(context))
      const owner = known(row.user, 'user of a time').id
      return known(await readUser(trx, caller.organisation, owner), 'user of a time')
    })
    return context.json({ success: true, time: toUserRecord(user) })
  })

  routes.all('/', only('GET', 'HEAD', 'POST'))
  routes.all('/:id', only('GET', 'HEAD', 'PUT', 'DELETE'))
  return routes
}

/** `include=user`, where the capability is switched on; an unknown parameter otherwise. */
const wantsUser = (service: Service, context: Context): boolean =>
  service.capabilities.has('user') &&
  parametersOf(context).some(
    ([name, value]) => name === 'include' && value.split(',').includes('user'),
  )
