import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { SnapshotRow } from '#core/actions/history-codec.ts'
import { historyCodecFor } from '#core/actions/history-codecs.ts'
import { isLiveRow } from '#core/actions/snapshot-writes.ts'
import { redoChange, undoChange } from '#core/actions/undo.ts'
import {
  listChanges,
  readChangeRows,
  type RecordedRow,
} from '#core/store/history/change-history.ts'
import { openStore } from '#core/store/open/open-store.ts'
import { unwrap } from '#shared/errors.ts'
import fc from 'fast-check'
import { anyAct, furnish, stateOf, type Act } from '../../support/acts.ts'
import { testFolder } from '../../support/folder.ts'
import { testContext, testNow, type TestContext } from '../../support/store.ts'

/** Performs these acts; returns the state before the first and after each that changed something. */
async function perform(context: TestContext, acts: readonly Act[]) {
  const states = [await stateOf(context.db)]
  const changes: number[] = []
  for (const act of acts) {
    context.clock.set(context.clock.now() + 1_000)
    if (!(await act.run(context)).ok) continue
    const change = (await listChanges(context.db, { limit: 1 }))[0]?.id
    if (change === undefined || change === changes.at(-1)) continue
    states.push(await stateOf(context.db))
    changes.push(change)
  }
  return { states, changes }
}

async function inContext(run: (context: TestContext) => Promise<void>): Promise<void> {
  const context = await testContext()
  try {
    await furnish(context)
    await run(context)
  } finally {
    await context.store.close()
  }
}

const acts = fc.array(anyAct, { minLength: 1, maxLength: 14 })

describe('any sequence of changes', () => {
  it('leaves no trace when all of it is undone, and is back whole when it is redone', () =>
    fc.assert(
      fc.asyncProperty(acts, (done) =>
        inContext(async (context) => {
          const { states, changes } = await perform(context, done)
          for (const former of states.slice(0, changes.length).toReversed()) {
            unwrap(await undoChange(context, undefined))
            expect(await stateOf(context.db)).toEqual(former)
          }
          for (const later of states.slice(1)) {
            unwrap(await redoChange(context))
            expect(await stateOf(context.db)).toEqual(later)
          }
        }),
      ),
      { numRuns: 60 },
    ))

  it('keeps later changes when one in the middle is undone, and is back whole after redo', () =>
    fc.assert(
      fc.asyncProperty(acts, fc.nat(), (done, pick) =>
        inContext(async (context) => {
          const { changes } = await perform(context, done)
          if (changes.length === 0) return
          const index = pick % changes.length
          const before = await stateOf(context.db)
          const undone = await undoChange(context, changes[index])
          if (!undone.ok) {
            expect(undone.error.code).toBe('conflict')
            expect(await stateOf(context.db)).toEqual(before)
            return
          }
          const later = new Set<string>()
          for (const change of changes.slice(index + 1)) {
            for (const row of await readChangeRows(context.db, change)) {
              for (const field of fieldsOf(row)) later.add(field)
            }
          }
          for (const row of await readChangeRows(context.db, undone.value)) {
            expect(fieldsOf(row).filter((field) => later.has(field))).toEqual([])
          }
          // Undoes the undo, with nothing in between.
          unwrap(await undoChange(context, undone.value))
          expect(await stateOf(context.db)).toEqual(before)
        }),
      ),
      { numRuns: 60 },
    ))

  it('is in the history completely: each record’s rows lead from one to the next up to its current state', () =>
    fc.assert(
      fc.asyncProperty(acts, fc.array(fc.nat(), { maxLength: 6 }), (done, picks) =>
        inContext(async (context) => {
          const { changes } = await perform(context, done)
          for (const pick of picks) await undoChange(context, changes[pick % (changes.length || 1)])
          for (const [record, rows] of await histories(context)) {
            const [resource, local] = record.split(' ') as ['time', string]
            const current =
              (await historyCodecFor(resource).read(context.db, Number(local))) ?? null
            const chain = [...rows.map((row) => row.before), current]
            for (const [index, row] of rows.entries()) {
              expect(decidedOf(row, row.after)).toEqual(decidedOf(row, chain[index + 1]!))
            }
            expect(rows[0]!.before === null || !furnished.has(resource)).toBe(true)
          }
        }),
      ),
      { numRuns: 40 },
    ))

  it('leaves in the trash exactly what is deleted', () =>
    fc.assert(
      fc.asyncProperty(acts, fc.array(fc.nat(), { maxLength: 6 }), (done, picks) =>
        inContext(async (context) => {
          const { changes } = await perform(context, done)
          for (const pick of picks) await undoChange(context, changes[pick % (changes.length || 1)])
          const gone: string[] = []
          for (const record of (await histories(context)).keys()) {
            const [resource, local] = record.split(' ') as ['time', string]
            const current = await historyCodecFor(resource).read(context.db, Number(local))
            if (record !== 'timer 1' && !isLiveRow(resource, current)) gone.push(record)
          }
          const trash = await context.db.selectFrom('trash').selectAll().execute()
          expect(trash.map((row) => `${row.resource} ${row.local_id}`).toSorted()).toEqual(
            gone.toSorted(),
          )
        }),
      ),
      { numRuns: 40 },
    ))

  it('can be undone after a restart', () =>
    fc.assert(
      fc.asyncProperty(acts, fc.nat(), (done, pick) =>
        inContext(async (first) => {
          const file = join(testFolder(), 'stint.db')
          await copyTo(first, file)
          const context = await reopened(first, file)
          const { states, changes } = await perform(context, done)
          const restart = pick % (changes.length + 1)
          let current = context
          for (const [index, former] of states.slice(0, changes.length).toReversed().entries()) {
            if (index === restart) {
              await current.store.close()
              current = await reopened(first, file)
            }
            unwrap(await undoChange(current, undefined))
            expect(await stateOf(current.db)).toEqual(former)
          }
          await current.store.close()
        }),
      ),
      { numRuns: 8 },
    ))
})

/** The rows of history of every record, in order, by `resource local`. */
async function histories({ db }: TestContext): Promise<Map<string, RecordedRow[]>> {
  const found = new Map<string, RecordedRow[]>()
  for (const { id } of (await listChanges(db, { limit: 1000 })).toReversed()) {
    for (const row of await readChangeRows(db, id)) {
      const record = `${row.resource} ${row.local}`
      found.set(record, [...(found.get(record) ?? []), row])
    }
  }
  return found
}

/** Acts make these from the first row on, unlike the projects and the task of the context. */
const furnished = new Set(['time', 'expense', 'category', 'client', 'charge', 'timer'])

function decidedOf({ resource }: RecordedRow, row: object | null) {
  if (row === null) return null
  const fields = historyCodecFor(resource).groups.flat()
  return Object.fromEntries(fields.map((field) => [field, (row as SnapshotRow)[field]]))
}

/**
 * What a row of history changed, field by field; one that added or deleted a record changed it
 * whole.
 */
function fieldsOf(row: RecordedRow): string[] {
  const { resource, local, before, after } = row
  if (!before || !after) return []
  const [was, is] = [before, after] as Record<string, unknown>[]
  // Where increments get another length, a quantity that came later stays in minutes.
  const counted = was!['increment'] === is!['increment']
  return historyCodecFor(resource)
    .groups.map(([leading]) => leading as string)
    .filter((field) => counted || field !== 'quantity')
    .filter((field) => !Array.isArray(was![field]) && was![field] !== is![field])
    .map((field) => `${resource} ${local} ${field}`)
}

const copyTo = async ({ db }: TestContext, file: string): Promise<void> => {
  await sql`vacuum into ${file}`.execute(db)
}

async function reopened(like: TestContext, file: string): Promise<TestContext> {
  const store = unwrap(await openStore({ file, groups: ['model', 'client'], now: testNow }))
  return { ...like, store, db: store.db }
}
