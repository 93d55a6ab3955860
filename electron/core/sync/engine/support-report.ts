/**
 * Describes the state of sync in a text that a person can pass on: what support needs, and nothing
 * else. Contains no token, no name of a record, nothing that people wrote.
 */
import { toTimestamp } from '#shared/rules/calendar.ts'
import type { SyncPass, SyncStatus } from '#shared/ipc/call-results.ts'
import type { Db } from '../../store/database/db.ts'
import { listOpenCards } from '../../store/inbox/inbox-summary.ts'
import { countSyncRecords } from '../../store/sync/record-counts.ts'
import type { ServiceConnection } from '../http/service-client.ts'
import { readDateTrust } from '../apply/confirm-records.ts'
import type { SyncCheckpoint } from '../pass/sync-checkpoint.ts'

export interface ProgramInfo {
  /** Version of Stint. */
  version: string
  /** Where it runs, such as `electron on linux, Node 24.9.0`. */
  host: string
}

export interface SupportReportInput {
  program: ProgramInfo
  /** Epoch milliseconds. */
  now: number
  connection: Pick<ServiceConnection, 'url' | 'header' | 'zone'>
  status: SyncStatus
  memory: SyncCheckpoint
  passes: readonly SyncPass[]
  db: Db
}

const mostCards = 50

export async function formatSupportReport(input: SupportReportInput): Promise<string> {
  const { program, now, connection, status, memory, passes, db } = input
  const cards = await listOpenCards(db, mostCards)
  const counts = await countSyncRecords(db)
  const { phase, sending, fetching } = status
  return [
    `Stint ${program.version} (${program.host}), ${toTimestamp(now)} UTC`,
    '',
    `Service: ${connection.url} (header ${connection.header}, zone ${connection.zone})`,
    `Dates of records: ${await readDateTrust(db)}`,
    `Capabilities: ${memory.capabilities.join(', ') || 'none, the specification only'}`,
    '',
    `State: ${words(phase)}`,
    `Sending: ${sending ? `${sending.text}, since ${at(sending.since)}` : 'well'}`,
    `Fetching: ${fetching ? `${fetching.text}, since ${at(fetching.since)}` : 'well'}`,
    `Last check: ${status.lastSync === null ? 'never' : at(status.lastSync)}`,
    `Last complete check: ${status.lastComplete === null ? 'never' : at(status.lastComplete)}`,
    `Not sent yet: ${status.pending}; to match: ${status.held}; drafts: ${status.drafts}; to decide: ${status.inbox}`,
    `Records: ${counts.map(({ resource, records }) => `${resource} ${records}`).join(', ')}`,
    '',
    'Last passes, newest first:',
    ...lines(passes, passLine),
    '',
    'To decide, oldest first:',
    ...lines(cards, ({ kind, resource, local, since }) =>
      local === 0
        ? `${at(since)}  ${kind}, ${resource}`
        : `${at(since)}  ${kind}, ${resource} ${local}`,
    ),
    '',
  ].join('\n')
}

const at = (instant: number): string => toTimestamp(instant)

const lines = <Item>(items: readonly Item[], line: (item: Item) => string): string[] =>
  items.length === 0 ? ['  none'] : items.map((item) => `  ${line(item)}`)

function passLine({ from, to, passes, text, requests, duration }: SyncPass): string {
  const when = passes > 1 ? `${at(from)} to ${at(to)}, ${passes} passes` : at(from)
  return `${when}  ${text} (requests: ${requests}, ${(duration / 1_000).toFixed(1)} s)`
}

function words(phase: SyncStatus['phase']): string {
  switch (phase.is) {
    case 'offline':
      return `offline since ${at(phase.since)}${phase.proxy ? `, proxy: ${phase.proxy}` : ''}`
    case 'portal':
      return `portal since ${at(phase.since)}`
    case 'problem':
      return `problem: ${phase.why}, since ${at(phase.since)}`
    case 'service':
      return `service: ${phase.why}, since ${at(phase.since)}`
    case 'clock':
      return `clock ahead by ${Math.round(phase.ahead / 1_000)} s`
    case 'sending':
    case 'fetching':
    case 'idle':
    case 'signed-out':
    case 'paused':
    case 'local':
      return phase.is
  }
}
