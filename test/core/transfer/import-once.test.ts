/** The rules of every import: previewed first, made whole or not at all, and never twice. */
import { afterEach, describe, expect, it } from 'vitest'
import { updateTimeEntry } from '#core/actions/times.ts'
import { undoChange } from '#core/actions/undo.ts'
import { insertProject } from '#core/store/resources/projects.ts'
import { createImportSessions } from '#core/transfer/import-sessions.ts'
import { unwrap } from '#shared/errors.ts'
import { organisation, testContext, type TestContext } from '../../support/store.ts'
import { begun, entries, fixture, takeIn } from './at-work.ts'

const open: TestContext[] = []
async function fresh(): Promise<TestContext> {
  const context = await testContext()
  open.push(context)
  return context
}
afterEach(async () => {
  for (const { store } of open.splice(0)) await store.close()
})

const toggl = fixture('toggl-detailed.csv')

describe('an import', () => {
  it('writes nothing before it is confirmed, and is undone by one undo', async () => {
    const context = await fresh()
    const counts = async () => {
      const tables = ['time_entry', 'project', 'client', 'task', 'history', 'sync_record'] as const
      const found = tables.map((table) =>
        context.db
          .selectFrom(table)
          .select((eb) => eb.fn.countAll<number>().as('n'))
          .executeTakeFirstOrThrow(),
      )
      return (await Promise.all(found)).map(({ n }) => n)
    }
    const before = await counts()
    const { imports, number } = await begun(context, { from: 'toggl' }, toggl)
    expect(await counts()).toEqual(before)
    const { change } = unwrap(await imports.apply(number))
    expect(await entries(context)).toHaveLength(6)
    unwrap(await undoChange(context, undefined))
    const after = await counts()
    expect([after[0], after[1], after[2], after[3], after[5]]).toEqual([
      ...[before[0], before[1], before[2], before[3], before[5]],
    ])
    const [made] = await context.db
      .selectFrom('change')
      .select(['action', 'summary', 'undone_by'])
      .where('id', '=', change!)
      .execute()
    expect(made).toMatchObject({ action: 'import', summary: 'Imported 6 entries from the file' })
    expect(made!.undone_by).not.toBeNull()
  })

  it('of the same file adds nothing twice, also of what was changed since', async () => {
    const context = await fresh()
    await takeIn(context, { from: 'toggl' }, toggl)
    const first = await entries(context)
    const [entry] = await context.db.selectFrom('time_entry').select('id').execute()
    unwrap(await updateTimeEntry(context, entry!.id, { notes: 'Changed here' }))
    const changed = await entries(context)
    const { plan, done } = await takeIn(context, { from: 'toggl' }, toggl)
    expect(plan).toMatchObject({ times: 0, imported: 6 })
    expect(done.change).toBeNull()
    expect(await entries(context)).toEqual(changed)
    // With this option it looks only at records that still exist.
    const again = await takeIn(context, { from: 'toggl', again: true }, toggl)
    expect(again.plan).toMatchObject({ times: 1, here: 5, imported: 0 })
    expect(first).toHaveLength(6)
  })

  it('that was undone is made again, and a row that was added to the file is imported alone', async () => {
    const context = await fresh()
    await takeIn(context, { from: 'toggl' }, toggl)
    unwrap(await undoChange(context, undefined))
    expect((await takeIn(context, { from: 'toggl' }, toggl)).done.times).toBe(6)
    const longer = `${toggl}Ada Lang,,,Own,,New,No,2026-03-09,09:00:00,,,00:30:00,,\n`
    const { plan } = await takeIn(context, { from: 'toggl' }, longer)
    expect(plan).toMatchObject({ times: 1, imported: 6 })
  })

  it('finds a project by its code before its name', async () => {
    const context = await fresh()
    const table = 'Date,Start,Minutes,Project code,Project\n2026-01-05,9:00,60,web,Other name\n'
    const { plan } = await begun(context, { from: 'csv' }, table)
    expect(plan.names).toMatchObject([{ local: context.web, by: 'code', as: 'Website relaunch' }])
    // Another code means another project, even with the same name.
    const other = 'Date,Start,Minutes,Project code,Project\n2026-01-05,9:00,60,X,Website relaunch\n'
    expect((await begun(context, { from: 'csv' }, other)).plan.names).toMatchObject([
      { local: null },
    ])
  })

  it('picks by name among several projects with one code', async () => {
    const context = await fresh()
    const twin = await context.db
      .transaction()
      .execute((trx) =>
        insertProject(trx, { organisation_id: organisation, name: 'Website care', code: 'WEB' }),
      )
    const table = 'Date,Start,Minutes,Project code,Project\n2026-01-05,9:00,60,web,website CARE\n'
    const { plan } = await begun(context, { from: 'csv' }, table)
    expect(plan.names).toMatchObject([{ local: twin, by: 'code', as: 'Website care' }])
  })

  it('is made once, however often it is confirmed, also from two previews of one file', async () => {
    const context = await fresh()
    const one = await begun(context, { from: 'toggl' }, toggl)
    const other = await begun(context, { from: 'toggl' }, toggl)
    const made = await Promise.all([
      one.imports.apply(one.number),
      one.imports.apply(one.number),
      other.imports.apply(other.number),
    ])
    expect(made.map((done) => done.ok || done.error.code)).toEqual([true, 'conflict', 'conflict'])
    expect(await entries(context)).toHaveLength(6)
  })

  it('of a project that was deleted in the meantime says so', async () => {
    const context = await fresh()
    const { imports, number } = await begun(context, { from: 'toggl' }, toggl)
    await context.db.deleteFrom('project').where('id', '=', context.web).execute()
    expect(await imports.apply(number)).toMatchObject({
      ok: false,
      error: { code: 'conflict', message: expect.stringContaining('Website relaunch') },
    })
    expect(await entries(context)).toEqual([])
  })

  it('that is aborted while it is made leaves nothing', async () => {
    const context = await fresh()
    const rows = Array.from({ length: 500 }, (_, n) => `2026-01-05,9:00,${n + 1},Own,x`)
    const text = ['Date,Start,Minutes,Project,Task', ...rows].join('\n')
    const seen: number[] = []
    const imports = createImportSessions((number, done) => {
      seen.push(done)
      if (done >= 200) imports.end(number)
    })
    const { number } = await begun(context, { from: 'csv' }, text, imports)
    expect(await imports.apply(number)).toMatchObject({ ok: false, error: { code: 'conflict' } })
    expect(seen.at(-1)).toBeLessThan(500)
    expect(await entries(context)).toEqual([])
    expect(await context.db.selectFrom('change').selectAll().execute()).toEqual([])
    expect(await imports.apply(number)).toMatchObject({ ok: false, error: { code: 'not-found' } })
  })
})
