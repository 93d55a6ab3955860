/** Exports and imports of a store, as the calls make them. */
import { readFileSync } from 'node:fs'
import { createExportSessions, type ExportQuery } from '#core/transfer/export-sessions.ts'
import type { ImportOptions, ImportContext } from '#core/transfer/import/import-context.ts'
import { createImportSessions, type ImportSessions } from '#core/transfer/import-sessions.ts'
import type { ActionContext } from '#core/actions/change.ts'
import { unwrap } from '#shared/errors.ts'
import type { ImportOutcome, ImportPlan } from '#shared/ipc/transfer.ts'

export const fixture = (name: string): string =>
  readFileSync(new URL(`fixtures/${name}`, import.meta.url), 'utf8')

export type Given = Omit<ImportOptions, 'name'>

/** An account of this machine that rounds to the nearest increment. */
export const settingOf = (context: ActionContext): ImportContext => ({
  ...{ context, user: undefined, rounding: 'nearest', workBegins: 540, isLocal: true },
})

/** An import that is previewed, read in chunks of a few characters. */
export async function begun(
  context: ActionContext,
  options: Given,
  text: string,
  imports: ImportSessions = createImportSessions(() => {}),
  piece = 4_000,
): Promise<{ imports: ImportSessions; number: number; plan: ImportPlan }> {
  const begun = unwrap(await imports.begin(settingOf(context), { ...options, name: 'the file' }))
  const number = begun.import
  for (let from = 0; from < text.length; from += piece) {
    unwrap(await imports.feed(number, text.slice(from, from + piece)))
  }
  return { imports, number, plan: unwrap(await imports.plan(number)) }
}

/** Imports a file; returns the preview and the result. */
export async function takeIn(
  context: ActionContext,
  options: Given,
  text: string,
): Promise<{ plan: ImportPlan; done: ImportOutcome }> {
  const { imports, number, plan } = await begun(context, options, text)
  return { plan, done: unwrap(await imports.apply(number)) }
}

export async function exported(
  context: ActionContext,
  query: Pick<ExportQuery, 'what' | 'format'> & Partial<ExportQuery>,
): Promise<string> {
  const exports = createExportSessions()
  const begun = unwrap(
    await exports.begin(context, {
      ...{ user: undefined, mine: { me: null, everything: true }, rate: 'hour', ...query },
    }),
  )
  let text = ''
  for (;;) {
    const piece = unwrap(await exports.read(begun.export))
    text += piece.text
    if (piece.done) return text
  }
}

/** Entries in the order of days, as plain text. */
export async function entries({ db }: ActionContext): Promise<string[]> {
  const rows = await db
    .selectFrom('time_entry as e')
    .leftJoin('project as p', 'p.id', 'e.project_id')
    .leftJoin('task as t', 't.id', 'e.task_id')
    .select(['e.date', 'e.start', 'e.total', 'p.name as project', 't.name as task', 'e.notes'])
    .orderBy('e.date')
    .orderBy('e.start')
    .orderBy('e.id')
    .execute()
  const clock = (minute: number) =>
    `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
  return rows.map(({ date, start, total, project, task, notes }) =>
    [`${date} ${clock(start)} ${total}m`, project, task, notes].filter(Boolean).join(' | '),
  )
}
