/**
 * Creates and changes times by the rules of `core/write/time.ts` (docs/API.md, Times). Everything
 * runs inside the caller's transaction; a refusal throws and rolls it back.
 */
import type { Trx } from '#core/store/database/db.ts'
import { insertTime, readTime, updateTime, type TimeRow } from '#core/store/resources/times.ts'
import { newTime, timeChange } from '#core/write/time.ts'
import type { FieldTexts } from '#shared/errors.ts'
import { timeCreate, timeUpdate } from '#shared/resources/time.ts'
import { readFields } from '../http/read-fields.ts'
import { forbidden, notFound } from '../http/problem.ts'
import { requireKnown } from '../records/require-known.ts'
import type { Caller } from '../service-context.ts'
import { callerWriter } from '../write-rules.ts'

type Body = Record<string, unknown>

/**
 * Writes a new time of the caller and returns its id.
 * @param known problems of the body that are reported with those that are found here
 */
export async function createTimeForCaller(
  trx: Trx,
  caller: Caller,
  body: Body,
  now: string,
  known: FieldTexts = {},
): Promise<number> {
  const { values, problems } = readFields(timeCreate.shape, body, known)
  const time = await newTime(callerWriter(trx, caller), values, problems)
  const dated = { created_at: now, updated_at: now }
  return insertTime(trx, { ...time, user_id: caller.user.id, ...dated })
}

/**
 * Changes the fields in the body of `time`, which the caller may write, and what depends on them.
 * Values equal to the current ones change nothing.
 */
export async function updateTimeForCaller(
  trx: Trx,
  caller: Caller,
  time: TimeRow,
  body: Body,
  now: string,
  known: FieldTexts = {},
): Promise<TimeRow> {
  const { values, problems } = readFields(timeUpdate.shape, body, known)
  const links = { project_id: time.project?.id ?? null, task_id: time.task?.id ?? null }
  const current = { ...time, ...links }
  const change = await timeChange(callerWriter(trx, caller), current, values, problems)
  if (Object.keys(change).length > 0) {
    await updateTime(trx, time.id, { ...change, updated_at: now })
  }
  return requireKnown(await readTime(trx, caller.organisation, time.id), 'time')
}

/**
 * Reads the time that a request is about. A member may write their own times, an owner everyone's.
 */
export async function requireWritableTime(
  trx: Trx,
  caller: Caller,
  id: number | undefined,
): Promise<TimeRow> {
  const time = id === undefined ? undefined : await readTime(trx, caller.organisation, id)
  if (!time) throw notFound()
  if (!caller.user.owner && time.user?.id !== caller.user.id) {
    throw forbidden(
      'This entry is someone else’s. Only they or an owner of the organization can change it.',
    )
  }
  return time
}
