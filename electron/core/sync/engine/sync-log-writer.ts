/**
 * Logs what each pass did. Passes that find nothing follow each other every few seconds while days
 * are watched: they are collected in memory and written as one, so that watching costs no writes.
 * Passes with the same failure, such as those of hours without a network, are written as they end
 * and shown as one.
 */
import type { SyncPass } from '#shared/ipc/call-results.ts'
import type { Clock, Log } from '../../ports.ts'
import type { Db } from '../../store/database/db.ts'
import { countCardsEverRaised } from '../../store/inbox/inbox-summary.ts'
import {
  appendSyncLog,
  coalescePasses,
  readSyncLog,
  type SyncLogRow,
} from '../../store/sync/sync-log.ts'
import type { PassCounts, PassProblem, PassResult } from '../pass/pass-result.ts'
import { quietPassFlushInterval } from '../decide/sync-timings.ts'
import { failureKindOf, type SyncFailureKind } from '../pass/failure-kind.ts'

export interface SyncLogWriter {
  /** Runs a pass and logs its outcome. */
  follow(counts: PassCounts, pass: () => Promise<PassResult>): Promise<PassResult>
  /** Returns the last passes, newest first. */
  last(limit: number): Promise<SyncPass[]>
  /** Writes the collected passes. */
  flush(): Promise<void>
}

/** `passed`: it ran to its end, and left single records for the next pass. */
type End = 'done' | 'passed' | 'no-token' | 'moved' | PassProblem['cause'] | SyncFailureKind

export function createSyncLogWriter(db: Db, clock: Clock, log: Log): SyncLogWriter {
  let quiet: SyncLogRow | null = null

  async function flush(): Promise<void> {
    if (quiet === null) return
    const row = quiet
    quiet = null
    await appendSyncLog(db, row)
  }

  async function note(row: SyncLogRow): Promise<void> {
    if (!isQuiet(row)) {
      await flush()
      await appendSyncLog(db, row)
      return
    }
    const both = quiet && coalescePasses(quiet, row)
    if (!both) await flush()
    quiet = both ?? row
    if (quiet.to_at - quiet.from_at >= quietPassFlushInterval) await flush()
  }

  /** Writes to the log of passes. A failure to write does not change the outcome of the pass. */
  async function safely(run: () => Promise<void>): Promise<void> {
    try {
      await run()
    } catch (thrown) {
      log.warn('couldn’t write a sync pass to its log', { why: String(thrown) })
    }
  }

  return {
    flush: () => safely(flush),
    async follow(counts, pass) {
      const from = clock.now()
      const began = clock.monotonic()
      const before = { ...counts }
      const cards = await countCardsEverRaised(db)
      let ended: End = 'bug'
      try {
        const outcome = await pass()
        ended = endOf(outcome)
        return outcome
      } finally {
        const requests = counts.requests - before.requests
        // A pass that sent no request and had no failure found nothing due.
        if (requests > 0 || (ended !== 'done' && ended !== 'stopped')) {
          await safely(async () => {
            const setAside = requests === 0 ? 0 : (await countCardsEverRaised(db)) - cards
            await note({
              from_at: from,
              to_at: clock.now(),
              passes: 1,
              sent: counts.pushed - before.pushed,
              received: counts.pulled - before.pulled,
              set_aside: Math.max(0, setAside),
              requests,
              duration: Math.round(clock.monotonic() - began),
              ended,
            })
          })
        }
      }
    },
    async last(limit) {
      const written = await readSyncLog(db, limit)
      const [newest, ...older] = written
      const both = quiet && newest && coalescePasses(newest, quiet)
      const all = both ? [both, ...older] : quiet ? [quiet, ...written] : written
      return all.slice(0, limit).map(toSyncPass)
    },
  }
}

const isQuiet = (row: SyncLogRow): boolean =>
  row.ended === 'done' && row.sent === 0 && row.received === 0 && row.set_aside === 0

function endOf(ended: PassResult): End {
  switch (ended.is) {
    case 'done':
      return ended.passed ? 'passed' : 'done'
    case 'failed':
      if (ended.failure.is === 'signed-out' && ended.failure.noToken) return 'no-token'
      if (ended.failure.is === 'signed-out' && ended.failure.moved) return 'moved'
      return failureKindOf(ended.failure)
    case 'problem':
      return ended.cause
  }
}

const reasons: Record<End, string> = {
  done: '',
  passed: 'some changes were left for the next sync',
  bug: 'sync stopped because of a bug in Stint',
  stopped: 'sync was stopped',
  offline: 'couldn’t reach the service',
  portal: 'this network needs you to sign in',
  trouble: 'the service is having problems',
  busy: 'the service is busy',
  'other-records': 'the service shows other records than before',
  storage: 'couldn’t use this computer’s disk or database',
  unreadable: 'couldn’t read the service’s reply',
  'signed-out': 'the service rejected the access token',
  'no-token': 'this account is signed out',
  moved: 'the service has moved to another address',
}

function toSyncPass(row: SyncLogRow): SyncPass {
  const { sent, received, requests, duration } = row
  const reason = reasons[row.ended as End] ?? ''
  const did = [
    sent > 0 ? `sent ${sent}` : '',
    received > 0 ? `received ${received}` : '',
    row.set_aside > 0 ? `${row.set_aside} to review` : '',
  ].filter(Boolean)
  const what = did.join(', ') || (reason === '' ? 'no changes' : '')
  const words = [what, reason].filter(Boolean).join('; ')
  return {
    from: row.from_at,
    to: row.to_at,
    passes: row.passes,
    text: words.charAt(0).toUpperCase() + words.slice(1),
    sent,
    received,
    setAside: row.set_aside,
    requests,
    duration,
    complete: row.ended === 'done' || row.ended === 'passed',
  }
}
