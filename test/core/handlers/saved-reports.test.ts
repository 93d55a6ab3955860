/** Reports that are saved under names. */
import { beforeEach, describe, expect, it } from 'vitest'
import { matchReference } from '#core/actions/match-references.ts'
import { addReference } from '#core/actions/references.ts'
import type { HandlerContext } from '#core/handlers/handler-context.ts'
import { reportHandlers } from '#core/handlers/reports.ts'
import { readSavedReports } from '#core/store/account/saved-reports.ts'
import { readSetting, writeSetting } from '#core/store/account/settings.ts'
import { createReferenceUpserter } from '#core/store/sync/upsert-references.ts'
import { unwrap } from '#shared/errors.ts'
import type { SavedReport, SavedReportView } from '#shared/ipc/saved-reports.ts'
import { organisation, testContext, type TestContext } from '../../support/store.ts'
import { onAnyDay } from '../../support/test-day.ts'

onAnyDay()

const view: SavedReportView = {
  period: { kind: 'month', back: 0 },
  by: 'person',
  then: 'project',
  whose: 'everyone',
  filter: [{ kind: 'client', not: true, of: [3, null] }],
  asTables: ['time'],
}

let context: TestContext
let calls: ReturnType<typeof reportHandlers>
let touched: unknown[]
beforeEach(async () => {
  context = await testContext()
  touched = []
  const told = {
    ...context,
    changed: (...what: unknown[]) => void touched.push(what),
  }
  calls = reportHandlers({
    withOpenAccount: (run) => run({ context: told, sync: null, direct: null } as never),
  } as HandlerContext)
  return () => context.store.close()
})
const save = async (name: string, more: Partial<SavedReport> = {}) =>
  calls['reports.save']({ name, isStarred: false, view, ...more })
const names = async () =>
  unwrap(await calls['reports.listSaved'](undefined)).map(({ name }) => name)

describe('saved reports', () => {
  it('are listed as they were saved, starred ones first, then by name', async () => {
    const first = unwrap(await save('Report 10'))
    await save('Report 9')
    await save('Zoo', { isStarred: true })
    expect(await names()).toEqual(['Zoo', 'Report 9', 'Report 10'])
    expect(unwrap(await calls['reports.listSaved'](undefined))).toContainEqual(first)
    expect(first).toEqual({ id: 1, name: 'Report 10', isStarred: false, view })
    expect(touched.at(-1)).toEqual(['savedReport', [3]])
  })

  it('have names of their own, whatever the case', async () => {
    const first = unwrap(await save('Not billed'))
    const text = 'There’s already a report called “Not billed”. Choose another name'
    expect(await save('NOT BILLED')).toMatchObject({
      error: { code: 'validation', fields: { name: [text] } },
    })
    // It may change the case of its own.
    unwrap(await save('NOT BILLED', { id: first.id }))
    expect(await names()).toEqual(['NOT BILLED'])
  })

  it('are deleted, and back under their id, which no other ever gets', async () => {
    const first = unwrap(await save('First'))
    unwrap(await calls['reports.deleteSaved']({ id: first.id }))
    expect(await names()).toEqual([])
    expect(unwrap(await save('Second')).id).toBe(2)
    expect(unwrap(await calls['reports.save'](first))).toEqual(first)
    expect(await names()).toEqual(['First', 'Second'])
    // Deleting what is gone changes nothing.
    unwrap(await calls['reports.deleteSaved']({ id: 7 }))
    expect(await names()).toEqual(['First', 'Second'])
  })

  it('of a newer version are left as they are', async () => {
    const newer = { id: 4, name: 'Newer', isStarred: true, view: { ...view, by: 'moon' } }
    await writeSetting(context.db, 'savedReports', { newest: 4, reports: [newer] })
    expect(unwrap(await save('Own')).id).toBe(5)
    expect(await names()).toEqual(['Own'])
    expect(await readSetting(context.db, 'savedReports', null)).toMatchObject({
      reports: [newer, { name: 'Own' }],
    })
  })

  it('follow a task that is matched with another', async () => {
    const { db } = context
    const made = unwrap(await addReference(context, 'task', { name: 'Drwing' }))
    const stored = { id: 70, name: 'Drawing', updated_at: '2026-11-19 10:00:00' }
    const to = await db
      .transaction()
      .execute((trx) => createReferenceUpserter(trx, organisation).task(stored))
    await save('Both', { view: { ...view, filter: [{ kind: 'task', of: [made, to] }] } })
    await save('Other')
    unwrap(await matchReference(context, 'task', made, to))
    expect((await readSavedReports(db)).map((report) => report.view.filter)).toEqual([
      view.filter,
      [{ kind: 'task', of: [to] }],
    ])
  })
})
