/**
 * The one way in which a person changes something: the rows, their history and their unsent marks
 * commit together, or nothing does.
 */
import { FailureError, type Result, ok } from '#shared/errors.ts'
import type { ChangedResource } from '#shared/ipc/contract.ts'
import type { Clock } from '../ports.ts'
import { recordChange, recordRow, summarise, type RecordedRow } from '../store/changes.ts'
import type { Db, Trx } from '../store/db.ts'
import { letOthersRead } from '../store/store-adapter.ts'
import { tellMade } from '../store/made-changes.ts'

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
  /** When the change is made, epoch milliseconds. */
  readonly at: number
  /** Until when deletions are kept from the service, epoch milliseconds. */
  readonly heldUntil: number
  /** Adds a row to the change's history. */
  record(row: RecordedRow): Promise<void>
  /** Windows are told that they are to read this again. */
  touch(resource: ChangedResource): void
  /** Puts the summary in other words, once the work knows more. */
  summarise(summary: string): Promise<void>
}

/**
 * How long a deletion is kept from the service, milliseconds: the person can take it back, and the
 * service never hears of it (DECISIONS.md, History and trash).
 */
export const deletionGrace = 10_000

/** After so many rows a change of thousands lets others have a turn, so that no window stands still. */
const rowsAtOnce = 25

/**
 * Runs `work` as one change of the person.
 * Failures thrown as `FailureError` inside roll everything back and are returned as values.
 * @param what the action by name, and what is done in plain words
 */
export async function change<T>(
  context: ActionContext,
  what: { action: string; summary: string; undoes?: number },
  work: (doing: Doing) => Promise<T>,
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
  try {
    value = await context.db.transaction().execute(async (trx) => {
      number = await recordChange(trx, { ...what, at, actor: 'person' })
      return work({
        trx,
        change: number,
        at,
        heldUntil: at + deletionGrace,
        record: async (row) => {
          await recordRow(trx, number, row)
          if (row.resource !== 'timer') localsOf(row.resource).add(row.local)
          if (++rows % rowsAtOnce !== 0) return
          letOthersRead(trx)
          await context.clock.sleep(0)
        },
        touch: (resource) => void localsOf(resource),
        summarise: (summary) => summarise(trx, number, summary),
      })
    })
  } catch (thrown) {
    if (thrown instanceof FailureError) return { ok: false, error: thrown.failure }
    throw thrown
  }
  tellMade(number!)
  for (const [resource, locals] of touched) context.changed(resource, [...locals])
  context.changed('history', [])
  return ok(value)
}
