/**
 * The one way in which a person changes something: the rows, their history and their unsent marks
 * commit together, or nothing does.
 */
import { FailureError, type Result, ok } from '#shared/errors.ts'
import type { ChangedResource } from '#shared/ipc/contract.ts'
import type { Clock } from '../ports.ts'
import { recordChange, recordRow, type RecordedRow } from '../store/changes.ts'
import type { Db, Trx } from '../store/db.ts'

/** What every action works with: one account's store. */
export interface ActionContext {
  readonly db: Db
  readonly clock: Clock
  /** The account's organisation in this store. */
  readonly organisation: number
  /** Tells windows and the sync, after the commit. */
  changed(resource: ChangedResource, locals: number[]): void
}

export interface Doing {
  readonly trx: Trx
  /** Number of the change; later changes have higher ones. */
  readonly change: number
  /** Adds a row to the change's history. */
  record(row: RecordedRow): Promise<void>
}

/**
 * Runs `work` as one change of the person.
 * Failures thrown as `FailureError` inside roll everything back and are returned as values.
 * @param summary what was done in plain words, when it is known before the work; else the work says
 */
export async function change<T>(
  context: ActionContext,
  what: { action: string; summary: string; undoes?: number },
  work: (doing: Doing) => Promise<T>,
): Promise<Result<T>> {
  const touched = new Map<ChangedResource, Set<number>>()
  let value: T
  try {
    value = await context.db.transaction().execute(async (trx) => {
      const number = await recordChange(trx, { ...what, at: context.clock.now(), actor: 'person' })
      return work({
        trx,
        change: number,
        record: async (row) => {
          await recordRow(trx, number, row)
          if (row.resource === 'timer') return
          const locals = touched.get(row.resource) ?? new Set()
          touched.set(row.resource, locals.add(row.local))
        },
      })
    })
  } catch (thrown) {
    if (thrown instanceof FailureError) return { ok: false, error: thrown.failure }
    throw thrown
  }
  for (const [resource, locals] of touched) context.changed(resource, [...locals])
  context.changed('history', [])
  return ok(value)
}
