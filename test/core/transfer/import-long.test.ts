/** A long import on a real file: what other reads see of it, and how it ends. */
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { redoChange, undoChange } from '#core/actions/undo.ts'
import type { ActionContext } from '#core/actions/change.ts'
import { openStore } from '#core/store/open/open-store.ts'
import { createImportSessions } from '#core/transfer/import-sessions.ts'
import { unwrap } from '#shared/errors.ts'
import { testFolder } from '../../support/folder.ts'
import { organisation, testContext, testNow } from '../../support/store.ts'
import { onAnyDay } from '../../support/test-day.ts'
import { begun, takeIn } from './at-work.ts'

const { clock } = onAnyDay()

const rows = 3_000
const day = (nth: number) => String(1 + (nth % 28)).padStart(2, '0')
const table = [
  'Date,Start,Minutes,Project,Notes',
  ...Array.from({ length: rows }, (_, nth) => `2026-01-${day(nth)},9:00,15,Own,Round ${nth}`),
].join('\n')

it('lets others read while it is made, undone and made again, and shows them each only as a whole', async () => {
  const file = join(testFolder(), 'stint.db')
  const groups = ['model', 'client'] as const
  const pause = (milliseconds: number) => clock.sleep(milliseconds)
  const store = unwrap(await openStore({ file, groups, now: testNow, pause }))
  const { db } = store
  await db
    .insertInto('organisation')
    .values({ name: 'Fernwood Studio', created_at: null, updated_at: null })
    .execute()
  const context: ActionContext = { db, clock, organisation, changed: () => {} }
  const count = async () =>
    (
      await db
        .selectFrom('time_entry')
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow()
    ).n
  /** A query that is repeated until the import is done. */
  const seenDuring = async (work: () => Promise<unknown>): Promise<number[]> => {
    const seen: number[] = []
    const over = new AbortController()
    const done = work().finally(() => over.abort())
    for (; !over.signal.aborted; await clock.sleep(1)) seen.push(await count())
    await done
    return [...new Set(seen.slice(0, -1))]
  }

  let during = 0
  const imports = createImportSessions((_, done) => {
    if (done > 0 && done < rows) during += 1
  })
  const { number } = await begun(context, { from: 'csv' }, table, imports, 100_000)
  expect(await seenDuring(async () => unwrap(await imports.apply(number)))).toEqual([0])
  expect(during).toBeGreaterThan(10)
  expect(await count()).toBe(rows)
  expect(await seenDuring(async () => unwrap(await undoChange(context, undefined)))).toEqual([rows])
  expect(await count()).toBe(0)
  expect(await seenDuring(async () => unwrap(await redoChange(context)))).toEqual([0])
  expect(await count()).toBe(rows)
  await store.close()
})

it('writes to the search index once for many lines, in whatever order the file has them', async () => {
  const context = await testContext()
  const { db } = context
  const backwards = Array.from(
    { length: 64 },
    (_, nth) => `2026-01-${day(63 - nth)},${9 + (nth % 3)}:00,15,Own,Round ${nth}`,
  )
  const text = ['Date,Start,Minutes,Project,Notes', ...backwards].join('\n')
  await takeIn(context, { from: 'csv' }, text)
  const { rows: segments } = await sql`select distinct segid from time_search_idx`.execute(db)
  expect(segments).toHaveLength(1)
  // Their order among themselves stays that of the file.
  const notes = (await db.selectFrom('time_entry').select('notes').orderBy('id').execute()).map(
    (entry) => entry.notes,
  )
  expect(notes).toEqual(backwards.map((_, nth) => `Round ${nth}`))
})
