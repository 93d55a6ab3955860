/**
 * The only way in which a person's actions change the store: the rows, their history and their
 * dirty marks commit together, or not at all.
 */
import { FailureError, type Result, ok } from '#shared/errors.ts'
import type { ChangedResource } from '#shared/ipc/contract.ts'
import type { Sentence } from '#shared/sentences/sentence.ts'
import type { Clock } from '../ports.ts'
import {
  recordChange,
  recordRow,
  setChangeSummary,
  type RecordedRow,
} from '../store/history/change-history.ts'
import type { Db, Trx } from '../store/database/db.ts'
import { settleRepeatedActs } from '../store/acts/repeated-acts.ts'
import { allowConcurrentReads } from '../store/database/store-adapter.ts'
import { noteCommittedChange } from '../store/history/committed-change.ts'
import type { Writer } from '../write/writer.ts'
import { personPolicy } from './person-policy.ts'

/** What every action needs: one account's store. */
export interface ActionContext {
  readonly db: Db
  readonly clock: Clock
  /** The account's organisation in this store. */
  readonly organisation: number
  /** Notifies windows and the sync, after the commit. */
  changed(resource: ChangedResource, locals: number[]): void
}

export interface ChangeTransaction {
  readonly trx: Trx
  /** The person, as the rules of a write see them. */
  readonly writer: Writer
  /** Number of the change; later changes have higher ones. */
  readonly change: number
  /** Time of the change, epoch milliseconds. */
  readonly at: number
  /** Time zone of this computer. */
  readonly zone: string
  /** Until when deletions are held back from the service, epoch milliseconds. */
  readonly heldUntil: number
  /** Adds a row to the change's history. */
  recordRow(row: RecordedRow): Promise<void>
  /** Makes windows re-read this resource after the commit. */
  markTouched(resource: ChangedResource): void
  /** Replaces the summary, once the action has more facts. */
  setSummary(summary: Sentence): Promise<void>
}

/**
 * How long a deletion is held back from the service, milliseconds. If the person undoes it in that
 * time, the service never receives it.
 */
export const deletionGrace = 10_000

/** After this many rows a large change yields to the event loop, so that no window freezes. */
const rowsAtOnce = 25

/**
 * Runs `run` as one change of the person. A `FailureError` thrown inside rolls everything back and
 * is returned as a value.
 * @param what the action's name, and its summary; an edit that changes no row leaves no change in the
 *   history
 */
export async function change<T>(
  context: ActionContext,
  what: { action: string; summary: Sentence; undoes?: number; isEdit?: boolean },
  run: (tx: ChangeTransaction) => Promise<T>,
): Promise<Result<T>> {
  const touched = new Map<ChangedResource, Set<number>>()
  const localsOf = (resource: ChangedResource): Set<number> => {
    const locals = touched.get(resource) ?? new Set()
    touched.set(resource, locals)
    return locals
  }
  const at = context.clock.now()
  let rows = 0
  let number: number
  let value: T
  const nothingChanged = new Error('Nothing changed')
  try {
    await context.db.transaction().execute(async (trx) => {
      const { action, summary, undoes } = what
      number = await recordChange(trx, { action, summary, undoes, at, actor: 'person' })
      value = await run({
        trx,
        writer: { db: trx, organisation: context.organisation, policy: personPolicy },
        change: number,
        at,
        // Naming it takes Node 12 ms, and most changes do without.
        get zone() {
          return context.clock.zone()
        },
        heldUntil: at + deletionGrace,
        recordRow: async (row) => {
          await recordRow(trx, number, row)
          if (row.resource !== 'timer') localsOf(row.resource).add(row.local)
          if (++rows % rowsAtOnce !== 0) return
          allowConcurrentReads(trx)
          await context.clock.sleep(0)
        },
        markTouched: (resource) => void localsOf(resource),
        setSummary: (summary) => setChangeSummary(trx, number, summary),
      })
      if (what.isEdit && rows === 0) throw nothingChanged
      if (await settleRepeatedActs(trx, (resource) => touched.get(resource), at)) localsOf('inbox')
    })
  } catch (thrown) {
    if (thrown === nothingChanged) return ok(value!)
    if (thrown instanceof FailureError) return { ok: false, error: thrown.failure }
    throw thrown
  }
  noteCommittedChange(number!)
  for (const [resource, locals] of touched) context.changed(resource, [...locals])
  context.changed('history', [])
  return ok(value!)
}
