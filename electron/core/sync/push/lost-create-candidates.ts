/**
 * Reads the part of a list in which a create with a lost reply would be, if it was carried out.
 * Applies nothing.
 */
import { toTimestamp } from '#shared/rules/calendar.ts'
import { fold } from '#shared/rules/search-text.ts'
import type { Attempt } from '../../store/sync/attempts.ts'
import type { WireRecord } from '../../store/sync/record-sync-state.ts'
import { toSyncFailure, type SyncContext, type SyncFailure } from '../pass/sync-context.ts'
import type { SyncAdapter } from '../records/sync-adapter.ts'
import { confirmWindowRead, readWindow, type ListWindow } from '../http/read-window.ts'
import { isWithinCreationWindow, creationWindow } from '../decide/match-create.ts'
import type { OpenCreate } from '../apply/judge-candidate.ts'
import { fetchRecord } from '../pass/record-requests.ts'

/** `sound`: the read was complete, so no candidate can be missing. */
export type CandidateList = { is: 'shown'; records: WireRecord[]; sound: boolean }

const day = 24 * 60 * 60_000

/** Returns the parts of the list that would contain the time or expense of an attempt. */
function windowsOf(context: SyncContext, adapter: SyncAdapter, attempt: OpenCreate): ListWindow[] {
  if (adapter.resource === 'time') {
    const days = [attempt.sent, attempt.changed ?? attempt.sent].map(
      (version) => (version as { date: string }).date,
    )
    return [...new Set(days)].map((date) => ({ is: 'day', date }))
  }
  // By the service's clock; while its offset is unknown, two days cover any time zone.
  const offset = context.clockOffset()
  const from = attempt.sentAt + (offset === null ? -2 * day : offset - 10 * 60_000)
  return [{ is: 'updated', from: toTimestamp(from) }]
}

/** Reads the windows of an attempt. */
export async function readCandidates(
  context: SyncContext,
  adapter: SyncAdapter,
  attempt: OpenCreate,
): Promise<CandidateList | SyncFailure> {
  if (adapter.resource === 'category') return readCategoryCandidates(context, adapter, attempt)
  const records: WireRecord[] = []
  let sound = true
  for (const window of windowsOf(context, adapter, attempt)) {
    const scan = await readWindow(context.client, adapter, window, {
      parameters: context.capabilities.has('user') ? { include: 'user' } : {},
      onPage: (page) => {
        for (const record of page.records) records.push(record)
        return Promise.resolve(true)
      },
    })
    const sure =
      scan.is === 'scan' ? await confirmWindowRead(context.client, adapter, window, scan) : scan
    if (sure.is !== 'scan') return toSyncFailure(sure)
    if (!sure.sound) sound = false
  }
  return { is: 'shown', records, sound }
}

/**
 * Reads the categories of this name, and those created while the request may have been carried out:
 * another person may have renamed the category since.
 */
function readCategoryCandidates(context: SyncContext, adapter: SyncAdapter, attempt: Attempt) {
  const span = creationWindow(attempt.sentAt, context.clock.now(), context.clockOffset())
  const { name } = attempt.sent as { name: string }
  return readCategories(
    context,
    adapter,
    (record) => isCalled(record, name) || isWithinCreationWindow(record.created_at, span),
  )
}

/** Reads the active category of a name. */
export const readCategoriesByName = (
  context: SyncContext,
  adapter: SyncAdapter,
  name: string,
): Promise<CandidateList | SyncFailure> =>
  readCategories(context, adapter, (record) => isCalled(record, name))

const isCalled = (record: WireRecord, name: string): boolean =>
  fold((record as WireRecord & { name: string }).name.trim()) === fold(name.trim())

/**
 * Requests each category by its id: a list does not contain the tasks and charges that they group.
 */
async function readCategories(
  context: SyncContext,
  adapter: SyncAdapter,
  isCandidate: (listed: WireRecord) => boolean,
): Promise<CandidateList | SyncFailure> {
  const ids: number[] = []
  const scan = await readWindow(
    context.client,
    adapter,
    { is: 'named' },
    {
      onPage: (page) => {
        for (const record of page.records) if (isCandidate(record)) ids.push(record.id)
        return Promise.resolve(true)
      },
    },
  )
  if (scan.is !== 'scan') return toSyncFailure(scan)
  const records: WireRecord[] = []
  for (const id of ids) {
    const read = await fetchRecord(context, adapter, id)
    if (read.is === 'record') records.push(read.wire)
    else if (read.is !== 'gone') return toSyncFailure(read)
  }
  return { is: 'shown', records, sound: scan.sound }
}
